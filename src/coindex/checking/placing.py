"""From remarks to issues: sentence, characters and words of what a check objects to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from coindex.checking.check import Check, Remark
from coindex.checking.issue import Issue
from coindex.checking.subject import Subject
from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document


def issues_of(subject: Subject, checks: Iterable[Check]) -> list[Issue]:
    """What checks object to in a document, in textual order."""
    issues = (placed(subject, one, remark) for one in checks for remark in one.find(subject))
    return sorted(issues, key=lambda issue: (issue.sentence, issue.start, issue.end))


def placed(subject: Subject, check: Check, remark: Remark) -> Issue:
    """The issue that a remark of a check amounts to."""
    item = subject.parsed if check.parsed else Annotated(subject.document, subject.annotation)
    issue = Issue(
        check.name,
        check.severity,
        remark.message,
        remark.remedy or check.remedy,
        subject.document.id,
        confidence=remark.confidence,
        fixable=check.safe and remark.plain,
    )
    if remark.mention is None:
        return issue
    start, end = characters(item.document, remark.mention)
    sentence = _sentence(subject.document, start)
    return issue._replace(
        sentence=sentence + 1,
        sentence_id=subject.document.sentences[sentence].id if sentence >= 0 else "",
        start=start,
        end=end,
        text=" ".join(remark.mention.text(item.document).split()),
        entities=tuple(_entities(item, (remark.mention, *remark.others))),
    )


def characters(document: Document, mention: Mention) -> tuple[int, int]:
    """Where a mention begins and ends in the text."""
    tokens = document.tokens
    return tokens[mention.start].start, tokens[mention.end - 1].end


def _sentence(document: Document, character: int) -> int:
    """The index of the sentence that a character is in."""
    starts = [document.tokens[one.span.start].start for one in document.sentences]
    return bisect_right(starts, character) - 1


def _entities(item: Annotated, mentions: Iterable[Mention]) -> Iterator[str]:
    wanted = {mention.parts for mention in mentions}
    for entity in item.annotation.entities:
        if any(one.parts in wanted for one in entity.mentions):
            yield entity.id
