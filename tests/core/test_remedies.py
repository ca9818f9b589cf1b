"""Remedies are data: the library names no option of the command line, and each
front end has words of its own.
"""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import coindex
from coindex.cli.wording import WORDS
from coindex.core.errors import CoindexError, FormatError, MissingExtra, TooLarge
from coindex.core.messages import Message
from coindex.core.remedies import Action, Remedy, Step, doing, leniently, remedy_of
from coindex.interface.catalogues import speaking
from coindex.interface.translation import translate
from coindex.workbench.wording import FORMS, REQUESTS

SOURCE = Path(coindex.__file__).parent
FLAG = re.compile(r"(?<![\w-])(?<!var\()--[a-z][a-z-]+|\bcoindex [a-z]+ -[a-z]\b|`coindex [a-z]+")


def test_no_module_outside_the_command_line_names_an_option() -> None:
    modules = [
        path
        for path in SOURCE.rglob("*.py")
        if not {"cli", "commands", "commands.py"} & {*path.relative_to(SOURCE).parts}
        and not path.stem.endswith("command")
        and path != SOURCE / "texts/rewriting/options.py"
        and not (path.parent.parent.name == "texts" and path.stem == "__init__")  # declarations
    ]
    assert len(modules) > 400
    places = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in modules
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FLAG.search(line)
    ]
    assert not places, "\n".join(places)


ERROR = FormatError(
    "not ten columns", path="a", line=7, remedy=leniently("drops the line", "columns have tabs")
)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "a:7: not ten columns (columns have tabs; reading leniently drops the line)"),
        (WORDS, "a:7: not ten columns (columns have tabs; --lenient drops the line)"),
        (
            FORMS,
            (
                "a:7: not ten columns (columns have tabs; “Continue despite errors in the "
                "files” drops the line)"
            ),
        ),
        (REQUESTS, "a:7: not ten columns (columns have tabs)"),
    ],
)
def test_each_front_end_words_a_remedy(words: dict[Action, str], message: str) -> None:
    assert ERROR.worded(words) == message


def test_the_library_words_it_for_python() -> None:
    assert str(ERROR) == ERROR.worded({})
    with pytest.raises(FormatError) as caught:
        list(coindex.read(__file__, "conllu"))
    assert not FLAG.search(str(caught.value)) and caught.value.remedy


@pytest.mark.parametrize("words", [WORDS, FORMS, REQUESTS])
def test_front_ends_know_every_action(words: dict[Action, str]) -> None:
    assert set(words) == set(Action)
    for action, text in words.items():
        assert Step(action, "does this").worded(words) == text.replace("{effect}", "does this")


def test_plain_text_is_advice() -> None:
    assert remedy_of("get it again") == Remedy("get it again")
    assert not Remedy() and Remedy("x") and leniently("drops it")
    assert str(doing(Action.RESUME, "wait")) == "wait; resume the job to continue"


@pytest.mark.parametrize(
    "error",
    [
        ERROR,
        TooLarge("too large", path="a", remedy="cut it"),
        CoindexError("stopped", remedy=doing(Action.RESUME)),
        CoindexError("plain"),
        MissingExtra("pyarrow"),
        FormatError(Message("{count} columns for {needed}", count=1, needed=7), path="a"),
    ],
)
def test_errors_travel_between_processes(error: CoindexError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.remedy) == (type(error), str(error), error.remedy)
    with speaking("es"):
        assert translate(again.worded(WORDS)) == translate(error.worded(WORDS))
