"""Reporting verbs, with their speakers and addressees."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.languages import get_language
from coindex.language.syntax.tree import NONE, Forest

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_SHARING = frozenset({"conj", "xcomp", "advcl", "parataxis"})


class Reporting(NamedTuple):
    """Tokens of a reporting clause; the speaker and addressee are heads of mentions."""

    verb: int
    speaker: int | None
    addressee: int | None = None


@cache
def listed(language: str, name: str) -> frozenset[str]:
    return lexicon.words(language, "speech", name)


def is_reporting(document: Document, index: int) -> bool:
    token = document.tokens[index]
    return token.upos in ("VERB", "") and lemma_of(document, index) in listed(
        document.language, "verb"
    )


def lemma_of(document: Document, index: int) -> str:
    """The lemma or, without one, the reporting verb to which the form may belong."""
    token = document.tokens[index]
    return token.lemma.lower() or _guessed(token.form.lower(), document.language)


@cache
def _guessed(form: str, language: str) -> str:
    irregular = dict(pair.split("=") for pair in listed(language, "irregular"))
    if form in irregular:
        return irregular[form]
    endings = get_language(language).verb_endings
    stems = (form.removesuffix(end) + new for end, new in endings if form.endswith(end))
    return next((stem for stem in stems if stem in listed(language, "verb")), form)


def reporting(parse: Forest, region: Span, *, before: bool) -> Reporting | None:
    """The reporting clause in a region next to a quotation: the verb nearest to the quotation that
    has a subject.
    """
    order = range(region.end - 1, region.start - 1, -1) if before else range(*region)
    for verb in order:
        if is_reporting(parse.document, verb):
            clause = agent_of(parse, verb, region)
            if clause.speaker is not None:
                return clause
    return None


def main_clause(parse: Forest, region: Span, *, saying: bool) -> Reporting | None:
    """The reporting clause of the main verb of a sentence; on request, only if it is a verb of
    saying.
    """
    root = next((index for index in range(*region) if parse.heads[index] == NONE), NONE)
    if root == NONE or parse.document.tokens[root].upos != "VERB":
        return None
    verbs = [root, *(child for child in parse.children[root] if parse.labels[child] == "conj")]
    for verb in reversed(verbs):
        if not saying or is_reporting(parse.document, verb):
            clause = agent_of(parse, verb, region)
            if clause.speaker is not None and (
                saying or parse.document.tokens[clause.speaker].upos in ("PROPN", "PRON")
            ):
                return clause
    return None


def attached(parse: Forest, region: Span) -> Reporting | None:
    """A verb of any meaning with its subject directly after a quotation: *glowed Carol*, *Carol
    glowed*.
    """
    document = parse.document
    for verb in range(region.start, min(region.start + 4, region.end)):
        token = document.tokens[verb]
        if token.upos == "PUNCT" or token.upos in ("CCONJ", "SCONJ"):
            return None
        if token.upos == "VERB":
            clause = agent_of(parse, verb, region)
            return clause if clause.speaker is not None else None
    return None


def agent_of(parse: Forest, verb: int, region: Span | None = None) -> Reporting:
    """Speaker and addressee of a reporting verb, by the tree, or without one by the words next to
    the verb.
    """
    if parse.document.tokens[verb].head is None:
        return Reporting(verb, _beside(parse.document, verb, region))
    children = {parse.labels[child]: child for child in reversed(parse.children[verb])}
    if "obl:agent" in children:
        return Reporting(verb, children["obl:agent"], children.get("nsubj:pass"))
    speaker = _subject(parse, verb)
    if region is not None and speaker not in region:
        speaker = _inverted(parse, verb, region)
    speaker = _owner(parse, speaker, quoted=region is not None)
    addressee = _addressee(parse, verb, speaker)
    return Reporting(verb, speaker if speaker != NONE else None, addressee)


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
    """The nominal directly after the verb, regardless of its analysis: *said Ann*."""
    for index in range(verb + 1, min(verb + 5, region.end)):
        token = parse.document.tokens[index]
        if token.upos in _NOMINAL:
            head = parse.heads[index]
            inside = (
                head > index and head in region and token.relation in ("compound", "nmod", "amod")
            )
            return head if inside else index
        if token.upos not in ("DET", "ADJ", "ADV", "NUM"):
            break
    return NONE


def _owner(parse: Forest, speaker: int, *, quoted: bool) -> int:
    """The person to whom a voice or a relative pronoun belongs; things do not speak, but *it* does
    beside a quotation: *"I am old," it answered*.
    """
    if speaker == NONE:
        return NONE
    document = parse.document
    language, form = document.language, document.tokens[speaker].form.lower()
    if form in listed(language, "relative"):
        clause = parse.heads[speaker]
        if clause != NONE and parse.labels[clause] == "acl:relcl":
            return parse.heads[clause]
    personal = document.tokens[speaker].feature("PronType") == "Prs"
    if form in listed(language, "thing") and not (quoted and personal):
        return NONE
    if lemma_of(document, speaker) in listed(language, "organ"):
        owners = (
            child for child in parse.children[speaker] if document.tokens[child].relation == "nmod"
        )
        return next(owners, speaker)
    return speaker


def _addressee(parse: Forest, verb: int, speaker: int) -> int | None:
    document = parse.document
    for child in parse.children[verb]:
        label = parse.labels[child]
        if child == speaker or document.tokens[child].upos not in _NOMINAL:
            continue
        case = parse.cases[child]
        dative = (
            label.startswith("obl")
            and case != NONE
            and document.tokens[case].form.lower() in listed(document.language, "addressee")
        )
        recipient = label == "obj" and lemma_of(document, verb) in listed(
            document.language, "recipient"
        )
        if label == "iobj" or dative or recipient:
            return child
    return None


def _beside(document: Document, verb: int, region: Span | None) -> int | None:
    """The speaker without a parse: a pronoun or capitalised word directly before the verb, or else
    directly after it.
    """
    inside = region or Span(0, len(document.tokens))
    pronouns = listed(document.language, "subject")
    for index in (verb - 1, verb + 1, verb + 2):
        if index in inside:
            form = document.tokens[index].form
            if form.lower() in pronouns or form[:1].isupper():
                return index
    return None
