"""Checks of what probably belongs together and is apart: names, and pronouns without a chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from coindex.checking.check import Remark, check
from coindex.checking.issue import Severity
from coindex.checking.subject import CheckedChain, Subject
from coindex.core.annotation import Kind, Mention, Reference
from coindex.core.document import Document, Span
from coindex.core.messages import Message
from coindex.language import lexicon
from coindex.language.nominals.names import name_of
from coindex.language.nominals.pronouns import in_declarations, pronoun, pronoun_kind
from coindex.language.pleonastic import nonreferential

_THIRD = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE})
_NO_ANTECEDENT = frozenset({Reference.NONREFERENTIAL, Reference.EXOPHORIC, Reference.OTHER})
"""What is marked as not referring, or as referring to nothing in the text, needs no antecedent."""


@check(
    "divided-name",
    "Two chains have the same name.",
    remedy="merge the chains, unless two things have this name",
    severity=Severity.NOTE,
    parsed=True,
)
def divided_names(subject: Subject) -> Iterator[Remark]:
    named: dict[tuple[str, ...], list[tuple[CheckedChain, Mention]]] = defaultdict(list)
    for chain in subject.chains:
        words: dict[tuple[str, ...], Mention] = {}
        for member in chain.members:
            if spelled := _whole_name(subject.parse, member.mention):
                words.setdefault(spelled, member.mention)
        for spelled, mention in words.items():
            named[spelled].append((chain, mention))
    for chains in named.values():
        first, *others = sorted(chains, key=lambda pair: pair[1].start)
        for chain, mention in others:
            if chain.entity.type == first[0].entity.type:
                text = Message("chain {id} has the same name", id=first[0].entity.id)
                yield Remark(mention, text, (first[1],))


@check(
    "unlinked-pronoun",
    "A pronoun of the third person is in no chain with another mention.",
    remedy="link it to its antecedent, or mark it as not referring",
    severity=Severity.WARNING,
    parsed=True,
)
def unlinked_pronouns(subject: Subject) -> Iterator[Remark]:
    document, annotation = subject.parse, subject.parsed.annotation
    linked = {
        at
        for entity in annotation.entities
        if not entity.singleton
        for mention in entity.mentions
        for at in _heads(mention)
    }
    for link in annotation.links:
        linked.update(at for one in (link.anaphor, *link.antecedents) for at in _heads(one))
    linked.update(
        at for one in annotation.mentions if one.reference in _NO_ANTECEDENT for at in _heads(one)
    )
    # A pronoun need not be in a chain if it refers to nothing, or if the text mentions it as a word
    # (*she uses they/them*).
    silent = nonreferential(document).keys() | in_declarations(document)
    generic = lexicon.words(document.language, "grammar", "one")
    for index, token in enumerate(document.tokens):
        if token.empty or index in linked or index in silent:
            continue
        row, kind = pronoun(token, document.language), pronoun_kind(token, document.language)
        if (
            row is not None
            and row.person == "3"
            and token.lemma.lower() not in generic
            and kind in _THIRD
            and (token.upos == "PRON" or kind is Kind.POSSESSIVE)
        ):
            alone = Mention((Span(index, index + 1),), index)
            yield Remark(alone, "it is in no chain with another mention")


UNLINKED = (divided_names, unlinked_pronouns)


def _heads(mention: Mention) -> tuple[int, ...]:
    """The token of a mention of one word, which a pronoun is, or the head of a longer one."""
    if mention.end - mention.start == 1:
        return (mention.start,)
    return () if mention.head is None else (mention.head,)


def _whole_name(document: Document, mention: Mention) -> tuple[str, ...]:
    """The words of a mention that is a name and nothing else, if it is rare enough to belong to one
    thing: several words, or a long one without an article.
    """
    if mention.kind is not Kind.NAME:
        return ()
    words = name_of(document, mention.span).words
    if len(words) == 1 and (len(words[0]) < 4 or mention.span.length > 1):
        return ()
    tokens = document.tokens[mention.start : mention.end]
    proper = sum(token.upos == "PROPN" for token in tokens)
    return words if proper >= len(words) else ()
