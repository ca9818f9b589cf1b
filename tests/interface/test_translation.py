"""The language of the interface: which it is, and what it says."""

from __future__ import annotations

import pytest

from coindex.core.errors import CoindexError, FormatError, suggestion
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.interface.catalogues import (
    Catalogue,
    catalogue,
    interfaces,
    language,
    matching,
    speaking,
)
from coindex.interface.translation import counted, grouped, say, translate

SMALL = Catalogue(
    "xx",
    "Small",
    " ",
    ",",
    {
        "messages": {
            "unknown key {1}; {2}": "{2} / clave {1}",
            "did you mean {1}? known: {2}": "¿{1}? hay {2}",
            "nothing": "nada",
            "{count} of {all}": "{all}: {count}",
        }
    },
    {},
)


def test_english_unless_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COINDEX_INTERFACE", raising=False)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert language() == "en"
    assert say("{count} more", count=3) == "3 more"
    assert counted(1, "mention") == "1 mention"
    assert counted(2000, "entity", "entities") == "2,000 entities"


@pytest.mark.parametrize(
    ("variable", "locale", "expected"),
    [
        ("es", "", "es"),
        ("es_MX.UTF-8", "", "es"),
        ("auto", "es_AR.UTF-8", "es"),
        ("auto", "fi_FI.UTF-8", "en"),
        ("klingon", "es_ES.UTF-8", "en"),
    ],
)
def test_the_environment_chooses(
    monkeypatch: pytest.MonkeyPatch, variable: str, locale: str, expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COINDEX_INTERFACE", variable)
    monkeypatch.setenv("LANG", locale)
    assert language() == expected


def test_a_choice_lasts_as_long_as_its_block() -> None:
    with speaking("es"):
        assert language() == "es"
        assert counted(1, "mention") == "1 mención"
        assert counted(12345, "mention") == f"{grouped(12345)} menciones"
        assert "," not in grouped(12345)
        assert say("a sentence that no catalogue has") == "a sentence that no catalogue has"
    assert language() == "en"


def test_languages_are_files() -> None:
    assert interfaces()[0] == "en"
    assert catalogue("es").name == "Español"
    with pytest.raises(KeyError):
        catalogue("../es")
    assert matching("es-419") == "es"
    assert matching("xx") is None


UNKNOWN = "unknown key {key!r}; {hint}"


@pytest.mark.parametrize(
    ("message", "translated"),
    [
        ("nothing", "nada"),
        (
            Message(UNKNOWN, key="a", hint=suggestion("bb", ["b", "c"])),
            "¿'b'? hay b, c / clave 'a'",
        ),
        (Message(UNKNOWN, key="nothing", hint="nothing"), "nothing / clave 'nothing'"),
        (Message(UNKNOWN, key="{2}", hint="x"), "x / clave '{2}'"),
        (Message("{count:,} of {all}", all="x", count=1200), "x: 1 200"),
        (
            Message("a {b} that no catalogue has", b=Message("nothing")),
            "a nada that no catalogue has",
        ),
        ("unknown key 'a'; nothing", "unknown key 'a'; nothing"),
    ],
)
def test_a_message_is_translated_by_its_template(
    monkeypatch: pytest.MonkeyPatch, message: str, translated: str
) -> None:
    monkeypatch.setattr("coindex.interface.translation.current", lambda: SMALL)
    assert translate(message) == translated


def test_errors_stay_english_for_programs() -> None:
    error = FormatError("nothing is here", path="a.txt", line=3, remedy=doing(Action.NAME_FORMAT))
    with speaking("es"):
        assert str(error) == "a.txt:3: nothing is here (name the format)"
        assert str(CoindexError("x")) == "x"
