"""Why a pronoun may be left out of an evaluation: found in parse, text and key as far as these allow (Byron 2001)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention, Reference, Relation
from coindex.core.document import Document, Token
from coindex.language.pleonastic import nonreferential
from coindex.language.pronouns import invented, pronoun, pronoun_kind
from coindex.measures.selection import person_of

NONREFERENTIAL = ("pleonastic", "abandoned utterance")

CHOSEN = ("reported speech", "long distance")
"""Reasons some studies have; counted only when asked for."""

_OPENING, _CLOSING, _EITHER = "“«‘„", "”»’", '"'
_BROKEN_OFF = ("—", "–", "--", "-", "…", "...")
_EVENTS = ("event", "verbal")


class Pronoun(NamedTuple):
    """A pronoun of the text, its mention in the key if it has one, and why it is left out, or the empty string."""

    token: int
    form: str
    mention: Mention | None
    entity: Entity | None
    reason: str
    outside: bool = False
    """Whether its form alone puts it out of scope."""

    @property
    def referential(self) -> bool:
        return not self.reason.startswith(NONREFERENTIAL)


def pronouns(
    document: Document, key: Annotation, *, chosen: tuple[str, ...] = (), longest: int = 0
) -> Iterator[Pronoun]:
    """Every pronoun with the first reason that applies; `longest` is in sentences, for `long distance`."""
    by_token = {m.start: m for m in key.mentions if m.end - m.start == 1}
    entity_of = key.entity_of()
    facts = _Facts(document, key, chosen, longest)
    for index, token in enumerate(document.tokens):
        if not _is_pronoun(token, document.language):
            continue
        mention = by_token.get(index)
        entity = entity_of.get(mention) if mention is not None else None
        outside = bool(facts.of_form(token))
        yield Pronoun(index, token.form.lower(), mention, entity, facts.reason(index, mention, entity), outside)


def _is_pronoun(token: Token, language: str) -> bool:
    if token.empty:
        return False
    if token.upos:
        tagged = token.upos in ("PRON", "DET") or token.form.lower() in invented(language)
        return tagged and pronoun_kind(token, language) in _KINDS
    row = pronoun(token, language)
    return row is not None and row.kind in _KINDS


_KINDS = (Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.DEMONSTRATIVE)


class _Facts:
    """What the reasons are derived from."""

    def __init__(self, document: Document, key: Annotation, chosen: tuple[str, ...], longest: int) -> None:
        self.document, self.chosen, self.longest = document, chosen, longest
        self.split = {
            link.anaphor for link in key.links if len(link.antecedents) > 1 and link.relation is Relation.IDENTITY
        }
        self.split |= {link.anaphor for link in key.links if len(link.antecedents) > 1 and link.subtype == "split"}
        self.quoted = _quoted(document) if "reported speech" in chosen else frozenset()

    @cached_property
    def expletives(self) -> Mapping[int, str]:
        """What sort of expletive a token is, by its construction."""
        return nonreferential(self.document)

    def reason(self, index: int, mention: Mention | None, entity: Entity | None) -> str:
        return (
            self._nonreferential(index, mention)
            or self.of_form(self.document.tokens[index])
            or self._of_antecedent(index, mention, entity)
        )

    def _nonreferential(self, index: int, mention: Mention | None) -> str:
        token = self.document.tokens[index]
        if mention is not None and mention.reference is Reference.NONREFERENTIAL:
            return f"pleonastic: {mention.subtype}" if mention.subtype else "pleonastic"
        if token.relation == "expl":
            return f"pleonastic: {self.expletives[index]}" if index in self.expletives else "pleonastic"
        sentence = self.document.sentence_of(index) if self.document.sentences else None
        if sentence is not None and sentence.speaker and mention is None:
            words = [word.form for word in self.document.words(sentence.span)]
            if words[-1] in _BROKEN_OFF:
                return "abandoned utterance"
        return ""

    def of_form(self, token: Token) -> str:
        language = self.document.language
        row = pronoun(token, language)
        kind = pronoun_kind(token, language) if token.upos else row.kind if row else Kind.UNKNOWN
        if kind is Kind.DEMONSTRATIVE:
            return "demonstrative"
        if person_of(token, language) in ("1", "2"):
            return "first or second person"
        if row is not None and row.number in ("plural", "they"):
            return "plural"
        return "" if row is not None and row.person == "3" and row.kind is not Kind.INDEFINITE else "other pronoun"

    def _of_antecedent(self, index: int, mention: Mention | None, entity: Entity | None) -> str:
        if mention is not None and mention in self.split:
            return "split antecedent"
        if mention is None or entity is None or entity.singleton:
            return "no antecedent"
        earlier = [other for other in entity.mentions if other.start < mention.start]
        if mention.reference is Reference.CATAPHORIC or not earlier:
            return "cataphora"
        if entity.type in _EVENTS or all(other.kind is Kind.VERBAL for other in earlier):
            return "event antecedent"
        if index in self.quoted:
            return "reported speech"
        if "long distance" in self.chosen and self._distance(earlier[-1], mention) > self.longest:
            return "long distance"
        return ""

    def _distance(self, antecedent: Mention, anaphor: Mention) -> int:
        sentence = self.document.sentence_index
        return sentence(anaphor.start) - sentence(antecedent.start)


def _quoted(document: Document) -> frozenset[int]:
    """Tokens between quotation marks; a paragraph ends what was never closed."""
    inside, quoted = False, []
    paragraphs: Mapping[int, int] = {s.span.start: s.paragraph for s in document.sentences}
    paragraph = 0
    for index, token in enumerate(document.tokens):
        if paragraphs.get(index, paragraph) != paragraph:
            paragraph, inside = paragraphs[index], False
        if token.form in _OPENING or token.form == "``":
            inside = True
        elif token.form in _CLOSING or token.form == "''":
            inside = False
        elif token.form == _EITHER:
            inside = not inside
        elif inside:
            quoted.append(index)
    return frozenset(quoted)
