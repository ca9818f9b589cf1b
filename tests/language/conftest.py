"""Hand-built trees: one word is `form/upos/head/label` or
`form/upos/head/label/feats`, heads counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coindex.core.document import ROOT, Document, Sentence, Span, Token


def tree(*sentences: str, language: str = "en") -> Document:
    tokens: list[Token] = []
    spans: list[Sentence] = []
    at = 0
    for sentence in sentences:
        first = len(tokens)
        for word in sentence.split():
            form, upos, head, label, *feats = word.split("/")
            number = None if head == "_" else ROOT if head == "0" else int(head) + first - 1
            end = at + len(form)
            tokens.append(
                Token(at, end, form, form.lower(), upos, "", "".join(feats), number, label)
            )
            at = end + 1
        spans.append(Sentence(Span(first, len(tokens))))
    text = " ".join(token.form for token in tokens)
    return Document("test", text, language, tuple(tokens), tuple(spans))


@pytest.fixture
def parsed() -> Callable[..., Document]:
    return tree
