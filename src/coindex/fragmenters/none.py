"""No fragments: each sentence is one tree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coindex.core.document import Document, Token
from coindex.language.tree import NONE, forest


@dataclass(frozen=True, slots=True)
class Whole:
    """Believes the parse; where a sentence has several trees, the others are joined to the first as parataxis."""

    def fragment(self, document: Document) -> Document:
        heads = forest(document).heads
        tokens = list(document.tokens)
        for sentence in document.sentences:
            roots = [at for at in range(*sentence.span) if heads[at] == NONE and not tokens[at].empty]
            for other in roots[1:]:
                tokens[other] = _joined(tokens[other], roots[0])
        if all(new is old for new, old in zip(tokens, document.tokens, strict=True)) and not any(
            sentence.fragments for sentence in document.sentences
        ):
            return document
        sentences = tuple(sentence._replace(fragments=()) for sentence in document.sentences)
        return replace(document, tokens=tuple(tokens), sentences=sentences)


def _joined(token: Token, head: int) -> Token:
    kept = token.deprel if token.deprel not in ("", "root") else "parataxis"
    return token._replace(head=head, deprel=kept)
