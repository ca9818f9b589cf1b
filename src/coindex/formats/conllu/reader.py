"""Reading CoNLL-U: lines into tokens, sentences and documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, repeat
from operator import add

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, Document, Multiword, Sentence, Span, Token
from coindex.core.files import File
from coindex.core.problems import Problems
from coindex.formats.conllu.entities import EntityReader, Fields

_HEADING = re.compile(r"^# newpar_block = .*?\bhead\b[^|]*\((\d+) s\)")
_NUMBERS = tuple(str(number) for number in range(1, 1000))
_BLANK = {"_": ""}
_VALUES = {"_": -1, **{str(number): number for number in range(1000)}}
_new_token = tuple.__new__


def documents(file: File, problems: Problems, *, language: str = "") -> Iterator[Annotated]:
    """The documents of one file."""
    reader = _DocumentReader(file, problems, language)
    block: list[str] = []
    number = 0
    for line in file.lines(problems):
        number += 1
        if line:
            block.append(line)
        elif block:
            yield from reader.sentence(block, number - len(block))
            block = []
    if block:
        reader.report(
            "no blank line after the last sentence",
            number,
            remedy="the file may be truncated; --lenient goes on",
        )
        yield from reader.sentence(block, number - len(block) + 1)
    yield from reader.finish()


class _DocumentReader:
    """Keeps one document while its sentences come in."""

    def __init__(self, file: File, problems: Problems, language: str) -> None:
        self.file, self.problems, self.language = file, problems, language
        self.header: list[str] = []
        self.fields: dict[str, Fields] = {}
        self.found = False
        self._start(file.stem)

    def _start(self, id: str) -> None:
        self.id = id or self.file.stem
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self.pieces: list[str] = []
        self.length = 0
        self.gap = ""
        self.paragraph = -1
        self.headings = 0
        self.meta: dict[str, str] = {}
        self.ids: set[str] = set()
        self.entities = EntityReader(self.header, self.fields, self)

    def report(self, message: str, line: int, column: int = 1, *, detail: str = "", remedy: str = "") -> None:
        self.problems.report(message, path=self.file.label, line=line, column=column, detail=detail, remedy=remedy)

    def sentence(self, block: list[str], line: int) -> Iterator[Annotated]:
        """One sentence; yields the document before it if a new one begins."""
        comments = 0
        while comments < len(block) and block[comments][0] == "#":
            comments += 1
        new = next((text for text in block[:comments] if text.startswith("# newdoc")), None)
        if new is not None:
            yield from self.finish()
            self._start(new.partition("=")[2].strip())
        if comments == len(block):
            self.report("sentence without words", line, remedy="remove its comments; --lenient drops it")
            return
        speaker, name = self._comments(block[:comments], line)
        first = len(self.tokens)
        multiwords = self._plain(block[comments:], line + comments)
        if multiwords is None:
            multiwords = self._words(block, comments, line)
        if len(self.tokens) == first:
            return
        heading = self.headings > 0
        self.headings -= heading
        self.sentences.append(
            Sentence(
                Span(first, len(self.tokens)),
                name,
                max(self.paragraph, 0),
                speaker,
                heading,
                tuple(block[:comments]),
                multiwords,
            )
        )

    def _comments(self, comments: list[str], line: int) -> tuple[str, str]:
        speaker = name = ""
        for offset, text in enumerate(comments):
            key, _, value = text[1:].lstrip().partition(" = ")
            if key == "text":
                continue
            if key == "sent_id":
                name = value.strip()
                if name in self.ids:
                    self.report(
                        "sent_id occurs twice", line + offset, detail=name, remedy="rename one; --lenient keeps both"
                    )
                self.ids.add(name)
            elif key.startswith("new"):
                self._structure(key, text)
            elif key == "speaker":
                speaker = value.strip()
            elif key.startswith("meta::"):
                self.meta[key[6:]] = value
            elif key == "global.Entity":
                if (header := value.strip().split("-")) != self.header:
                    self.header[:] = header
                    self.fields.clear()
            elif key == "language":
                self.language = value.strip()
        return speaker, name

    def _structure(self, key: str, text: str) -> None:
        if key == "newpar_block":
            match = _HEADING.match(text)
            self.headings = min(int(match[1][:6]), 1000) if match else self.headings
        elif key.startswith(("newpar", "newdoc")):
            self._paragraph()

    def _paragraph(self) -> None:
        if self.paragraph < 0 or (self.sentences and self.sentences[-1].paragraph == self.paragraph):
            self.paragraph += 1
        self.gap = "\n\n" if self.pieces else ""

    def _plain(self, rows: list[str], line: int) -> tuple[Multiword, ...] | None:
        """A sentence of words and multiword tokens with nothing wrong: column by column, which is much faster.

        `None`, and nothing done, if it is anything else.
        """
        split = [row.split("\t") for row in rows]
        ranges = [at for at, row in enumerate(split) if "-" in row[0]]
        words = [row for row in split if "-" not in row[0]] if ranges else split
        try:
            columns = list(zip(*words, strict=True))
        except ValueError:
            return None
        count, first = len(words), len(self.tokens)
        if len(columns) != 10 or columns[0] != _NUMBERS[:count]:
            return None
        heads = [_VALUES.get(head, count + 1) for head in columns[6]]
        if max(heads) > count or _cycle(heads) is not None:
            return None
        forms, misc = columns[1], columns[9]
        gaps = ["" if "SpaceAfter=No" in value else " " for value in misc]
        multiwords = _spelled([split[at] for at in ranges], forms, gaps, first)
        if multiwords is None:
            return None
        if "Entity=" in "".join(misc):
            lines = (
                [line + at for at, row in enumerate(split) if "-" not in row[0]]
                if ranges
                else range(line, line + count)
            )
            cell = self.entities.cell
            misc = tuple(
                [cell(value, first + at, lines[at]) if "Entity=" in value else value for at, value in enumerate(misc)]
            )
        starts = list(accumulate(map(add, map(len, forms), map(len, gaps)), initial=self.length + len(self.gap)))
        self.pieces.append(self.gap)
        self.pieces.extend(chain.from_iterable(zip(forms, gaps, strict=True)))
        self.pieces.pop()
        self.gap, self.length = gaps[-1], starts[-1] - len(gaps[-1])
        base = first - 1
        self.tokens.extend(
            map(
                _new_token,
                repeat(Token),
                zip(
                    starts,
                    map(add, starts, map(len, forms)),
                    forms,
                    *map(_blanked, columns[2:6]),
                    [head + base if head > 0 else None if head else ROOT for head in heads],
                    *map(_blanked, columns[7:9]),
                    _blanked(misc),
                    repeat(False),
                    strict=False,
                ),
            )
        )
        return multiwords

    def _words(self, block: list[str], skip: int, line: int) -> tuple[Multiword, ...]:  # noqa: PLR0915 - the hot loop
        """The token lines of a sentence. One pass, and few calls: this is where reading spends its time."""
        tokens, pieces = self.tokens, self.pieces
        first, length, gap = len(tokens), self.length, self.gap
        multiwords: list[Multiword] = []
        heads: list[int] = []  # of words, as numbers; 0 is the root, -1 is unknown
        empties = False
        count = inner = 0
        inside_end = 0  # the last word of the multiword token we are in
        for at in range(skip, len(block)):
            try:
                number, form, lemma, upos, xpos, feats, head, deprel, deps, misc = block[at].split("\t")
            except ValueError:
                self._wrong_columns(block[at], line + at)
                continue
            if number == (_NUMBERS[count] if count < 999 else str(count + 1)):
                count += 1
                inner = 0
                misc = self._misc(misc, line + at)
                if count > inside_end:
                    if gap:
                        pieces.append(gap)
                        length += len(gap)
                    start = length
                    pieces.append(form)
                    length += len(form)
                    gap = "" if "SpaceAfter=No" in misc else " "
                    end = length
                else:
                    start, end = self._inside(multiwords[-1], form, length)
            elif number == f"{count}.{inner + 1}":
                inner += 1
                misc = self._misc(misc, line + at)
                named = [_bare(value) for value in (form, lemma, upos, xpos, feats)]
                tokens.append(Token._make((length, length, *named, None, "", _bare(deps), _bare(misc), True)))
                empties = True
                continue
            elif inside_end <= count and (span := _range(number)) and span[0] == count + 1:
                inside_end = span[1]
                if gap:
                    pieces.append(gap)
                    length += len(gap)
                pieces.append(form)
                length += len(form)
                gap = "" if "SpaceAfter=No" in misc else " "
                multiwords.append(Multiword(Span(len(tokens), inside_end - count), form, _bare(feats), _bare(misc)))
                continue
            else:
                self.report(
                    "unexpected word number",
                    line + at,
                    detail=number,
                    remedy=f"expected {count + 1}; --lenient drops the line",
                )
                continue
            value = _VALUES.get(head)
            if value is None:
                value = self._head(head, line + at)
            heads.append(value)
            tokens.append(
                _new_token(
                    Token,
                    (
                        start,
                        end,
                        form,
                        "" if lemma == "_" else lemma,
                        "" if upos == "_" else upos,
                        "" if xpos == "_" else xpos,
                        "" if feats == "_" else feats,
                        value + first - 1 if value > 0 else None if value else ROOT,
                        "" if deprel == "_" else deprel,
                        "" if deps == "_" else deps,
                        "" if misc == "_" else misc,
                        False,
                    ),
                )
            )
        self.length, self.gap = length, gap
        if inside_end > count:
            self.report(
                "multiword token without its words",
                line,
                remedy="the sentence may be truncated; --lenient shortens it",
            )
        if heads and (max(heads) > count or empties or _cycle(heads) is not None):
            self._attach(first, heads, lambda word: _line_of(word, block, line))
        return self._finished(multiwords, first)

    def _misc(self, misc: str, line: int) -> str:
        """MISC of the token that comes next, without what belongs to coreference."""
        return self.entities.cell(misc, len(self.tokens), line) if "Entity=" in misc else misc

    def _wrong_columns(self, text: str, line: int) -> None:
        self.report(
            "not ten columns",
            line,
            min(len(text) + 1, text.count("\t") + 1),
            detail=f"{text.count(chr(9)) + 1} found",
            remedy="columns are separated by tabs; --lenient drops the line",
        )

    def _inside(self, multiword: Multiword, form: str, end: int) -> tuple[int, int]:
        """The characters of a word inside a multiword token: its own if the words spell the token, else all of them."""
        base = end - len(multiword.form)
        done = sum(token.end - token.start for token in self.tokens[multiword.span.start :] if not token.empty)
        if multiword.form.startswith(form, done) and all(
            token.end - token.start == len(token.form) for token in self.tokens[multiword.span.start :]
        ):
            return base + done, base + done + len(form)
        return base, end

    def _finished(self, multiwords: list[Multiword], first: int) -> tuple[Multiword, ...]:
        """Give each multiword token its span, and all its characters to each word where the words do not spell it."""
        done: list[Multiword] = []
        for multiword in multiwords:
            start, wanted = multiword.span
            end, words = start, 0
            while end < len(self.tokens) and (words < wanted or (self.tokens[end].empty and words < wanted)):
                words += not self.tokens[end].empty
                end += 1
            span = Span(start, end)
            inside = [index for index in range(start, end) if not self.tokens[index].empty]
            if inside and "".join(self.tokens[index].form for index in inside) != multiword.form:
                left = min(self.tokens[index].start for index in inside)
                for index in inside:
                    self.tokens[index] = self.tokens[index]._replace(start=left, end=left + len(multiword.form))
            if inside:
                done.append(multiword._replace(span=span))
        return tuple(done)

    def _head(self, head: str, line: int) -> int:
        if head.isdecimal() and len(head) < 7:
            return int(head)
        self.report("head is not a number", line, detail=head[:40], remedy="--lenient leaves it open")
        return -1

    def _attach(self, first: int, heads: list[int], line_of: Callable[[int], int]) -> None:
        """Heads of a sentence that has empty tokens between its words, or heads that do not make a forest."""
        places = [index for index in range(first, len(self.tokens)) if not self.tokens[index].empty]
        for word, head in enumerate(heads, 1):
            if head > len(places):
                self.report(
                    "head is not a word of the sentence",
                    line_of(word),
                    detail=str(head),
                    remedy="--lenient leaves it open",
                )
                heads[word - 1] = -1
        while (cycle := _cycle(heads)) is not None:
            form = self.tokens[places[cycle - 1]].form
            self.report("dependencies go round in a circle", line_of(cycle), detail=form, remedy="--lenient cuts it")
            heads[cycle - 1] = -1
        for place, head in zip(places, heads, strict=True):
            new = places[head - 1] if head > 0 else None if head else ROOT
            self.tokens[place] = self.tokens[place]._replace(head=new)

    def finish(self) -> Iterator[Annotated]:
        """The document as it stands, if there is one."""
        if not self.tokens:
            return
        annotation = self.entities.annotation(self.id, self.tokens)
        document = Document(
            self.id, "".join(self.pieces), self.language, tuple(self.tokens), tuple(self.sentences), self.meta
        )
        self.tokens = []
        yield Annotated(document, annotation)


def _line_of(word: int, block: list[str], line: int) -> int:
    """The line of a sentence's word, given its number and the line the sentence begins at."""
    return next((line + at for at, text in enumerate(block) if text.startswith(f"{word}\t")), line)


def _spelled(
    rows: list[list[str]], forms: tuple[str, ...], gaps: list[str], first: int
) -> tuple[Multiword, ...] | None:
    """Multiword tokens whose words spell them; `gaps` is set right. `None` if one is anything else."""
    found: list[Multiword] = []
    for row in rows:
        span = _range(row[0])
        if len(row) != 10 or span is None or span[1] > len(forms) or "Entity=" in row[9]:
            return None
        start, end = span[0] - 1, span[1]
        if (found and first + start < found[-1].span.end) or "".join(forms[start:end]) != row[1]:
            return None
        gaps[start:end] = [""] * (end - start - 1) + ["" if "SpaceAfter=No" in row[9] else " "]
        found.append(Multiword(Span(first + start, first + end), row[1], _bare(row[5]), _bare(row[9])))
    return tuple(found)


def _blanked(column: tuple[str, ...]) -> Iterable[str]:
    return map(_BLANK.get, column, column) if "_" in column else column


def _bare(value: str) -> str:
    return "" if value == "_" else value


def _range(number: str) -> tuple[int, int] | None:
    left, dash, right = number.partition("-")
    if dash and left.isdecimal() and right.isdecimal() and len(right) < 7 and int(left) <= int(right):
        return int(left), int(right)
    return None


def _cycle(heads: list[int]) -> int | None:
    """The number of a word on a circle, or `None`; `heads[n - 1]` is the head of word n, 0 or less for none."""
    seen = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node > 0 and not seen[node]:
            seen[node] = start
            node = heads[node - 1]
        if node > 0 and seen[node] == start:
            return node
    return None
