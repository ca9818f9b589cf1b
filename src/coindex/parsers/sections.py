"""A section of a text and its analysis by a bundled model: windows out, tokens and arc
probabilities in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core.document import ROOT, Arc, Span, Token
from coindex.core.fast import new_tuple
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.mentions import DOUBT
from coindex.language.nominals.nouns import of_noun
from coindex.models.arcs import LikelyArcs, WindowArcs
from coindex.models.session import PIECES_A_WINDOW, Analysis, Model, WordWindow
from coindex.models.word_features import apply_script
from coindex.parsers.model_words import ModelWords
from coindex.parsers.word_rules import Enclitics, word_rules

SURELY_PERSON = {"name": 0.7, "person noun": 0.5, "noun": 0.95}
"""How probable a person must be to be labelled as one; the lexicon has person nouns.

Chosen on the training genres whose texts the model has not seen.
"""

_IT = ("it", "It", "IT")
_NOUNS = ("NOUN", "PROPN")
_VERBS = ("VERB", "AUX")
_PARTS = ("compound", "flat", "fixed", "goeswith", "nmod:desc", "nmod:unmarked", "amod", "dep")
"""Relations in which a noun need not head a phrase: it gets a type only if the model finds a
mention.
"""
_BEHIND = 4
"""A pronoun may depend on a verb fewer words after it than this: *haberlo ya dicho*."""
_NOT_FINITE = ("VerbForm=Inf", "VerbForm=Ger", "VerbForm=Part")
_FORBIDDEN = 1e4
"""Makes an arc more expensive than any other."""
_CHANCES = tuple(number / 10_000 for number in range(10_001))
"""The stored probabilities; one object for each value, however many arcs there are."""

_LEAST_PROGRESS = 8
"""A window whose last sentence begins within its first part, one of this many, is accepted as it
is.

Continuing from there would analyse almost all of it again, and never end on input that is not
language.
"""

_TINY = 1e-9
"""Prevents a division by zero where all chances are zero."""

_lemma = lru_cache(maxsize=1 << 17)(apply_script)


class SectionedText(NamedTuple):
    """The common data of a document's sections; `begins` are the words at which its own sentences
    begin, if they are kept, `treebank` is the number of the one whose conventions are followed.
    """

    words: ModelWords
    language: str
    model: Model
    least: float
    begins: frozenset[int] | None
    treebank: int = 0


class Section:
    """Get a `window`, analyse it, `take` the analysis, until it is `finished`.

    A window begins where the last complete sentence of the preceding one ended. `begins` are the
    words at which sentences begin.
    """

    def __init__(self, text: SectionedText, span: Span) -> None:
        self._text, self._span, self._start = text, span, span.start
        self._enclitics = word_rules(text.language).enclitics
        words = text.words
        forms = words.shown(span) if text.model.cased else words.forms[span.start : span.end]
        self._looks = text.model.looks(forms)
        self._pieces = [*accumulate((len(look.pieces) for look in self._looks), initial=0)]
        """How many pieces the words before each word have."""
        # One number for each word, however many arcs lead there.
        self._places = list(range(span.start, span.end))
        self.tokens: list[Token] = []
        self.arcs: list[tuple[Arc, ...]] = []
        self.begins: list[int] = []

    @property
    def model(self) -> Model:
        return self._text.model

    @property
    def finished(self) -> bool:
        return self._start >= self._span.end

    def window(self) -> WordWindow:
        """The words that fit into a window from the current position on, at least one."""
        begin = self._start - self._span.start
        most = self._pieces[begin] + PIECES_A_WINDOW
        end = max(begin + 1, bisect_right(self._pieces, most) - 1)
        words, until = self._text.words, self._span.start + end
        return WordWindow(
            self._looks[begin:end],
            words.spaces[self._start : until],
            words.paragraphs[self._start : until],
            self._text.treebank,
        )

    def take(self, analysis: Analysis) -> int:
        """Keep the window's complete sentences, and return how many characters they have."""
        start, count = self._start, len(analysis.start)
        begins = self._begins(analysis.start.tolist())
        complete = (
            start + count == self._span.end or not begins or begins[-1] * _LEAST_PROGRESS < count
        )
        bounds = [0, *begins, count] if complete else [0, *begins]
        self._fill(analysis, bounds)
        self.begins.extend(start + bound for bound in bounds[:-1])
        self._start += bounds[-1]
        if self.finished:
            self._looks, self._pieces, self._places = [], [], []
        ends = self._text.words.ends
        return ends[self._start - 1] - (ends[start - 1] if start else 0)

    def _begins(self, scores: list[float]) -> list[int]:
        """The words of a window at which a sentence begins; the first word is left out."""
        words, given, start = self._text.words, self._text.begins, self._start
        end = start + len(scores)
        if given is not None:
            return [place - start for place in range(start + 1, end) if place in given]
        rows = zip(
            scores,
            words.paragraphs[start:end],
            words.turns[start:end],
            words.inner[start:end],
            strict=True,
        )
        return [
            index
            for index, (score, paragraph, turn, inner) in enumerate(rows)
            if (score > 0 or paragraph or turn) and not inner and index
        ]

    def _fill(self, analysis: Analysis, bounds: list[int]) -> None:
        count = bounds[-1]
        if self._enclitics is not None:
            self._bind_enclitics(analysis, count, self._enclitics)
        arcs = WindowArcs(analysis.arcs, bounds)
        heads = arcs.heads()
        self._add_arcs(arcs.likely(self._text.model.temperature, self._text.least), count)
        relations = self._text.model.relations(analysis.dependents[:count], analysis.heads[heads])
        self.tokens.extend(self._tokens(analysis, heads.tolist(), relations))

    def _bind_enclitics(self, analysis: Analysis, count: int, enclitics: Enclitics) -> None:
        """Make a pronoun attached to a verb depend on it, or on a non-finite verb shortly after it:
        *haberlo dicho*.
        """
        labels = self._text.model.labels["feats"]
        for row in range(count):
            if 0 < (verb := self._verb_of(row, enclitics)) <= row:
                behind = range(row + 1, min(row + _BEHIND, count))
                others = [
                    other
                    for other in behind
                    if any(form in labels[analysis.feats[other]] for form in _NOT_FINITE)
                ]
                allowed = [row + 1 - verb, *(other + 1 for other in others)]
                kept = analysis.arcs[row, allowed]
                analysis.arcs[row] -= _FORBIDDEN
                analysis.arcs[row, allowed] = kept

    def _verb_of(self, row: int, enclitics: Enclitics) -> int:
        """How many words before a word of the window the verb is to which it is attached as a
        pronoun; 0 if it is not one.
        """
        words, place = self._text.words, self._start + row
        back = 0
        while words.inner[place - back]:
            back += 1
        return back if back and words.forms[place - back].lower() not in enclitics.contracted else 0

    def _add_arcs(self, likely: LikelyArcs, count: int) -> None:
        """Keep the arcs of the first words of the window, each word's most probable head first."""
        rounded = np.rint(likely.chances * (len(_CHANCES) - 1)).astype(np.int64)
        order = np.lexsort((-rounded, likely.dependents))
        first = self._start - self._span.start
        places = [ROOT, *self._places[first : first + count]]  # of heads; 0 is the root
        arcs = [
            new_tuple(Arc, (places[head], _CHANCES[chance]))
            for head, chance in zip(
                likely.heads[order].tolist(), rounded[order].tolist(), strict=True
            )
        ]
        end = 0
        for number in np.bincount(likely.dependents, minlength=count).tolist():
            self.arcs.append(tuple(arcs[end : end + number]))
            end += number

    def _tokens(
        self, analysis: Analysis, heads: Sequence[int], relations: NDArray[np.int64]
    ) -> Iterator[Token]:
        words, enclitics, start = self._text.words, self._enclitics, self._start
        labels, end = self._text.model.labels, start + len(heads)

        def named(name: str, numbers: NDArray[np.int64]) -> Iterator[str]:
            return map(labels[name].__getitem__, numbers[: len(heads)].tolist())

        types = _Types(analysis.entity, labels["entity"]) if analysis.entity is not None else None
        nulls = (
            null_chances(analysis.subject, labels["subject"])
            if analysis.subject is not None
            else None
        )
        first = start - self._span.start
        places = [ROOT, *self._places[first : first + len(analysis.start)]]
        rows = zip(
            words.forms[start:end],
            words.starts[start:end],
            words.ends[start:end],
            heads,
            named("deprel", relations),
            named("upos", analysis.upos),
            named("feats", analysis.feats),
            named("script", analysis.script),
            named("xpos", analysis.xpos) if analysis.xpos is not None else repeat(""),
            strict=False,
        )
        for index, row in enumerate(rows):
            form, begin, stop, head, label, tag, features, script, fine_tag = row
            lemma = _lemma(form, script)
            if enclitics is not None:
                if tag in _VERBS:
                    # The next word is a pronoun written together with it: it may be a command,
                    # *dime*.
                    if words.inner[start + index + 1 : start + index + 2] == [True]:
                        features = enclitics.as_command(features)
                    lemma = enclitics.verb_lemma(form, lemma, features)
                elif (tag == "DET" or label == "det") and self._verb_of(index, enclitics):
                    # Attached to a verb, *lo* is a pronoun, whatever the model takes it for: the
                    # article has the same form.
                    tag, lemma = "PRON", enclitics.lemma
                    features = enclitics.features.get(form.lower(), features)
                    label = "obj" if label == "det" else label
            misc = ""
            if types is not None and tag in _NOUNS and label not in _PARTS:
                misc = types.of_head(index, _least_chance(lemma, tag, self._text.language))
            elif types is not None:
                misc = types.of_word(index)
            if nulls is not None and tag in _VERBS:
                misc = f"NullSubject={nulls[index]:.2f}"
            if form in _IT and analysis.expletive is not None:
                expletive = f"Expletive={_chance(float(analysis.expletive[index])):.2f}"
                misc = f"{misc}|{expletive}" if misc else expletive
            yield new_tuple(
                Token,
                (
                    begin,
                    stop,
                    form,
                    lemma,
                    tag,
                    fine_tag,
                    "" if features == "_" else features,
                    places[head],
                    label,
                    "",
                    misc,
                    False,
                ),
            )


class _Types:
    """Entity types of the words of a window, as written in MISC."""

    def __init__(self, scores: Any, names: Sequence[str]) -> None:
        self._misc = ["", *(_entity_type(name) for name in names[1:])]
        self._best: list[int] = scores.argmax(1).tolist()
        self._person = names.index("person")
        chances = np.exp(scores - scores.max(1, keepdims=True))
        self._mention: list[float] = (1 - chances[:, 0] / chances.sum(1)).tolist()
        chances[:, 0] = 0
        self._persons = (chances[:, self._person] / chances.sum(1)).tolist()
        chances[:, self._person] = 0
        self._others: list[int] = chances.argmax(1).tolist()

    def of_word(self, index: int) -> str:
        """The type of a word; empty if the model finds no mention."""
        return self._doubted(index, self._misc[self._best[index]])

    def of_head(self, index: int, least: float) -> str:
        """The best type of a word that heads a mention; a person if that is at least
        this probable.
        """
        best = self._person if self._persons[index] >= least else self._others[index]
        return self._doubted(index, self._misc[best])

    def _doubted(self, index: int, type: str) -> str:
        """With the probability that the word heads a mention, unless its type says as much."""
        chance = self._mention[index]
        if (chance > 1 - DOUBT) if type else (chance < DOUBT):
            return type
        return f"{type}|Mention={chance:.2f}" if type else f"Mention={chance:.2f}"


def null_chances(scores: NDArray[np.float32], names: Sequence[str]) -> list[float]:
    """For each word, the probability that it omits its subject, if it is a finite verb."""
    chances = np.exp(scores - scores.max(1, keepdims=True))
    chances[:, names.index("none")] = 0
    shares: list[float] = (
        chances[:, names.index("null")] / np.maximum(chances.sum(1), _TINY)
    ).tolist()
    return shares


@lru_cache(maxsize=64)
def _entity_type(name: str) -> str:
    return f"EntityType={name}"


def _least_chance(lemma: str, tag: str, language: str) -> float:
    if tag == "PROPN":
        return SURELY_PERSON["name"]
    animate = of_noun(lemma.lower(), language).animacy == Animacy.ANIMATE
    return SURELY_PERSON["person noun" if animate else "noun"]


def _chance(score: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))
