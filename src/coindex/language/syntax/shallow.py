"""The shallow view: a document with the dependencies that parts of speech alone suggest.

It represents the information that SUPAR's partial parser and Kennedy & Boguraev's tagger have as a
parse, so that functions, clauses and constituents are computed in the same way: noun phrases,
prepositional phrases and verb groups; a PP belongs to the noun directly before it, else to the
verb; the last free NP before a verb is its subject, the first after it its object; clauses begin at
conjunctions. Overlong sentences are cut first, so that work done sentence by sentence stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise, takewhile
from typing import NamedTuple

from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.core.identity import by_identity
from coindex.language.lexicon import words
from coindex.language.syntax.chunks import (
    PhraseChunk,
    chunks,
    free_words,
    is_existential,
    is_finite_group,
    is_genitive,
    is_passive_group,
    is_possessive,
    joined,
)
from coindex.language.syntax.clauses import segments
from coindex.language.syntax.fdg import universal
from coindex.language.syntax.tree import NONE, attachments

LONGEST = 300
"""The number of tokens up to which a sentence is not cut."""
_IN_A_ROW = frozenset({"conj", "list", "parataxis"})


@by_identity(4)
def stretched(document: Document, *, longest: int = LONGEST) -> Document:
    """The document itself, or a view in which each longer sentence is split into several of at most
    `longest` tokens.

    A sentence is cut where the fewest dependencies cross, if possible after a punctuation mark. Of
    words with a common head that is now in another part, the first becomes the head of the others;
    everything else that is cut off has no head. Sentences that are cut have no fragments.
    """
    if all(sentence.span.length <= longest for sentence in document.sentences):
        return document
    heads, labels = attachments(document)
    tokens = list(document.tokens)
    sentences: list[Sentence] = []
    for sentence in document.sentences:
        if sentence.span.length <= longest:
            sentences.append(sentence)
            continue
        for span in _stretches(tokens, heads, sentence.span, longest):
            sentences.append(
                Sentence(span, sentence.id, sentence.paragraph, sentence.speaker, sentence.heading)
            )
            _attach(tokens, heads, labels, span)
    return replace(document, tokens=tuple(tokens), sentences=tuple(sentences), arcs=())


def _stretches(
    tokens: list[Token], heads: list[int], sentence: Span, longest: int
) -> Iterator[Span]:
    """Parts of more than half the maximum length, except for the last."""
    crossing = _crossing(heads, sentence, longest // 2)
    start, end = sentence
    while end - start > longest:
        places = range(start + longest // 2 + 1, start + longest + 1)
        best = min(
            places,
            key=lambda place: (
                crossing[place - sentence.start],
                tokens[place - 1].upos != "PUNCT",
                -place,
            ),
        )
        yield Span(start, best)
        start = best
    yield Span(start, end)


def _crossing(heads: list[int], sentence: Span, far: int) -> list[int]:
    """How many dependencies cross the position before each token, without those too long to be kept
    whole.
    """
    steps = [0] * (sentence.length + 1)
    for token in range(*sentence):
        left, right = sorted((token, heads[token]))
        if left != NONE and right - left < far:
            steps[left + 1 - sentence.start] += 1
            steps[right + 1 - sentence.start] -= 1
    return list(accumulate(steps))


def _attach(tokens: list[Token], heads: list[int], labels: list[str], span: Span) -> None:
    firsts: dict[int, int] = {}
    for index in range(*span):
        token, head, label = tokens[index], heads[index], labels[index]
        if token.empty and token.deps:
            tokens[index] = token = token._replace(
                head=None if head == NONE else head, deprel=label, deps=""
            )
        if head == NONE or head in span:
            continue
        if label.partition(":")[0] not in _IN_A_ROW:
            tokens[index] = token._replace(head=None)
        elif (first := firsts.setdefault(head, index)) == index:
            tokens[index] = token._replace(head=ROOT, deprel="root")
        else:
            tokens[index] = token._replace(head=first)


_FREE = {
    "PUNCT": "punct",
    "ADV": "advmod",
    "CCONJ": "cc",
    "SCONJ": "mark",
    "INTJ": "discourse",
    "ADP": "case",
}
_INSIDE = {"DET": "det", "ADJ": "amod", "NUM": "nummod", "ADV": "advmod", "PRON": "nmod:poss"}


@by_identity(4)
def readable(document: Document) -> Document:
    """The document, or the shallow view of one that has parts of speech but no dependencies.

    In both, overlong sentences are cut: see `stretched`. Relations of the FDG parser become
    universal ones.
    """
    document = universal(document)
    parsed = any(token.head is not None or token.deps for token in document.tokens)
    return (
        stretched(document)
        if parsed or not any(token.upos for token in document.tokens)
        else shallow(document)
    )


def shallow(document: Document) -> Document:
    """The document with heads and labels from parts of speech, without fragments and arc
    probabilities.
    """
    document = stretched(document)
    tokens = list(document.tokens)
    for sentence in document.sentences:
        for index, (head, label) in _Sentence(document, sentence.span).arcs.items():
            tokens[index] = tokens[index]._replace(head=head, deprel=label, deps="")
    sentences = tuple(_bare(sentence) for sentence in document.sentences)
    return replace(document, tokens=tuple(tokens), sentences=sentences, arcs=())


def _bare(sentence: Sentence) -> Sentence:
    return sentence._replace(fragments=()) if sentence.fragments else sentence


class _Clause(NamedTuple):
    """`verb` is its main verb, `noun` its last noun; both may be `NONE`."""

    start: int
    verb: int
    relative: bool
    noun: int


class _Sentence:
    """The arcs of one sentence as they are found; a word keeps the first one."""

    def __init__(self, document: Document, span: Span) -> None:
        self.document, self.span = document, span
        self.arcs: dict[int, tuple[int, str]] = {}
        self.existential: set[int] = set()
        self.chunks = chunks(document, span)
        for chunk in self.chunks:
            self._inside(chunk)
        self._genitives()
        self._join([self._segment(part, own) for part, own in self._parts()])
        self._rest()

    def _parts(self) -> list[tuple[Span, list[PhraseChunk]]]:
        """The clauses with their chunks; a clause on a noun comes after the one that
        contains it.
        """
        clauses: list[tuple[Span, list[PhraseChunk]]] = [
            (part, []) for part in _pieces(self.document, self.span)
        ]
        number = 0
        for chunk in self.chunks:
            while chunk.span.start >= clauses[number][0].end:
                number += 1
            clauses[number][1].append(chunk)
        return [piece for part, own in clauses for piece in self._unnested(part, own)]

    def _unnested(self, part: Span, own: list[PhraseChunk]) -> list[tuple[Span, list[PhraseChunk]]]:
        """A clause and the one on the noun before its verb, if there is one: *the man [who saw Ann]
        left*.
        """
        before = takewhile(lambda pair: not pair[0].verbal, pairwise(own))
        noun, first = next((pair for pair in before if self._opens(*pair)), (None, None))
        if noun is None or first is None:
            return [(part, own)]
        verbs = [chunk for chunk in own if chunk.verbal and chunk.span.start >= first.span.start]
        finite = [verb for verb in verbs if is_finite_group(self.document, verb)]
        # Two finite verbs tell a relative clause from one clause: *the man [who saw Ann] left*.
        if len(finite) < 2:
            return [(part, own)]
        inner = [
            chunk for chunk in own if first.span.start <= chunk.span.start < finite[1].span.start
        ]
        outer = [chunk for chunk in own if chunk not in inner]
        self.arc(verbs[0].head, noun.head, "acl:relcl" if first.kind == "relative" else "acl")
        return [(part, outer), (Span(first.span.start, inner[-1].span.end), inner)]

    def _opens(self, noun: PhraseChunk, first: PhraseChunk) -> bool:
        """Whether there is nothing or *that* between the two, perhaps after a comma."""
        between = [
            word
            for word in self.document.tokens[noun.span.end : first.span.start]
            if word.form != ","
        ]
        if noun.kind != "noun" or not between:
            return noun.kind == "noun" and first.kind == "relative"
        return len(between) == 1 and self._complementiser(between[0])

    def _complementiser(self, word: Token) -> bool:
        return word.upos == "SCONJ" and word.form.lower() in words(
            self.document.language, "syntax", "complementiser"
        )

    def arc(self, dependent: int, head: int, label: str) -> None:
        if dependent != head and dependent not in self.arcs and not self._above(dependent, head):
            self.arcs[dependent] = (head, label)

    def _above(self, upper: int, lower: int) -> bool:
        """Whether an arc from `lower` to `upper` would close a cycle."""
        while lower in self.arcs:
            lower = self.arcs[lower][0]
            if lower == upper:
                return True
        return False

    def _inside(self, chunk: PhraseChunk) -> None:
        for index in range(*chunk.span):
            word = self.document.tokens[index]
            if index in chunk.preposition:
                label = "case"
            elif chunk.verbal:
                label = "aux" if word.upos == "AUX" else _FREE.get(word.upos, "mark")
            elif word.upos == "PROPN" and index > chunk.head:
                label = "flat"
            else:
                label = "nmod:poss" if is_possessive(word) else _INSIDE.get(word.upos, "compound")
            self.arc(index, chunk.head, label)

    def _genitives(self) -> None:
        """Attach possessors and their markers: *Apple 's offerings*."""
        for earlier, later in zip(self.chunks, self.chunks[1:], strict=False):
            marker = earlier.span.end
            if (
                later.span.start == marker + 1
                and is_genitive(self.document, marker)
                and not later.verbal
            ):
                self.arc(marker, earlier.head, "case")
                self.arc(earlier.head, later.head, "nmod:poss")

    def _segment(self, part: Span, own: list[PhraseChunk]) -> _Clause:
        """Find the arcs inside one clause."""
        main = NONE
        verb: PhraseChunk | None = None
        nouns: list[PhraseChunk] = []
        previous: PhraseChunk | None = None
        for chunk in own:
            if chunk.verbal:
                self._verb(chunk, verb, nouns)
                main = chunk.head if main == NONE else main
                verb, nouns = chunk, []
            elif not self._modifier(chunk, previous):
                nouns.append(chunk)
                if chunk.preposition.length and verb:
                    self.arc(chunk.head, verb.head, "obl")
            previous = chunk
        if verb:
            self._objects(verb, nouns)
        relative = bool(own) and own[0].kind == "relative" and own[0].span.start == part.start
        noun = next((chunk.head for chunk in reversed(own) if not chunk.verbal), NONE)
        return _Clause(part.start, main, relative, noun)

    def _modifier(self, chunk: PhraseChunk, previous: PhraseChunk | None) -> bool:
        """Attach a possessor, a conjunct, an apposition, or a PP directly after a noun."""
        if chunk.head in self.arcs:
            return True
        if previous is None or previous.verbal or previous.kind == "relative":
            return False
        if link := joined(self.document, previous, chunk):
            self.arc(chunk.head, previous.head, link)
        elif chunk.preposition.length and previous.span.end == chunk.span.start:
            self.arc(chunk.head, previous.head, "nmod")
        else:
            return False
        return True

    def _verb(
        self, chunk: PhraseChunk, before: PhraseChunk | None, nouns: list[PhraseChunk]
    ) -> None:
        """Give a verb its subject from the noun phrases since the last verb, and the last verb the
        others.
        """
        verb = chunk.head
        bare = [noun for noun in nouns if not noun.preposition.length]
        finite = is_finite_group(self.document, chunk)
        if bare and (before is None or finite):
            if is_existential(self.document, bare[-1]):
                self.existential.add(verb)
                self.arc(bare[-1].head, verb, "expl")
            self.arc(
                bare[-1].head,
                verb,
                "nsubj:pass" if is_passive_group(self.document, chunk) else "nsubj",
            )
        if before:
            self._objects(before, nouns)
            self.arc(verb, before.head, "ccomp" if bare and finite else "xcomp")
        for noun in nouns:
            self.arc(noun.head, verb, "obl")

    def _objects(self, verb: PhraseChunk, nouns: list[PhraseChunk]) -> None:
        bare = [
            chunk for chunk in nouns if not chunk.preposition.length and chunk.head not in self.arcs
        ]
        if verb.head in self.existential:
            labels = ["nsubj"]
        elif self.document.tokens[verb.head].upos == "AUX":
            labels = ["xcomp"]
        else:
            double = len(bare) > 1 and bare[0].span.end == bare[1].span.start
            labels = ["iobj", "obj"] if double else ["obj"]
        for position, chunk in enumerate(bare):
            self.arc(chunk.head, verb.head, labels[position] if position < len(labels) else "obl")

    def _join(self, clauses: list[_Clause]) -> None:
        """Attach clauses by their first word: a relative pronoun, a subordinator, a conjunction."""
        verbs = [clause for clause in clauses if clause.verb != NONE]
        main = next((clause.verb for clause in verbs if not self._subordinate(clause)), NONE)
        main = verbs[0].verb if main == NONE and verbs else main
        before = noun = NONE
        for clause in clauses:
            if clause.verb != NONE:
                self._attach(clause, main, before if before != NONE else main, noun)
                before = clause.verb
            noun = clause.noun if clause.noun != NONE else noun

    def _attach(self, clause: _Clause, main: int, before: int, noun: int) -> None:
        opening = self.document.tokens[clause.start]
        if clause.verb == main:
            self.arc(main, ROOT, "root")
        elif clause.relative and noun != NONE:
            self.arc(clause.verb, noun, "acl:relcl")
        elif opening.upos != "SCONJ":
            self.arc(clause.verb, before, "conj" if opening.upos == "CCONJ" else "parataxis")
        elif self._complementiser(opening):
            directly = noun != NONE and noun == clause.start - 1
            of_noun = directly and self.document.tokens[noun].upos == "NOUN"
            self.arc(clause.verb, *((noun, "acl") if of_noun else (before, "ccomp")))
        else:
            self.arc(clause.verb, main, "advcl")
        self.arc(clause.verb, main, "parataxis")

    def _subordinate(self, clause: _Clause) -> bool:
        return clause.relative or self.document.tokens[clause.start].upos == "SCONJ"

    def _rest(self) -> None:
        """Attach the remaining words: the first becomes the root, if there is none; the others
        depend on the root.
        """
        tokens = self.document.tokens
        open_heads = [chunk.head for chunk in self.chunks if chunk.head not in self.arcs]
        filled = [index for index in range(*self.span) if not tokens[index].empty]
        root = next((index for index, arc in self.arcs.items() if arc[0] == ROOT), NONE)
        if root == NONE and filled:
            # A verb is the root already; else the first phrase is, else any word that is left.
            root = (open_heads or [index for index in filled if index not in self.arcs] or filled)[
                0
            ]
            self.arcs[root] = (ROOT, "root")
        for head in open_heads:
            self.arc(head, root, "obl" if tokens[root].upos in ("VERB", "AUX") else "dep")
        for index in free_words(self.chunks, self.span):
            if not tokens[index].empty:
                self.arc(index, root, _FREE.get(tokens[index].upos, "dep"))


def _pieces(document: Document, sentence: Span) -> list[Span]:
    """Segments; one that a subordinator opens ends at a comma after its verb, if another verb
    follows.
    """
    pieces: list[Span] = []
    for part in segments(document, sentence):
        cut = _comma(document, part) if document.tokens[part.start].upos == "SCONJ" else NONE
        pieces += [part] if cut == NONE else [Span(part.start, cut), Span(cut, part.end)]
    return pieces


def _comma(document: Document, part: Span) -> int:
    tokens = document.tokens
    verbs = [index for index in range(*part) if tokens[index].upos in ("VERB", "AUX")]
    for index in range(*part):
        if tokens[index].form == "," and verbs and verbs[0] < index < verbs[-1]:
            return index + 1
    return NONE
