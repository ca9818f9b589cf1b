"""Who says what: quotations with their speakers, reported speech, and turns of dialogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.quotation_marks import Quoted, quoted
from coindex.language.speakers import Reporting, agent_of, reporting
from coindex.language.tree import NONE, Forest, forest
from coindex.language.turns import turns_of


class SpeechKind(StrEnum):
    QUOTED = "quoted"
    REPORTED = "reported"
    """The clause behind a reporting verb: she said *that he had left*."""
    TURN = "turn"
    """What one speaker of a play or dialogue says until another one speaks."""


class Speech(NamedTuple):
    """`speaker` and `addressee` are tokens that head mentions; `names` are those of a dialogue's speaker and addressee.

    Pieces of one utterance, parted by *he said* or by a paragraph, have the same number. `depth` counts the quotations
    around it.
    """

    span: Span
    kind: SpeechKind
    utterance: int
    depth: int = 0
    verb: int | None = None
    speaker: int | None = None
    addressee: int | None = None
    names: tuple[str, str] = ("", "")


def quotations(document: Document) -> tuple[Speech, ...]:
    """What stands in quotation marks or behind a dialogue dash and is speech, in textual order.

    The speaker is the subject of a reporting verb before the quotation in its sentence, else behind it, else in the
    sentence before if the quotation opens one, else in the next if it closes one; else, where quotation follows quotation,
    whoever spoke before the last.
    """
    parse = forest(document)
    marks = quoted(document)
    found: list[Speech] = []
    for place, quotation in enumerate(marks):
        said = _reporting(parse, marks, place)
        if said is None and not quotation.sentential:
            continue
        number = _utterance(document, found, quotation, said)
        found.append(_speech(quotation, said, number))
    return tuple(_conversation(document, found))


def speech(document: Document) -> tuple[Speech, ...]:
    """Quotations, reported speech and turns together, in textual order."""
    found = [*quotations(document), *reported(document), *turns(document)]
    return tuple(sorted(found, key=lambda item: (item.span.start, -item.span.end)))


def reported(document: Document) -> tuple[Speech, ...]:
    """The clauses reporting verbs govern, as far as they are not quoted."""
    parse = forest(document)
    verbs = lexicon.words(document.language or "en", "grammar", "report")
    direct = [quotation.span for quotation in quoted(document)]
    found: list[Speech] = []
    for clause, token in enumerate(document.tokens):
        verb = parse.heads[clause]
        if (
            token.relation != "ccomp"
            or verb == NONE
            or verb > clause
            or document.tokens[verb].lemma.lower() not in verbs
        ):
            continue
        span = parse.span(clause)
        if not any(span.start in other or other.covers(span) for other in direct):
            said = agent_of(parse, verb)
            found.append(Speech(span, SpeechKind.REPORTED, len(found), 0, verb, said.speaker, said.addressee))
    return tuple(found)


def turns(document: Document) -> tuple[Speech, ...]:
    """By the speakers of the sentences, else by lines such as *Ann: Good morning*."""
    found = list(turns_of(document))
    parties = sorted({turn.name for turn in found})
    return tuple(
        Speech(turn.span, SpeechKind.TURN, number, names=(turn.name, _other(parties, turn.name)))
        for number, turn in enumerate(found)
    )


def _other(parties: Sequence[str], name: str) -> str:
    """Whom one speaks to where two speak."""
    return next((other for other in parties if other != name), "") if len(parties) == 2 else ""


def _speech(quotation: Quoted, said: Reporting | None, number: int) -> Speech:
    plain = Speech(quotation.span, SpeechKind.QUOTED, number, quotation.depth)
    return plain if said is None else plain._replace(verb=said.verb, speaker=said.speaker, addressee=said.addressee)


def _reporting(parse: Forest, marks: Sequence[Quoted], place: int) -> Reporting | None:
    document, span = parse.document, marks[place].span
    first, last = document.sentence_index(span.start), document.sentence_index(span.end - 1)
    beside = [other.span for other in marks if not other.span.covers(span) and not span.covers(other.span)]
    inside = next((other.span for other in marks if other.depth < marks[place].depth and other.span.covers(span)), None)
    for region in _regions(document, span, first, last):
        free = _free(region, span, beside, inside)
        if free.length and (said := reporting(parse, free, before=free.end <= span.start)) is not None:
            return said
    return None


def _regions(document: Document, span: Span, first: int, last: int) -> Iterator[Span]:
    """Where a reporting verb is looked for, in this order."""
    opening, closing = document.sentences[first].span, document.sentences[last].span
    yield Span(opening.start, span.start)
    yield Span(span.end, closing.end)
    if span.start == opening.start and first > 0:
        yield document.sentences[first - 1].span
    if span.end == closing.end and last + 1 < len(document.sentences):
        yield document.sentences[last + 1].span


def _free(region: Span, span: Span, beside: Sequence[Span], inside: Span | None) -> Span:
    """The part of a region next to the quotation, as far as nobody else is quoted there."""
    start, end = region
    if inside is not None:
        start, end = max(start, inside.start), min(end, inside.end)
    for other in beside:
        if other.end <= span.start:
            start = max(start, min(other.end, span.start))
        elif other.start >= span.end:
            end = min(end, max(other.start, span.end))
    return Span(start, max(start, end))


def _utterance(document: Document, found: Sequence[Speech], quotation: Quoted, said: Reporting | None) -> int:
    """The number of the last utterance, if this goes on with it; else the next."""
    if not found:
        return 0
    last = found[-1]
    same_verb = said is not None and said.verb is not None and said.verb == last.verb
    return last.utterance if quotation.continues or same_verb else last.utterance + 1


def _conversation(document: Document, found: Sequence[Speech]) -> Iterator[Speech]:
    """Unknown speakers: of the same utterance, or alternating where quotation follows quotation."""
    done: list[Speech] = []
    for item in found:
        known = item
        if item.speaker is None and item.depth == 0:
            outer = [other for other in done if other.depth == 0]
            known = item._replace(speaker=_alternating(document, outer, item))
        done.append(known)
        yield known


def _alternating(document: Document, before: Sequence[Speech], item: Speech) -> int | None:
    earlier: list[Speech] = []
    for other in reversed(before):
        if other.utterance == item.utterance:
            return other.speaker
        if not earlier or other.utterance != earlier[-1].utterance:
            earlier.append(other)
        if len(earlier) == 2:
            break
    if (
        len(earlier) < 2
        or document.sentence_index(item.span.start) > document.sentence_index(earlier[0].span.end - 1) + 1
    ):
        return None
    return earlier[1].speaker
