"""Pseudonyms judged by the key: which names of people can still be read, and what else changed?

python -m benchmarks.pseudonyms [--corpora FOLDER] [--resolver NAME] [--show] [CORPUS ...]

All people of the key with a name count, also those who were missed: whose names have no readable
word, and which words can be read and are in no list. Where the key has parts of speech, words that
are no name and were replaced count as destroyed.

CORPUS is embedded, embedded-es, everyday (those that may be read), everyday-es (those to learn
from), or, with the folder, gum or litbank (dev parts), ancora (for destroyed words). In everyday
texts, whose keys have no types, an entity with a name is a person if a pronoun of persons, a title
or a first name says so. Documents are resolved from raw text. Of the corpora only counts are
printed, unless `--show` asks for the names.

A second table says how many of the identifiers in `identifiers.tsv`, which stand in braces there,
`--mask` hides wholly, and how many masks are none of them.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.everyday import READ, parsed, part
from benchmarks.results import record
from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation, Entity, Kind
from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.names import demonyms, name_words, normalised
from coindex.language.nominals.noun_phrases import minimal
from coindex.language.syntax.tree import forest
from coindex.pipeline.pipeline import RESOLVER, Pipeline, with_parse
from coindex.report.table import Table, show
from coindex.texts.edits import Offsets
from coindex.texts.pseudonyms.identifiers import identifiers
from coindex.texts.pseudonyms.pseudonymising import PseudonymisedText, Pseudonymiser
from coindex.texts.pseudonyms.risks import Risk
from coindex.texts.pseudonyms.sightings import WORD, office_plurals
from training.everyday import texts_of
from training.marks import EVERYDAY as FOLDER
from training.marks import MarkedText

FILES = {
    "gum": ("en_gum/dep_conllu_dev.tar.gz", "conllu"),
    "litbank": ("en_litbank/litbank_coref_dev.tar.gz", "litbank"),
    "ancora": ("ud_es_ancora/es_ancora-ud-dev.conllu.gz", "conllu"),
}


def _learned(language: str) -> list[MarkedText]:
    return [text for _, text in texts_of(sorted((FOLDER / language).glob("*.txt")))]


EVERYDAY: Mapping[str, Callable[[], list[MarkedText]]] = {
    "everyday": lambda: part("en", READ),
    "everyday-learned": lambda: _learned("en"),
    "everyday-es": lambda: _learned("es"),
}
OWN = ("embedded", "embedded-es", "everyday", "everyday-es")
PERSONAL = {
    "en": {"he", "she", "him", "his", "her", "hers", "who"},
    "es": {"él", "ella", "usted", "quien"},
}
Row = tuple[str | int, ...]
SEED = 22
COLUMNS = (
    *("corpus", "texts", "words", "named people", "wholly replaced", "words of their names"),
    *("left and not listed", "share", "other words replaced", "in 10,000", "restored"),
)
IDENTIFIERS = Path(__file__).with_name("identifiers.tsv")
MASK_COLUMNS = ("identifiers", "sentences", "to hide", "wholly hidden", "share", "masks of others")
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
    names = chosen.names or [*OWN, *(FILES if chosen.corpora else [])]
    rows = [judged(name, chosen.corpora, chosen.resolver, chosen.show) for name in names]
    tables = [Table(COLUMNS, rows)]
    if not chosen.names:
        masks = [masked(language, chosen.show) for language in ("en", "es")]
        tables.append(Table(MASK_COLUMNS, masks))
    if not chosen.names and chosen.corpora:
        record(
            "pseudonyms",
            tables,
            command="python -m benchmarks.pseudonyms --corpora FOLDER",
            components=["auto", "texts/pseudonymise"],
            languages=["en", "es"],
        )
    else:
        show(tables, "markdown")
    if any(row[1] != row[-1] for row in rows):
        raise SystemExit("a text was not restored")


def judged(name: str, folder: Path | None, resolver: str, listed: bool) -> Row:
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
    tagged = any(token.upos for token in items[0].document.tokens)
    for item, one in zip(items, done.documents, strict=True):
        counts["words"] += sum(1 for _ in WORD.finditer(item.document.text))
        full = with_parse(item)
        people = list(_people(full, name))
        _count_people(full, people, one, done.risks, counts, listed)
        if tagged:
            _count_destroyed(full, one, counts, listed)
    return (
        *(name, len(items), counts["words"], counts["people"]),
        _share(counts["hidden"], counts["people"]),
        *(counts["people words"], counts["not listed"]),
        _share(counts["not listed"], counts["people words"]),
        counts["destroyed"] if tagged else "",
        f"{10_000 * counts['destroyed'] / counts['words']:.1f}" if tagged else "",
        restored,
    )


def masked(language: str, listed: bool) -> Row:
    """How many of the identifiers of a language are hidden, and what else is."""
    counts: Counter[str] = Counter()
    for line in IDENTIFIERS.read_text("utf-8").splitlines():
        code, written = line.split("\t")
        if code != language:
            continue
        text, marked = _marked(written)
        counts["sentences"] += 1
        masks = [(one.start, one.end) for one in identifiers(text, language)]
        hidden = {place for mask in masks for place in range(*mask)}
        for start, end in marked:
            letters = {place for place in range(start, end) if text[place].isalnum()}
            counts["marked"] += 1
            counts["hidden"] += letters <= hidden
            if listed and not letters <= hidden:
                print(f"  {language}: left {text[start:end]!r}: {text}")
        for start, end in masks:
            if not any(start < last and first < end for first, last in marked):
                counts["others"] += 1
                if listed:
                    print(f"  {language}: hidden {text[start:end]!r}: {text}")
    share = _share(counts["hidden"], counts["marked"])
    return (
        language,
        counts["sentences"],
        counts["marked"],
        counts["hidden"],
        share,
        counts["others"],
    )


def _marked(written: str) -> tuple[str, list[Place]]:
    """The text without braces, and what stood between them."""
    text, marked = "", []
    for number, words in enumerate(re.split(r"[{}]", written)):
        if number % 2:
            marked.append((len(text), len(text) + len(words)))
        text += words
    return text, marked


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def _items(name: str, folder: Path | None) -> Iterator[Annotated]:
    if name in FILES:
        if folder is None:
            raise SystemExit(f"{name} needs --corpora")
        yield from formats.read(folder / FILES[name][0], FILES[name][1])
    elif name in EVERYDAY:
        language = "es" if name.endswith("-es") else "en"
        texts = EVERYDAY[name]()
        for text, document in zip(texts, parsed(texts, language), strict=True):
            # As the parse is the parser's own, it says nothing about destroyed words.
            yield Annotated(document, text.annotation(document))
    else:
        corpus = corpora.named(name)
        if corpus is None:
            raise SystemExit(f"no corpus is called {name}")
        yield from formats.read(corpus.path, corpus.format)


def _people(item: Annotated, corpus: str) -> Iterator[set[Place]]:
    """The words of the names of each person of the key."""
    language = item.document.language
    titles = lexicon.words(language, "people", "title")
    for entity in item.annotation.entities:
        words = [one.text(item.document).lower() for one in entity.mentions]
        is_person = entity.type.lower() in ("person", "per")
        if corpus in EVERYDAY:
            first = [word.split()[0] for word in words if word]
            is_person = bool(PERSONAL[language] & {*words}) or any(
                word in titles
                or word.capitalize() in lexicon.first_names(language)
                or word in lexicon.first_names(language)
                for word in first
            )
        if is_person and (places := _name_words(item, entity)):
            yield places


def _count_people(
    item: Annotated,
    people: Iterable[set[Place]],
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
    for places in people:
        left = {place for place in places if edited.isdisjoint(range(*place))}
        silent = {place for place in left if offsets.to_new(place[0]) not in known}
        counts["people"] += 1
        counts["hidden"] += not left
        counts["people words"] += len(places)
        counts["not listed"] += len(silent)
        for start, end in sorted(left) if listed else ():
            how = "not listed" if (start, end) in silent else "left"
            near = " ".join(item.document.text[max(0, start - 40) : end + 25].split())
            print(f"  {item.document.id}: {how} {item.document.text[start:end]!r}: {near}")


def _count_destroyed(
    item: Annotated, changed: PseudonymisedText, counts: Counter[str], listed: bool
) -> None:
    """Replaced words that are no name in the key, nor beside one and agreeing with it."""
    document = item.document
    tokens = {token.start: token for token in document.tokens if not token.empty}
    parse = forest(document)
    named = set[int]()
    for token in document.tokens:
        if token.upos == "PROPN":
            named.update(range(token.start, token.end))
    for entity in item.annotation.entities:
        for mention in entity.mentions:
            full = completed(parse, mention)
            if full.kind is Kind.NAME:
                span = minimal(parse, full.head or full.start)
                named.update(
                    range(document.tokens[span.start].start, document.tokens[span.end - 1].end)
                )
    edits = [one for one in changed.edits if one.start in tokens]
    for one in edits:
        token = tokens[one.start]
        is_word = token.upos in ("ADJ", "ADV", "AUX", "NOUN", "PRON", "VERB", "DET", "ADP", "SCONJ")
        agreeing = token.upos in ("DET", "CCONJ") and one.text.lower() in ("a", "an", "y", "e")
        address = any(sign in token.form for sign in "@/.")
        if is_word and not agreeing and not address and one.start not in named:
            counts["destroyed"] += 1
            if listed:
                near = " ".join(document.text[max(0, one.start - 40) : one.end + 25].split())
                print(f"  {document.id}: replaced {token.form!r} ({token.upos}): {near}")


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


def _identifying(tokens: Sequence[Token], language: str) -> Iterator[Place]:
    """The proper nouns of a name, without the small and general words of names and those for
    people in general, titles, nations, *Founders*, which identify nobody.
    """
    small = (
        frozenset(one.rstrip(".") for one in lexicon.words(language, "people", "title"))
        | lexicon.words(language, "people", "title")
        | lexicon.words(language, "rewriting", "title_part")
        | lexicon.words(language, "people", "name.suffix")
        | lexicon.words(language, "grammar", "organization")
        | lexicon.words(language, "pseudonyms", "generic")
        | lexicon.words(language, "pseudonyms", "head")
        | name_words(language, "particle")
        | name_words(language, "outside")
        | lexicon.words(language, "people", "kin")
        | lexicon.words(language, "people", "person.neutral")
        | lexicon.words(language, "pseudonyms", "creed")
        | office_plurals(language)
    )
    for token in tokens:
        letters = any(character.isalpha() for character in token.form)
        word = token.form.lower()
        if token.upos != "PROPN" or not letters or word in small or word.removesuffix("s") in small:
            continue
        if normalised(word) not in demonyms(language):
            yield token.start, token.end


if __name__ == "__main__":
    main()
