"""BookNLP's output (Bamman 2021): a table of tokens and, beside it, one of entities with their
coreference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from coindex.core.annotation import Annotated, Kind, Mention
from coindex.core.document import Span
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import LEFT_OUT, leniently
from coindex.formats.markup import file_stems
from coindex.formats.standoff import companion
from coindex.formats.systems.booknlp_writer import KINDS, TYPES, entities, tokens
from coindex.formats.systems.layout import PlacedWord, chained, laid_out
from coindex.io.files import File, Files

TOKENS, ENTITIES = ".tokens", ".entities"
_WORD = ("paragraph_ID", "sentence_ID", "word", "lemma", "byte_onset", "POS_tag", "fine_POS_tag")
_MENTION = ("COREF", "start_token", "end_token", "prop", "cat")


@dataclass(frozen=True, slots=True)
class BookNlp:
    """`NAME.tokens` and `NAME.entities` are one document. A mention ends with its `end_token`.

    Dependencies are left out: their labels are not universal ones. The text is made from the
    tokens, at their characters. Written are chains as numbers, and the types that BookNLP has.
    """

    suffixes: ClassVar[tuple[str, ...]] = (TOKENS, ENTITIES)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TOKENS, Layer.SPACING, Layer.LANGUAGE, Layer.SENTENCES),
            *(Layer.PARAGRAPHS, Layer.LEMMAS, Layer.UPOS, Layer.XPOS, Layer.MENTIONS),
            *(Layer.KINDS, Layer.ENTITIES, Layer.SINGLETONS, Layer.TYPES),
        }
    )
    language: str = "en"
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        first = file.sample().partition("\n")[0]
        if first.startswith(("paragraph_ID\tsentence_ID", "COREF\tstart_token")):
            return 0.95
        return 0.0

    def parts(self, files: Files) -> Iterator[File]:
        """Tables of tokens, and those of entities beside them."""
        for file in files.with_suffix(*self.suffixes):
            if self.recognise(file):
                yield file

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(*self.suffixes) if len(files) > 1 else files:
            if file.name.endswith(ENTITIES):
                if companion(files, file, TOKENS) is None:
                    problems.report(
                        "entities without their tokens",
                        path=file.label,
                        detail=file.name,
                        remedy=leniently(
                            "leaves them out",
                            Message("read {tokens} together with them", tokens=TOKENS),
                        ),
                    )
            else:
                yield self._document(file, companion(files, file, ENTITIES), problems)

    def _document(self, file: File, beside: File | None, problems: Problems) -> Annotated:
        rows = [values for _, values in _rows(file, _WORD, problems)]
        keyed = groupby(rows, key=lambda row: (row["paragraph_ID"], row["sentence_ID"]))
        sentences, about = [], []
        for (paragraph, _), words in keyed:
            sentences.append(
                [
                    PlacedWord(
                        row["word"] or "_",
                        _number(row["byte_onset"]),
                        {
                            "lemma": row["lemma"],
                            "upos": row["POS_tag"],
                            "xpos": row["fine_POS_tag"],
                        },
                    )
                    for row in words
                ]
            )
            about.append({"paragraph": _number(paragraph) or 0})
        document = laid_out(file.id, self.language, sentences, about)
        chains: dict[str, list[Mention]] = {}
        types: dict[str, str] = {}
        for line, row in _rows(beside, _MENTION, problems) if beside is not None else ():
            start, last = _number(row["start_token"]), _number(row["end_token"])
            if start is None or last is None or not start <= last < len(document.tokens):
                assert beside is not None
                problems.report(
                    "span outside the document",
                    path=beside.label,
                    line=line,
                    detail=f"{row['start_token']} to {row['end_token']}",
                    remedy=LEFT_OUT,
                )
                continue
            kind = KINDS.get(row["prop"], Kind.UNKNOWN)
            chains.setdefault(row["COREF"], []).append(Mention((Span(start, last + 1),), kind=kind))
            types.setdefault(row["COREF"], TYPES.get(row["cat"], ""))
        return chained(document, chains, types)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        stem = file_stems()
        for item in items:
            name = stem(item.document.id)
            yield Chunk("".join(tokens(item.document)), f"{name}{TOKENS}")
            yield Chunk("".join(entities(item)), f"{name}{ENTITIES}")


def _rows(
    file: File, needed: tuple[str, ...], problems: Problems
) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines of a table as mappings, with their numbers; columns go by their names."""
    names: list[str] = []
    for number, line in enumerate(file.lines(problems), 1):
        cells = line.split("\t")
        if number == 1:
            names = cells
            missing = [name for name in needed if name not in names]
            if missing:
                problems.report(
                    "column is missing",
                    path=file.label,
                    line=1,
                    detail=", ".join(missing),
                    remedy=leniently("leaves the file out", "the first line names the columns"),
                )
                return
        elif len(cells) >= len(names):
            yield number, dict(zip(names, cells, strict=False))
        elif line.strip():
            problems.report(
                "too few columns",
                path=file.label,
                line=number,
                detail=f"{len(cells)} of {len(names)}",
                remedy=LEFT_OUT,
            )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() else None
