"""SUPAR's anaphor file and the candidate files of each anaphor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from coindex.core import chains
from coindex.core.annotation import Annotation, Entity, Kind, Link, Mention, Reference, in_order
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.supar.texts import Phrase
from coindex.io.files import File
from coindex.language.nominals.anaphor_kinds import KINDS

CANDIDATES = re.compile(r"a_(\d{1,9})_(\d{1,9})_(\d{1,9})\.www(?:\.gz|\.xz)?")
SECTIONS = ("ANTECEDENTS", "CONSTRAINTS", "SOLUTION")
SIGNS = {
    "<": Reference.ANAPHORIC,
    ">": Reference.CATAPHORIC,
    "!": Reference.EXOPHORIC,
    "$": Reference.OTHER,
}
_ANAPHOR = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s+([A-Za-z]+)\s+([<>!$])\s*")
_PLACE = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s*")


class Anaphors:
    """Mentions of one document: noun phrases of the tagged corpus, anaphors, and candidates."""

    def __init__(
        self,
        document: Document,
        numbers: Sequence[int],
        phrases: Sequence[Phrase],
        problems: Problems,
    ) -> None:
        self._document, self._problems = document, problems
        self._sentences = {
            number: sentence.span
            for number, sentence in zip(numbers, document.sentences, strict=True)
        }
        self._mentions: dict[Span, Mention] = {}
        self._solutions: list[tuple[Span, Span]] = []
        heads = [phrase.span for phrase in phrases if phrase.name == "NSN"]
        # Reversed, so that of several heads that begin at one word the first counts.
        starts = {span.start: span for span in reversed(heads)}
        for name in ("SNS", "ANF"):
            for phrase in phrases:
                if phrase.name == name:
                    self._say(phrase.span, (name, phrase.arguments))
        for span in list(self._mentions):
            inside = next((starts[token] for token in range(*span) if token in starts), None)
            if inside and span.covers(inside) and self._mentions[span].attribute("SNS"):
                self._mentions[span] = self._mentions[span]._replace(
                    head=inside.end - 1, minimum=inside if inside.length > 1 else None
                )

    def _say(self, span: Span, *attributes: tuple[str, str]) -> None:
        mention = self._mentions.get(span, Mention((span,)))
        self._mentions[span] = mention._replace(attributes=(*mention.attributes, *attributes))

    def read(self, file: File) -> None:
        for line, text in enumerate(file.lines(self._problems), 1):
            match = _ANAPHOR.fullmatch(text)
            if match is None:
                if text.strip():
                    remedy = leniently("leaves it out", "a line is `sentence start end kind sign`")
                    self._report("malformed anaphor", file, line, repr(text[:60]), remedy)
                continue
            span = self._span(match.groups()[:3], file, line)
            if span is None:
                continue
            if span in self._mentions and self._mentions[span].reference:
                self._report(
                    "anaphor occurs twice",
                    file,
                    line,
                    text.strip()[:60],
                    leniently("keeps the first"),
                )
                continue
            self._say(span, ("anaphor", match[4]))
            kind = KINDS.get(match[4], Kind.UNKNOWN)
            self._mentions[span] = self._mentions[span]._replace(
                kind=kind, reference=SIGNS[match[5]]
            )

    def read_candidates(self, file: File) -> None:
        match = CANDIDATES.fullmatch(PurePosixPath(file.name).name)
        anaphor = self._span(match.groups(), file, 0) if match else None
        if anaphor is None:
            return
        if anaphor not in self._mentions or not self._mentions[anaphor].reference:
            self._report(
                "candidates of no anaphor", file, 0, file.name, leniently("treats it as an anaphor")
            )
            self._say(anaphor)
        sections: dict[str, list[str]] = {}
        section = ""
        for line, text in enumerate(file.lines(self._problems), 1):
            if text.strip() in SECTIONS:
                section = text.strip()
                sections.setdefault(section, [])
            elif place := _PLACE.fullmatch(text):
                span = self._span(place.groups(), file, line)
                if span and section:
                    self._mentions.setdefault(span, Mention((span,)))
                    sections[section].append(" ".join(place.groups()))
                    # The other sections say what was considered; only this one decides.
                    if section == "SOLUTION":
                        self._solve(anaphor, span, file, line)
            elif text.strip():
                self._report(
                    "malformed candidate", file, line, repr(text[:60]), leniently("leaves it out")
                )
        if not sections:
            remedy = leniently("continues", "a candidate file starts with ANTECEDENTS")
            self._report("no candidates", file, 1, "", remedy)
        attributes = [
            (name.lower(), ";".join(sections[name])) for name in SECTIONS[:2] if name in sections
        ]
        self._say(anaphor, *attributes)

    def _solve(self, anaphor: Span, span: Span, file: File, line: int) -> None:
        if any(solved == anaphor for solved, _ in self._solutions[-1:]):
            self._report(
                "more than one solution", file, line, str(span), leniently("keeps the first")
            )
        elif span == anaphor:
            self._report(
                "anaphor is its own solution", file, line, str(span), leniently("ignores it")
            )
        else:
            self._solutions.append((anaphor, span))

    def _span(self, place: Sequence[str | None], file: File, line: int) -> Span | None:
        sentence, start, end = (int(number or 0) for number in place)
        own = self._sentences.get(sentence)
        if own is None or not 0 <= start < end <= own.length:
            detail = f"{sentence} {start} {end}"
            self._report(
                "dangling reference",
                file,
                line,
                detail,
                leniently("ignores it", "no such words in the text"),
            )
            return None
        return Span(own.start + start, own.start + end)

    def annotation(self) -> Annotation:
        mentions = in_order(list(self._mentions.values()))
        order = [mention.parts[0] for mention in mentions]
        groups = chains.connected(
            order, [(antecedent, anaphor) for anaphor, antecedent in self._solutions]
        )
        linked = [group for group in groups if len(group) > 1]
        entities = tuple(
            Entity(str(number), tuple(self._mentions[span] for span in group))
            for number, group in enumerate(linked, 1)
        )
        solved = sorted(self._solutions, key=lambda pair: (pair[0].start, -pair[0].end))
        links = tuple(
            Link(self._mentions[anaphor], (self._mentions[antecedent],))
            for anaphor, antecedent in solved
        )
        return Annotation(self._document.id, mentions=mentions, entities=entities, links=links)

    def _report(
        self, message: str, file: File, line: int, detail: str, remedy: Remedy | str
    ) -> None:
        column = 1 if line else 0
        self._problems.report(
            message, path=file.label, line=line, column=column, detail=detail, remedy=remedy
        )
