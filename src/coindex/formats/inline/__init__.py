"""Inline brackets: a notation for annotating by hand, `{mara +Mara
Venn+} lost {key {mara her} *key*}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy
from coindex.formats.inline.brackets import Bracket, Report, stripped
from coindex.formats.inline.mentions import InlineReading
from coindex.formats.inline.words import document_of
from coindex.formats.standoff import original, own
from coindex.io.files import File, Files

_HEADER = re.compile(r"# *(\w+) *[:=] *(.*)")
_ENTITY = re.compile(r"([^\s:]+): *(.+)")
_NUMBERS = ("singular", "plural")
_GENDERS = ("feminine", "masculine", "neuter", "open")


@dataclass(frozen=True, slots=True)
class Inline:
    """One document a file: `# name: value` lines, a blank line, the text, `---`, one
    line `label: type` per entity.

    `{label words}` is a mention. Its core is marked: `*noun*` or `+Name+`; a pronoun has none.
    After the label come attributes: `{ann:cataphor she}`. A label `-type` marks a pronoun that does
    not refer; `∅` is a zero pronoun, standing before its verb. A backslash makes `{ } * +` plain
    characters.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".inline",)

    def recognise(self, file: File) -> float:
        return 0.95 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            yield _File(file, problems).annotated()


class _File:
    """One file being read."""

    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._lines = original(file, problems).replace("\r\n", "\n").split("\n")
        headers = 0
        while headers < len(self._lines) and self._lines[headers].startswith("#"):
            headers += 1
        rules = [number for number, line in enumerate(self._lines) if line.strip() == "---"]
        self._begin, self._end = headers, rules[-1] if rules else len(self._lines)

    def annotated(self) -> Annotated:
        meta = self._meta()
        id, language = meta.pop("id", self._file.id), meta.pop("language", "")
        body = "\n".join(self._lines[self._begin : self._end])
        skipped = len(body) - len(body.lstrip("\n"))
        report = self._reporter(body[skipped:], self._begin + skipped)
        text, brackets = stripped(body.strip("\n"), report)
        if not text.strip():
            self._report("no text", 1, remedy="write the text after the lines that begin with #")
        document, places = document_of(id, text, brackets, language=language, meta=meta)
        reading = InlineReading(brackets, places, document, report)
        mentions = reading.mentions()
        entities = tuple(self._entities(mentions, brackets))
        links = tuple(reading.links(mentions))
        return Annotated(
            document,
            Annotation(
                id, mentions=in_order(list(mentions.values())), entities=entities, links=links
            ),
        )

    def _meta(self) -> dict[str, str]:
        meta = {}
        for number, line in enumerate(self._lines[: self._begin], 1):
            match = _HEADER.fullmatch(line.rstrip())
            if match:
                meta[match[1]] = match[2]
            else:
                self._report("not a header", number, line[:20], "write # name: value")
        return meta

    def _entities(self, mentions: dict[int, Mention], brackets: list[Bracket]) -> Iterable[Entity]:
        groups: dict[str, list[Mention]] = {}
        for index, mention in mentions.items():
            label = brackets[index].label
            if not label.startswith(("-", "_")):
                groups.setdefault(label, []).append(mention)
        described = self._described(groups)
        for label, group in groups.items():
            words = described.get(label, [])
            kinds = [word for word in words if word not in (*_NUMBERS, *_GENDERS)]
            attributes = [("number", word) for word in words if word in _NUMBERS]
            attributes += [("gender", word) for word in words if word in _GENDERS]
            yield Entity(label, in_order(group), kinds[0] if kinds else "", tuple(attributes))

    def _described(self, groups: dict[str, list[Mention]]) -> dict[str, list[str]]:
        descriptions: dict[str, list[str]] = {}
        for number, line in enumerate(self._lines[self._end + 1 :], self._end + 2):
            if not line.strip():
                continue
            match = _ENTITY.fullmatch(line.strip())
            if match is None:
                self._report(
                    "not the description of an entity", number, line[:20], "write label: type"
                )
            elif match[1] not in groups:
                self._report(
                    "no mention of the entity",
                    number,
                    match[1],
                    "leave the line out, or mend the label",
                )
            elif match[1] in descriptions:
                self._report("entity described twice", number, match[1], "leave one line out")
            else:
                descriptions[match[1]] = match[2].split()
        return descriptions

    def _reporter(self, body: str, first: int) -> Report:
        def report(message: str, at: int, detail: str, remedy: Remedy | str) -> None:
            line = body.count("\n", 0, at)
            column = at - (body.rfind("\n", 0, at) + 1) + 1
            self._report(message, first + line + 1, detail, remedy, column)

        return report

    def _report(
        self, message: str, line: int, detail: str = "", remedy: Remedy | str = "", column: int = 1
    ) -> None:
        path = self._file.label
        self._problems.report(
            message, path=path, line=line, column=column, detail=detail[:40], remedy=remedy
        )
