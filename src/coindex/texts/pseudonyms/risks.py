"""What may still identify a person in a text with pseudonyms: listed, for a person to judge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind
from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.entity_types import PERSON
from coindex.language.nominals.names import demonyms, name_words, nation_of, normalised
from coindex.texts.edits import Offsets
from coindex.texts.pseudonyms.replacing import Replacing

_PATTERNS = {
    "e-mail address": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "web address": re.compile(r"(?:https?://|www\.)[^\s<>\"]+", re.IGNORECASE),
    "account": re.compile(r"(?<![\w@])@\w{2,}"),
    "date": re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b"),
    "identity or account number": re.compile(
        r"\b(?:[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?"  # IBAN
        r"|[XYZ]?-?\d{7,8}-?[A-Z]|[A-Z]{2}(?: ?\d{2}){3} ?[A-D]"  # DNI, NIE; National Insurance
        r"|\d{3}-\d{2}-\d{4}|\d{4}(?:[ -]\d{4}){3})\b"  # Social Security; cards
    ),
    "telephone number": re.compile(r"\+?\(?\d[\d ()./-]{6,}\d"),
    "number": re.compile(r"\b\d[\d.,:]*\d\b|\b\d\b"),
}
"""In the order in which they are tried: characters count once."""
NAME, DOUBTFUL, NATION, DESCRIPTION = (
    "name that stays",
    "word that may be a name",
    "nationality",
    "description of a person",
)
IN_ID = "document called by a name"
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

    listed = [
        Risk(kind, text[start:end], document.id, start, end) for kind, start, end in _patterns(text)
    ]
    covered = {place for one in listed for place in range(one.start, one.end)}
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


def _patterns(text: str) -> Iterator[tuple[str, int, int]]:
    covered: set[int] = set()
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            if match.start() not in covered:
                covered.update(range(*match.span()))
                yield kind, match.start(), match.end()


def _names(document: Document) -> Iterator[tuple[str, Token]]:
    """Proper nouns, without titles and the small words of names, and adjectives of nations."""
    code = document.language
    small = (
        lexicon.words(code, "people", "title")
        | name_words(code, "particle")
        | lexicon.words(code, "pseudonyms", "generic")
        | lexicon.words(code, "grammar", "organization")
    )
    for token in document.tokens:
        letters = any(character.isalpha() for character in token.form)
        if token.empty or not letters or token.form.lower() in small:
            continue
        if token.upos == "PROPN":
            yield NAME, token
        elif token.upos in ("ADJ", "NOUN") and _is_nationality(token.form, code):
            yield NATION, token


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
        more = f" and {len(counts) - 5} more" if len(counts) > 5 else ""
        lines.append(f"{counts.total():>7,}  {kind}: {shown}{more}")
    return "\n".join(lines)
