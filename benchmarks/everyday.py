"""Everyday texts: how a resolver's answers are judged, expression by expression.

Judged is every expression that takes up something mentioned before, and every one that only seems
to. It is right if the nearest earlier known mention in the resolver's chain is of the same entity,
and for one that takes up nothing, if it is not linked; it is missed if it takes up something and is
linked with nothing, else wrong. An expression inside another one of the same entity (apposition,
relative pronoun) is not judged, nor is an indefinite noun phrase (predicate): whether these belong
into a chain is a matter of scheme.
"""

from __future__ import annotations

import lzma
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import coindex_en
import coindex_es
from coindex.core.annotation import Annotation, Mention, Relation
from coindex.core.document import Document, Token
from coindex.language.nominals.pronouns import pronouns
from coindex.measures.alignment import known_head
from coindex.pipeline.pipeline import Pipeline
from training.marks import BETWEEN_TEXTS, NEAR, Mark, MarkedText, read_marks

FOLDERS = {
    code: Path(str(package.__file__)).parent / "corpora" / "everyday"
    for code, package in (("en", coindex_en), ("es", coindex_es))
}
READ, TEST, LOG = "read.txt", "test.txt.xz", "scorings.tsv"
INDEFINITE = {"en": ("a", "an"), "es": ("un", "una", "unos", "unas")}
SAMPLES, SEED = 2000, 1
"""Resamples of texts for an interval."""


class Verdict(StrEnum):
    """How an expression was answered."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSED = "missed"


class Judgement(NamedTuple):
    """An expression, its class, and how it was answered."""

    text: int
    words: str
    kind: str
    verdict: Verdict
    found: str = ""
    """The words of the mention that it was linked with."""


def part(language: str, name: str) -> list[MarkedText]:
    """The texts of a part."""
    path = FOLDERS[language] / name
    content = path.read_bytes()
    plain = lzma.decompress(content) if path.suffix == ".xz" else content
    return [read_marks(text.strip("\n")) for text in plain.decode().split(BETWEEN_TEXTS)]


def parsed(texts: Sequence[MarkedText], language: str) -> list[Document]:
    """Parses of the texts as they stand, without marks."""
    pipeline = Pipeline(parser=f"bundled(language={language!r})")
    return list(
        pipeline.parsed(
            Document(f"text-{number}", text.plain, language) for number, text in enumerate(texts)
        )
    )


def judge(
    number: int, text: MarkedText, document: Document, annotation: Annotation
) -> list[Judgement]:
    """Judge a resolver's annotation of the parsed text."""
    language = document.language or "en"
    key = _Key(text, document)
    known = key.aligned(annotation)
    chain = {
        mention: (place, entity.mentions)
        for entity in annotation.entities
        for place, mention in enumerate(sorted(entity.mentions, key=lambda one: one.span))
    }
    found: list[Judgement] = []
    seen: set[int] = set()
    for place, mark in enumerate(key.marks):
        is_first = mark.number not in seen
        seen.add(mark.number)
        words = text.plain[mark.start : mark.end] or "∅"
        is_judged = not is_first or not mark.number or mark.members or key.times[mark.number] == 1
        if not is_judged or key.is_inside_its_like(mark) or _is_indefinite(words, language):
            continue
        linked, earlier = _earlier(known.get(place), chain, key, known)
        split = _split(known.get(place), annotation, key)
        expected = {*mark.members} or ({mark.number} if mark.number and not is_first else set())
        verdict, answer = _verdict(mark, expected, linked, earlier, split, key)
        found.append(Judgement(number, words, _kind(mark, words, language), verdict, answer))
    return found


class _Key:
    """The marks of a text, in its order, and where they are in a parse."""

    def __init__(self, text: MarkedText, document: Document) -> None:
        self.document, self.text = document, text
        self.marks = sorted(text.marks, key=lambda mark: (mark.start, -mark.end))
        self.times = Counter(
            number for mark in self.marks for number in (mark.number, *mark.members)
        )

    def is_inside_its_like(self, mark: Mark) -> bool:
        return any(
            other.number == mark.number
            and other.start <= mark.start
            and mark.end <= other.end
            and other is not mark
            for other in self.marks
        )

    def aligned(self, annotation: Annotation) -> dict[int, Mention]:
        """The mention of an annotation for each mark that it has: with the same characters, or else
        with the same head.
        """
        tokens = self.document.tokens
        every = sorted(
            {one for entity in annotation.entities for one in entity.mentions}
            | {one for link in annotation.links for one in (link.anaphor, *link.antecedents)},
            key=lambda one: one.span,
        )
        exact: dict[tuple[int, int], Mention] = {}
        heads: dict[int, list[Mention]] = {}
        zeros: list[Mention] = []
        for mention in every:
            first, last = tokens[mention.start], tokens[mention.end - 1]
            if first.empty and len(mention.tokens) == 1:
                zeros.append(mention)
                continue
            exact.setdefault((first.start, last.end), mention)
            head = known_head(self.document, mention)
            if head is not None:
                heads.setdefault(head, []).append(mention)
        found: dict[int, Mention] = {}
        for place, mark in enumerate(self.marks):
            if mark.start == mark.end:
                near = [zero for zero in zeros if abs(_at(tokens, zero) - mark.start) <= NEAR]
                if near:
                    best = min(near, key=lambda zero: abs(_at(tokens, zero) - mark.start))
                    zeros.remove(best)
                    found[place] = best
            elif (mark.start, mark.end) in exact:
                found[place] = exact[mark.start, mark.end]
        taken = set(found.values())
        for place, mark in enumerate(self.marks):
            if place in found or mark.start == mark.end:
                continue
            same = [one for one in heads.get(self._head(mark), ()) if one not in taken]
            if same:
                found[place] = max(same, key=lambda one: len(one.tokens))
                taken.add(found[place])
        return found

    def _head(self, mark: Mark) -> int:
        inside = [
            index
            for index, token in enumerate(self.document.tokens)
            if not token.empty and mark.start <= token.start and token.end <= mark.end
        ]
        within = set(inside)
        outside = (index for index in inside if self.document.tokens[index].head not in within)
        return next(outside, -1)


def _at(tokens: Sequence[Token], zero: Mention) -> int:
    return tokens[zero.start].start


def _earlier(
    mention: Mention | None,
    chain: Mapping[Mention, tuple[int, Sequence[Mention]]],
    key: _Key,
    known: Mapping[int, Mention],
) -> tuple[Mention | None, int | None]:
    """The nearest earlier mention in the chain that is known, and its number; if none is known, the
    nearest of all.
    """
    if mention is None or mention not in chain:
        return None, None
    numbers: dict[Mention, int] = {}
    for place, one in known.items():
        numbers.setdefault(one, key.marks[place].number)
    before = [one for one in chain[mention][1] if one.span < mention.span]
    if not before:
        return None, None
    of_key = [one for one in before if numbers.get(one)]
    nearest = max(of_key or before, key=lambda one: one.span)
    return nearest, numbers.get(nearest) if of_key else -1


def _split(mention: Mention | None, annotation: Annotation, key: _Key) -> set[int]:
    known = key.aligned(annotation)
    numbers = {one: key.marks[place].number for place, one in known.items()}
    for link in annotation.links:
        is_bridging = link.relation is Relation.BRIDGING
        if link.anaphor == mention and len(link.antecedents) > 1 and not is_bridging:
            return {
                number
                for antecedent in link.antecedents
                for number in [_number(antecedent, annotation, numbers)]
            }
    return set()


def _number(mention: Mention, annotation: Annotation, numbers: Mapping[Mention, int]) -> int:
    if mention in numbers:
        return numbers[mention]
    for entity in annotation.entities:
        if mention in entity.mentions:
            return next((numbers[one] for one in entity.mentions if one in numbers), -1)
    return -1


def _verdict(
    mark: Mark,
    expected: set[int],
    linked: Mention | None,
    earlier: int | None,
    split: set[int],
    key: _Key,
) -> tuple[Verdict, str]:
    answer = linked.text(key.document) if linked else "+".join(map(str, sorted(split)))
    if not expected:
        return (Verdict.RIGHT if linked is None and not split else Verdict.WRONG), answer
    if mark.members:
        if split == expected:
            return Verdict.RIGHT, answer
        return (Verdict.MISSED if linked is None and not split else Verdict.WRONG), answer
    if linked is None:
        return (Verdict.WRONG if split else Verdict.MISSED), answer
    return (Verdict.RIGHT if earlier in expected else Verdict.WRONG), answer


def _is_indefinite(words: str, language: str) -> bool:
    return words.lower().split()[0] in INDEFINITE.get(language, ()) and len(words.split()) > 1


def _kind(mark: Mark, words: str, language: str) -> str:
    if words == "∅":
        return "zero"
    if mark.members:
        return "group"
    lower = words.lower()
    known = pronouns(language).get(lower)
    if not mark.number:
        return "non-referring"
    if known is not None and known.person in ("1", "2"):
        return "first and second person"
    if lower in ("this", "that", "these", "those", "eso", "esto", "aquello", "ello"):
        return "demonstrative"
    if lower in ("it", "its", "itself"):
        return "it"
    if lower in ("they", "them", "their", "theirs", "themselves", "themself"):
        return "they"
    if known is not None:
        return "third person"
    return "name" if words[:1].isupper() and not lower.startswith("the ") else "description"


class Summary(NamedTuple):
    """How many expressions were right, wrong, missed; texts with a wrong link; 95 % of the share of
    errors, texts being resampled.
    """

    right: int
    wrong: int
    missed: int
    texts: int
    texts_with_wrong: int
    low: float
    high: float

    @property
    def errors(self) -> float:
        """Wrong and missed, in per cent."""
        return 100 * (self.wrong + self.missed) / (self.right + self.wrong + self.missed)


def summary(found: Iterable[Judgement], texts: int) -> Summary:
    """Count judgements."""
    judgements = list(found)
    counts = Counter(one.verdict for one in judgements)
    by_text: dict[int, Counter[bool]] = {number: Counter() for number in range(texts)}
    for one in judgements:
        by_text[one.text][one.verdict is Verdict.RIGHT] += 1
    draw = random.Random(SEED)
    shares = []
    for _ in range(SAMPLES):
        drawn = [by_text[draw.randrange(texts)] for _ in range(texts)]
        of = sum(one.total() for one in drawn)
        shares.append(100 * sum(one[False] for one in drawn) / of if of else 0.0)
    shares.sort()
    return Summary(
        counts[Verdict.RIGHT],
        counts[Verdict.WRONG],
        counts[Verdict.MISSED],
        texts,
        len({one.text for one in judgements if one.verdict is Verdict.WRONG}),
        shares[int(0.025 * SAMPLES)],
        shares[int(0.975 * SAMPLES)],
    )
