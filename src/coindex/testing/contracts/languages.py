"""The contract of languages: what every folder of a language must satisfy."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from coindex.core import registry
from coindex.core.annotation import Annotated, Kind
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.protocols import Informed, Resolver
from coindex.detectors.nominals import Nominals
from coindex.language.identify import LEAST_WORDS, language_of
from coindex.language.inventory import FREE, LISTS, OTHER_FILES, PRONOUN_VALUES, TABLES
from coindex.language.languages import (
    DEFAULT,
    PROFILE,
    Language,
    get_language,
    known_languages,
    register_language,
)
from coindex.language.nominals.features import features_of
from coindex.language.nominals.pronouns import pronouns
from coindex.parsers.word_rules import word_rules
from coindex.pipeline.pipeline import check_language as check_resolver_language
from coindex.resolvers.supar.profiles import PROFILES
from coindex.testing.contracts.resolvers import check_decisions
from coindex.testing.contracts.soundness import check_annotated

_APART = (
    ("grammar", ("definite", "indefinite", "demonstrative")),
    ("people", ("title.male", "title.female", "title.neutral")),
    ("people", ("kin.male", "kin.female", "kin.neutral")),
    ("people", ("person.male", "person.female")),
)
"""Lists of one file that must not share a word."""
_PRONOUNS = {kind.value for kind in Kind if kind.pronominal}
_SUBJECT_VALUES = (("1", "2", "3"), ("Sing", "Plur"), ("Masc", "Fem", "Neut"))


def check_language(language: str | Path, documents: Iterable[Document] = ()) -> Language:
    """Check a language by its folder, which is then registered under the folder's name and replaces
    any other with that code, or by the code of a known language.

    Its files and lists are those that rules use, its tables have valid values, what it names
    exists, and it is recognised by its own words. `documents` are parsed: mentions are found in
    them, and every resolver that works on the language resolves them.
    """
    read = _language(language)
    _check_files(read)
    _check_lists(read)
    _check_tables(read)
    _check_references(read)
    common = read.words("identify", "common")
    if len(common) >= LEAST_WORDS:
        recognised = language_of(" ".join(sorted(common)))
        assert recognised == read.code, (
            f"its own function words are taken for {recognised or 'no language'}"
        )
    assert pickle.loads(pickle.dumps(read)) == read, "it does not survive pickling"  # noqa: S301 - our own
    for document in documents:
        _check_document(read, document)
    return read


def _language(language: str | Path) -> Language:
    folder = Path(language)
    if not (folder / PROFILE).is_file() and str(language) in known_languages():
        return get_language(str(language))
    assert folder.is_dir(), f"{language} is neither a known language nor a folder"
    return register_language(folder, replace=True)


def _check_files(language: Language) -> None:
    assert language.folder is not None, "it has no folder"
    known = {
        *OTHER_FILES,
        *(f"{file}.txt" for file in (*LISTS, *FREE)),
        *(f"{file}.tsv" for file in TABLES),
    }
    strange = sorted(
        item.name
        for item in language.folder.iterdir()
        if item.name not in known and not item.name.endswith(".py")
    )
    assert not strange, f"{', '.join(strange)}: no rule reads this; see coindex.language.inventory"


def _check_lists(language: Language) -> None:
    for file in (*LISTS, *FREE):
        for name, words in language.lists(file).items():
            where = f"{file}.txt, {name}"
            assert file in FREE or name in LISTS[file], f"{where}: no rule asks for this list"
            assert words, f"{where}: no words"
            capitals = sorted(word for word in words if word != word.lower())
            assert not capitals, f"{where}: words must be in lower case: {', '.join(capitals)}"
    for file, names in _APART:
        for one, other in combinations(names, 2):
            both = sorted(language.words(file, one) & language.words(file, other))
            assert not both, f"{file}.txt: {', '.join(both)} in both {one} and {other}"


def _check_tables(language: Language) -> None:
    for file, (columns, _) in TABLES.items():
        for row in language.table(file):
            where = f"{file}.tsv, {row[0]!r}"
            # Rows of these two files are lists of any length.
            fits = len(row) >= 2 if file in ("synonyms", "countries") else len(row) == len(columns)
            assert fits, f"{where}: {len(row)} columns, not {len(columns)} ({', '.join(columns)})"
    seen = set()
    for form, kind, *values in language.table("pronouns"):
        where = f"pronouns.tsv, {form!r}"
        assert form == form.lower(), f"{where}: the form must be in lower case"
        assert kind in _PRONOUNS, f"{where}: {kind!r} is not a kind of pronoun"
        assert (form, kind) not in seen, f"{where}: twice as {kind}"
        seen.add((form, kind))
        for (column, allowed), value in zip(PRONOUN_VALUES.items(), values, strict=True):
            wrong = [part for part in value.split("/") if part not in allowed]
            assert not wrong, f"{where}: {column} is {value!r}, not one of {', '.join(allowed)}"
    for share, _ in language.table("first_names"):
        assert share.isdecimal() and int(share) <= 100, (
            f"first_names.tsv: {share!r} is not a share in per cent"
        )
    for row in language.table("subjects"):
        for allowed, value in zip(_SUBJECT_VALUES, row, strict=False):
            assert value in allowed, (
                f"subjects.tsv, {row[-1]!r}: {value!r} is not one of {', '.join(allowed)}"
            )
    third = [row for row in pronouns(language.code).values() if row.person == "3"]
    assert third or not language.table("pronouns"), "pronouns.tsv: no pronoun of the third person"
    zeros = {row[:2] for row in language.table("subjects")}
    assert not language.pro_drop or {("3", "Sing"), ("3", "Plur")} <= zeros, (
        "pro_drop needs subjects.tsv"
    )


def _check_references(language: Language) -> None:
    try:
        resolver = registry.build("resolvers", language.resolver)
        registry.build("parsers", language.parser)
        if language.tokeniser:
            word_rules(language.code)
        check_resolver_language(resolver, Document("d", "", language.code))
    except CoindexError as error:
        raise AssertionError(f"language.toml: {error}") from error
    assert language.supar in PROFILES, f"language.toml: supar has no profile {language.supar!r}"
    if language.nonreferential == "patterns":
        assert language.code == DEFAULT, (
            'language.toml: nonreferential = "patterns" are those of English'
        )
    if language.nonreferential == "clitics":
        assert language.words("verbs", "clitic.reflexive"), (
            'nonreferential = "clitics" needs verbs.txt'
        )


def _check_document(language: Language, document: Document) -> None:
    assert get_language(document.language) == language, (
        f"{document.id} is in {document.language or 'no language'}"
    )
    assert any(token.upos for token in document.tokens), f"{document.id} has no parse"
    mentions = Nominals().detect(document)
    check_annotated(Annotated(document, mentions))
    assert mentions.mentions, f"no mention was found in {document.id}"
    for mention in mentions.mentions:
        features_of(document, mention)
    for resolver in _resolvers(document):
        check_decisions(list(resolver.resolve(document, mentions)), mentions)


def _resolvers(document: Document) -> Iterable[Resolver]:
    """The resolvers that decide by themselves and support the language."""
    for name in registry.distinct("resolvers"):
        resolver = registry.build("resolvers", name)
        try:
            check_resolver_language(resolver, document)
        except CoindexError:
            continue
        if isinstance(resolver, Resolver) and not (
            isinstance(resolver, Informed) and resolver.needs_key
        ):
            yield resolver
