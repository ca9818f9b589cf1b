"""Hand-built parses: a word is `form/lemma/upos/head/label`, then `/feats` and
`/misc` if any; heads count from 1.
"""

from __future__ import annotations

from coindex.core.document import ROOT, Document, Sentence, Span, Token


def parsed(*sentences: str) -> Document:
    tokens: list[Token] = []
    spans: list[Sentence] = []
    at = 0
    for sentence in sentences:
        first = len(tokens)
        for word in sentence.split():
            form, lemma, upos, head, label, *more = word.split("/")
            feats, misc = (*more, "", "")[:2]
            number = ROOT if head == "0" else int(head) + first - 1
            tokens.append(
                Token(at, at + len(form), form, lemma, upos, "", feats, number, label, misc=misc)
            )
            at += len(form) + 1
        spans.append(Sentence(Span(first, len(tokens))))
    return Document(
        "test", " ".join(token.form for token in tokens), "en", tuple(tokens), tuple(spans)
    )
