"""The properties of a mention in its bracket: kind, core, head, reference, links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coindex.core.annotation import Kind, Link, Mention, Reference, Relation
from coindex.core.document import Document
from coindex.core.errors import suggestion
from coindex.core.remedies import Remedy
from coindex.formats.inline.brackets import Bracket, Report
from coindex.formats.inline.words import Places
from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import pronouns

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
        if listed is None and not bracket.label.startswith("-"):
            culprit = self._document.text[bracket.start : bracket.end]
            self._tell(
                bracket,
                "mention without a core",
                culprit,
                "mark its noun *so*, its name +so+, or say its kind",
            )
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
