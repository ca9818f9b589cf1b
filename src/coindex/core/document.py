"""A document: text, its tokens with their parse, its sentences; no annotation of reference."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize

UPOS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
)  # fmt: skip
"""In alphabetical order; trained models number them by it."""


ROOT = -1
"""The head of a token that depends on nothing; `None` instead means that the head is not known."""


class Span(NamedTuple):
    """A half-open range of tokens; indices count from the start of the document."""

    start: int
    end: int

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and self.start <= index < self.end

    @property
    def length(self) -> int:
        return self.end - self.start

    def covers(self, other: Span) -> bool:
        """Return whether the other span lies within this one."""
        return self.start <= other.start and other.end <= self.end

    def crosses(self, other: Span) -> bool:
        """Return whether the spans share tokens and neither contains the other."""
        return (
            self.start < other.start < self.end < other.end
            or other.start < self.start < other.end < self.end
        )


class Token(NamedTuple):
    """One word, or one empty token (a zero pronoun, an elided word).

    `start` and `end` are offsets in the document's text; an empty token has `start == end`. `feats`
    and `misc` stay in CoNLL-U's notation (`features` reads it); `deps` holds enhanced dependencies
    with the ids of the sentence.
    """

    start: int
    end: int
    form: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: str = ""
    head: int | None = None
    deprel: str = ""
    deps: str = ""
    misc: str = ""
    empty: bool = False

    def feature(self, name: str) -> str:
        """Return the value of a morphological feature, or the empty string."""
        return features(self.feats).get(name, "")

    @property
    def relation(self) -> str:
        """The universal part of the dependency label: `nsubj` of `nsubj:pass`."""
        return self.deprel.partition(":")[0]


@lru_cache(65_536)
def features(notation: str) -> Mapping[str, str]:
    """`Number=Sing|Person=3` as a mapping. The result is shared; do not change it."""
    items = (item.partition("=") for item in notation.split("|")) if notation else ()
    return {name: value for name, _, value in items}


class Arc(NamedTuple):
    """A head that the parser considered for a token, with its calibrated probability."""

    head: int
    probability: float


class Multiword(NamedTuple):
    """A surface token that stands for several words: *don't*, *del*."""

    span: Span
    form: str
    feats: str = ""
    misc: str = ""


def spelled_by(forms: Iterable[str], surface: str) -> bool:
    """Whether words spell a multiword token, apart from accents: *dar*, *se*, *lo* spell *dárselo*.

    If they do, each has characters of its own; the words of *del* share theirs.
    """
    joined = "".join(forms)
    return joined == surface or (len(joined) == len(surface) and _plain(joined) == _plain(surface))


def _plain(text: str) -> str:
    return "".join(character for character in normalize("NFD", text) if not combining(character))


class Fragment(NamedTuple):
    """A connected piece of an incomplete parse.

    `root` is its head. `parent` is the index, among the sentence's fragments, of a fragment in
    which this one is known to be embedded, or `None`; `sites` are the tokens that it may attach to,
    where they are known.
    """

    root: int
    parent: int | None = None
    sites: tuple[int, ...] = ()


class Block(NamedTuple):
    """A range of characters of the original text with one role: paragraph, heading, table, code,
    list, reference.
    """

    start: int
    end: int
    role: str = "paragraph"


class Sentence(NamedTuple):
    span: Span
    id: str = ""
    paragraph: int = 0
    speaker: str = ""
    heading: bool = False
    comments: tuple[str, ...] = ()
    multiwords: tuple[Multiword, ...] = ()
    fragments: tuple[Fragment, ...] = ()


@dataclass(frozen=True, repr=False)
class Document:
    """A text with its tokens and sentences; an unparsed document has none yet.

    `text` is the original, and every character offset refers to it. `extra` holds other values of
    the input, as JSON, which are written out again.
    """

    id: str
    text: str
    language: str = ""
    tokens: tuple[Token, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    arcs: tuple[tuple[Arc, ...], ...] = ()
    blocks: tuple[Block, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        counted = f"characters {len(self.text)}, tokens {len(self.tokens)}"
        language = f", {self.language}" if self.language else ""
        return f"<Document {self.id!r}: {counted}{language}>"

    @property
    def genre(self) -> str:
        return self.meta.get("genre", "")

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(sentence.span.start for sentence in self.sentences)

    def sentence_index(self, token: int) -> int:
        """Return the index of the sentence that contains a token."""
        return bisect_right(self._starts, token) - 1

    def sentence_of(self, token: int) -> Sentence:
        """Return the sentence that contains a token."""
        return self.sentences[self.sentence_index(token)]

    def words(self, span: Span) -> Iterator[Token]:
        """Return the tokens of a span that are not empty."""
        return (token for token in self.tokens[span.start : span.end] if not token.empty)

    def surface(self, span: Span) -> str:
        """Return the original text of a span; the forms of its tokens if all of them are empty."""
        words = list(self.words(span))
        if not words:
            return " ".join(token.form for token in self.tokens[span.start : span.end])
        return self.text[words[0].start : words[-1].end]

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "_starts"}
