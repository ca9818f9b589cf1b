"""The contract of languages, kept by ours and broken by others; the
page that says how to add one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import coindex
from coindex.core import registry
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.detectors.nominals import Nominals
from coindex.language import languages
from coindex.language.languages import get_language, known_languages, register_language
from coindex.models.session import available
from coindex.testing import check_language

TEXTS = {
    "en": (
        "Dr. Ann Lee told the boy that it was raining. “I lost the key of the University,” she "
        "said to him. The key, which a man had found, was dealt with by his sister. Press the "
        "button and hold it. Lee and her team left."
    ),
    "es": (
        "Ana Lee le dijo al niño que llovía. Se lavó las manos y se fue. La llave de la "
        "universidad, que un señor había encontrado, la tenía su hermana. Él no la vio. A Luis le "
        "gusta dárselo. Se vive bien aquí."
    ),
}
RESOLVERS = {
    "en": ("sieve", "rosana", "mitkov", "mars", "supar", "hobbs", "cogniac", "kennedy_boguraev"),
    "es": ("supar(profile='palomar2001')", "hobbs", "rap", "bfp", "cogniac", "kennedy_boguraev"),
}

GOOD = {
    "language.toml": 'name = "Quenya"',
    "grammar.txt": "definite: i",
    "pronouns.tsv": (
        "# form\tkind\tperson\tnumber\tgender\tanimacy\nse\tpersonal\t3\tsingular\t-\t-"
    ),
}


@pytest.mark.parametrize("code", known_languages())
def test_our_languages_keep_it(code: str) -> None:
    check_language(code)


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(languages, "_registered", {})
    yield
    languages._forget_words()


def written(path: Path, changed: dict[str, str]) -> Path:
    path.mkdir()
    for name, text in (GOOD | changed).items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def test_a_folder_is_registered_and_checked(tmp_path: Path) -> None:
    assert check_language(written(tmp_path / "qya", {})).name == "Quenya"


@pytest.mark.parametrize("code", ["pt", "es"])
def test_a_folder_is_checked_in_the_place_of_a_known_language(tmp_path: Path, code: str) -> None:
    path = written(tmp_path / code, {"identify.txt": ""})
    assert check_language(path).folder == path
    assert get_language(code).name == "Quenya"
    (path / "grammar.txt").write_text("definit: i", encoding="utf-8")
    with pytest.raises(AssertionError, match="definit: no rule asks for this list"):
        check_language(path)


@pytest.mark.parametrize(
    ("number", "changed", "message"),
    [
        (1, {"gramar.txt": "definite: i"}, "gramar.txt: no rule reads this"),
        (2, {"grammar.txt": "definit: i"}, "grammar.txt, definit: no rule asks for this list"),
        (3, {"grammar.txt": "definite:"}, "grammar.txt, definite: no words"),
        (4, {"grammar.txt": "definite: I"}, "words must be in lower case: I"),
        (5, {"grammar.txt": "definite: i\nindefinite: i"}, "i in both definite and indefinite"),
        (6, {"pronouns.tsv": "se\tpersonal\t3"}, "3 columns, not 6"),
        (
            7,
            {"pronouns.tsv": "se\tpronoun\t3\tsingular\t-\t-"},
            "'pronoun' is not a kind of pronoun",
        ),
        (8, {"pronouns.tsv": "se\tpersonal\t3\tsing\t-\t-"}, "number is 'sing', not one of"),
        (9, {"pronouns.tsv": "ni\tpersonal\t1\tsingular\t-\t-"}, "no pronoun of the third person"),
        (10, {"language.toml": 'name = "Q"\npro_drop = true'}, "pro_drop needs subjects.tsv"),
        (11, {"language.toml": 'name = "Q"\nresolver = "sieve"'}, "sieve works on English"),
        (12, {"language.toml": 'name = "Q"\nresolver = "seive"'}, "no resolver is called 'seive'"),
        (13, {"language.toml": 'name = "Q"\ntokeniser = "no.such:RULES"'}, "cannot be loaded"),
        (14, {"language.toml": 'name = "Q"\nsupar = "quenya"'}, "supar has no profile 'quenya'"),
        (15, {"language.toml": 'name = "Q"\nnonreferential = "clitics"'}, "needs verbs.txt"),
        (16, {"identify.txt": "common: the of and to in that is was"}, "are taken for"),
        (17, {"first_names.tsv": "200\tarwen"}, "'200' is not a share"),
    ],
)
def test_broken_folders_are_named(
    tmp_path: Path, number: int, changed: dict[str, str], message: str
) -> None:
    path = written(tmp_path / f"q{number}", changed)  # a code of its own: lists are cached by code
    with pytest.raises(AssertionError) as raised:
        check_language(path)
    assert message in str(raised.value)


@pytest.mark.parametrize("code", [code for code in TEXTS if available(code)])
def test_nothing_depends_on_a_code(code: str, tmp_path: Path) -> None:
    """A copy of a language under another code is resolved in the same way."""
    register_language(shutil.copytree(str(get_language(code).folder), tmp_path / f"q{code}"))
    document = coindex.parse(Document("d", TEXTS[code], code))
    assert decisions(document, code) == decisions(replace(document, language=f"q{code}"), code)


def decisions(document: Document, code: str) -> dict[str, list[Decision]]:
    mentions = Nominals().detect(document)
    return {
        name: list(registry.build("resolvers", name).resolve(document, mentions))
        for name in RESOLVERS[code]
    }


def test_no_module_compares_a_language_with_a_code() -> None:
    """Nor one of its words with a word: what depends on a language is in its package."""
    switch = re.compile(r"""language\b[^\n]{0,20}(?:[=!]=|startswith\()\s*\(?["'][a-z]{1,3}["']""")
    assert switch.search('if language.conjunction == "y":')
    source = Path(languages.__file__).parents[1]
    assert (source / "resolvers").is_dir()
    found = [
        path.name
        for path in source.rglob("*.py")
        if switch.search(path.read_text(encoding="utf-8"))
    ]
    assert not found
