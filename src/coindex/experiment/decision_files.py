"""Reads decisions for scoring: records of `coindex-decisions/1`, or results in JSON with their
reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coindex.core.annotation import Annotated, Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.formats import decisions
from coindex.formats.records import Record, records
from coindex.io.files import File


def read(
    file: File, responses: Mapping[str, Annotated], problems: Problems
) -> dict[str, list[Decision]]:
    """The decisions of each document, about the mentions of the responses."""
    by_document: dict[str, list[Decision]] = {}
    first = next(records(file, Problems(lenient=True)), None)
    if first is not None and "decisions" in first.values:
        for record in records(file, problems):
            response = responses.get(record.string("document"))
            if response is not None:
                by_document.setdefault(response.document.id, []).extend(
                    _decisions(record, _Places(response))
                )
        return by_document
    mentions = {name: response.annotation.mentions for name, response in responses.items()}
    for one in decisions.read(file, lambda name: mentions.get(name, ()), problems):
        by_document.setdefault(one.document, []).append(one.decision)
    return by_document


class _Places:
    """Mentions by their characters; one that the response lacks is created from the
    tokens there.
    """

    def __init__(self, response: Annotated) -> None:
        self._document = response.document
        self._known = {
            (*_characters(response.document, mention), mention.kind is Kind.ZERO): mention
            for mention in reversed(response.annotation.mentions)
        }

    def __call__(self, value: Any, record: Record) -> Mention | None:
        match value:
            case {"start": int(start), "end": int(end), **rest}:
                known = self._known.get((start, end, rest.get("kind") == str(Kind.ZERO)))
                mention = known or self._mention_at(start, end)
            case _:
                mention = None
        if mention is None:
            record.report("unknown mention", repr(value)[:80])
        return mention

    def _mention_at(self, start: int, end: int) -> Mention | None:
        tokens = self._document.tokens
        inside = [
            index for index, token in enumerate(tokens) if start <= token.start and token.end <= end
        ]
        return Mention((Span(inside[0], inside[-1] + 1),)) if inside else None


def _characters(document: Document, mention: Mention) -> tuple[int, int]:
    return document.tokens[mention.start].start, document.tokens[mention.end - 1].end


def _decisions(record: Record, places: _Places) -> Iterator[Decision]:
    for item in record.records("decisions"):
        anaphor = places(item.values.get("anaphor"), item)
        if anaphor is None:
            continue
        antecedent = item.values.get("antecedent")
        dropped = item.object("dropped")
        yield Decision(
            anaphor,
            None if antecedent is None else places(antecedent, item),
            item.string("rule"),
            tuple(_candidates(item, places)),
            item.integer("considered") or 0,
            item.integer("agreeing") or 0,
            tuple(
                sorted((name, count) for name, count in dropped.items() if isinstance(count, int))
            ),
        )


def _candidates(record: Record, places: _Places) -> Iterator[Candidate]:
    for item in record.records("candidates"):
        mention = places(item.values, item)
        if mention is not None:
            factors = tuple(item.object("factors").items())
            score = item.number("score") or 0.0
            yield Candidate(
                mention, item.string("rejected"), item.string("admitted"), factors, score
            )
