"""MMAX2: words in one file, and a file of markables for each level (Müller & Strube 2006)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.formats.markup import xml
from coindex.formats.mmax.reader import MmaxReading
from coindex.io.files import File, Files

_WORDS = "_words.xml"
_LEVEL = re.compile(r"(?P<base>.+)_(?P<level>[^_/]+)_level\.xml")
_PROJECT = re.compile(r"<(annotationscheme|customization)\b")


@dataclass(frozen=True)
class Mmax:
    """Names of levels and attributes are separated by spaces."""

    levels: str = ""
    """Levels with mentions; empty for every level that has sets or pointers, or is pointed to."""
    sets: str = "coref_class coref_set coreference_set coref"
    """Attributes that hold coreference sets."""
    pointers: str = "anaphor_antecedent antecedent"
    """Attributes that hold antecedents."""
    sentences: str = "sentence sentences"
    """Levels whose markables are sentences."""
    paragraphs: str = "paragraph paragraphs"
    """Levels whose markables are paragraphs."""

    suffixes: ClassVar[tuple[str, ...]] = (".mmax", _WORDS, "_level.xml")

    def recognise(self, file: File) -> float:
        sample = file.sample()
        name = file.name.lower()
        if "<markables" in sample or "<mmax_project" in sample or "<common_paths" in sample:
            return 0.95
        if "<words" in sample and "<word " in sample:
            return 0.95 if name.endswith(_WORDS) else 0.7
        return 0.15 if name.endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        words = [file for file in files if file.name.endswith(_WORDS)]
        words = words or ([files[0]] if len(files) == 1 else [])
        if not words:
            raise FormatError(
                Message("contains no *{words}", words=_WORDS),
                path=files.label,
                remedy="name the folder that holds basedata and markables",
            )
        levels = _levels(files, words)
        bases = Counter(map(_base, words))
        for file in words:
            base = _base(file)
            id = base if bases[base] == 1 else file.name.removesuffix(_WORDS)
            yield MmaxReading(self, xml(file, problems), id).result(levels.get(file.name, []))

    def parts(self, files: Files) -> Iterator[File]:
        """Words and levels, and the other files of a project: schemes, styles, customizations."""
        return (file for file in files if self.recognise(file) or self._of_project(file))

    def _of_project(self, file: File) -> bool:
        known = file.suffix == ".xml" and _PROJECT.search(file.sample())
        return bool(known) or file.suffix in (".xsl", ".dtd")

    def kind(self, level: str) -> str:
        """The content of a level, as far as its name tells."""
        if level in self.sentences.split():
            return "sentences"
        return "paragraphs" if level in self.paragraphs.split() else ""


def _base(file: File) -> str:
    return PurePosixPath(file.name).name.removesuffix(_WORDS)


def _levels(files: Files, words: list[File]) -> dict[str, list[tuple[str, File]]]:
    """The levels of each words file: of several with the same name, the nearest in the
    folder tree.
    """
    levels: dict[str, list[tuple[str, File]]] = {}
    by_base: dict[str, list[File]] = {}
    for word in words:
        by_base.setdefault(_base(word), []).append(word)
    for file in files:
        match = _LEVEL.fullmatch(PurePosixPath(file.name).name)
        fitting = by_base.get(match["base"]) if match else None
        if match and fitting:
            nearest = max(fitting, key=lambda word: _shared(word.name, file.name))
            levels.setdefault(nearest.name, []).append((match["level"], file))
    return levels


def _shared(one: str, other: str) -> int:
    pairs = zip(PurePosixPath(one).parts, PurePosixPath(other).parts, strict=False)
    return next((number for number, (left, right) in enumerate(pairs) if left != right), 0)
