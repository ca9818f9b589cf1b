"""A text in which pronouns give way to what they stand for."""

from __future__ import annotations

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Token

REPLACED = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.DEMONSTRATIVE})


def replaced(document: Document, entities: tuple[Entity, ...]) -> str:
    """Each third-person pronoun becomes its nearest earlier name or noun phrase; possessives become genitives.

    Reflexives, first and second person stay, and a pronoun inside its own anchor.
    """
    edits: list[tuple[int, int, str]] = []
    for entity in entities:
        anchor: Mention | None = None
        for mention in entity.mentions:
            if not mention.kind.pronominal:
                anchor = mention
            elif anchor is not None and mention.kind in REPLACED and not anchor.span.covers(mention.span):
                token = document.tokens[mention.start]
                if _third_person(token) and mention.span.length == 1:
                    edits.append((token.start, token.end, _words(document, anchor, mention, token)))
    pieces, last = [], 0
    for start, end, words in sorted(edits):
        pieces += [document.text[last:start], words]
        last = end
    return "".join([*pieces, document.text[last:]])


def _third_person(token: Token) -> bool:
    return token.feature("Person") in ("3", "") and not token.empty


def _words(document: Document, anchor: Mention, mention: Mention, token: Token) -> str:
    core = anchor.minimum or anchor.span
    words = " ".join(document.surface(core).split())
    if anchor.kind is not Kind.NAME and document.tokens[core.start].upos != "PROPN":
        words = words[:1].lower() + words[1:]
    if anchor.start < core.start and anchor.kind is Kind.NOMINAL:
        words = f"the {words}"
    if mention.kind is Kind.POSSESSIVE:
        words += "’" if words.endswith("s") and document.tokens[anchor.end - 1].feature("Number") == "Plur" else "’s"
    return words[:1].upper() + words[1:] if token.form[:1].isupper() else words
