"""SemEval-2010 Task 1: CoNLL-2009's columns, gold and predicted side by side, with
coreference brackets in the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, Document, Token, features
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import Remedy, leniently
from coindex.formats import brackets
from coindex.formats.building import Builder
from coindex.formats.misc import escaped, unescaped
from coindex.io.files import File, Files

_MARK = re.compile(r"#(begin|end) document\b[ \t]*(.*)")
_RECOGNISED = re.compile(r"^#begin document +[^(\s].*\n1\t\S+\t(?:.*\t)?(?:[_-]|[(\d|)]+)\n", re.M)

COLUMNS = tuple(
    p + name for name in ("Lemma", "POS", "Feat", "Head", "DepRel", "NE", "Pred") for p in ("", "P")
)
"""The columns between the token and the predicates' arguments; P-columns hold predicted values."""


@dataclass(frozen=True)
class SemEval:
    """SemEval-2010 Task 1 (Recasens et al. 2010).

    Columns that are not used are kept in `Token.misc`. A token written `_` is empty: this is how
    AnCora marks elliptical subjects.
    """

    predicted: bool = False
    """Whether lemma, tag, features and tree are read from, and written to,
    the columns of predicted values.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".semeval", ".txt")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.MENTIONS,
            Layer.ZEROS,
            Layer.ENTITIES,
            Layer.ENTITY_NAMES,
            Layer.SENTENCES,
            Layer.LEMMAS,
            Layer.XPOS,
            Layer.FEATS,
            Layer.SYNTAX,
            Layer.MISC,
            Layer.EMPTY,
            Layer.SINGLETONS,
        }
    )

    def recognise(self, file: File) -> float:
        if _RECOGNISED.search(file.sample()):
            return 0.9
        return 0.2 if file.suffix == ".semeval" else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield from self._documents(file, problems)

    def _documents(self, file: File, problems: Problems) -> Iterator[Annotated]:
        reading: _Reading | None = None
        any_document, number, first = False, 0, 1
        for number, line in enumerate(file.lines(problems), 1):
            match = _MARK.match(line) if line[:1] == "#" else None
            if match is None:
                if line.strip() and reading is None:
                    _report(
                        problems,
                        "words outside a document",
                        file,
                        number,
                        leniently("merges them"),
                    )
                    reading = _Reading(file, problems, file.id, self._main)
                if reading:
                    reading.line(line, number)
                continue
            kind, name = match[1], match[2].strip()
            # A new beginning, or an end that names another document, ends the open one.
            if reading and (kind == "begin" or name not in ("", reading.name)):
                _report(problems, "document without end", file, number, leniently("ends it here"))
            elif not reading and kind == "end":
                _report(
                    problems,
                    "document end without beginning",
                    file,
                    number,
                    leniently("ignores the line"),
                )
            if reading:
                any_document = True
                problems.begin(file.label, first)
                yield reading.done()
            first = number
            reading = (
                _Reading(file, problems, name or file.id, self._main) if kind == "begin" else None
            )
        if reading:
            _report(
                problems,
                "document without end",
                file,
                number,
                leniently("ends it here", "the file may be truncated"),
            )
            problems.begin(file.label, first)
            yield reading.done()
        elif not any_document:
            remedy = "a document starts with #begin document"
            raise FormatError("contains no document", path=file.label, line=1, remedy=remedy)

    @property
    def _main(self) -> str:
        return "P" if self.predicted else ""

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for document, annotation in items:
            spans = brackets.word_spans(document, annotation.entities, empty=True)
            column = brackets.cells(spans, len(document.tokens), "_")
            lines = [f"#begin document {document.id}"]
            for sentence in document.sentences:
                lines += self._rows(document, sentence.span.start, sentence.span.end, column)
                lines.append("")
            lines += [f"#end document {document.id}", ""]
            yield Chunk("\n".join(lines))

    def _rows(
        self, document: Document, start: int, end: int, column: Sequence[str]
    ) -> Iterator[str]:
        tokens = document.tokens[start:end]
        arguments = [
            [unescaped(cell) for cell in features(token.misc).get("Args", "").split(",")]
            for token in tokens
        ]
        count = max((len(cells) for cells in arguments if cells != [""]), default=0)
        for number, (token, given) in enumerate(zip(tokens, arguments, strict=True)):
            padded = [*(cell or "_" for cell in given), *"_" * count][:count]
            middle = (self._cell(name, token, start) for name in COLUMNS)
            cells = (str(number + 1), _form(token), *middle, *padded, column[start + number])
            yield "\t".join(cells)

    def _cell(self, name: str, token: Token, start: int) -> str:
        head = (
            "" if token.head is None else "0" if token.head == ROOT else str(token.head - start + 1)
        )
        kept = {
            "Lemma": token.lemma,
            "POS": token.xpos or token.upos,
            "Feat": token.feats,
            "Head": head,
            "DepRel": token.deprel,
        }
        own = {self._main + key: value for key, value in kept.items()}
        if name in own:
            return _marked(own[name])
        return unescaped(features(token.misc).get(name, "_"))


class _Reading:
    """One document, line by line."""

    def __init__(self, file: File, problems: Problems, name: str, main: str) -> None:
        self.name = name
        self._file, self._problems, self._main = file, problems, main
        self._builder = Builder(name)
        self._lines: list[tuple[int, int]] = []
        self._rows: list[tuple[int, list[str]]] = []
        self._brackets = brackets.Brackets(problems, file.label, self._lines.__getitem__)

    def line(self, line: str, number: int) -> None:
        if line.strip():
            cells = line.rstrip("\n").split("\t") if "\t" in line else line.split()
            if len(cells) >= 3:
                self._rows.append((number, cells))
            else:
                _report(
                    self._problems,
                    "too few columns",
                    self._file,
                    number,
                    leniently("leaves the line out"),
                )
        else:
            self._end_sentence()

    def done(self) -> Annotated:
        self._end_sentence()
        return Annotated(self._builder.document(), self._brackets.annotation(self.name))

    def _end_sentence(self) -> None:
        rows, self._rows = self._rows, []
        if not rows:
            return
        width, start = len(rows[0][1]), len(self._builder.tokens)
        for position, (number, cells) in enumerate(rows, 1):
            if len(cells) != width:
                remedy = leniently("uses the last for coreference")
                _report(self._problems, "wrong number of columns", self._file, number, remedy)
            if cells[0] != str(position):
                remedy = leniently("continues", "lines may be missing or shuffled")
                _report(
                    self._problems,
                    "token number out of order",
                    self._file,
                    number,
                    remedy,
                    detail=cells[0][:20],
                )
            self._token(number, cells, start, len(rows))
        self._builder.end_sentence()

    def _token(self, number: int, cells: list[str], start: int, length: int) -> None:
        values = {
            name: cell
            for name, cell in zip(COLUMNS, cells[2:-1], strict=False)
            if cell not in ("_", "") and (cell != "-" or cells[1] == "-")
        }
        own = {
            name: values.pop(self._main + name, "")
            for name in ("Lemma", "POS", "Feat", "Head", "DepRel")
        }
        values = {name: escaped(value) for name, value in values.items()}
        arguments = cells[2 + len(COLUMNS) : -1]
        if any(cell not in ("_", "-", "") for cell in arguments):
            values["Args"] = ",".join(escaped(cell) or "_" for cell in arguments)
        fields: dict[str, Any] = {
            "lemma": _unmarked(own["Lemma"]),
            "xpos": _unmarked(own["POS"]),
            "feats": _unmarked(own["Feat"]),
            "head": self._head(own["Head"], number, start, length),
            "deprel": _unmarked(own["DepRel"]),
            "misc": "|".join(f"{name}={value}" for name, value in values.items()),
        }
        form = cells[1]
        zero = form in ("_", "")
        index = (
            self._builder.empty(**fields) if zero else self._builder.word(_unmarked(form), **fields)
        )
        coreference = cells[-1].strip()
        self._lines.append((number, sum(map(len, cells[:-1])) + len(cells)))
        if coreference not in ("_", "-", ""):
            self._brackets.cell(coreference, index)

    def _head(self, text: str, number: int, start: int, length: int) -> int | None:
        if not text:
            return None
        head = int(text) if text.isascii() and text.isdigit() and len(text) < 18 else -1
        if not 0 <= head <= length:
            remedy = leniently("drops it", "a head is 0 or the number of a token of the sentence")
            _report(
                self._problems, "head is not a token", self._file, number, remedy, detail=text[:40]
            )
            return None
        return start + head - 1 if head else ROOT


def _form(token: Token) -> str:
    return "_" if token.empty else _marked(token.form)


def _marked(value: str) -> str:
    """The value of a cell: `_` means nothing; a genuine underscore is written after a backslash."""
    return "_" if not value else "\\_" if value == "_" else " ".join(value.split("\t"))


def _unmarked(cell: str) -> str:
    return "_" if cell == "\\_" else cell


def _report(
    problems: Problems,
    message: str,
    file: File,
    line: int,
    remedy: Remedy | str,
    *,
    detail: str = "",
) -> None:
    problems.report(message, path=file.label, line=line, column=1, detail=detail, remedy=remedy)
