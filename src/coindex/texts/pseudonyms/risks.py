"""What may still identify a person in a text with pseudonyms: listed, for a person to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind
from coindex.core.document import Document, Token
from coindex.core.messages import Message, messages
from coindex.interface.translation import say, translate
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.entity_types import PERSON
from coindex.language.nominals.names import demonyms, name_words, nation_of, normalised
from coindex.texts.edits import Offsets
from coindex.texts.pseudonyms.identifiers import identifiers, numbers
from coindex.texts.pseudonyms.replacing import Replacing
from coindex.texts.pseudonyms.sightings import is_company_suffix, is_day_or_month, labels_number

NAME, DOUBTFUL, NATION, DESCRIPTION, IN_ID = messages(
    "name that stays",
    "word that may be a name",
    "nationality",
    "description of a person",
    "document called by a name",
)
_SHORT = 3
"""Words: a shorter description, *the doctor*, fits too many people to identify one."""


class Risk(NamedTuple):
    """Characters of the new text that may identify a person."""

    kind: str
    text: str
    document: str
    start: int
    end: int


def risks(document: Document, annotation: Annotation, replaced: Replacing, text: str) -> list[Risk]:
    """In the order of the new text."""
    offsets = Offsets(replaced.edits)
    edited = {place for edit in replaced.edits for place in range(edit.start, edit.end)}

    def risk(kind: str, start: int, end: int) -> Risk:
        first, last = offsets.to_new(start), offsets.to_new(end - 1) + 1
        return Risk(kind, text[first:last], document.id, first, last)

    masks = {
        place
        for number, edit in enumerate(offsets.edits)
        if edit.start in replaced.masked
        for place in range(*offsets.place(number))
    }
    listed = list(_identifying(document, text, masks))
    covered = masks | {place for one in listed for place in range(one.start, one.end)}
    listed += [risk(DOUBTFUL, *place) for place in replaced.doubtful]
    doubtful = {start for start, _ in replaced.doubtful}
    for kind, token in _names(document):
        if token.start not in edited and token.start not in doubtful:
            one = risk(kind, token.start, token.end)
            if one.start not in covered:
                listed.append(one)
    for start, end in _descriptions(discourse(document, annotation), annotation, edited):
        last = offsets.to_new(end) if end < len(document.text) else len(text)
        first = offsets.to_new(start)
        listed.append(Risk(DESCRIPTION, text[first:last], document.id, first, last))
    return sorted(listed, key=lambda one: (one.start, one.end, one.kind))


def _identifying(document: Document, text: str, masks: set[int]) -> Iterator[Risk]:
    """Addresses and numbers, each with its kind; what is masked is none."""
    covered = set(masks)
    for one in (*identifiers(text, document.language), *numbers(text)):
        if covered.isdisjoint(range(one.start, one.end)):
            covered.update(range(one.start, one.end))
            yield Risk(one.kind, text[one.start : one.end], document.id, one.start, one.end)


def _names(document: Document) -> Iterator[tuple[str, Token]]:
    """Proper nouns, without titles and the small words of names, and adjectives of nations."""
    code = document.language
    small = (
        lexicon.words(code, "people", "title")
        | name_words(code, "particle")
        | lexicon.words(code, "pseudonyms", "generic")
        | lexicon.words(code, "pseudonyms", "head")
        | lexicon.words(code, "pseudonyms", "saint")
        | lexicon.words(code, "grammar", "organization")
        | lexicon.words(code, "pseudonyms", "abbreviation")
        | lexicon.words(code, "pseudonyms", "creed")
    )
    for place, token in enumerate(document.tokens):
        letters = any(character.isalpha() for character in token.form)
        if token.empty or not letters or token.form.lower() in small:
            continue
        if is_day_or_month(document, place) or is_company_suffix(document, place):
            continue
        if labels_number(document, place):
            continue
        if token.upos == "PROPN":
            yield NAME, token
        elif token.upos in ("ADJ", "NOUN") and _is_nationality(token.form, code):
            yield NATION, token
        elif _is_capital_inside(document, place):
            yield DOUBTFUL, token


def _is_capital_inside(document: Document, place: int) -> bool:
    """Whether a word has a capital although no sentence, quotation or heading begins there."""
    token = document.tokens[place]
    if token.upos not in ("NOUN", "ADJ", "X") or not token.form.istitle() or not place:
        return False
    sentence = document.sentence_of(place)
    words = [one.form for one in document.words(sentence.span) if one.form.isalpha()]
    capitals = sum(word[0].isupper() for word in words)
    return document.tokens[place - 1].form[-1:].isalnum() and capitals <= len(words) / 2


def _is_nationality(word: str, language: str) -> bool:
    """In lower case only words for people: *car* and *chiles* are no countries."""
    if word.islower():
        return normalised(word).removesuffix("s") in demonyms(language)
    return bool(nation_of(word, language))


def _descriptions(
    view: Discourse, annotation: Annotation, edited: set[int]
) -> Iterator[tuple[int, int]]:
    """Noun phrases of three words or more for people whose names were replaced."""
    document = view.document
    for entity in annotation.entities:
        spans = [
            (document.tokens[one.start].start, document.tokens[one.end - 1].end, one)
            for one in entity.mentions
        ]
        named = any(
            view.by_mention[one].kind is Kind.NAME and not edited.isdisjoint(range(start, end))
            for start, end, one in spans
            if one in view.by_mention
        )
        for start, end, one in spans if named else ():
            phrase = view.by_mention.get(one)
            long = one.span.length >= _SHORT
            if phrase is not None and long and _describes_person(phrase, entity.type):
                yield start, end


def _describes_person(phrase: Expression, type: str) -> bool:
    return phrase.kind is Kind.NOMINAL and (
        PERSON in (type, phrase.type) or phrase.features.animacy == Animacy.ANIMATE
    )


def risk_table(listed: Iterable[Risk]) -> str:
    """How many there are of each kind, with the most frequent."""
    kinds: dict[str, Counter[str]] = {}
    for one in listed:
        kinds.setdefault(one.kind, Counter())[" ".join(one.text.split())] += 1
    lines = []
    for kind, counts in sorted(kinds.items(), key=lambda pair: -pair[1].total()):
        shown = ", ".join(text for text, _ in counts.most_common(5))
        more = say(" and {count} more", count=len(counts) - 5) if len(counts) > 5 else ""
        lines.append(f"{counts.total():>7,}  {translate(Message(kind))}: {shown}{more}")
    return "\n".join(lines)
