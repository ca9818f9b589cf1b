"""Who says what: LitBank's quotations, with their speakers as the key has them.

`speaker` counts quotations whose speaker, as our own chains have it, is the key's: the entity of
the key that shares most mentions with the chain. `named` asks only whether the words that the text
itself has for the speaker beside the quotation are a mention of the key's speaker. B³ compares the
grouping of quotations by speakers, as BookNLP reports it; a quotation without a speaker is alone.
LitBank's texts have no paragraphs, which in books say much about whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from benchmarks.accuracy import DEFAULT, GUM, command
from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.texts.books.book import Book
from coindex.texts.books.speaking import Quotation
from training.wilson import wilson

RESOLVERS = tuple(
    f'{resolver}(names="{names}")' for resolver in ("sieve", "hybrid") for names in ("text", "book")
)
TARGETS = {'sieve(names="book")': 0.75}
"""The least share of speakers on dev."""


class Key(NamedTuple):
    """A quotation of the key: characters of the text, and the id of its speaker's entity."""

    start: int
    end: int
    speaker: str


class Answer(NamedTuple):
    """What a book says about a quotation of the key, with the key's view of it."""

    speaker: str
    """The id of the response's entity; empty if none."""
    entity: str
    """The key's entity that it is."""
    named: str
    """The key's entity that the words beside the quotation are a mention of."""


def quotations_of(item: Annotated) -> list[Key]:
    tokens = item.document.tokens
    listed = [
        value.split(" ", 3) for name, value in item.annotation.attributes if name == "quotation"
    ]
    return [
        Key(tokens[int(row[1])].start, tokens[int(row[2]) - 1].end, row[3])
        for row in listed
        if len(row) == 4
    ]


def answers(keys: Iterable[Key], book: Book, key: Annotation) -> list[Answer]:
    """The quotation of the book that shares most characters with each of the key's."""
    entity_at = _by_head(key.entities)
    corresponding = _corresponding(book, entity_at)
    found = []
    for one in keys:
        best = max(book.quotations, key=lambda own: _shared(one, own), default=None)
        if best is None or not _shared(one, best):
            found.append(Answer("", "", ""))
            continue
        head = None if best.mention is None else best.mention.head
        named = entity_at.get(-1 if head is None else head, "")
        found.append(Answer(best.speaker, corresponding.get(best.speaker, ""), named))
    return found


def _shared(key: Key, own: Quotation) -> int:
    return max(0, min(key.end, own.end) - max(key.start, own.start))


def _by_head(entities: Iterable[Entity]) -> dict[int, str]:
    """The entity of the smallest mention that each token heads, or stands alone in."""
    pairs = [(mention, entity.id) for entity in entities for mention in entity.mentions]
    pairs.sort(key=lambda pair: -pair[0].span.length)
    return {token: id for mention, id in pairs for token in mention.tokens}


def _corresponding(book: Book, entity_at: Mapping[int, str]) -> dict[str, str]:
    """For each character the entity of the key that most of its mentions belong to."""
    pairs: dict[str, Counter[str]] = {}
    for character in book.characters:
        for mention in character.entity.mentions:
            head = mention.start if mention.head is None else mention.head
            if head in entity_at:
                pairs.setdefault(character.id, Counter())[entity_at[head]] += 1
    return {id: counts.most_common(1)[0][0] for id, counts in pairs.items()}


def b_cubed(keys: Sequence[str], responses: Sequence[str]) -> float:
    """F of B³ over items with the same index; an empty response is a class of its own."""
    named = [one or f"?{at}" for at, one in enumerate(responses)]
    key_sizes, sizes, both = Counter(keys), Counter(named), Counter(zip(keys, named, strict=True))
    count = len(keys)
    precision = sum(both[pair] / sizes[pair[1]] for pair in zip(keys, named, strict=True)) / count
    recall = sum(both[pair] / key_sizes[pair[0]] for pair in zip(keys, named, strict=True)) / count
    return 2 * precision * recall / (precision + recall)


def parsed(items: Iterable[Annotated]) -> list[tuple[Annotated, Document]]:
    known = list(items)
    documents = Pipeline().parsed(Document(one.document.id, one.document.text) for one in known)
    return list(zip(known, documents, strict=True))


def measured(
    pairs: Sequence[tuple[Annotated, Document]], resolver: str
) -> tuple[list[Key], list[Answer], float]:
    """Keys and answers of all documents, and B³ averaged over quotations."""
    keys: list[Key] = []
    given: list[Answer] = []
    total = 0.0
    for item, document in pairs:
        own = quotations_of(item)
        if not own:
            continue
        pipeline = Pipeline(resolver=resolver)
        book = Book(document, pipeline.resolved(document).annotation)
        some = answers(own, book, key_on(document, item))
        total += len(own) * b_cubed([one.speaker for one in own], [one.speaker for one in some])
        keys += own
        given += some
    return keys, given, total / max(len(keys), 1)


def run(corpora: Path) -> bool:
    """LitBank dev, raw text."""
    archive = corpora / "en_litbank/litbank_coref_dev.tar.gz"
    pairs = parsed(formats.read(archive, "litbank"))
    good = True
    table = Table("", "quotations", "speaker", "named", "B3")
    for resolver in RESOLVERS:
        keys, given, cubed = measured(pairs, resolver)
        right = sum(one.entity == key.speaker for key, one in zip(keys, given, strict=True))
        named = sum(one.named == key.speaker for key, one in zip(keys, given, strict=True))
        low, high = wilson(right, len(keys)) or (0.0, 1.0)
        speaker = f"{right / len(keys):.3f} [{low:.3f}, {high:.3f}]"
        count, share = str(len(keys)), f"{named / len(keys):.3f}"
        table.add_row(f"`{resolver}`", count, speaker, share, f"{100 * cubed:.1f}")
        good &= right / len(keys) >= TARGETS.get(resolver, 0)
    record(
        "quotations",
        [table],
        command=command("quotations"),
        components=[*RESOLVERS, "auto"],
        learned_from=f"{GUM} {DEFAULT}",
    )
    return good
