"""Pseudonyms judged by the key: can a name of an entity that was replaced still be read?

python -m benchmarks.pseudonyms [--corpora FOLDER] [--resolver NAME] [CORPUS ...]

Entities of the key count whose type is person, place, organization or not given, and of whose names
a word was replaced: words of their names in all, those that can still be read, and the same of
entities of other types (events, works), whose names are replaced in part where they have a word of
another name.

CORPUS is embedded, embedded-es or gum (GUM dev, which needs the folder). Documents are resolved
from raw text. A second table counts all people of the key with a name, also those who were missed:
how many have no readable word in any name, and words that can be read and are in no list. Of the
corpora only counts are printed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.results import record
from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation, Entity, Kind
from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.names import name_words
from coindex.language.nominals.noun_phrases import minimal
from coindex.language.syntax.tree import forest
from coindex.pipeline.pipeline import RESOLVER, Pipeline, with_parse
from coindex.report.table import Table, show
from coindex.texts.edits import Offsets
from coindex.texts.pseudonyms.pseudonymising import PseudonymisedText, Pseudonymiser
from coindex.texts.pseudonyms.risks import Risk
from coindex.texts.pseudonyms.sightings import TYPES

GUM = "en_gum/dep_conllu_dev.tar.gz"
SEED = 22
COLUMNS = (
    *("corpus", "texts", "entities replaced", "words in their names", "still readable"),
    *("of other types", "restored"),
)
PEOPLE = ("corpus", "named people", "wholly replaced", "words", "left", "left and not listed")
Row = tuple[str, int, int, int, int, int, int]
People = tuple[str, int, str, int, int, int]
Place = tuple[int, int]


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, help="folder of public corpora, for gum")
    arguments.add_argument("--resolver", default=RESOLVER)
    arguments.add_argument("--show", action="store_true", help="print the readable names")
    arguments.add_argument("names", nargs="*", metavar="CORPUS")
    chosen = arguments.parse_args()
    names = chosen.names or ["embedded", "embedded-es", *(["gum"] if chosen.corpora else [])]
    both = [judged(name, chosen.corpora, chosen.resolver, chosen.show) for name in names]
    rows, people = [row for row, _ in both], [row for _, row in both]
    if not chosen.names and chosen.corpora:
        record(
            "pseudonyms",
            [Table(COLUMNS, rows), Table(PEOPLE, people, "All people, missed ones included")],
            command="python -m benchmarks.pseudonyms --corpora FOLDER",
            components=["auto"],
            languages=["en", "es"],
        )
    else:
        show([Table(COLUMNS, rows), Table(PEOPLE, people)], "markdown")
    if any(readable or restored != texts for _, texts, _, _, readable, _, restored in rows):
        raise SystemExit("a name of a replaced entity can be read, or a text was not restored")


def judged(name: str, folder: Path | None, resolver: str, listed: bool) -> tuple[Row, People]:
    """The counts of a corpus."""
    items = list(_items(name, folder))
    pseudonymiser = Pseudonymiser(Pipeline(resolver=resolver), seed=SEED)
    bare = [Document(one.document.id, one.document.text, one.document.language) for one in items]
    results = [pseudonymiser.resolved(Annotated(one, Annotation(one.id))) for one in bare]
    done = pseudonymiser(results)
    restored = sum(
        done.codebook.entry_of(one.text, one.document).restored(one.text) == document.text
        for one, document in zip(done.documents, bare, strict=True)
    )
    counts: Counter[str] = Counter()
    for item, one in zip(items, done.documents, strict=True):
        _count_people(with_parse(item), one, done.risks, counts, listed)
        for type, words, readable in _judged_entities(with_parse(item), one):
            if type and type not in TYPES:
                counts["other"] += len(readable)
                continue
            counts["replaced"] += 1
            counts["names"] += words
            counts["readable"] += len(readable)
            if listed:
                for start, end in readable:
                    print(f"  {item.document.id}: {item.document.text[start:end]!r}")
    parts = (counts["replaced"], counts["names"], counts["readable"], counts["other"])
    share = f"{counts['hidden']} ({100 * counts['hidden'] / max(counts['people'], 1):.1f} %)"
    people = (name, counts["people"], share)
    left = (counts["people words"], counts["left"], counts["not listed"])
    return (name, len(items), *parts, restored), (*people, *left)


def _items(name: str, folder: Path | None) -> Iterator[Annotated]:
    if name == "gum":
        if folder is None:
            raise SystemExit("gum needs --corpora")
        return formats.read(folder / GUM, "conllu")
    corpus = corpora.named(name)
    if corpus is None:
        raise SystemExit(f"no corpus is called {name}")
    return formats.read(corpus.path, corpus.format)


def _count_people(
    item: Annotated,
    changed: PseudonymisedText,
    risks: Iterable[Risk],
    counts: Counter[str],
    listed: bool,
) -> None:
    """All people of the key with a name, and what of their names is left."""
    edited = {place for edit in changed.edits for place in range(edit.start, edit.end)}
    offsets = Offsets(changed.edits)
    known = {
        place
        for one in risks
        if one.document == item.document.id
        for place in range(one.start, one.end)
    }
    for entity in item.annotation.entities:
        places = _name_words(item, entity) if entity.type == "person" else set()
        if not places:
            continue
        left = {place for place in places if place[0] not in edited}
        silent = {place for place in left if offsets.to_new(place[0]) not in known}
        counts["people"] += 1
        counts["hidden"] += not left
        counts["people words"] += len(places)
        counts["left"] += len(left)
        counts["not listed"] += len(silent)
        for start, end in sorted(silent) if listed else ():
            print(f"  {item.document.id}: not listed {item.document.text[start:end]!r}")


def _name_words(item: Annotated, entity: Entity) -> set[Place]:
    """The words of all names of an entity that identify it."""
    parse = forest(item.document)
    places: set[Place] = set()
    for mention in entity.mentions:
        full = completed(parse, mention)
        if full.kind is Kind.NAME:
            span = minimal(parse, full.head or full.start)
            tokens = item.document.tokens[span.start : span.end]
            places.update(_identifying(tokens, item.document.language))
    return places


def _judged_entities(
    item: Annotated, changed: PseudonymisedText
) -> Iterator[tuple[str, int, list[Place]]]:
    """For each entity of the key with a replaced name: its type, how many words its names have, and
    those that can still be read.
    """
    edited = {place for edit in changed.edits for place in range(edit.start, edit.end)}
    for entity in item.annotation.entities:
        places = _name_words(item, entity)
        readable = sorted(place for place in places if place[0] not in edited)
        if len(readable) < len(places):
            yield entity.type, len(places), readable


def _identifying(tokens: Sequence[Token], language: str) -> Iterator[Place]:
    """The proper nouns of a name, without titles and the small and general words of names."""
    small = (
        lexicon.words(language, "people", "title")
        | lexicon.words(language, "people", "name.suffix")
        | lexicon.words(language, "grammar", "organization")
        | lexicon.words(language, "pseudonyms", "generic")
        | name_words(language, "particle")
        | name_words(language, "outside")
    )
    for token in tokens:
        letters = any(character.isalpha() for character in token.form)
        if token.upos == "PROPN" and letters and token.form.lower() not in small:
            yield token.start, token.end


if __name__ == "__main__":
    main()
