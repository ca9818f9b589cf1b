"""The bundled parser: small joint models, one per language, that come with Coindex and need no network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from coindex.core.document import ROOT, Arc, Document, Multiword, Sentence, Span, Token
from coindex.core.errors import MissingLayer
from coindex.models.words import apply_script
from coindex.parsers.outside import LEFT_OUT
from coindex.parsers.tokens import paragraphs, tokenise

if TYPE_CHECKING:
    from coindex.models.session import Analysis, Looks, Model

SURELY_PERSON = 0.7
"""Chosen on the training genres whose texts the model has not seen."""


class Words(NamedTuple):
    """The words of a text as the model wants them; `inner` ones continue a multiword token."""

    starts: list[int]
    ends: list[int]
    forms: list[str]
    spaces: list[bool]
    paragraphs: list[bool]
    inner: list[bool]
    multiwords: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Bundled:
    """Tokens, sentences, parts of speech, features, lemmas, dependencies, entity types, arc probabilities.

    Each nominal head carries `EntityType=` in MISC, each *it* its probability of being non-referential as
    `Expletive=`. `least` is the smallest arc probability kept in `Document.arcs`. Text of any length is cut into
    windows that begin at sentence starts. With `tokens="given"` a document's own words are kept, with
    `sentences="given"` its own sentences. Model card: `models/en/CARD.md`.
    """

    language: str = "en"
    threads: int = 1
    least: float = 0.02
    tokens: Literal["own", "given"] = "own"
    sentences: Literal["own", "given"] = "own"

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        return self.parse_with_progress(documents, lambda characters: None)

    def parse_with_progress(self, documents: Iterable[Document], progress: Callable[[int], None]) -> Iterator[Document]:
        """As `parse`; `progress` is told, window by window, how many characters have been dealt with."""
        from coindex.models.session import model

        loaded = model(self.language, self.threads)
        for document in documents:
            yield _Parse(document, loaded, self).document(progress)


class _Parse:
    """One document on its way through the model."""

    def __init__(self, document: Document, model: Model, settings: Bundled) -> None:
        self.source, self.model, self.settings = document, model, settings
        given = settings.tokens == "given"
        self.words = _given_words(document) if given else _words(document, settings.language)
        self.given_starts = _given_starts(document, self.words) if settings.sentences == "given" else None
        self.tokens: list[Token] = []
        self.arcs: list[tuple[Arc, ...]] = []
        self.bounds: list[int] = []

    def document(self, progress: Callable[[int], None]) -> Document:
        looks = [self.model.looks(form) for form in self.words.forms]
        start = done = 0
        while start < len(looks):
            start = self._window(looks, start)
            progress(self.words.ends[start - 1] - done)
            done = self.words.ends[start - 1]
        return replace(
            self.source,
            language=self.settings.language,
            tokens=tuple(self.tokens),
            sentences=_sentences(self.source, self.words, [*self.bounds, len(looks)]),
            arcs=tuple(self.arcs),
        )

    def _window(self, looks: Sequence[Looks], start: int) -> int:
        """Analyse what fits into a window from here; the result is where the next one begins."""
        end = _window_end(looks, start)
        words = self.words
        analysis = self.model.analyse(looks[start:end], words.spaces[start:end], words.paragraphs[start:end])
        scores = analysis.start.tolist()
        begins = [index for index in range(1, end - start) if self._begins(start + index, scores[index])]
        complete = end == len(looks) or not begins
        bounds = [0, *begins, end - start] if complete else [0, *begins]
        self._fill(analysis, start, bounds)
        self.bounds.extend(start + bound for bound in bounds[:-1])
        return start + bounds[-1]

    def _begins(self, place: int, score: float) -> bool:
        """Whether a sentence begins at a word."""
        if self.given_starts is not None:
            return place in self.given_starts
        return (score > 0 or self.words.paragraphs[place]) and not self.words.inner[place]

    def _fill(self, analysis: Analysis, offset: int, bounds: list[int]) -> None:
        import numpy as np

        from coindex.models.trees import best_tree

        count = bounds[-1]
        heads = np.zeros(count, np.int64)
        for begin, stop in pairwise(bounds):
            columns = np.concatenate(([0], np.arange(begin + 1, stop + 1)))
            scores = analysis.arcs[begin:stop, columns]
            heads[begin:stop] = columns[best_tree(scores)]
            self._probabilities(scores, columns, offset)
        relations = self.model.relations(analysis.dependents[:count], analysis.heads[heads])
        self.tokens.extend(self._tokens(analysis, offset, heads.tolist(), relations.tolist()))

    def _probabilities(self, scores: Any, columns: Any, offset: int) -> None:
        """Calibrated arc probabilities of a sentence, most probable head first."""
        import numpy as np

        words = np.arange(len(scores))
        scaled = scores.astype(np.float64) / self.model.temperature
        scaled[words, words + 1] = -np.inf
        scaled -= scaled.max(1, keepdims=True)
        chances = np.exp(scaled)
        chances /= chances.sum(1, keepdims=True)
        rows, heads = np.nonzero(chances >= self.settings.least)
        found: list[list[Arc]] = [[] for _ in words]
        kept = zip(rows.tolist(), columns[heads].tolist(), chances[rows, heads].tolist(), strict=True)
        for row, head, chance in kept:
            found[row].append(Arc(offset + head - 1 if head else ROOT, round(chance, 4)))
        self.arcs.extend(tuple(sorted(arcs, key=lambda arc: -arc.probability)) for arcs in found)

    def _tokens(
        self, analysis: Analysis, offset: int, heads: Sequence[int], relations: Sequence[int]
    ) -> Iterator[Token]:
        labels, words = self.model.labels, self.words
        upos, xpos, feats = (getattr(analysis, name).tolist() for name in ("upos", "xpos", "feats"))
        scripts, kinds = analysis.script.tolist(), analysis.entity.argmax(1).tolist()
        named = _types(analysis.entity, labels["entity"].index("person")).tolist()
        for index, (head, relation) in enumerate(zip(heads, relations, strict=True)):
            place = offset + index
            form = words.forms[place]
            misc = []
            tag, label = labels["upos"][upos[index]], labels["deprel"][relation]
            kind = named[index] if tag in _NOUNS and label not in _PARTS else kinds[index]
            if kind:
                misc.append(f"EntityType={labels['entity'][kind]}")
            if form in _IT:
                misc.append(f"Expletive={_chance(float(analysis.expletive[index])):.2f}")
            features = labels["feats"][feats[index]]
            yield Token(
                words.starts[place],
                words.ends[place],
                form,
                apply_script(form, labels["script"][scripts[index]]),
                tag,
                labels["xpos"][xpos[index]],
                "" if features == "_" else features,
                offset + head - 1 if head else ROOT,
                label,
                misc="|".join(misc),
            )


_IT = ("it", "It", "IT")
_NOUNS = ("NOUN", "PROPN")
_PARTS = ("compound", "flat", "fixed", "goeswith", "nmod:desc", "nmod:unmarked", "amod", "dep")
"""A noun in one of these relations need not head a phrase: it gets a type only if the model sees a mention."""


def _chance(score: float) -> float:
    from math import exp

    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def _types(scores: Any, person: int) -> Any:
    """The best type of each word if it heads a mention; a person only if that is rather sure."""
    import numpy as np

    chances = np.exp(scores - scores.max(1, keepdims=True))
    chances[:, 0] = 0
    sure = chances[:, person] >= SURELY_PERSON * chances.sum(1)
    chances[:, person] = np.where(sure, 2, 0)
    return chances.argmax(1)


def _words(document: Document, language: str) -> Words:
    """Tokenise what is to be parsed: everything but blocks that are no prose."""
    text = document.text
    left_out = [block for block in document.blocks if block.role in LEFT_OUT]
    begins = {block.start for block in document.blocks} | {start for start, _ in paragraphs(text)}
    words = Words([], [], [], [], [], [], [])
    last, waiting, edges = -1, True, sorted(begins, reverse=True)
    skipped = iter([*left_out, None])
    skip = next(skipped)
    for unit in tokenise(text, language):
        while skip is not None and unit.start >= skip.end:
            skip = next(skipped)
        if skip is not None and unit.start >= skip.start:
            continue
        while edges and edges[-1] <= unit.start:
            edges.pop()
            waiting = True
        if len(unit.words) > 1:
            words.multiwords.append((len(words.forms), len(words.forms) + len(unit.words)))
        for position, (start, end) in enumerate(unit.words):
            words.inner.append(position > 0)
            words.starts.append(start)
            words.ends.append(end)
            words.forms.append(text[start:end])
            words.spaces.append(start != last)
            words.paragraphs.append(waiting)
            waiting, last = False, end
    return words


def _given_words(document: Document) -> Words:
    """The words a document already has; empty tokens are left out."""
    if not document.tokens:
        raise MissingLayer(f"document {document.id!r} has no tokens to keep")
    words = Words([], [], [], [], [], [], [])
    paragraph = last = -1
    for sentence in document.sentences:
        waiting = sentence.paragraph != paragraph
        paragraph = sentence.paragraph
        shared = {multiword.span.start: multiword for multiword in sentence.multiwords}
        inner_until = -1
        for index in range(sentence.span.start, sentence.span.end):
            token = document.tokens[index]
            if token.empty:
                continue
            words.inner.append(index < inner_until)
            if index in shared:
                inner_until = shared[index].span.end
                count = sum(not token.empty for token in document.tokens[index:inner_until])
                words.multiwords.append((len(words.forms), len(words.forms) + count))
            words.starts.append(token.start)
            words.ends.append(token.end)
            words.forms.append(token.form)
            words.spaces.append(token.start != last)
            words.paragraphs.append(waiting)
            waiting, last = False, token.end
    return words


def _given_starts(document: Document, words: Words) -> frozenset[int]:
    """The places, among the words, at which the document's own sentences begin."""
    edges = {document.tokens[sentence.span.start].start for sentence in document.sentences}
    return frozenset(place for place, start in enumerate(words.starts) if start in edges and not words.inner[place])


def _window_end(looks: Sequence[Looks], start: int) -> int:
    from coindex.models.session import PIECES_A_WINDOW

    pieces, end = 0, start
    while end < len(looks):
        pieces += len(looks[end].pieces)
        if pieces > PIECES_A_WINDOW and end > start:
            break
        end += 1
    return end


def _sentences(document: Document, words: Words, bounds: Sequence[int]) -> tuple[Sentence, ...]:
    headings = [block for block in document.blocks if block.role == "heading"]
    sentences: list[Sentence] = []
    paragraph, multi = -1, 0
    for number, (begin, stop) in enumerate(pairwise(bounds), 1):
        paragraph += words.paragraphs[begin]
        inside: list[Multiword] = []
        while multi < len(words.multiwords) and words.multiwords[multi][1] <= stop:
            first, end = words.multiwords[multi]
            form = document.text[words.starts[first] : words.ends[end - 1]]
            inside.append(Multiword(Span(first, end), form))
            multi += 1
        start = words.starts[begin]
        heading = any(block.start <= start < block.end for block in headings)
        sentences.append(
            Sentence(Span(begin, stop), str(number), max(paragraph, 0), "", heading, multiwords=tuple(inside))
        )
    return tuple(sentences)
