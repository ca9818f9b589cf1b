"""Languages as objects: folders, fields, lists, and what goes wrong in them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from coindex.core import registry
from coindex.core.errors import CoindexError, FormatError
from coindex.language import languages, lexicon
from coindex.language.identify import language_of
from coindex.language.languages import (
    all_languages,
    get_language,
    known_languages,
    read_language,
    register_language,
)
from coindex.language.nominals.pronouns import pronouns


@pytest.fixture
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(languages, "_registered", {})
    yield
    languages._forget_words()


def folder(path: Path, profile: str, **files: str) -> Path:
    path.mkdir(parents=True)
    (path / "language.toml").write_text(profile, encoding="utf-8")
    for name, text in files.items():
        (path / f"{name}.txt").write_text(text, encoding="utf-8")
    return path


def test_a_language_says_what_it_is() -> None:
    english, spanish = get_language("en"), get_language("es")
    assert (english.name, english.gender, english.pro_drop, english.genitive) == (
        "English",
        "natural",
        False,
        "’s",
    )
    assert (spanish.name, spanish.gender, spanish.pro_drop, spanish.genitive) == (
        "Spanish",
        "grammatical",
        True,
        "",
    )
    assert spanish.words("grammar", "clitic") >= {"lo", "se"} and not english.words(
        "grammar", "clitic"
    )


def test_a_region_does_not_matter_and_no_code_means_english() -> None:
    assert get_language("es-MX") is get_language("es")
    assert get_language("") is get_language("en")


def test_a_language_that_is_not_described_has_no_lists() -> None:
    unknown = get_language("xx")
    assert not unknown.is_described and unknown.name == "xx" and unknown.resolver == "recent"
    assert unknown.words("grammar", "definite") == frozenset() and unknown.table("pronouns") == ()
    assert get_language("../../core").words("grammar", "definite") == frozenset()


@pytest.mark.parametrize(
    ("word", "following", "form"),
    [
        ("y", "Ana", "y"),
        ("y", "Inés", "e"),
        ("y", "Hilda", "e"),
        ("y", "Hierro", "y"),
        ("e", "Ana", "y"),
        ("o", "Óscar", "u"),
        ("de", "Inés", "de"),
    ],
)
def test_words_change_before_certain_sounds(word: str, following: str, form: str) -> None:
    assert get_language("es").before(word, following) == form
    assert get_language("en").before(word, following) == word


def test_a_name_before_a_dot_is_the_union() -> None:
    titles = get_language("en").words("people", "title")
    assert {"mr", "mrs", "dr"} <= titles
    assert lexicon.words("en", "people", "title") == titles


def test_languages_are_frozen_equal_by_value_and_survive_pickling() -> None:
    for language in all_languages():
        assert pickle.loads(pickle.dumps(language)) is language
        assert hash(language) == hash(get_language(language.code))
    with pytest.raises(AttributeError):
        get_language("en").name = "Englisch"  # type: ignore[misc]  # frozen


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    language = read_language("qq", folder(tmp_path / "qq", 'name = "Q"', grammar="definite: ka"))
    assert not language._lists
    assert language.words("grammar", "definite") == {"ka"}
    (tmp_path / "qq" / "grammar.txt").write_text("definite: ko")
    assert language.words("grammar", "definite") == {"ka"}


@pytest.mark.usefixtures("_own_registry")
def test_a_folder_can_be_registered(tmp_path: Path) -> None:
    path = folder(tmp_path / "qr", 'name = "Qwerty"', grammar="definite: ka\nidiom: in_ka")
    assert register_language(path).name == "Qwerty"
    assert "qr" in known_languages()
    assert get_language("qr-QR").words("grammar", "idiom") == {"in ka"}
    with pytest.raises(CoindexError, match="'qr' is already known"):
        register_language(path)


@pytest.mark.usefixtures("_own_registry")
def test_a_folder_replaces_a_language_that_is_only_recognised(tmp_path: Path) -> None:
    assert lexicon.words("pt", "grammar", "definite") >= {"o", "a"}
    path = folder(tmp_path / "pt", 'name = "P"', grammar="definite: ka")
    assert register_language(path).name == get_language("pt").name == "P"
    assert lexicon.words("pt", "grammar", "definite") == {"ka"}
    assert language_of("o gato e a casa que ele tem não é dele") == "pt"


@pytest.mark.usefixtures("_own_registry")
def test_a_language_with_pronouns_is_replaced_where_one_asks_for_it(tmp_path: Path) -> None:
    path = folder(tmp_path / "es", 'name = "S"', grammar="definite: ka")
    with pytest.raises(CoindexError, match=r"'es' is already known.*replace=True"):
        register_language(path)
    assert register_language(path, replace=True).name == get_language("es").name == "S"
    assert lexicon.words("es", "grammar", "definite") == {"ka"}


@pytest.mark.usefixtures("_own_registry")
def test_a_pronoun_may_begin_with_a_hyphen(tmp_path: Path) -> None:
    path = folder(tmp_path / "qr", 'name = "Qwerty"')
    (path / "pronouns.tsv").write_text("-a\tpersonal\t3\tsingular\tfeminine\t-\n")
    register_language(path)
    assert list(pronouns("qr")) == ["-a"]
    assert (pronouns("qr")["-a"].gender, pronouns("qr")["-a"].animacy) == ("feminine", "")


@pytest.mark.usefixtures("_own_registry")
def test_a_language_that_is_registered_late_is_recognised(tmp_path: Path) -> None:
    text = "kaj estas la neniam ankaux tamen pri cxiuj"
    assert language_of(text) != "qr"
    register_language(folder(tmp_path / "qr", 'name = "Qwerty"', identify=f"common: {text}"))
    assert language_of(text) == "qr"


def test_a_package_brings_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path / "brought" / "qs", 'name = "Quesh"', grammar="definite: ka")
    (tmp_path / "brought" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    points = {
        name: EntryPoint(name, f"brought.{name}", "coindex.languages") for name in ("qs", "qt")
    }
    monkeypatch.setattr(
        registry, "declarations", lambda family: points if family == "languages" else {}
    )
    assert languages._language.__wrapped__("qs").words("grammar", "definite") == {"ka"}
    assert {"qs", "de"} <= set(known_languages())
    with pytest.raises(CoindexError, match=r"'qt' \(brought.qt\) cannot be loaded"):
        languages._language.__wrapped__("qt")


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("", "no name"),
        ("name = ", "Invalid value"),
        ("name = 3", "name = 3: a text in quotation marks is needed"),
        ('name = "Q"\ngendre = "natural"', "unknown field 'gendre'; did you mean 'gender'?"),
        ('name = "Q"\ncode = "q"', "unknown field 'code'"),
        ('name = "Q"\ngender = "common"', "gender = 'common'; known: grammatical, natural"),
        ('name = "Q"\npro_drop = "yes"', "pro_drop = 'yes': true or false is needed"),
        ('name = "Q"\nfeminine = ["a", "o"]', "a list of pairs of words is needed"),
        ('name = "Q"\nrelative_tags = "REL"', "a list of words is needed"),
    ],
)
def test_wrong_profiles_are_refused(tmp_path: Path, profile: str, message: str) -> None:
    path = folder(tmp_path / "qq", profile)
    with pytest.raises(FormatError) as raised:
        read_language("qq", path)
    assert message in str(raised.value) and str(raised.value).startswith(
        str(path / "language.toml")
    )


def test_a_folder_without_a_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no language\.toml"):
        read_language("qq", tmp_path)
