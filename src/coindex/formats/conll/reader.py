"""Reads CoNLL-2012 one document at a time, and within it column by column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress, count, repeat

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.errors import FormatError
from coindex.core.fast import new_tuple
from coindex.core.problems import Problems
from coindex.core.remedies import Action, Remedy, doing, leniently
from coindex.formats import brackets
from coindex.formats.conll.cells import NOTHING, Between, between_of
from coindex.formats.misc import escaped
from coindex.io.files import File

MARK = re.compile(r"#[ \t]*(begin|end) document\b[ \t]*(.*)")

_HEADER = re.compile(r"\((.*)\)\s*;?\s*(?:part\s+([0-9]{1,9}))?")
_ODD_SPACE = re.compile(
    r"[\x0b\x0c\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
)
_BLANKS = re.compile(r"[ \t]+")
_COUNTED = [str(number) for number in range(4096)]
"""The numbers of the words as they should be: whole columns are compared with them, and each row is
only looked at where they differ.
"""


def documents(file: File, problems: Problems) -> Iterator[tuple[str, int, list[str]]]:
    """Id, number of the first line, and the lines between the marks."""
    name, first, body, number, begun, any_document = "", 1, list[str](), 0, False, False

    def trouble(message: str, line: int, remedy: Remedy | str) -> None:
        problems.report(message, path=file.label, line=line, column=1, remedy=remedy)

    for line in file.lines(problems):
        number += 1
        match = MARK.match(line) if line[:1] == "#" else None
        if match is None:
            body.append(line)
            continue
        if begun and match[1] == "begin":
            trouble(
                "document without end",
                number,
                leniently("ends it here", "write #end document before"),
            )
        elif not begun and match[1] == "end" and not any(body):
            trouble("document end without beginning", number, leniently("ignores the line"))
        # Blank lines between documents are no words.
        elif not begun and any(body):
            trouble(
                "words outside a document",
                first,
                leniently("merges them", "write #begin document before"),
            )
        if begun or any(body):
            any_document = True
            problems.begin(file.label, first)
            yield name or file.id, first, body
        begun = match[1] == "begin"
        name, first, body = _name(match[2]) if begun else "", number + 1, []
    if begun:
        trouble(
            "document without end", number, leniently("ends it here", "the file may be truncated")
        )
    elif any(body):
        trouble(
            "words outside a document",
            first,
            leniently("merges them", "write #begin document before"),
        )
    if begun or any(body):
        problems.begin(file.label, first)
        yield name or file.id, first, body
    elif not any_document:
        raise FormatError(
            "contains no document",
            path=file.label,
            line=1,
            remedy="a document starts with #begin document",
        )


def _name(header: str) -> str:
    match = _HEADER.match(header)
    if match is None:
        return header.strip()
    name, part = match.groups()
    return f"{name}#{int(part):03d}" if part and int(part) else str(name)


def _without_tabs(line: str, width: int) -> str:
    """The line without tabs at its end that its document does not have elsewhere."""
    return line[:-1] if line.endswith("\t") and line.count("\t") > width else line


class ConllLines:
    """Reads the lines of one document, column by column instead of line by line, because scorers
    read many of them.
    """

    def __init__(
        self, path: str, problems: Problems, name: str, first: int, lines: list[str]
    ) -> None:
        self._path, self._problems, self._name = path, problems, name
        self._first, self._lines = first, lines
        self._separator = "\t" if "\t" in next(filter(None, lines), "") else None
        if self._separator and any(line.endswith("\t") for line in lines):
            width = next(filter(None, lines)).count("\t")
            self._lines = [_without_tabs(line, width) for line in lines]
        if not self._separator and any(
            not line.isascii() and _ODD_SPACE.search(line) for line in lines
        ):
            self._separator, self._lines = (
                "\t",
                [_BLANKS.sub("\t", line.strip(" ")) for line in lines],
            )

    def read(self, word: int) -> Annotated:
        lead = word - 1 if word > 0 else self._word_column()
        rows = [line.split(self._separator, lead + 1) for line in self._lines]
        self._others = [index for index, cells in enumerate(rows) if len(cells) < lead + 2]
        if self._others:
            rows = [cells for cells in rows if len(cells) == lead + 2]
        spans = self._sentence_spans()
        if not rows:
            return Annotated(Document(self._name, ""), Annotation(self._name))
        columns = list(zip(*rows, strict=True))
        if lead:
            self._check_layout(columns, lead, spans)
            self._check_numbers(columns[lead - 1], spans)
        between, coreference = self._ends(columns[-1])
        document = self._document(columns[lead], [between[end] for end in columns[-1]], spans)
        coreference_brackets = brackets.Brackets(self._problems, self._path, self._place)
        cells = list(map(coreference.__getitem__, columns[-1]))
        for token in compress(count(), cells):
            coreference_brackets.cell(cells[token], token)
        return Annotated(document, coreference_brackets.annotation(self._name))

    def _ends(self, ends: Sequence[str]) -> tuple[dict[str, Between], dict[str, str]]:
        """The parsed line ends: most lines of a document end alike after the word, so each
        different end is read once.
        """
        between, coreference = {}, {}
        for end in set(ends):
            *first, last = end.rsplit(self._separator, 1) or [""]
            between[end] = between_of(first[0] if first else "", self._separator)
            coreference[end] = "" if last in NOTHING else last
        return between, coreference

    def _document(
        self, forms: Sequence[str], between: list[Between], spans: list[Span]
    ) -> Document:
        xpos: Iterable[str] = repeat(between[0].xpos)
        lemma: Iterable[str] = repeat(between[0].lemma)
        misc: Iterable[str] = repeat(between[0].misc)
        if between.count(between[0]) < len(between):
            xpos, lemma = [item.xpos for item in between], [item.lemma for item in between]
            misc = self._speaking(between, spans)
        after = list(accumulate(map((1).__add__, map(len, forms))))
        starts, ends, empty = chain((0,), after), map((-1).__add__, after), repeat("")
        fields = zip(
            starts,
            ends,
            forms,
            lemma,
            empty,
            xpos,
            empty,
            repeat(None),
            empty,
            empty,
            misc,
            repeat(False),
        )
        tokens = tuple(map(new_tuple, repeat(Token), fields))
        sentences = tuple(Sentence(span, speaker=between[span.start].speaker) for span in spans)
        return Document(self._name, " ".join(forms), "", tokens, sentences)

    def _speaking(self, between: list[Between], spans: list[Span]) -> Iterator[str]:
        """The MISC of tokens whose speaker is not that of the sentence."""
        for span in spans:
            first = between[span.start]
            for token in range(*span):
                own = between[token]
                if own.width != first.width:
                    detail = f"{own.width - first.width:+d}"
                    self._report(
                        "wrong number of columns",
                        token,
                        detail,
                        leniently("uses the last for coreference"),
                    )
                if own.speaker == first.speaker:
                    yield own.misc
                else:
                    yield "|".join(filter(None, (own.misc, f"Speaker={escaped(own.speaker)}")))

    def _sentence_spans(self) -> list[Span]:
        spans, begin = [], 0
        for blanks, index in enumerate([*self._others, len(self._lines)]):
            if index < len(self._lines) and self._lines[index].strip():
                line = self._first + index
                detail, remedy = repr(self._lines[index][:80]), leniently("leaves the line out")
                self._problems.report(
                    "too few columns",
                    path=self._path,
                    line=line,
                    column=1,
                    detail=detail,
                    remedy=remedy,
                )
            elif index - blanks > begin:
                spans.append(Span(begin, index - blanks))
                begin = index - blanks
        return spans

    def _word_column(self) -> int:
        first = next((line for line in self._lines if line.strip()), "")
        return min(3, max(0, len(first.split(self._separator)) - 2))

    def _check_layout(self, columns: Sequence[Sequence[str]], lead: int, spans: list[Span]) -> None:
        """Raise an error if the first column has the numbers of words, as in CoNLL-2009 and
        SemEval-2010: no leniency can help, since what stands in the place of words are lemmas.
        """
        numbers = list(columns[0][slice(*spans[0])])[:2]
        if lead > 1 and numbers == ["1", "2"] and not columns[lead - 1][0].isdecimal():
            line, _ = self._place(spans[0].start)
            raise FormatError(
                "words are in another column than in CoNLL-2012",
                path=self._path,
                line=line,
                column=1,
                remedy=doing(
                    Action.NAME_FORMAT, "numbered rows are those of SemEval-2010: semeval"
                ),
            )

    def _check_numbers(self, numbers: Sequence[str], spans: list[Span]) -> None:
        for span in spans:
            own = list(numbers[span.start : span.end])
            if own != _COUNTED[: len(own)]:
                self._check_order(own, span.start)

    def _check_order(self, numbers: list[str], begin: int) -> None:
        """Check the word numbers, which may also run through the document."""
        for offset, text in enumerate(numbers):
            if not (text.isascii() and text.isdigit() and len(text) < 18):
                self._report(
                    "word number is not a number",
                    begin + offset,
                    repr(text),
                    leniently("ignores the number"),
                )
                return
            if offset and int(text) != int(numbers[offset - 1]) + 1:
                remedy = leniently("continues", "lines may be missing or shuffled")
                self._report("word number out of order", begin + offset, text, remedy)
                return

    @cached_property
    def _rows(self) -> list[int]:
        others = set(self._others)
        return [index for index in range(len(self._lines)) if index not in others]

    def _place(self, token: int) -> tuple[int, int]:
        row = self._rows[token]
        line = self._lines[row].rstrip()
        return self._first + row, max(line.rfind("\t"), line.rfind(" ")) + 2

    def _report(self, message: str, token: int, detail: str, remedy: Remedy | str) -> None:
        line = self._first + self._rows[token]
        self._problems.report(
            message, path=self._path, line=line, column=1, detail=detail, remedy=remedy
        )
