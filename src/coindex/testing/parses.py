"""Improbable documents: random words, trees, labels and mentions, for
code that must accept any input.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from coindex.core.annotation import Annotated, Annotation, Kind, Mention, Reference, in_order
from coindex.core.chains import entities
from coindex.core.document import ROOT, Document, Sentence, Span, Token

WORDS = (
    *(
        "he",
        "him",
        "his",
        "himself",
        "She",
        "her",
        "herself",
        "it",
        "It",
        "its",
        "itself",
        "they",
        "them",
        "their",
    ),
    *(
        "I",
        "you",
        "we",
        "each",
        "other",
        "one",
        "who",
        "which",
        "that",
        "this",
        "these",
        "themselves",
        "what",
        "there",
    ),
    *(
        "Ann",
        "Bob",
        "Mr.",
        "Smith",
        "Acme",
        "Inc.",
        "Paris",
        "the",
        "The",
        "a",
        "another",
        "some",
        "every",
        "'s",
    ),
    *(
        "dog",
        "dogs",
        "key",
        "woman",
        "company",
        "fact",
        "day",
        "first",
        "best",
        "old",
        "and",
        "or",
        "if",
        "to",
        "of",
    ),
    *(
        "in",
        "by",
        "says",
        "said",
        "is",
        "was",
        "rain",
        "seems",
        "press",
        ".",
        ",",
        ";",
        "?",
        "-",
        "“",
        "”",
        '"',
    ),
    *("«", "(", ")", "[", "$", "5", "1990", "é", "🙂", "\u200b", "don't", "…"),
)
TAGS = (
    *(
        "NOUN",
        "PROPN",
        "PRON",
        "VERB",
        "AUX",
        "ADJ",
        "ADV",
        "ADP",
        "DET",
        "CCONJ",
        "SCONJ",
        "PART",
        "NUM",
        "PUNCT",
    ),
    *("SYM", "INTJ", "X", ""),
)
LABELS = (
    *(
        "nsubj",
        "nsubj:pass",
        "nsubj:outer",
        "csubj",
        "expl",
        "obj",
        "iobj",
        "obl",
        "obl:agent",
        "nmod",
        "nmod:poss",
    ),
    *(
        "appos",
        "acl",
        "acl:relcl",
        "advcl",
        "advcl:relcl",
        "ccomp",
        "xcomp",
        "conj",
        "cc",
        "cop",
        "aux",
        "aux:pass",
    ),
    *(
        "case",
        "mark",
        "det",
        "amod",
        "nummod",
        "compound",
        "compound:prt",
        "flat",
        "fixed",
        "parataxis",
        "vocative",
    ),
    *(
        "dislocated",
        "discourse",
        "orphan",
        "goeswith",
        "reparandum",
        "list",
        "dep",
        "punct",
        "root",
        "unheard",
        "",
    ),
)
FEATURES = (
    *(
        "",
        "",
        "Number=Sing",
        "Number=Plur",
        "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
        "Person=1|PronType=Prs",
    ),
    *(
        "Gender=Masc|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
        "Number=Plur|Person=3|PronType=Prs|Reflex=Yes",
    ),
    *(
        "Mood=Imp|VerbForm=Fin",
        "Tense=Past|VerbForm=Part",
        "VerbForm=Inf",
        "Mood=Ind|Tense=Past|VerbForm=Fin",
    ),
    *(
        "Definite=Def|PronType=Art",
        "Definite=Ind|PronType=Art",
        "PronType=Rel",
        "PronType=Dem",
        "Degree=Sup",
        "Odd",
    ),
)
MISC = ("", "", "", "SpaceAfter=No", "EntityType=person", "EntityType=organization")
KINDS = (Kind.UNKNOWN, Kind.UNKNOWN, Kind.UNKNOWN, *Kind)
LANGUAGES = ("en", "en", "", "es", "xx")


def random_parses(count: int, *, seed: int = 1) -> Iterator[Annotated]:
    """Small documents with mentions in random entities; the same for the same seed.

    Some tokens are empty, some heads unknown, some in a cycle; mentions nest, cross and coincide,
    and some are discontinuous, extend over the end of a sentence, or do not refer.
    """
    for number in range(count):
        chance = Random(f"{seed} {number}")  # noqa: S311 - no secret
        document = _document(chance, f"random{number}")
        yield Annotated(document, _annotation(chance, document))


def _document(chance: Random, id: str) -> Document:
    tokens: list[Token] = []
    sentences: list[Sentence] = []
    text, paragraph = "", 0
    for number in range(chance.choice((0, 1, 1, 2, 3, 4, 5))):
        start, length = len(tokens), chance.choice((1, 2, 5, 8, 12))
        heads = _heads(chance, start, length)
        for head in heads:
            form = chance.choice(WORDS)
            empty = chance.random() < 0.05
            begin = len(text)
            text += "" if empty else form
            tokens.append(
                _token(chance, Token(begin, len(text), form, head=head, empty=empty), length)
            )
            text += "" if empty else chance.choice((" ", " ", " ", ""))
        paragraph += chance.random() < 0.3
        speaker = chance.choice(("", "", "", "Ann", "B"))
        heading = chance.random() < 0.1
        sentences.append(
            Sentence(Span(start, len(tokens)), f"s{number}", paragraph, speaker, heading)
        )
    return Document(id, text, chance.choice(LANGUAGES), tuple(tokens), tuple(sentences))


def _heads(chance: Random, start: int, length: int) -> list[int | None]:
    """Often a tree; otherwise each token depends on any other, or its head is unknown."""
    if chance.random() < 0.2:
        return [
            chance.choice((None, ROOT, start + chance.randrange(length))) for _ in range(length)
        ]
    order = list(range(start, start + length))
    chance.shuffle(order)
    heads: list[int | None] = [ROOT] * length
    for place, token in enumerate(order[1:], 1):
        heads[token - start] = None if chance.random() < 0.1 else order[chance.randrange(place)]
    return heads


def _token(chance: Random, token: Token, length: int) -> Token:
    deprel = "root" if token.head == ROOT and chance.random() < 0.9 else chance.choice(LABELS)
    if token.empty:
        deps = f"{chance.randrange(length + 2)}:{chance.choice(LABELS)}"
        token = token._replace(head=None, deps=deps)
    lemma = chance.choice((token.form.lower(), token.form.lower(), ""))
    return token._replace(
        lemma=lemma,
        upos=chance.choice(TAGS),
        feats=chance.choice(FEATURES),
        deprel=deprel,
        misc=chance.choice(MISC),
    )


def _annotation(chance: Random, document: Document) -> Annotation:
    count = len(document.tokens)
    mentions = dict.fromkeys(
        _mention(chance, count) for _ in range(chance.randrange(count + 2) if count else 0)
    )
    ordered = in_order(list(mentions))
    referring = [
        mention for mention in ordered if mention.reference is not Reference.NONREFERENTIAL
    ]
    named = [(str(chance.randrange(1 + len(referring) // 2)), mention) for mention in referring]
    return Annotation(document.id, mentions=ordered, entities=entities(named))


def _mention(chance: Random, count: int) -> Mention:
    start = chance.randrange(count)
    end = min(count, start + chance.choice((1, 1, 1, 2, 3, 6)))
    parts: tuple[Span, ...] = (Span(start, end),)
    if end + 1 < count and chance.random() < 0.05:
        parts = (*parts, Span(end + 1, end + 2))
    inside = [index for part in parts for index in range(*part)]
    head = chance.choice(inside) if chance.random() < 0.5 else None
    reference = Reference.NONREFERENTIAL if chance.random() < 0.1 else Reference.UNMARKED
    return Mention(parts, head, chance.choice(KINDS), reference=reference)
