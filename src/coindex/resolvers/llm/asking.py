"""The common part of the resolver and the detector: where a model is, and how it is asked about the
parts of a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple
from urllib.parse import urlsplit

from coindex.core.annotation import Mention
from coindex.core.document import Document, Span
from coindex.core.errors import SpecError
from coindex.core.parameters import component, ranged
from coindex.resolvers.llm.client import Endpoint, ModelAnswer, ask
from coindex.resolvers.llm.prompts import PROMPTS
from coindex.resolvers.llm.shown import ShownText, shown


def windows(document: Document, size: int, overlap: int) -> list[Span]:
    """Spans of at most `size` tokens that cover the document; each but the first begins with whole
    sentences of the one before, of at most `overlap` tokens in all.

    A sentence that is longer than a window is cut.
    """
    pieces = list(_pieces(document, size))
    spans: list[Span] = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1].end - pieces[first].start <= size:
            last += 1
        spans.append(Span(pieces[first].start, pieces[last].end))
        if last + 1 == len(pieces):
            break
        following = last + 1
        while following - 1 > first and pieces[last].end - pieces[following - 1].start <= overlap:
            following -= 1
        first = following
    return spans


def _pieces(document: Document, size: int) -> Iterator[Span]:
    for sentence in document.sentences:
        for start in range(sentence.span.start, sentence.span.end, size):
            yield Span(start, min(start + size, sentence.span.end))


_ROOM = 120
"""Tokens that an answer may have beyond those that its words or links need."""
_A_WORD, _A_LINK = 8, 10
"""The maximum number of tokens of an answer for each word of the text, or for each mention."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Exchange(NamedTuple):
    """A window, the question, and the answer."""

    shown: ShownText
    answer: ModelAnswer


@component
class Asking:
    """What is common to the resolver and the detector: where the model is and how it is asked."""

    model: str
    """Name of the model, as the endpoint knows it."""
    base_url: str = ""
    """Address of the endpoint, up to `/v1`; empty for the one that the environment names
    (`OPENAI_BASE_URL`), else OpenAI's.
    """
    prompt: Literal["mentions", "document", "links"] = "mentions"
    """What is asked: *mentions*, numbers for mentions that are marked; *document*, mentions and
    numbers; *links*, an antecedent for each anaphor.
    """
    key: str = "OPENAI_API_KEY"
    """Name of the variable of the environment that holds the key, never the key itself."""
    window: int = ranged(400, least=1)
    """Most tokens of the text in one request."""
    overlap: int = ranged(100, least=0)
    """Most tokens that a request repeats of the one before."""
    seed: int = 1
    """Seed that is sent with each request; the temperature is always 0."""
    retries: int = ranged(4, least=0)
    """How often a request is sent again that fails or is refused for a while."""
    patience: float = ranged(300.0, least=0)
    """Seconds after which a request counts as failed."""
    price_in: float = ranged(0.0, least=0)
    """Price of a million tokens sent, for the cost in reports."""
    price_out: float = ranged(0.0, least=0)
    """Price of a million tokens received."""
    cache: bool = True
    """Whether answers are stored on disk and not requested again."""
    seen: tuple[str, ...] | str = ()
    """Files of fingerprints of documents that the model is known to have learned from."""
    library: ClassVar[str] = "openai"
    remote: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not self.model:
            raise SpecError("name a model, as the endpoint knows it")
        if self.overlap >= self.window:
            raise SpecError("the overlap must be smaller than the window")
        if self.key and _VARIABLE.fullmatch(self.key) is None:
            raise SpecError("key is the name of an environment variable, never the key itself")
        address = urlsplit(self.base_url)
        if self.base_url and (address.scheme not in ("http", "https") or not address.hostname):
            raise SpecError("base_url must begin with http:// or https:// and name a server")
        if address.username or address.password or address.query or address.fragment:
            raise SpecError("base_url must not contain a name, password or query")

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Those that it was given."""
        return tuple(map(Path, (self.seen,) if isinstance(self.seen, str) else self.seen))

    def turns(self, document: Document, mentions: tuple[Mention, ...]) -> Iterator[Exchange]:
        """The windows of a document with the answers; the same question is not asked twice."""
        endpoint = Endpoint(
            self.model, self.base_url, self.key, self.seed, self.retries, self.patience, self.cache
        )
        number = "#{}".format if self.prompt == "links" else "#".format
        marked = () if self.prompt == "document" else mentions
        for window in windows(document, self.window, self.overlap):
            part = shown(document, window, marked, number)
            if not part.mentions and self.prompt != "document":
                continue
            needed = (
                _A_LINK * len(part.mentions)
                if self.prompt == "links"
                else _A_WORD * len(part.words)
            )
            longest = _ROOM + needed
            yield Exchange(part, ask(endpoint, PROMPTS[self.prompt].messages(part.text), longest))
