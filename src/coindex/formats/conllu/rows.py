"""Reads a sentence row by row: empty tokens, multiword tokens of any kind, and everything that is
irregular.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from coindex.core.document import ROOT, Multiword, Span, Token, spelled_by
from coindex.core.messages import Message
from coindex.core.remedies import leniently
from coindex.formats.conllu.draft import DocumentDraft, SentenceLines, bare, word_range


class _Rows:
    """One sentence being read; `heads` are word numbers, 0 for the root, -1 if unknown."""

    def __init__(self, draft: DocumentDraft) -> None:
        self.draft = draft
        self.first = len(draft.tokens)
        self.heads: list[int] = []
        self.lines: list[int] = []
        self.multiwords: list[tuple[int, int, tuple[int, int], Multiword]] = []
        self.inner = 0

    @property
    def count(self) -> int:
        return len(self.heads)

    def row(self, text: str, line: int) -> None:
        columns = text.split("\t")
        number = columns[0]
        if len(columns) != 10:
            self.draft.reporter.report(
                "not ten columns",
                line,
                min(len(text) + 1, len(columns)),
                detail=Message("{count} found", count=len(columns)),
                remedy=leniently("drops the line", "columns are separated by tabs"),
            )
        elif number == str(self.count + 1):
            self._word(columns, line)
        elif number == f"{self.count}.{self.inner + 1}":
            self._empty(columns, line)
        elif (
            self._last_inside() <= self.count
            and (span := word_range(number))
            and span[0] == self.count + 1
        ):
            place = self.draft.put(columns[1], columns[9])
            multiword = Multiword(Span(0, 0), columns[1], bare(columns[5]), bare(columns[9]))
            self.multiwords.append((len(self.draft.tokens), span[1], place, multiword))
        else:
            self.draft.reporter.report(
                "unexpected word number",
                line,
                detail=number[:40],
                remedy=leniently(
                    "drops the line", Message("expected {count}", count=self.count + 1)
                ),
            )

    def _last_inside(self) -> int:
        """The last word of the most recent multiword token."""
        return self.multiwords[-1][1] if self.multiwords else 0

    def _word(self, columns: list[str], line: int) -> None:
        form, head, misc = columns[1], columns[6], self._misc(columns[9], line)
        inside = self.count < self._last_inside()
        start, end = self.multiwords[-1][2] if inside else self.draft.put(form, misc)
        self.inner = 0
        self.heads.append(self._head(head, line))
        self.lines.append(line)
        named = (bare(columns[at]) for at in range(2, 6))
        self.draft.tokens.append(
            Token._make(
                (
                    start,
                    end,
                    form,
                    *named,
                    None,
                    bare(columns[7]),
                    bare(columns[8]),
                    bare(misc),
                    False,
                )
            )
        )

    def _empty(self, columns: list[str], line: int) -> None:
        self.inner += 1
        if (columns[6], columns[7]) != ("_", "_"):
            self.draft.empty.append(f"{len(self.draft.tokens)}={columns[6]}/{columns[7]}")
        misc, place = self._misc(columns[9], line), self.draft.length
        named = (bare(columns[at]) for at in range(1, 6))
        self.draft.tokens.append(
            Token._make((place, place, *named, None, "", bare(columns[8]), bare(misc), True))
        )

    def _misc(self, misc: str, line: int) -> str:
        """The MISC of the next token, without what belongs to coreference."""
        self.draft.lines.add(len(self.draft.tokens), [line])
        return self.draft.entities.cells([misc], len(self.draft.tokens))[0]

    def _head(self, head: str, line: int) -> int:
        if head == "_":
            return -1
        if head.isdecimal() and len(head) < 7:
            return int(head)
        self.draft.reporter.report(
            "head is not a number", line, detail=head[:40], remedy=leniently("leaves it open")
        )
        return -1

    def attach(self) -> None:
        """Give each word its head, and check that the heads form a forest."""
        tokens, report = self.draft.tokens, self.draft.reporter.report
        places = [index for index in range(self.first, len(tokens)) if not tokens[index].empty]
        for word, head in enumerate(self.heads):
            if head > len(places):
                line = self.lines[word]
                report(
                    "head is not a word of the sentence",
                    line,
                    detail=str(head),
                    remedy=leniently("leaves it open"),
                )
                self.heads[word] = -1
        for number in _on_circles(self.heads):
            form, line = tokens[places[number - 1]].form, self.lines[number - 1]
            report("dependencies form a cycle", line, detail=form, remedy=leniently("cuts it"))
            self.heads[number - 1] = -1
        for place, head in zip(places, self.heads, strict=True):
            new = places[head - 1] if head > 0 else None if head else ROOT
            tokens[place] = tokens[place]._replace(head=new)

    def finished(self, line: int) -> tuple[Multiword, ...]:
        """Multiword tokens with their spans; a word gets its own characters if the words spell the
        token.
        """
        tokens = self.draft.tokens
        if self._last_inside() > self.count:
            self.draft.reporter.report(
                "multiword token without its words",
                line,
                remedy=leniently("shortens it", "the sentence may be truncated"),
            )
        done = []
        words = [index for index in range(self.first, len(tokens)) if not tokens[index].empty]
        for start, last, place, multiword in self.multiwords:
            inside = words[bisect_left(words, start) : last]
            if not inside:
                continue
            if spelled_by((tokens[index].form for index in inside), multiword.form):
                begin = place[0]
                for index in inside:
                    end = begin + len(tokens[index].form)
                    tokens[index] = tokens[index]._replace(start=begin, end=end)
                    begin = end
            done.append(multiword._replace(span=Span(start, inside[-1] + 1)))
        return tuple(done)


def read_rows(draft: DocumentDraft, block: SentenceLines) -> None:
    """Read any sentence, and report what is wrong with it."""
    draft.begin(block)
    reading = _Rows(draft)
    for line, row in enumerate(block.rows, block.line):
        reading.row(row.decode(), line)
    reading.attach()
    multiwords = reading.finished(block.line)
    if len(draft.tokens) > reading.first:
        draft.end(block, Span(reading.first, len(draft.tokens)), multiwords)


def _on_circles(heads: Sequence[int]) -> Iterator[int]:
    """One word number from each cycle; `heads[n - 1]` is the head of word n, 0 or less for none."""
    seen = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node > 0 and not seen[node]:
            seen[node] = start
            node = heads[node - 1]
        if node > 0 and seen[node] == start:
            yield node
