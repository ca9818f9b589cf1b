"""OpenNLP's coreference: a bracketed parse a line, in which `NP#1` is a mention of entity 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Span
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.standoff import own
from coindex.formats.systems.layout import PlacedWord, chained, laid_out
from coindex.io.files import File, Files

_PIECE = re.compile(r"\((?P<label>[^\s()]+)|(?P<close>\))|(?P<word>[^\s()]+)")
_MARKED = re.compile(r"\([A-Z][A-Z-]*#\d+ ")
_NODE = re.compile(r"(?P<label>.+?)(?:#(?P<entity>\d+))?")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}


@dataclass(frozen=True, slots=True)
class OpenNlp:
    """What `opennlp Coreferencer` prints: one sentence per line, and one document per file; blank
    lines are skipped. Tags become language-specific parts of speech; the trees are not kept.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".coref.txt",)
    language: str = "en"
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        return 0.9 if sample.lstrip().startswith("(") and _MARKED.search(sample) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            yield self._document(file, problems)

    def _document(self, file: File, problems: Problems) -> Annotated:
        sentences: list[list[PlacedWord]] = []
        chains: dict[str, list[Mention]] = {}
        count = 0
        for number, line in enumerate(file.lines(problems), 1):
            if not line.strip():
                continue
            words, marks, balanced = _tree(line)
            if not balanced or not words:
                problems.report(
                    "brackets do not match",
                    path=file.label,
                    line=number,
                    remedy=leniently("uses the words as they are", "a line is one whole tree"),
                )
            for entity, start, end in marks:
                mention = Mention((Span(count + start, count + end),))
                chains.setdefault(entity, []).append(mention)
            if words:
                sentences.append(words)
                count += len(words)
        return chained(laid_out(file.id, self.language, sentences), chains)


def _tree(line: str) -> tuple[list[PlacedWord], list[tuple[str, int, int]], bool]:
    """The words of a tree, its marked constituents, and whether its brackets match."""
    words: list[PlacedWord] = []
    marks: list[tuple[str, int, int]] = []
    nodes: list[tuple[str, str | None, int]] = []
    balanced = True
    for piece in _PIECE.finditer(line):
        if piece["label"] is not None:
            node = _NODE.fullmatch(piece["label"])
            assert node is not None
            nodes.append((node["label"], node["entity"], len(words)))
        elif piece["word"] is not None:
            tag = nodes[-1][0] if nodes else ""
            form = _BRACKETS.get(piece["word"], piece["word"])
            words.append(PlacedWord(form, None, {"xpos": tag}))
        elif nodes:
            _, entity, start = nodes.pop()
            if entity is not None and start < len(words):
                marks.append((entity, start, len(words)))
        else:
            balanced = False
    return words, marks, balanced and not nodes
