"""Reporting verbs, who speaks by them, and to whom."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.tree import NONE, Forest

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_SHARING = frozenset({"conj", "xcomp", "advcl", "parataxis"})
_RECIPIENT = frozenset(
    {"tell", "ask", "inform", "remind", "advise", "order", "beg", "urge", "warn", "answer", "assure"}
)
"""Verbs whose object is who is spoken to."""


class Reporting(NamedTuple):
    """Tokens; the speaker and addressee are heads of mentions."""

    verb: int | None
    speaker: int | None
    addressee: int | None = None


def reporting(parse: Forest, region: Span, *, before: bool) -> Reporting | None:
    """The reporting clause in a region beside a quotation: the verb nearest to the quotation that has a subject."""
    for verb in verb_between(parse.document, region, last_first=before):
        said = agent_of(parse, verb, region)
        if said.speaker is not None:
            return said
    return None


def verb_between(document: Document, region: Span, *, last_first: bool) -> list[int]:
    verbs = lexicon.words(document.language or "en", "grammar", "report")
    found = [index for index in range(*region) if _verbal(document, index) and _lemma(document, index) in verbs]
    return found[::-1] if last_first else found


def _verbal(document: Document, index: int) -> bool:
    return document.tokens[index].upos in ("VERB", "")


def _lemma(document: Document, index: int) -> str:
    token = document.tokens[index]
    return token.lemma.lower() or lexicon_lemma(token.form.lower())


def lexicon_lemma(form: str) -> str:
    """The reporting verb a form may be of, where there are no lemmas."""
    return _IRREGULAR.get(form) or next(
        (form[: -len(end)] + new for end, new in (("ied", "y"), ("ed", ""), ("s", "")) if form.endswith(end)), form
    )


_IRREGULAR = {"said": "say", "told": "tell", "wrote": "write", "thought": "think", "went": "go", "replied": "reply"}


def agent_of(parse: Forest, verb: int, region: Span | None = None) -> Reporting:
    """Speaker and addressee of a reporting verb."""
    if parse.document.tokens[verb].head is None:
        return Reporting(verb, _beside(parse.document, verb, region))
    children = {parse.labels[child]: child for child in reversed(parse.children[verb])}
    if "obl:agent" in children:
        return Reporting(verb, children["obl:agent"], children.get("nsubj:pass"))
    speaker = _subject(parse, verb)
    if region is not None and speaker not in range(*region):
        speaker = _inverted(parse, verb, region)
    return Reporting(verb, speaker if speaker != NONE else None, _addressee(parse, verb, speaker))


def _subject(parse: Forest, verb: int) -> int:
    current = verb
    while current != NONE:
        for child in parse.children[current]:
            if parse.labels[child] in _SUBJECTS:
                return child
        if parse.document.tokens[current].relation not in _SHARING:
            break
        current = parse.heads[current]
    return NONE


def _inverted(parse: Forest, verb: int, region: Span) -> int:
    """The nominal right behind the verb, whatever a parser makes of it: *said Ann*."""
    for index in range(verb + 1, min(verb + 5, region.end)):
        token = parse.document.tokens[index]
        if token.upos in _NOMINAL:
            head = parse.heads[index]
            return (
                head if head > index and token.deprel in ("compound", "nmod:poss", "amod") and head in region else index
            )
        if token.upos not in ("DET", "ADJ", "ADV", "NUM"):
            break
    return NONE


def _addressee(parse: Forest, verb: int, speaker: int) -> int | None:
    for child in parse.children[verb]:
        label, token = parse.labels[child], parse.document.tokens[child]
        if child == speaker or token.upos not in _NOMINAL:
            continue
        case = parse.cases[child]
        dative = label.startswith("obl") and case != NONE and parse.document.tokens[case].form.lower() == "to"
        told = label == "obj" and parse.document.tokens[verb].lemma.lower() in _RECIPIENT
        if label == "iobj" or dative or told:
            return child
    return None


def _beside(document: Document, verb: int, region: Span | None) -> int | None:
    """Without a parse: a pronoun or capitalised word right before the verb, else right behind it."""
    inside = region or Span(0, len(document.tokens))
    pronouns = lexicon.words("en", "pleonastic", "subject_pronoun")
    for index in (verb - 1, verb + 1, verb + 2):
        if index not in inside:
            continue
        form = document.tokens[index].form
        if form.lower() in pronouns or (form[:1].isupper() and index != inside.start):
            return index
    return None
