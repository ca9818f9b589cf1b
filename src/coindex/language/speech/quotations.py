"""Quotations with their speakers, reported speech, and turns of dialogues."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language.speech.quotation_marks import Quoted, quoted
from coindex.language.speech.speakers import (
    Reporting,
    agent_of,
    attached,
    is_reporting,
    main_clause,
    reporting,
)
from coindex.language.speech.turns import turns_of
from coindex.language.syntax.tree import NONE, Forest, forest

NEAR = 50
"""How many quotations before and after one are considered with it."""


class SpeechKind(StrEnum):
    QUOTED = "quoted"
    REPORTED = "reported"
    """The clause after a reporting verb: she said *that he had left*."""
    TURN = "turn"
    """The words of one speaker of a play or dialogue until another one speaks."""


class Speech(NamedTuple):
    """`speaker` and `addressee` are tokens that head mentions; `names` are those of a dialogue's
    speaker and addressee.

    Pieces of one utterance, separated by *he said* or by a paragraph, have the same number. `depth`
    counts the enclosing quotations.
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
    """The speech in quotation marks or after a dialogue dash, in textual order.

    The speaker is the subject of a reporting verb before the quotation in its sentence, or else
    after it; else that of the main clause of the preceding sentence, if the quotation opens one;
    else the speaker who continues in the paragraph, or the last but one in a sequence of
    quotations; else the subject of the next sentence.
    """
    parse = forest(document)
    marks = quoted(document)
    quoted_speech: list[Speech] = []
    for place, quotation in enumerate(marks):
        near = [
            other
            for other in marks[max(0, place - NEAR) : place + NEAR + 1]
            if other is not quotation
        ]
        clause = _reporting(parse, quotation, near)
        if clause is not None or quotation.sentential:
            quoted_speech.append(
                _Speaking(parse, quotation, near, quoted_speech[-NEAR:]).speech(clause)
            )
    return tuple(quoted_speech)


def speech(document: Document) -> tuple[Speech, ...]:
    """Quotations, reported speech and turns together, in textual order."""
    speeches = [*quotations(document), *reported(document), *turns(document)]
    return tuple(sorted(speeches, key=lambda item: (item.span.start, -item.span.end)))


def reported(document: Document) -> tuple[Speech, ...]:
    """The clauses that reporting verbs govern, unless they are quoted."""
    parse = forest(document)
    direct = sorted(quotation.span for quotation in quoted(document))
    starts, reach = (
        [span.start for span in direct],
        list(accumulate((span.end for span in direct), max)),
    )
    reports: list[Speech] = []
    for clause, token in enumerate(document.tokens):
        verb = parse.heads[clause]
        if (
            token.relation != "ccomp"
            or not NONE != verb < clause
            or not is_reporting(document, verb)
        ):
            continue
        span = parse.span(clause)
        before = bisect_left(starts, span.end)
        if not before or reach[before - 1] <= span.start:
            reporting = agent_of(parse, verb)
            reports.append(
                Speech(
                    span,
                    SpeechKind.REPORTED,
                    len(reports),
                    0,
                    verb,
                    reporting.speaker,
                    reporting.addressee,
                )
            )
    return tuple(reports)


def turns(document: Document) -> tuple[Speech, ...]:
    """Turns by the speakers of the sentences, or else by lines such as *Ann: Good morning*."""
    turns_taken = list(turns_of(document))
    parties = sorted({turn.name for turn in turns_taken})
    return tuple(
        Speech(turn.span, SpeechKind.TURN, number, names=(turn.name, _other(parties, turn.name)))
        for number, turn in enumerate(turns_taken)
    )


def _other(parties: Sequence[str], name: str) -> str:
    """The person addressed in a conversation of two."""
    return next((other for other in parties if other != name), "") if len(parties) == 2 else ""


def _reporting(parse: Forest, quotation: Quoted, near: Sequence[Quoted]) -> Reporting | None:
    """The reporting clause in the quotation's own sentence: before it, or else after it."""
    document, span = parse.document, quotation.span
    opening = document.sentence_of(span.start).span
    closing = document.sentence_of(span.end - 1).span
    before = _unbroken(document, _free(Span(opening.start, span.start), quotation, near), last=True)
    behind = _unbroken(document, _free(Span(span.end, closing.end), quotation, near), last=False)
    return (
        reporting(parse, before, before=True)
        or reporting(parse, behind, before=False)
        or attached(parse, behind)
    )


def _free(region: Span, quotation: Quoted, near: Sequence[Quoted]) -> Span:
    """The part of a region next to the quotation, up to the next quotation of another speaker."""
    start, end = region
    for other in near:
        if other.span.covers(quotation.span):
            start, end = max(start, other.span.start), min(end, other.span.end)
        elif other.span.end <= quotation.span.start:
            start = max(start, other.span.end)
        elif other.span.start >= quotation.span.end:
            end = min(end, other.span.start)
    return Span(start, max(start, end))


def _unbroken(document: Document, region: Span, *, last: bool) -> Span:
    """The last or first sentence of a region, in case sentences were not separated well."""
    ends = [index + 1 for index in range(*region) if document.tokens[index].form in (".", "!", "?")]
    if not ends:
        return region
    return Span(ends[-1], region.end) if last else Span(region.start, ends[0])


class _Speaking:
    """One quotation and the preceding ones: whether it continues the last utterance, and who
    speaks.
    """

    def __init__(
        self, parse: Forest, quotation: Quoted, near: Sequence[Quoted], earlier: Sequence[Speech]
    ) -> None:
        self.parse, self.document, self.quotation, self.near = (
            parse,
            parse.document,
            quotation,
            near,
        )
        self.before = [item for item in earlier if item.depth == self.quotation.depth]
        self.numbers = max((item.utterance for item in earlier), default=-1)
        first, last = self.quotation.span.start, self.quotation.span.end - 1
        self.first, self.last = (
            self.document.sentence_index(first),
            self.document.sentence_index(last),
        )

    def speech(self, clause: Reporting | None) -> Speech:
        goes_on = self._goes_on(clause)
        number = self.before[-1].utterance if goes_on and self.before else self.numbers + 1
        plain = Speech(self.quotation.span, SpeechKind.QUOTED, number, self.quotation.depth)
        clause = clause or self._sentence_before()
        if clause is not None:
            addressee = clause.addressee if clause.addressee is not None else self._answered(clause)
            return plain._replace(verb=clause.verb, speaker=clause.speaker, addressee=addressee)
        if goes_on and self.before:
            last = self.before[-1]
            return plain._replace(speaker=last.speaker, addressee=last.addressee)
        if (speaker := self._alternating()) is not None:
            return plain._replace(speaker=speaker, addressee=self.before[-1].speaker)
        clause = self._sentence_behind()
        return plain if clause is None else plain._replace(verb=clause.verb, speaker=clause.speaker)

    def _goes_on(self, clause: Reporting | None) -> bool:
        """Whether it continues the last utterance: separated by its own reporting clause, or in the
        same paragraph; questions are answered by others.
        """
        if not self.before:
            return False
        last = self.before[-1]
        if self.quotation.continues or (clause is not None and clause.verb == last.verb):
            return True
        if clause is not None or self.quotation.span.start < last.span.end:
            return False
        if not self._has_paragraphs():
            return self._told_between() and not self._asks(last)
        paragraph = self.document.sentences[self.first].paragraph
        return self.document.sentence_of(last.span.end - 1).paragraph == paragraph

    def _answered(self, clause: Reporting) -> int | None:
        """The preceding speaker, whom this one answers: *"I'm leaving," said Tom. "You can't," Mary
        replied.* The two are different people by their words, or by the paragraph between.
        """
        last = self.before[-1] if self.before else None
        if last is None or last.speaker is None or clause.speaker is None:
            return None
        before = self.document.sentence_index(last.span.end - 1)
        if self.quotation.span.start < last.span.end or self.first - before > 1:
            return None
        one, other = (self.document.tokens[token] for token in (last.speaker, clause.speaker))
        alike = one.form.lower() == other.form.lower() or (one.upos == "PRON") != (
            other.upos == "PRON"
        )
        parted = (
            self.document.sentences[before].paragraph
            != self.document.sentences[self.first].paragraph
        )
        return last.speaker if parted or not alike else None

    def _has_paragraphs(self) -> bool:
        return self.document.sentences[-1].paragraph > 0

    def _told_between(self) -> bool:
        """Whether only the reporting clause of the last quotation stands between: *"No," she said.
        "Not yet."*
        """
        last = self.before[-1]
        between = self.first - self.document.sentence_index(last.span.end - 1)
        return between <= 1 and last.verb is not None and last.verb >= last.span.end

    def _asks(self, item: Speech) -> bool:
        return any(
            token.form == "?" for token in self.document.tokens[item.span.end - 2 : item.span.end]
        )

    def _sentence_before(self) -> Reporting | None:
        """A sentence before the quotation that belongs to no other one: *Terry blazed up. "Ask
        him!"*
        """
        sentence = self.document.sentences[self.first].span
        if self.quotation.span.start != sentence.start or not self.first:
            return None
        region = self.document.sentences[self.first - 1].span
        if any(
            region.start < other.span.end and other.span.start < region.end for other in self.near
        ):
            return None
        if (
            self.document.sentences[self.first - 1].paragraph
            != self.document.sentences[self.first].paragraph
        ):
            return main_clause(self.parse, region, saying=True)
        return main_clause(self.parse, region, saying=True) or main_clause(
            self.parse, region, saying=False
        )

    def _sentence_behind(self) -> Reporting | None:
        if self.last + 1 >= len(self.document.sentences):
            return None
        if self.quotation.span.end != self.document.sentences[self.last].span.end:
            return None
        following = self.document.sentences[self.last + 1]
        if any(following.span.start in other.span for other in self.near):
            return None
        same = following.paragraph == self.document.sentences[self.last].paragraph
        return main_clause(self.parse, following.span, saying=not same)

    def _alternating(self) -> int | None:
        """The last speaker but one, if only quotations and their reporting clauses
        stand between.
        """
        utterances = {item.utterance: item for item in self.before}
        recent = sorted(utterances)[-2:]
        if len(recent) < 2:
            return None
        last = utterances[recent[1]]
        near = self.first - self.document.sentence_index(last.span.end - 1) <= 1
        return utterances[recent[0]].speaker if near else None
