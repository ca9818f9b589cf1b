"""SUPAR's files: text, anaphors, candidates of each anaphor, tagged corpus;
a folder of them is a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.supar.anaphors import CANDIDATES, Anaphors
from coindex.formats.supar.candidates import with_candidates
from coindex.formats.supar.tagged import tagged_text
from coindex.formats.supar.texts import SuparText, facts_text, numbered_text
from coindex.formats.supar.writer import SEGMENTED, chunks
from coindex.io.files import File, Files

_KINDS = (
    ("tagged", re.compile(r"\s*<@000,")),
    ("facts", re.compile(r"(?:\s*%.*\n)*\s*o\(\d+,'")),
    ("numbered", re.compile(r"\d+ 0 \S+ 1(?: \S+ \d+)*\s*(?:\n|$)")),
    ("anaphors", re.compile(r"\d+ \d+ \d+ [A-Za-z]+ [<>!$]\s*(?:\n|$)")),
)


@dataclass(frozen=True)
class Supar:
    """The files of SUPAR's evaluation module (Ferrández, Peral & Luján-Mora).

    A solution makes a link, linked mentions make entities; candidates are mentions.
    """

    facts: bool = True
    """Whether the text is written as Prolog facts (`text.pl`), or as lines of words between
    boundary numbers (`text.txt`).
    """
    window: int = 4
    """How many sentences back all mentions are written as candidates, where the
    annotation does not list them.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".www", ".supar")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.SENTENCE_NAMES,
            Layer.MENTIONS,
            Layer.ENTITIES,
            Layer.SENTENCES,
            Layer.COMMENTS,
            Layer.LEMMAS,
            Layer.XPOS,
            Layer.MISC,
            Layer.HEADS,
            Layer.KINDS,
            Layer.REFERENCE,
            Layer.MARKABLES,
            Layer.ATTRIBUTES,
            Layer.LINKS,
        }
    )

    def recognise(self, file: File) -> float:
        kind = _kind(file)
        return 0.9 if kind else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        folders: dict[str, dict[str, list[File]]] = {}
        for file in files:
            kind = _kind(file)
            if kind:
                folder = str(PurePosixPath(file.name).parent)
                folders.setdefault(folder, {}).setdefault(kind, []).append(file)
        if not folders:
            remedy = "a folder needs text.pl, text.txt or a tagged corpus"
            raise FormatError("no file of SUPAR's in it", path=files.label, remedy=remedy)
        for folder, by_kind in folders.items():
            yield _document(folder, by_kind, problems, files.label)

    def parts(self, files: Files) -> Iterator[File]:
        return (file for file in files if _kind(file))

    def with_decisions(self, item: Annotated, decisions: Iterable[Decision]) -> Annotated:
        return with_candidates(item, decisions, self.window)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield from chunks(item, facts=self.facts, window=self.window)


def _kind(file: File) -> str:
    if CANDIDATES.fullmatch(PurePosixPath(file.name).name):
        return "candidates"
    if PurePosixPath(file.name).name == SEGMENTED:
        return "segmented"
    sample = file.sample()
    return next((kind for kind, pattern in _KINDS if pattern.match(sample)), "")


def _document(
    folder: str, by_kind: dict[str, list[File]], problems: Problems, label: str
) -> Annotated:
    # A segmented text says least, so it is read only where there is no other.
    if "segmented" in by_kind and not any(
        kind in by_kind for kind in ("facts", "numbered", "tagged")
    ):
        by_kind["tagged"] = by_kind["segmented"]
    texts = [file for kind in ("facts", "numbered", "tagged") for file in by_kind.get(kind, ())]
    if not texts:
        raise FormatError(
            "no text file", path=label, remedy="a folder needs text.pl, text.txt or a tagged corpus"
        )
    name = folder if folder != "." else texts[0].id
    text: SuparText
    if "facts" in by_kind:
        text = facts_text(texts[0], problems)
    elif "numbered" in by_kind:
        text = numbered_text(texts[0], problems)
    else:
        text = SuparText()
    for file in by_kind.get("tagged", ())[:1]:
        tagged = tagged_text(file, problems)
        if text.sentences and tagged.forms != text.forms:
            remedy = leniently("leaves the tagged corpus out", "both must have the same words")
            problems.report(
                "tagged corpus does not fit the text",
                path=file.label,
                line=1,
                column=1,
                remedy=remedy,
            )
        else:
            text = text.with_tags(tagged)
    document = text.document(name)
    anaphors = Anaphors(document, text.numbers, text.phrases, problems)
    for file in by_kind.get("anaphors", ()):
        anaphors.read(file)
    for file in by_kind.get("candidates", ()):
        anaphors.read_candidates(file)
    return Annotated(document, anaphors.annotation())
