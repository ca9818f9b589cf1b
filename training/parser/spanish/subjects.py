"""What a Spanish model learns of subjects: from gold trees by rule, and
from texts whose zeros are marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from coindex import formats
from coindex.core.document import ROOT, Document, Span, Token
from coindex.core.document import Sentence as Stretch
from coindex.language.syntax.tree import forest
from coindex.language.zeros.subjects import SubjectKind, finite_verbs
from coindex.parsers.bundled import Bundled
from coindex_es.corpora import Training
from training.parser.raw import as_text
from training.parser.texts import Text, Word

NONE = "none"
"""A word that is no finite verb."""


def mark_subjects(text: Text) -> None:
    """Say of every word whether it is a finite verb with an explicit, a null or
    no subject; its tree is known.
    """
    words = _words(text)
    for word in words:
        word.subject = NONE
    for found in finite_verbs(forest(_document(text))):
        words[found.verb].subject = str(found.subject)


def embedded_texts() -> list[Text]:
    """The set to learn from: a verb with a zero has a null subject; others what the
    rules see, unless that is null.
    """
    corpus = Training().find()
    gold = [item.document for item in formats.read(corpus.path, corpus.format)]
    parser = Bundled(language="es", tokens="given", zeros="none")
    return [
        _with_zeros(parsed, document)
        for parsed, document in zip(parser.parse(gold), gold, strict=True)
    ]


def _with_zeros(parsed: Document, gold: Document) -> Text:
    text = as_text(parsed, "embedded")
    words = _words(text)
    zeros = {token.start for token in gold.tokens if token.empty}
    for found in finite_verbs(forest(parsed)):
        zero = parsed.tokens[found.verb].start in zeros
        if zero or found.subject is not SubjectKind.NULL:
            words[found.verb].subject = str(SubjectKind.NULL if zero else found.subject)
    return text


def _words(text: Text) -> list[Word]:
    return [word for sentence in text.sentences for word in sentence.words]


def _document(text: Text) -> Document:
    """The text as the library's rules see it; words stand a space apart."""
    tokens = list(_tokens(text))
    edges = accumulate((len(sentence.words) for sentence in text.sentences), initial=0)
    stretches = tuple(Stretch(Span(start, end)) for start, end in pairwise(edges))
    return Document(
        text.name, " ".join(token.form for token in tokens), "es", tuple(tokens), stretches
    )


def _tokens(text: Text) -> Iterator[Token]:
    start = first = 0
    for sentence in text.sentences:
        for word in sentence.words:
            head = first + word.head - 1 if word.head else ROOT
            feats = "" if word.feats == "_" else word.feats
            end = start + len(word.form)
            yield Token(start, end, word.form, word.lemma, word.upos, "", feats, head, word.deprel)
            start = end + 1
        first += len(sentence.words)
