"""What English grammar knows better than a model: *each other*
belongs to the verb that it follows.
"""

from __future__ import annotations

from dataclasses import replace

from coindex.core.document import ROOT, Document, Token


def corrected(document: Document) -> Document:
    """The parse with reciprocals attached to their verb: *The boys like each other*."""
    if "other" not in document.text:  # each other, one another
        return document
    tokens = list(document.tokens)
    for index, token in enumerate(tokens):
        if (
            "PronType=Rcp" in token.feats
            and token.deprel == "nmod"
            and (verb := _verb_between(tokens, index))
        ):
            tokens[index] = token._replace(head=verb, deprel="obj")
    return replace(document, tokens=tuple(tokens))


def _verb_between(tokens: list[Token], reciprocal: int) -> int:
    """The verb of the noun that a reciprocal without a preposition hangs on, if it
    stands between the two; else 0.
    """
    noun = tokens[reciprocal].head
    if noun is None or noun == ROOT or tokens[reciprocal - 1].upos == "ADP":
        return 0
    verb = tokens[noun].head
    between = verb is not None and noun < verb < reciprocal and tokens[verb].upos == "VERB"
    return verb if between and verb is not None else 0
