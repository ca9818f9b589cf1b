"""Converts dependencies of the FDG parser to Universal Dependencies, from a file or from a plug-in.

P. Tapanainen and T. Järvinen, "A non-projective dependency parser", ANLP 1997. Relations are named
as in its output (`subj`, `pcomp`) or by its function tags (`+FMAINV`, `DN>`), as in the workbench
of Barbu & Mitkov (2001).

In FDG prepositions govern their nouns, and finite auxiliaries the subjects; in UD content words do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from coindex.core.document import ROOT, Document, Span, Token
from coindex.core.identity import by_identity
from coindex.language.lexicon import first_names

TAGS = {
    "N": "NOUN",
    "PROP": "PROPN",
    "PRON": "PRON",
    "V": "VERB",
    "EN": "VERB",
    "ING": "VERB",
    "INF": "VERB",
    "A": "ADJ",
    "ADV": "ADV",
    "DET": "DET",
    "PREP": "ADP",
    "CC": "CCONJ",
    "CS": "SCONJ",
    "NUM": "NUM",
    "INTERJ": "INTJ",
    "INFMARK>": "PART",
    "NEG-PART": "PART",
    "PUNCT": "PUNCT",
}
"""Universal tags for those of the parser."""

_RELATIONS = {
    "clause": "main fmainv",
    "auxiliary": "v-ch fauxv",
    "subject": "subj i-subj",
    "expletive": "f-subj",
    "object": "obj",
    "indirect object": "dat i-obj",
    "predicative": "comp oc pcompl pcompl-s pcompl-o copred",
    "complement": "pcomp p",
    "determiner": "det dn",
    "attribute": "attr a an nn gn qn",
    "modifier": "mod nom nom-of nom-fmainv",
    "apposition": "app",
    "adverbial": (
        "advl o-advl ad-a ad loc tmp dur frq man goa sou cla cnt com ins pth qua rsn pur cnd "
        "meta ha"
    ),
    "agent": "agt",
    "coordination": "cc",
    "marker": "pm cs infmark",
    "negation": "neg",
    "particle": "phr",
    "vocative": "voc",
}
_KINDS = {name: kind for kind, names in _RELATIONS.items() for name in names.split()}
_DISTINCTIVE = frozenset({"subj", "main", "+fmainv", "-fmainv", "v-ch", "+fauxv", "f-subj"})
"""Relations by which the analysis is recognised: no other scheme has them."""

_FIXED = {
    "expletive": "expl",
    "indirect object": "iobj",
    "predicative": "xcomp",
    "apposition": "appos",
    "marker": "mark",
    "negation": "advmod",
    "particle": "compound:prt",
    "vocative": "vocative",
}
_BY_TAG = {
    "ADJ": "amod",
    "VERB": "amod",
    "NUM": "nummod",
    "ADV": "advmod",
    "DET": "det",
    "NOUN": "compound",
    "PROPN": "compound",
    "PRON": "det",
}
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_OF_CONTENT = frozenset({"that", "whether", "if"})
"""Conjunctions of complement clauses."""


@by_identity(4)
def universal(document: Document) -> Document:
    """The document with universal relations, if its own are those of FDG."""
    if _DISTINCTIVE.isdisjoint(
        label.lower() for label in {token.deprel for token in document.tokens}
    ):
        return document
    tokens = list(document.tokens)
    names = _names(document)
    for sentence in document.sentences:
        tokens[sentence.span.start : sentence.span.end] = _Tree(tokens, sentence.span).universal()
    for index in names:
        tokens[index] = tokens[index]._replace(upos="PROPN", lemma=tokens[index].form)
    return replace(document, tokens=tuple(tokens))


def _names(document: Document) -> list[int]:
    """The nouns that are names, which FDG does not tag separately: capitalised inside a sentence,
    or a first name.
    """
    firsts = {sentence.span.start for sentence in document.sentences}
    capitals = [
        index
        for index, token in enumerate(document.tokens)
        if token.upos == "NOUN" and token.form[:1].isupper()
    ]
    inside = {document.tokens[index].form for index in capitals if index not in firsts}
    known = first_names(document.language)
    return [
        index
        for index in capitals
        if (form := document.tokens[index].form) in inside or form.lower() in known
    ]


class _Tree:
    """One sentence being converted; all lists are indexed from its first word, the root
    is `ROOT`.
    """

    def __init__(self, tokens: Sequence[Token], span: Span) -> None:
        self._start = span.start
        self.words = list(tokens[span.start : span.end])
        self.tags = [word.upos for word in self.words]
        self.kinds = [_KINDS.get(word.deprel.lower().strip("@<>+-"), "") for word in self.words]
        self.heads = [self._own(word.head, span) for word in self.words]
        self.labels = ["" for _ in self.words]
        self._passive: set[int] = set()

    def _own(self, head: int | None, span: Span) -> int | None:
        return head if head in (None, ROOT) else head - self._start if head in span else None

    def universal(self) -> list[Token]:
        self._auxiliaries()
        self._prepositions()
        self._coordinators()
        for index, head in enumerate(self.heads):
            if not self.labels[index] and head is not None:
                self.labels[index] = self._label(index, head)
        self._punctuation()
        return [
            word._replace(head=self._absolute(head), deprel=label, upos=tag)
            for word, head, label, tag in zip(
                self.words, self.heads, self.labels, self.tags, strict=True
            )
        ]

    def _absolute(self, head: int | None) -> int | None:
        return head if head in (None, ROOT) else head + self._start

    def _children(self, head: int) -> list[int]:
        return [index for index, other in enumerate(self.heads) if other == head]

    def _auxiliaries(self) -> None:
        """Attach the dependents of an auxiliary to its verb."""
        for index, kind in enumerate(self.kinds):
            verb = self.heads[index]
            if kind != "auxiliary" or verb in (None, ROOT):
                continue
            for child in self._children(index):
                if child != verb:
                    self.heads[child] = verb
            self.tags[index] = "AUX" if self.tags[index] else ""
            if self.words[index].lemma == "be" and self.words[verb].xpos.upper() == "EN":
                self._passive.add(verb)
                self.labels[index] = "aux:pass"
            else:
                self.labels[index] = "aux"

    def _prepositions(self) -> None:
        """Attach a noun in place of its preposition, which becomes its case marker."""
        for index, tag in enumerate(self.tags):
            inside = [child for child in self._children(index) if self.kinds[child] == "complement"]
            if tag != "ADP" or not inside or self.heads[index] is None:
                continue
            noun, above = inside[0], self.heads[index]
            for other in self._children(index):
                self.heads[other] = noun
            self.heads[noun], self.heads[index] = above, noun
            clause = self.tags[noun] == "VERB"
            self.labels[index] = "mark" if clause else "case"
            self.labels[noun] = self._of_phrase(noun, above, self.kinds[index])

    def _of_phrase(self, noun: int, head: int | None, kind: str) -> str:
        """The label of a word with a preposition, given the relation of the preposition."""
        if head in (None, ROOT):
            return "root"
        of_noun = self.tags[head] in _NOMINAL
        if self.tags[noun] == "VERB":
            return "acl" if of_noun else "advcl"
        if kind == "coordination":
            return "conj"
        return "obl:agent" if kind == "agent" else "nmod" if of_noun else "obl"

    def _coordinators(self) -> None:
        """Attach a conjunction to the conjunct after it."""
        for index, kind in enumerate(self.kinds):
            if kind != "coordination" or self.labels[index]:
                continue
            self.labels[index] = "cc" if self.tags[index] == "CCONJ" else "conj"
            head = self.heads[index]
            if self.tags[index] == "CCONJ" and head is not None:
                behind = [other for other in self._children(head) if other > index]
                following = [other for other in behind if self.kinds[other] == "coordination"]
                self.heads[index] = following[0] if following else head

    def _label(self, index: int, head: int) -> str:
        kind, tag = self.kinds[index], self.tags[index]
        if head == ROOT:
            return "root"
        # FDG names functions, Universal Dependencies also what fills them: the tag of a word or of
        # its head decides between labels.
        of_noun = self.tags[head] in _NOMINAL
        if kind == "subject":
            return ("csubj" if tag == "VERB" else "nsubj") + (
                ":pass" if head in self._passive else ""
            )
        if kind == "object":
            return ("ccomp" if self._finite(index) else "xcomp") if tag == "VERB" else "obj"
        if kind in ("determiner", "attribute"):
            return "nmod:poss" if self._genitive(index) else _BY_TAG.get(tag, "det")
        if kind == "modifier" and tag == "VERB":
            return "acl:relcl" if self._finite(index) else "acl"
        if kind == "clause":
            return "acl:relcl" if of_noun else "advcl" if self._adverbial(index) else "ccomp"
        if kind in ("modifier", "adverbial", "agent", "complement", ""):
            return self._adverb(index, of_noun)
        return _FIXED[kind]

    def _adverb(self, index: int, of_noun: bool) -> str:
        tag = self.tags[index]
        if tag in ("ADV", "PART", "ADP") or (tag == "ADJ" and not of_noun):
            return "advmod"
        if tag == "VERB":
            return "acl" if of_noun else "advcl"
        if tag in ("CCONJ", "SCONJ", "PUNCT", "INTJ"):
            return {"CCONJ": "cc", "SCONJ": "mark", "PUNCT": "punct", "INTJ": "discourse"}[tag]
        return "amod" if tag == "ADJ" else "nmod" if of_noun else "obl"

    def _finite(self, index: int) -> bool:
        """Whether a verb has a subject, or the form of a finite verb."""
        subjects = any(self.kinds[child] == "subject" for child in self._children(index))
        return subjects or self.words[index].feature("VerbForm") == "Fin"

    def _adverbial(self, index: int) -> bool:
        """Whether a clause begins with a conjunction other than *that*."""
        openers = [child for child in self._children(index) if self.kinds[child] == "marker"]
        return any(self.words[child].form.lower() not in _OF_CONTENT for child in openers)

    def _genitive(self, index: int) -> bool:
        word = self.words[index]
        return (
            word.feature("Case") == "Gen"
            or word.feature("Poss") == "Yes"
            or word.deprel.lower().startswith("gn")
        )

    def _punctuation(self) -> None:
        """Attach punctuation marks, which FDG leaves unattached, to the root."""
        root = next((index for index, head in enumerate(self.heads) if head == ROOT), None)
        for index, tag in enumerate(self.tags):
            if tag == "PUNCT" and self.heads[index] is None and root is not None:
                self.heads[index], self.labels[index] = root, "punct"
