"""Output of the FDG parser (Tapanainen & Järvinen 1997), one word per line: `5 file file comp:>2
@PCOMPL-S N SG`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import ROOT
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.building import Builder
from coindex.formats.markup import own_files
from coindex.io.files import File, Files
from coindex.language.syntax.fdg import TAGS

_LINE = re.compile(r"^\s*\d+\s+\S+\s+\S+.*?\s[\w-]+:>\d+(\s+@|\s*$)", re.MULTILINE)
_RELATION = re.compile(r"([^\s:]+):>(\d{1,8})")
_FEATURES = {
    "SG": "Number=Sing",
    "PL": "Number=Plur",
    "NOM": "Case=Nom",
    "ACC": "Case=Acc",
    "GEN": "Case=Gen",
    "MASC": "Gender=Masc",
    "FEM": "Gender=Fem",
    "PAST": "Tense=Past|VerbForm=Fin",
    "PRES": "Tense=Pres|VerbForm=Fin",
    "IMP": "Mood=Imp|VerbForm=Fin",
    "INF": "VerbForm=Inf",
    "CMP": "Degree=Cmp",
    "SUP": "Degree=Sup",
}


@dataclass(frozen=True)
class Fdg:
    """FDG's own tags stay in MISC."""

    universal: bool = True
    """Whether a universal tag and features are added where FDG's tags determine them."""

    suffixes: ClassVar[tuple[str, ...]] = (".fdg",)

    def recognise(self, file: File) -> float:
        if _LINE.search(file.sample()):
            return 0.9
        return 0.2 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "FDG"):
            yield _Reading(file, problems, self.universal).result()


class _Reading:
    def __init__(self, file: File, problems: Problems, universal: bool) -> None:
        self.file, self.problems, self.universal = file, problems, universal
        self.builder = Builder(file.id)
        self._places: dict[int, int] = {}
        self._heads: list[tuple[int, int, int]] = []
        self._line = 0

    def result(self) -> Annotated:
        for number, line in enumerate(self.file.lines(self.problems), 1):
            self._line = number
            fields = line.split("\t") if "\t" in line else line.split()
            fields = [field.strip() for field in fields]
            if fields and fields[0].isdecimal() and len(fields[0]) < 9:
                self._numbered(int(fields[0]), [field for field in fields[1:] if field])
            elif fields and fields[0].startswith(("$", "<s>")):
                self._mark(fields[0])
            elif line.strip():
                self._report("not an FDG line", repr(line.strip()[:30]), leniently("skips it"))
        self._end_sentence()
        document = self.builder.document()
        if not document.tokens:
            self._line = 1
            self._report(
                "no words",
                "",
                leniently("treats it as an empty document", "download or copy the file again"),
            )
        return Annotated(document, Annotation(document.id))

    def _numbered(self, number: int, fields: list[str]) -> None:
        if not fields:
            if number:
                self._report("line without a word", str(number), leniently("skips it"))
            return
        if fields[0] in ("<s>", "$<s>"):
            self._end_sentence()
            return
        if number in self._places:
            self._report(
                "number occurs twice in the sentence",
                str(number),
                leniently("uses the first for heads"),
            )
        index = (
            self._mark(fields[0])
            if fields[0][0] == "$" and len(fields[0]) > 1
            else self._word(fields)
        )
        self._places.setdefault(number, index)

    def _mark(self, form: str) -> int:
        """Read a punctuation mark after a `$`, or the end of a sentence."""
        form = form[1:] if form.startswith("$") and len(form) > 1 else form
        if form == "<s>":
            self._end_sentence()
            return -1
        return self.builder.word(
            form, lemma=form, xpos="PUNCT", upos="PUNCT" if self.universal else ""
        )

    def _word(self, fields: list[str]) -> int:
        form, lemma = fields[0], fields[1] if len(fields) > 1 else ""
        relation = next(
            (match for field in fields[2:] if (match := _RELATION.fullmatch(field))), None
        )
        rest = " ".join(field for field in fields[2:] if not _RELATION.fullmatch(field)).split()
        tags = [tag for tag in rest if not tag.startswith(("@", "%"))]
        pos = tags[0] if tags else ""
        known = (
            {one for tag in tags if tag in _FEATURES for one in _FEATURES[tag].split("|")}
            if self.universal
            else ()
        )
        misc = [f"Function={tag}" for tag in rest if tag.startswith("@")][:1]
        misc += [f"Features={' '.join(tags[1:])}"] if tags[1:] else []
        index = self.builder.word(
            form,
            lemma=lemma,
            xpos=pos,
            upos=TAGS.get(pos, "") if self.universal else "",
            feats="|".join(sorted(known)),
            deprel=relation[1] if relation else "",
            misc="|".join(misc),
        )
        if relation:
            # The head may stand further on, so its number is resolved when the sentence is
            # complete.
            self._heads.append((index, int(relation[2]), self._line))
        return index

    def _end_sentence(self) -> None:
        tokens = self.builder.tokens
        for index, number, line in self._heads:
            head = ROOT if number == 0 else self._places.get(number)
            if head is None or head == index:
                self._line = line
                self._report(
                    "head is not another word of the sentence",
                    str(number),
                    leniently("leaves the head unknown"),
                )
            else:
                tokens[index] = tokens[index]._replace(head=head)
        self._heads.clear()
        self._places.clear()
        self.builder.end_sentence()

    def _report(self, message: str, detail: str, remedy: Remedy | str) -> None:
        remedy = Message("correct the line; {remedy}", remedy=remedy)
        self.problems.report(
            message, path=self.file.label, line=self._line, column=1, detail=detail, remedy=remedy
        )
