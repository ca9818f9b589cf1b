"""Inline brackets: a notation for annotating by hand, `{mara +Mara
Venn+} lost {key {mara her} *key*}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    in_order,
)
from coindex.core.document import Document
from coindex.core.errors import suggestion
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.inline.brackets import Bracket, Report, stripped
from coindex.formats.inline.words import Places, document_of
from coindex.formats.standoff import original, own
from coindex.io.files import File, Files
from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import pronouns

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


_KINDS = {"and": Kind.COORDINATION} | {kind.value: kind for kind in Kind if kind.value}
_REFERENCES = {
    "cataphor": Reference.CATAPHORIC,
    "exophor": Reference.EXOPHORIC,
    "other": Reference.OTHER,
}
_RELATIONS = {
    "apposition": Relation.APPOSITION,
    "predicate": Relation.PREDICATION,
    "event": Relation.DISCOURSE,
}
_NOTED = ("bound", "generic", "enclitic", "dative")
_FLAGS = ("optional", *_NOTED)
PERSONS = tuple(f"{person}{number}" for person in "123" for number in "sp")
"""Person and number of a zero pronoun: `3s` is third person singular."""
_VALUED = ("or", "split", "bridge")
_SIGNS = {"*": Kind.NOMINAL, "+": Kind.NAME}


class InlineReading:
    """Turns brackets into mentions and links."""

    def __init__(
        self, brackets: Sequence[Bracket], places: Places, document: Document, report: Report
    ) -> None:
        self._brackets, self._places, self._document, self._report = (
            brackets,
            places,
            document,
            report,
        )
        self._language = get_language(document.language)

    def mentions(self) -> dict[int, Mention]:
        """The mentions, by the number of their bracket."""
        mentions = {}
        for number, bracket in enumerate(self._brackets):
            if not bracket.label:
                self._tell(bracket, "bracket without a label", remedy="write {label words}")
                continue
            self._check(bracket)
            span = self._places.whole(bracket)
            if span is None:
                self._tell(
                    bracket, "bracket without a word", remedy="enclose the words of the mention"
                )
                continue
            core = self._places.core(bracket)
            nonreferential = bracket.label.startswith("-")
            reference = next(
                (_REFERENCES[word] for word in bracket.attributes if word in _REFERENCES), None
            )
            flags = tuple((word, "yes") for word in bracket.attributes if word in _NOTED)
            # A single word is its own core; in a longer mention somebody must have marked it.
            minimum = core or (span if span.length == 1 else None)
            mentions[number] = Mention(
                (span,),
                None if minimum is None or minimum.length > 1 else minimum.start,
                self._kind(bracket),
                minimum,
                reference=Reference.NONREFERENTIAL
                if nonreferential
                else reference or Reference.UNMARKED,
                subtype=bracket.label[1:] if nonreferential else "",
                attributes=flags,
            )
        return mentions

    def _kind(self, bracket: Bracket) -> Kind:
        kind = next((_KINDS[word] for word in bracket.attributes if word in _KINDS), None)
        if kind is not None:
            return kind
        if bracket.zero:
            return Kind.ZERO
        if bracket.sign:
            return _SIGNS[bracket.sign]
        form = self._document.text[bracket.start : bracket.end].lower()
        language = self._language
        alone = form in language.words("syntax", "relative_alone")
        if form in language.words("syntax", "relative") and (alone or _inside_its_own(bracket)):
            return Kind.RELATIVE
        if form in language.words("grammar", "reciprocal"):
            return Kind.RECIPROCAL
        listed = pronouns(language.code).get(form)
        # What refers to nothing needs no core: there is nothing to match.
        if listed is None and not bracket.label.startswith("-"):
            culprit = self._document.text[bracket.start : bracket.end]
            self._tell(
                bracket,
                "mention without a core",
                culprit,
                leniently(
                    "leaves the head unknown", "mark its noun *so*, its name +so+, or say its kind"
                ),
            )
        # *Her* is a possessive only where a phrase begins with it; elsewhere it is an object.
        determiner = (
            listed is not None
            and bracket.outer is not None
            and bracket.outer.start == bracket.start
        )
        if determiner and form in language.words("grammar", "possessive_before_noun"):
            return Kind.POSSESSIVE
        return listed.kind if listed else Kind.UNKNOWN

    def _check(self, bracket: Bracket) -> None:
        for word in bracket.attributes:
            name, equals, value = word.partition("=")
            if equals and name in _VALUED:
                for label in value.split("+"):
                    if all(other.label != label for other in self._brackets):
                        self._tell(bracket, "no mention of the entity", label, "mend the label")
            elif equals or word not in (*_KINDS, *_REFERENCES, *_RELATIONS, *_FLAGS, *PERSONS):
                known = (
                    *_KINDS,
                    *_REFERENCES,
                    *_RELATIONS,
                    *_FLAGS,
                    *PERSONS,
                    *(f"{name}=" for name in _VALUED),
                )
                self._tell(bracket, "unknown attribute", word, suggestion(word, known))

    def links(self, mentions: Mapping[int, Mention]) -> Iterator[Link]:
        """Every link that adds something to membership in the same entity."""
        latest: dict[str, Mention] = {}
        for number, mention in mentions.items():
            bracket = self._brackets[number]
            values = dict(word.split("=", 1) for word in bracket.attributes if "=" in word)
            relation = next(
                (_RELATIONS[word] for word in bracket.attributes if word in _RELATIONS),
                Relation.IDENTITY,
            )
            optional = "optional" in bracket.attributes
            antecedent = latest.get(bracket.label)
            alternatives = tuple((name, value) for name, value in values.items() if name == "or")
            # A plain identity link would only repeat that both have one label.
            if antecedent is not None and (
                relation is not Relation.IDENTITY or optional or alternatives
            ):
                yield Link(
                    mention, (antecedent,), relation, optional=optional, attributes=alternatives
                )
            for name, kind in (("split", Relation.IDENTITY), ("bridge", Relation.BRIDGING)):
                ends = [
                    self._end(label, latest, mentions)
                    for label in values.get(name, "").split("+")
                    if label
                ]
                known = tuple(end for end in ends if end is not None)
                if known:
                    yield Link(
                        mention, known, kind, "split" if name == "split" else "", optional=optional
                    )
            # Not earlier: a mention is not its own antecedent.
            latest[bracket.label] = mention

    def _end(
        self, label: str, latest: Mapping[str, Mention], mentions: Mapping[int, Mention]
    ) -> Mention | None:
        """The nearest earlier mention of an entity, or its first."""
        first = (
            mention for number, mention in mentions.items() if self._brackets[number].label == label
        )
        return latest.get(label) or next(first, None)

    def _tell(
        self, bracket: Bracket, message: str, detail: str = "", remedy: Remedy | str = ""
    ) -> None:
        self._report(message, bracket.at, detail or bracket.label, remedy)


def _inside_its_own(bracket: Bracket) -> bool:
    outer = bracket.outer
    while outer is not None:
        if outer.label == bracket.label:
            return True
        outer = outer.outer
    return False
