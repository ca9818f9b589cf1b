"""Maps a response onto a key with other tokens: words by their characters, zeros by their
governors.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from coindex.core.annotation import Annotation, Mention
from coindex.core.document import Document, Span, Token
from coindex.core.errors import AlignmentError
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.measures.matching import heaviest

ZEROS = ("dependent", "linear")


class Projected(NamedTuple):
    """`inexact` are mentions that begin or end inside a token of the target: they match nothing
    exactly.
    """

    annotation: Annotation
    inexact: frozenset[Mention]
    lost: int = 0
    """The number of zeros without a counterpart among the target's empty tokens."""
    differing: int = 0
    """The number of words that are not the same, but at the same place of the same sentence."""


def project(
    annotation: Annotation,
    source: Document,
    target: Document,
    *,
    zeros: str = "dependent",
    by_place: bool = False,
) -> Projected:
    """The annotation of `source` on the tokens of `target`; raises AlignmentError if the two texts
    differ.

    `by_place`: where both texts have equally many words in every sentence, words that differ are
    aligned by their places. `zeros`: empty tokens correspond by position (`linear`), or by their
    parents and relations (`dependent`); if these are not known or words differ, by the finite verb
    they belong to.
    """
    if source is target or same_tokens(source, target):
        return Projected(annotation, frozenset())
    empty = _by_place(source, target) if zeros == "linear" else _by_dependents(source, target)
    differing = _differing(source, target) if by_place else 0
    words = _Places(source, target) if differing else _Words(source, target)
    new: dict[Mention, Mention] = {}
    inexact = set()
    lost = 0
    for mention in dict.fromkeys(
        (*annotation.mentions, *(m for e in annotation.entities for m in e.mentions))
    ):
        zero = source.tokens[mention.start].empty and mention.end == mention.start + 1
        if zero:
            place = empty.get(mention.start)
            lost += place is None
            # A zero without a counterpart gets a span of its own before the first token, where it
            # matches nothing.
            parts: tuple[Span, ...] = (
                Span(place, place + 1) if place is not None else Span(-1 - lost, -lost),
            )
            exact = place is not None
        else:
            parts, exact = words.parts(mention.parts)
        head = (
            words.token(mention.head) if mention.head is not None and not zero else parts[0].start
        )
        minimum = mention.minimum
        if minimum is not None:
            minimum = parts[0] if zero else words.parts((minimum,))[0][0]
        new[mention] = mention._replace(
            parts=parts, head=head if mention.head is not None else None, minimum=minimum
        )
        if not exact:
            inexact.add(new[mention])
    return Projected(annotation.with_mentions(new), frozenset(inexact), lost, differing)


def same_tokens(left: Document, right: Document) -> bool:
    return len(left.tokens) == len(right.tokens) and all(
        a.form == b.form and a.empty == b.empty
        for a, b in zip(left.tokens, right.tokens, strict=True)
    )


def check_characters(source: Document, target: Document) -> None:
    """Raise an error that says where the texts differ; spaces do not count."""
    for document in (source, target):
        if is_bare(document):
            raise AlignmentError(
                Message(
                    "{document} is text without annotation, so nothing to compare with",
                    document=document.id,
                ),
                remedy=doing(Action.GIVE_ANNOTATION),
            )
    ours, theirs = _characters(source), _characters(target)
    if ours == theirs:
        return
    place = next(
        (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
        min(len(ours), len(theirs)),
    )
    raise AlignmentError(
        Message(
            "{target}: key and response are different texts from character {place} on "
            "(spaces not counted): key {around}, response {around_2}",
            target=target.id,
            place=place + 1,
            around=_around(theirs, place),
            around_2=_around(ours, place),
        )
    )


def is_bare(document: Document) -> bool:
    """Whether a document is plain text: not even its words are marked."""
    return not document.tokens and bool(document.text.strip())


def _around(text: str, place: int) -> str:
    if place >= len(text):
        return "ends there"
    return repr(("…" if place > 10 else "") + text[max(0, place - 10) : place + 15])


def _characters(document: Document) -> str:
    return "".join("".join(_surface(document)).split())


def _surface(document: Document) -> Iterator[str]:
    """The text of each word; of words that share their characters, as parts of a contraction do,
    only the first has it.
    """
    end = 0
    for token in document.tokens:
        if not token.empty and token.end > end:
            yield document.text[max(token.start, end) : token.end]
            end = token.end


class _Words:
    """Maps words of one document to those of another with the same characters."""

    def __init__(self, source: Document, target: Document) -> None:
        check_characters(source, target)
        self._source = dict(_bounds(source))
        target_bounds = list(_bounds(target))
        self._indices = [index for index, _ in target_bounds]
        self._starts = [bounds[0] for _, bounds in target_bounds]
        self._ends = [bounds[1] for _, bounds in target_bounds]

    def parts(self, parts: Iterable[Span]) -> tuple[tuple[Span, ...], bool]:
        """The words that cover the same characters, and whether they cover nothing else."""
        moved, exact = [], True
        for part in parts:
            bounds = [self._source[index] for index in range(*part) if index in self._source]
            if not bounds:
                continue
            start, end = min(b[0] for b in bounds), max(b[1] for b in bounds)
            first, last = bisect_right(self._ends, start), bisect_left(self._starts, end) - 1
            exact &= self._starts[first] == start and self._ends[last] == end
            moved.append(Span(self._indices[first], self._indices[last] + 1))
        return tuple(moved), exact

    def token(self, index: int) -> int:
        return self.parts((Span(index, index + 1),))[0][0].start if index in self._source else index


class _Places:
    """Maps words of one document to those at the same place of another."""

    def __init__(self, source: Document, target: Document) -> None:
        ours, theirs = (
            [index for index, token in enumerate(document.tokens) if not token.empty]
            for document in (source, target)
        )
        self._target = dict(zip(ours, theirs, strict=True))

    def parts(self, parts: Iterable[Span]) -> tuple[tuple[Span, ...], bool]:
        moved = []
        for part in parts:
            inside = [self._target[index] for index in range(*part) if index in self._target]
            if inside:
                moved.append(Span(inside[0], inside[-1] + 1))
        return tuple(moved), True

    def token(self, index: int) -> int:
        return self._target.get(index, index)


def _differing(source: Document, target: Document) -> int:
    """How many words differ if sentences have equally many words but other characters; else 0."""
    ours, theirs = _numbered(source), _numbered(target)
    if list(map(len, ours)) != list(map(len, theirs)) or _characters(source) == _characters(target):
        return 0
    return sum(
        one != other
        for own, others in zip(ours, theirs, strict=True)
        for one, other in zip(own, others, strict=True)
    )


def _bounds(document: Document) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each word, where its characters begin and end when spaces are not counted."""
    count, position = 0, 0
    at: dict[int, int] = {0: 0}
    for place in sorted(
        {place for token in document.tokens if not token.empty for place in token[:2]}
    ):
        count += sum(not c.isspace() for c in document.text[position:place])
        position = place
        at[place] = count
    return (
        (index, (at[token.start], at[token.end]))
        for index, token in enumerate(document.tokens)
        if not token.empty
    )


def _by_place(source: Document, target: Document) -> dict[int, int]:
    """The nth empty token after a word corresponds to the nth empty token after the same word."""
    places = {name: index for index, name in _names(target).items()}
    return {index: places[name] for index, name in _names(source).items() if name in places}


def _names(document: Document) -> dict[int, tuple[int, int]]:
    """How many words precede each empty token, and its position among the empty tokens there."""
    words = inner = 0
    names = {}
    for index, token in enumerate(document.tokens):
        if token.empty:
            inner += 1
            names[index] = words, inner
        else:
            words, inner = words + 1, 0
    return names


def _by_verbs(source: Document, target: Document) -> dict[int, int]:
    """Empty tokens of the same finite verb correspond in order, whatever clitics, adverbs and
    negation stand between.
    """
    reading = target if any(token.upos for token in target.tokens) else source
    theirs = _of_verbs(target, reading)
    return {
        index: theirs[place]
        for place, index in _of_verbs(source, reading).items()
        if place in theirs
    }


def _of_verbs(document: Document, reading: Document) -> dict[tuple[int, int], int]:
    """Empty tokens by the first character of their verb (without spaces), and by position among
    those of the verb.

    `reading` is the version of the text whose words are used where dependencies do not determine
    the verb.
    """
    # Late: most texts have no zeros, and scoring starts faster without the analyses of language.
    from coindex.language.zeros.zeros import is_finite_form, verb_from, verb_of_zero

    own, read = dict(_bounds(document)), dict(_bounds(reading))
    starts = sorted((start, index) for index, (start, _) in read.items())
    numbers: dict[tuple[int, int], int] = {}
    count: Counter[int] = Counter()
    for index in (index for index, token in enumerate(document.tokens) if token.empty):
        following = next(
            (place for place in range(index, len(document.tokens)) if place in own), None
        )
        place = len(starts) if following is None else bisect_left(starts, (own[following][0], 0))
        verb = verb_from(reading, starts[place][1]) if place < len(starts) else None
        start = None if verb is None else read[verb][0]
        if verb is None or not is_finite_form(reading.tokens[verb]):
            known = verb_of_zero(document, index)
            start = start if known is None else own[known][0]
        if start is not None:
            numbers[start, count[start]] = index
            count[start] += 1
    return numbers


def _by_dependents(source: Document, target: Document) -> dict[int, int]:
    """Within each sentence the heaviest matching of empty tokens, by parents and relations
    (CorefUD).

    Parents are identified by their number in the sentence: if words or sentences differ, the verb
    decides.
    """
    governed = all(
        token.deps for document in (source, target) for token in document.tokens if token.empty
    )
    if not governed or _numbered(source) != _numbered(target):
        return _by_verbs(source, target)
    matches: dict[int, int] = {}
    theirs = [_empties(target, sentence.span) for sentence in target.sentences]
    for ours, others in zip(
        (_empties(source, s.span) for s in source.sentences), theirs, strict=True
    ):
        matches |= match_zeros(ours, others)
    return matches


def _numbered(document: Document) -> list[list[str]]:
    """The words of each sentence."""
    return [
        [token.form for token in document.words(sentence.span)] for sentence in document.sentences
    ]


def _empties(document: Document, span: Span) -> dict[int, Token]:
    return {index: document.tokens[index] for index in range(*span) if document.tokens[index].empty}


def match_zeros(response: Mapping[int, Token], key: Mapping[int, Token]) -> dict[int, int]:
    """The weight is 10 F(parent and relation) + F(parent) over the enhanced dependencies; the
    nearest in position wins a tie.
    """
    edges = []
    rows, columns = list(key), list(response)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            weight = zero_similarity(key[row].deps, response[column].deps)
            if weight:
                edges.append((i, j, weight - 1e-6 * abs(i - j)))
    return {columns[j]: rows[i] for i, j, _ in heaviest(edges)}


def zero_similarity(key: str, response: str) -> float:
    """How well two empty tokens agree in what governs them, from their DEPS columns."""
    left, right = set(key.split("|")) - {"", "_"}, set(response.split("|")) - {"", "_"}
    return 10 * _dice(left, right) + _dice(
        {p.partition(":")[0] for p in left}, {p.partition(":")[0] for p in right}
    )


def _dice(left: set[str], right: set[str]) -> float:
    return 2 * len(left & right) / (len(left) + len(right)) if left and right else 0.0
