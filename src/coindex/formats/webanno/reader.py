"""Reads WebAnno TSV 3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from coindex.core.annotation import Annotated, Annotation, Attributes
from coindex.core.document import ROOT
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats import misc
from coindex.formats.webanno.coreference import Coreference
from coindex.formats.webanno.layout import (
    DEPENDENCY,
    FORMAT,
    TOKEN_FIELDS,
    Roles,
    TsvLayer,
    default_layers,
    layer_of,
    unescaped,
)
from coindex.formats.webanno.rows import Assembly, RowUnit, TsvRow, row_of
from coindex.io.files import File

MOST_COLUMNS = 1000
"""More columns than any scheme has: such a header is damaged."""

_HEADER = re.compile(r"#([^=\s]+)=(.*)")


def document_of(file: File, problems: Problems, roles: Roles, *, chains: bool = False) -> Annotated:
    return _Reading(file, problems).document(roles, chains=chains)


class _Reading:
    """One file, which is one document."""

    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._assembly = Assembly()
        self._layers: list[TsvLayer] = []
        self._meta: dict[str, str] = {}
        self._format = ""
        self._rows: list[TsvRow] = []
        self._texts: list[str] = []
        self._sentence = ""
        self._seen = (0, 0)

    def document(self, roles: Roles, *, chains: bool) -> Annotated:
        for number, line in enumerate(self._file.lines(self._problems), 1):
            if number == 1 and not line.startswith("#FORMAT=WebAnno TSV 3"):
                self._report("no #FORMAT=WebAnno TSV 3", 1, repr(line[:40]), leniently("reads on"))
            if line.startswith("#"):
                self._comment(line, number)
            elif line.strip():
                self._row(line, number)
            else:
                self._end_sentence()
        self._end_sentence()
        if not self._assembly.tokens:
            raise FormatError(
                "contains no tokens",
                path=self._file.label,
                line=1,
                remedy="the file may be truncated",
            )
        return self._annotated(roles, chains=chains)

    def _comment(self, line: str, number: int) -> None:
        match = _HEADER.fullmatch(line)
        key, value = (match[1], match[2]) if match else ("", "")
        if key == "Text":
            if self._rows:
                self._end_sentence()
            self._texts.append(unescaped(value))
        elif key == "Sentence.id":
            self._end_sentence()
            self._sentence = value
        elif key == "FORMAT":
            self._format = value
        elif key in ("T_SP", "T_CH", "T_RL"):
            if self._seen[0]:
                self._report(
                    "layer declared after tokens", number, key, leniently("ignores the layer")
                )
            else:
                self._layers.append(layer_of(key[2:], value))
        elif key:
            self._meta[key] = value

    def _row(self, line: str, number: int) -> None:
        row = row_of(line, number)
        if row is None:
            remedy = leniently("leaves it out", "a row is sentence-token, begin-end, form, cells")
            self._report("malformed row", number, repr(line[:60]), remedy)
            return
        width, cells = self._width, row.cells
        if len(cells) < width or any(cell not in ("", "_") for cell in cells[width:]):
            remedy = leniently(
                "treats missing ones as empty", Message("the header declares {width}", width=width)
            )
            self._report("wrong number of columns", number, str(len(cells)), remedy)
        before, self._seen = self._seen, (row.sentence, row.token)
        follows = row.sentence == before[0] and row.token == before[1] + (0 if row.part else 1)
        if not follows and not (row.sentence == before[0] + 1 and row.token == 1):
            remedy = leniently("continues", "rows may be missing or shuffled")
            self._report("token number out of order", number, row.address, remedy)
        form = (
            unescaped(row.form)
            if "\\" in row.form and row.end - row.start < len(row.form)
            else row.form
        )
        padded = (*(cell or "_" for cell in cells[:width]), *("_",) * (width - len(cells)))
        self._rows.append(row._replace(cells=padded, form=form))

    def _end_sentence(self) -> None:
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        texts, self._texts = self._texts, []
        name, self._sentence = self._sentence, ""
        for row, message in self._assembly.sentence(rows, "\n".join(texts), name):
            self._report(
                message,
                row.line,
                f"{row.start}-{row.end}",
                leniently("uses the tokens in their order"),
            )

    def _annotated(self, roles: Roles, *, chains: bool) -> Annotated:
        name, units = self._file.id, self._assembly.units
        mention, link = roles.coreference(self._layers)
        self._fill_tokens([layer for layer in self._layers if layer not in (mention, link)])
        document = self._assembly.document(name, self._meta)
        annotation = Annotation(name)
        if mention:
            coreference = Coreference(units, self._problems, self._file.label)
            column, type_column = self._column(mention), roles.type_column(mention)
            if mention.kind == "CH":
                coreference.add_chains(mention, column)
            else:
                coreference.add_spans(mention, column)
            if link:
                coreference.add_links(link, self._column(link))
            annotation = coreference.annotation(name, type_column)
        item = Annotated(document, annotation)
        attributes: Attributes = () if self._format == FORMAT else (("FORMAT", self._format),)
        if tuple(self._layers) != default_layers(item, chains=chains):
            attributes += tuple(
                (f"T_{layer.kind}", str(layer).partition("=")[2]) for layer in self._layers
            )
        return Annotated(document, replace(annotation, attributes=attributes))

    @cached_property
    def _width(self) -> int:
        width = sum(len(layer.columns) for layer in self._layers)
        if width > MOST_COLUMNS:
            message = Message(
                "more than {most_columns} columns declared", most_columns=MOST_COLUMNS
            )
            raise FormatError(
                message, path=self._file.label, line=2, column=1, remedy="the header may be damaged"
            )
        return width

    def _column(self, layer: TsvLayer) -> int:
        return sum(len(other.columns) for other in self._layers[: self._layers.index(layer)])

    def _fill_tokens(self, layers: Sequence[TsvLayer]) -> None:
        heads = {unit.row.address: unit.span.start for unit in self._assembly.units}
        columns = [(layer, self._column(layer)) for layer in layers]
        for unit in self._assembly.units:
            if all(cell == "_" for cell in unit.row.cells):
                continue
            fields: dict[str, str | int] = {}
            kept = []
            for layer, column in columns:
                cells = unit.row.cells[column : column + len(layer.columns)]
                if unit.span.length == 1 and layer.name == DEPENDENCY and cells[-1] in heads:
                    head = heads[cells[-1]]
                    fields["head"] = ROOT if head == unit.span.start else head
                    label = dict(zip(layer.columns, cells, strict=False)).get("DependencyType", "*")
                    fields["deprel"] = "" if label == "*" else unescaped(label)
                else:
                    kept += list(_own(layer, cells, fields, whole=unit.span.length > 1))
            self._change(unit, fields, kept)

    def _change(self, unit: RowUnit, fields: dict[str, str | int], kept: list[str]) -> None:
        token = self._assembly.tokens[unit.span.start]
        if fields or kept:
            misc = "|".join(filter(None, (token.misc, *kept)))
            self._assembly.change(unit.span.start, **fields, misc=misc)

    def _report(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._file.label, line=line, column=1, detail=detail, remedy=remedy
        )


def _own(
    layer: TsvLayer, cells: Sequence[str], fields: dict[str, str | int], *, whole: bool
) -> Iterator[str]:
    """The fields of a token from its cells; values without a field are kept in MISC."""
    for name, cell in zip(layer.columns, cells, strict=False):
        field = TOKEN_FIELDS.get((layer.name, name))
        simple = not re.search(r"(?<!\\)[\[|]", cell)
        if cell == "_" or (field and cell == "*"):
            continue
        if field and simple and not whole:
            fields[field] = unescaped(cell)
        else:
            yield f"{'whole:' if whole else ''}{layer.name}:{name}={misc.escaped(cell)}"
