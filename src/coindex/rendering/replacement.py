"""A text in which pronouns give way to what they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span, Token
from coindex.language.languages import get_language
from coindex.rendering.brackets import NO_GROUPS, Groups

REPLACED = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.DEMONSTRATIVE})


def replaced(document: Document, entities: tuple[Entity, ...], groups: Groups = NO_GROUPS) -> str:
    """Each third-person pronoun becomes its nearest earlier name or noun
    phrase; possessives become genitives.

    A pronoun for a group becomes the names of its members: *Ann and Bob*. Reflexives, first and
    second person stay, and a pronoun inside its own anchor. So do clitics, which no noun can stand
    in for, possessives in languages that do not mark a possessor by an ending, and in languages
    with cases all that a name cannot replace: what form a noun takes there is not known.
    """
    edits: list[tuple[int, int, str]] = []
    by_id = {entity.id: entity for entity in entities}
    for entity in entities:
        anchors: list[Mention] = []
        for mention in entity.mentions:
            if not mention.kind.pronominal:
                anchors = [mention]
                continue
            if not anchors:
                anchors = _of_members(by_id, groups.get(entity.id, ()), mention)
            if (
                anchors
                and mention.kind in REPLACED
                and not any(anchor.span.covers(mention.span) for anchor in anchors)
            ):
                token = document.tokens[mention.start]
                if (
                    _third_person(token)
                    and mention.span.length == 1
                    and _replaceable(document, mention, token)
                    and all(_replacing(document, anchor) for anchor in anchors)
                ):
                    instead = _words(document, anchors, mention, token)
                    edits.append((token.start, token.end, instead))
    pieces, last = [], 0
    for start, end, instead in sorted(edits):
        pieces += [document.text[last:start], instead]
        last = end
    return "".join([*pieces, document.text[last:]])


def _of_members(
    by_id: Mapping[str, Entity], members: Sequence[str], pronoun: Mention
) -> list[Mention]:
    """The nearest earlier name or noun phrase of each member; none unless all have one."""
    anchors = []
    for name in members:
        entity = by_id.get(name)
        earlier = [
            mention
            for mention in (entity.mentions if entity else ())
            if not mention.kind.pronominal and mention.start < pronoun.start
        ]
        if not earlier:
            return []
        anchors.append(earlier[-1])
    return anchors


def _third_person(token: Token) -> bool:
    return token.feature("Person") in ("3", "") and not token.empty


def _replaceable(document: Document, mention: Mention, token: Token) -> bool:
    language = get_language(document.language)
    if mention.kind is Kind.POSSESSIVE and not language.genitive:
        return False
    strong = language.words("grammar", "strong")
    return not strong or mention.kind is Kind.DEMONSTRATIVE or token.form.lower() in strong


def _replacing(document: Document, anchor: Mention) -> bool:
    return anchor.kind is Kind.NAME or not get_language(document.language).cases


def _words(document: Document, anchors: Sequence[Mention], mention: Mention, token: Token) -> str:
    language, last = get_language(document.language), anchors[-1]
    names = [_name(document, anchor) for anchor in anchors]
    name = names[-1]
    if names[:-1]:
        name = f"{', '.join(names[:-1])} {language.conjunction} {name}"
    if mention.kind is Kind.POSSESSIVE:
        plural = name.endswith("s") and document.tokens[last.end - 1].feature("Number") == "Plur"
        name += language.genitive.removesuffix("s") if plural else language.genitive
    return name[:1].upper() + name[1:] if token.form[:1].isupper() else name


def _name(document: Document, anchor: Mention) -> str:
    core = anchor.minimum or anchor.span
    language = get_language(document.language)
    name = " ".join(
        document.surface(core if language.article else Span(anchor.start, core.end)).split()
    )
    if anchor.kind is not Kind.NAME and document.tokens[core.start].upos != "PROPN":
        name = name[:1].lower() + name[1:]
    if anchor.start < core.start and anchor.kind is Kind.NOMINAL and language.article:
        name = f"{language.article} {name}"
    return name
