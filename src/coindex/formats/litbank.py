"""LitBank (Bamman, Lewke & Mansoor 2020): coreference as TSV or in its
own use of brat, and quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from coindex.core.annotation import Annotated, Annotation, Kind, Link, Mention, Relation, in_order
from coindex.core.chains import entities
from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.parameters import component
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT, Remedy, leniently
from coindex.formats.brat.lines import Bound, scanned
from coindex.formats.building import TokenOffsets
from coindex.formats.standoff import companion, original, spells, with_texts
from coindex.io.files import File, Files
from coindex.language.languages import DEFAULT

_CATEGORY = re.compile(r"(PROP|NOM|PRON)_(PER|FAC|LOC|GPE|ORG|VEH)")
_KINDS = {"PROP": Kind.NAME, "NOM": Kind.NOMINAL}
_RELATIONS = {"COP": Relation.PREDICATION, "APPOS": Relation.APPOSITION}
_COREFERENCE = ("MENTION", "COREF", "COP", "APPOS")
_QUOTATIONS = ("QUOTE", "ATTRIB")
_WIDTHS = {"MENTION": 9, "COREF": 3, "COP": 3, "APPOS": 3, "QUOTE": 7, "ATTRIB": 3}
"""How many columns a line has, by its first one; files of other formats do not fit."""


@component
class LitBank:
    """Texts of one tokenised sentence per line; files of one name in
    several folders are one document.

    A mention keeps its category (PROP, NOM, PRON) and ACE type. Copulas and appositions are links
    from the predicate or appositive, which is in no entity. A quotation is an attribute of the
    annotation, `quotation` = id, first token, token after the last, speaker; a sentence wholly
    inside quotations of one speaker has that speaker, named as the entity is.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".ann",)
    prefer: Literal["tsv", "brat"] = "tsv"
    """Which files to read where coreference exists both as TSV and as brat."""

    def recognise(self, file: File) -> float:
        return 0.95 if _layer(file) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        layers: dict[str, dict[str, File]] = {}
        for file in files.with_suffix(".ann"):
            layers.setdefault(file.stem, {}).setdefault(_layer(file) or _folder(file), file)
        for name, own in layers.items():
            texts = [text for file in own.values() if (text := companion(files, file, ".txt"))]
            if texts:
                yield self._document(name, texts[0], own, problems)
            else:
                remedy = leniently("leaves it out", "put the .txt file beside it")
                path = next(iter(own.values())).label
                problems.report("annotations without their text", path=path, remedy=remedy)

    def parts(self, files: Files) -> Iterable[File]:
        """Annotations and their texts."""
        return with_texts(files)

    def _document(
        self, name: str, text: File, layers: dict[str, File], problems: Problems
    ) -> Annotated:
        reading = _Reading(name, original(text, problems), problems)
        if "quotations" in layers:
            reading.table(layers["quotations"], _QUOTATIONS)
        second = "brat" if self.prefer == "tsv" else "tsv"
        chosen = self.prefer if self.prefer in layers else second
        if chosen in layers and chosen == "tsv":
            reading.table(layers["tsv"], _COREFERENCE)
        elif chosen in layers:
            reading.brat(layers["brat"])
        return reading.result()


def _layer(file: File) -> str:
    """The layer that an `.ann` file holds, judged by its first lines; empty if it is
    not LitBank's.
    """
    if file.suffix != ".ann":
        return ""
    lines = [line.split("\t") for line in file.sample().splitlines() if line.strip()]
    first = lines[0] if lines else [""]
    if first[0] in _WIDTHS and len(first) == _WIDTHS[first[0]]:
        return "quotations" if first[0] in _QUOTATIONS else "tsv"
    return "brat" if any(len(line) > 1 and _CATEGORY.match(line[1]) for line in lines) else ""


def _folder(file: File) -> str:
    """The layer that an empty or damaged file was meant to hold."""
    folders = file.name.split("/")
    return "quotations" if "quotations" in folders else "brat" if "brat" in folders else "tsv"


@dataclass
class _Quotation:
    span: Span
    speaker: str = ""


@dataclass
class _Reading:
    """The state of one document while its files are read."""

    name: str
    text: str
    problems: Problems
    tokens: list[Token] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    mentions: dict[str, Mention] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    quotations: dict[str, _Quotation] = field(default_factory=dict)
    loose: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        position = 0
        for line in self.text.split("\n"):
            row = []
            for form in line.removesuffix("\r").split(" "):
                row.append(len(self.tokens))
                if form:
                    self.tokens.append(Token(position, position + len(form), form))
                position += len(form) + 1
            self.rows.append(row)
            position += line.endswith("\r")

    def table(self, file: File, known: tuple[str, ...]) -> None:
        """Read tab-separated lines, whose first column states their type."""
        later = []
        for number, line in enumerate(file.lines(self.problems), 1):
            columns = line.split("\t")
            if columns[0] not in known or len(columns) != _WIDTHS[columns[0]]:
                detail = f"{columns[0][:20]!r} with {len(columns)} columns"
                self._report("not a line of LitBank", file, number, detail)
            elif columns[0] in ("MENTION", "QUOTE"):
                self._place(columns, file, number)
            else:
                later.append((columns, number))
        for columns, number in later:
            self._relate(columns, file, number)

    def _report(
        self, message: str, file: File, line: int, detail: str, remedy: Remedy | str = ""
    ) -> None:
        remedy = remedy or LEFT_OUT
        self.problems.report(
            message, path=file.label, line=line, column=1, detail=detail, remedy=remedy
        )

    def _place(self, columns: list[str], file: File, line: int) -> None:
        what, name, *place, text = columns[:7]
        if name in (self.mentions if what == "MENTION" else self.quotations):
            self._report("id occurs twice", file, line, name, leniently("keeps the first"))
            return
        span = self._span(place)
        if span is None:
            self._report("place outside the text", file, line, name)
            return
        if not spells(
            self.text, [(self.tokens[span.start].start, self.tokens[span.end - 1].end)], text
        ):
            remedy = leniently("uses the position", "check that this is the right text")
            self._report("text differs from the text at its place", file, line, name, remedy)
        if what == "QUOTE":
            self.quotations[name] = _Quotation(span)
        else:
            self.mentions[name] = _mention(span, name, columns[8], columns[7])

    def _span(self, place: list[str]) -> Span | None:
        if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in place):
            return None
        first, start, last, end = map(int, place)
        if not (
            first < len(self.rows) > last
            and start < len(self.rows[first])
            and end < len(self.rows[last])
        ):
            return None
        span = Span(self.rows[first][start], self.rows[last][end] + 1)
        return span if span.start < span.end <= len(self.tokens) else None

    def _relate(self, columns: list[str], file: File, line: int) -> None:
        what, name, other = columns
        if name not in (self.quotations if what == "ATTRIB" else self.mentions):
            self._report("unknown id", file, line, name)
        elif what == "ATTRIB":
            self.quotations[name].speaker = other
        elif what == "COREF":
            if name in self.members:
                self._report(
                    "mention in two entities", file, line, name, leniently("keeps the first")
                )
            self.members.setdefault(name, other)
        elif other not in self.mentions:
            self._report("unknown id", file, line, other)
        else:
            self.links.append(Link(self.mentions[name], (self.mentions[other],), _RELATIONS[what]))

    def brat(self, file: File) -> None:
        """Read the brat file: a span has two annotations, one typed by category, one by
        its entity.
        """
        scan = scanned(file, self.problems)
        offsets = TokenOffsets(Document(self.name, self.text, tokens=tuple(self.tokens)))
        named: dict[tuple[tuple[int, int], ...], list[str]] = {}
        for bound in scan.bound.values():
            start, end = bound.places[0][0], bound.places[-1][1]
            span = offsets.overlapping(start, end) if start < end <= len(self.text) else None
            if span is None:
                self._report("offsets outside the text", file, bound.line, bound.id)
                continue
            if not spells(self.text, [(start, end)], bound.text):
                remedy = leniently("uses the position", "check that this is the right text")
                self._report(
                    "text differs from the text at its place", file, bound.line, bound.id, remedy
                )
            if match := _CATEGORY.fullmatch(bound.type):
                self.mentions[bound.id] = _mention(span, bound.id, match[1], match[2])
                named.setdefault(bound.places, []).append(bound.id)
        same = dict(self._entity_labels(scan.bound.values(), named, file))
        for related in scan.relations.values():
            source, target = (same.get(end, end) for end in (related.source, related.target))
            relation = _RELATIONS.get(related.type.upper())
            if relation and source in self.mentions and target in self.mentions:
                self.links.append(Link(self.mentions[source], (self.mentions[target],), relation))
            else:  # the published files have such a relation, to a mention that was removed
                self.loose.append(
                    (related.id, f"{related.type} Arg1:{related.source} Arg2:{related.target}")
                )
        self.loose += scan.rest

    def _entity_labels(
        self,
        bounds: Iterable[Bound],
        named: dict[tuple[tuple[int, int], ...], list[str]],
        file: File,
    ) -> Iterator[tuple[str, str]]:
        """Labels of entities with the mention that each belongs to; the mention joins
        the entity.
        """
        for bound in bounds:
            if _CATEGORY.fullmatch(bound.type):
                continue
            mention = next(iter(named.get(bound.places, ())), None)
            if mention is None:
                self._report("entity where no mention is", file, bound.line, bound.id)
            else:
                self.members.setdefault(mention, bound.type)
                yield bound.id, mention

    def result(self) -> Annotated:
        mentions = in_order(list(self.mentions.values()))
        grouped = [
            (self.members[mention.id], mention)
            for mention in mentions
            if mention.id in self.members
        ]
        types = {name: mention.attribute("type") for name, mention in grouped}
        quotations = [
            (
                "quotation",
                f"{name} {quotation.span.start} {quotation.span.end} {quotation.speaker}".rstrip(),
            )
            for name, quotation in self.quotations.items()
        ]
        document = Document(
            self.name, self.text, DEFAULT, tuple(self.tokens), tuple(self._sentences())
        )
        annotation = Annotation(
            self.name,
            mentions=mentions,
            entities=entities(grouped, types),
            links=tuple(self.links),
            attributes=(*quotations, *self.loose),
        )
        return Annotated(document, annotation)

    def _sentences(self) -> Iterator[Sentence]:
        speakers = [""] * len(self.tokens)
        for quotation in self.quotations.values():
            speakers[quotation.span.start : quotation.span.end] = [
                quotation.speaker
            ] * quotation.span.length
        ends = [row[0] for row in self.rows[1:]] + [len(self.tokens)]
        for row, end in zip(self.rows, ends, strict=True):
            if row[0] < end:
                names = set(speakers[row[0] : end])
                yield Sentence(Span(row[0], end), speaker=names.pop() if len(names) == 1 else "")


def _mention(span: Span, name: str, category: str, kind: str) -> Mention:
    attributes = (("category", category), ("type", kind))
    return Mention((span,), kind=_KINDS.get(category, Kind.UNKNOWN), id=name, attributes=attributes)
