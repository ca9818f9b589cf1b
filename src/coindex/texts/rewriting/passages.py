"""Cuts a resolved document into passages that stand on their own: in each, the first mention of
every entity is explicit, as far as that is safe.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.language.languages import get_language
from coindex.texts.edits import Edit, Offsets, edited
from coindex.texts.rewriting.appellations import is_naming
from coindex.texts.rewriting.choices import KINDS, Choices, Left
from coindex.texts.rewriting.judging import Judge, Judgement
from coindex.texts.rewriting.sections import Place, mark_start, places

UNITS = ("words", "sentences", "paragraph", "tokens")
WORDS = 200
"""Of a passage, about what retrieval embeds at once."""
EXPLICIT = Choices(KINDS)
"""Passages make descriptions explicit, too."""
LIKELY = 0.3
"""A header does not name what only pronouns mention that are less certain than this. In 25 Spanish
texts, 4 of 16 such names were right, and 49 of 60 others.
"""


@dataclass(frozen=True, slots=True)
class Cutting:
    """Where passages end; they never divide a sentence."""

    by: str = "words"
    """*words*: as many sentences as fit into `size` words. *sentences*: `size` sentences.
    *paragraph*: one for each paragraph, at most `size` words long. *tokens*: as many sentences as
    fit, header and replacements included, into `size` tokens of the `tokenizer`.
    """
    size: int = WORDS
    """How many words, sentences or tokens."""
    overlap: int = 0
    """How many sentences of a passage the next one repeats."""
    tokenizer: str = ""
    """The file `tokenizer.json` of the model that is to read the passages."""

    def __post_init__(self) -> None:
        if self.by not in UNITS:
            raise CoindexError(
                Message(
                    "no unit is called {by!r}; {suggestion}",
                    by=self.by,
                    suggestion=suggestion(self.by, UNITS),
                )
            )
        if (self.by == "tokens") != bool(self.tokenizer):
            raise CoindexError("passages in tokens, and only these, need the file of a tokenizer")
        if self.size < 1:
            raise CoindexError(
                Message("the size of a passage is {size}, not 1 or more", size=self.size)
            )
        if self.overlap < 0 or (self.by == "sentences" and self.overlap >= self.size):
            raise CoindexError(
                Message(
                    "the overlap is {overlap}: it cannot be negative or a whole passage",
                    overlap=self.overlap,
                )
            )


class Known(NamedTuple):
    """An entity of a passage: its name, the other names it has in the document, and how many
    mentions the passage has.
    """

    name: str
    type: str
    aliases: tuple[str, ...]
    mentions: int


class Alteration(NamedTuple):
    """`new` stands at `start` to `end` of the passage, for `old` at `source_start` to
    `source_end` of the document.
    """

    start: int
    end: int
    new: str
    old: str
    source_start: int
    source_end: int
    certainty: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document that stands on its own."""

    document: str
    """The id of the document."""
    number: int
    """Counted from 1."""
    start: int
    """Where it begins in the text of the document."""
    end: int
    text: str
    """With explicit first mentions."""
    words: int
    entities: tuple[Known, ...] = ()
    changes: tuple[Alteration, ...] = ()
    left: int = 0
    """Entities that only pronouns or zeros mention, since nothing could be put there safely."""
    header: str = ""
    """The headings above it, and the names of its entities that its text does not have."""

    @property
    def id(self) -> str:
        return f"{self.document}#{self.number}"

    @property
    def headed(self) -> str:
        """The text behind its header, for retrieval."""
        return f"{self.header}\n\n{self.text}" if self.header else self.text

    def to_source(self, offset: int) -> int:
        """Return where a character of the passage comes from in the text of the document."""
        edits = (
            Edit(one.source_start - self.start, one.source_end - self.start, one.new)
            for one in self.changes
        )
        return self.start + Offsets(edits).to_old(offset)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "id": self.id,
            "document": self.document,
            "number": self.number,
            "start": self.start,
            "end": self.end,
            "words": self.words,
            "header": self.header,
            "text": self.text,
            "entities": [one._asdict() | {"aliases": list(one.aliases)} for one in self.entities],
            "changes": [
                one._asdict() | {"certainty": round(one.certainty, 3)} for one in self.changes
            ],
            "left": self.left,
        }

    def to_json(self, extra: object = None) -> str:
        """Return `to_dict` as one line of JSON; `extra` is what else stood beside the document."""
        value = self.to_dict() | ({"extra": extra} if extra else {})
        return json.dumps(value, ensure_ascii=False)


def passages(judge: Judge, cutting: Cutting) -> Iterator[Passage]:
    """The passages of a resolved document, in order."""
    document = judge.document
    length = _tokens(cutting.tokenizer) if cutting.tokenizer else None
    sizes, placed = _sizes(document, cutting), places(document)
    start = number = 0
    while start < len(document.sentences):
        span = _cut(document, placed, sizes, start, cutting)
        one = _passage(judge, span, number + 1, placed[start].above)
        while length is not None and length(one.headed) > cutting.size:
            # Its header and names take tokens, too.
            shorter = _without_headings(placed, Span(start, span.end - 1))
            if shorter == span or not shorter.length:
                break
            span = shorter
            one = _passage(judge, span, number + 1, placed[start].above)
        yield one
        number += 1
        if span.end == len(document.sentences):
            break
        start = max(start + 1, span.end - cutting.overlap)


def cuts(document: Document, cutting: Cutting) -> list[Span]:
    """The sentences of each passage, by their numbers."""
    sizes, placed = _sizes(document, cutting), places(document)
    spans: list[Span] = []
    start = 0
    while start < len(document.sentences):
        spans.append(_cut(document, placed, sizes, start, cutting))
        if spans[-1].end == len(document.sentences):
            break
        start = max(start + 1, spans[-1].end - cutting.overlap)
    return spans


def _sizes(document: Document, cutting: Cutting) -> list[int]:
    """What each sentence counts."""
    if cutting.by == "tokens":
        length = _tokens(cutting.tokenizer)
        return [length(document.surface(one.span)) for one in document.sentences]
    return [
        1 if cutting.by == "sentences" else sum(1 for _ in document.words(one.span))
        for one in document.sentences
    ]


@cache
def _tokens(path: str) -> Callable[[str], int]:
    """A function that counts the tokens of a text, from the file of a tokenizer."""
    from tokenizers import Tokenizer

    if not Path(path).is_file():
        raise CoindexError(Message("{path}: no such file", path=path))
    try:
        tokenizer = Tokenizer.from_file(path)
    except Exception as error:  # the library raises nothing more precise
        what = Message("{path} is not the file of a tokenizer: {error}", path=path, error=error)
        raise CoindexError(what) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _cut(
    document: Document, placed: Sequence[Place], sizes: Sequence[int], start: int, cutting: Cutting
) -> Span:
    """The sentences of the passage that begins with this one; headings alone are no passage."""
    end, size = start, 0
    while end < len(sizes) and (
        size + sizes[end] <= cutting.size or not _says_something(placed, Span(start, end))
    ):
        if end > start and cutting.by == "paragraph" and _parts(document, placed, end):
            break
        size += sizes[end]
        end += 1
    return _without_headings(placed, Span(start, end)) if end < len(sizes) else Span(start, end)


def _says_something(placed: Sequence[Place], span: Span) -> bool:
    return not all(placed[number].heading for number in range(*span))


def _without_headings(placed: Sequence[Place], span: Span) -> Span:
    """The sentences without the headings at their end, which belong to what follows."""
    end = span.end
    while end > span.start and placed[end - 1].heading:
        end -= 1
    return Span(span.start, end)


def _parts(document: Document, placed: Sequence[Place], number: int) -> bool:
    """Whether a paragraph begins with this sentence; a heading and its paragraph are one."""
    before, own = document.sentences[number - 1 : number + 1]
    return before.paragraph != own.paragraph and not placed[number - 1].heading


def _passage(judge: Judge, span: Span, number: int, above: Sequence[str]) -> Passage:
    """The passage of these sentences, below these headings."""
    document = judge.document
    tokens = Span(
        document.sentences[span.start].span.start, document.sentences[span.end - 1].span.end
    )
    words = list(document.words(tokens))
    start, end = (mark_start(document, words[0].start), words[-1].end) if words else (0, 0)
    judgements = judge.first_mentions(span)
    replaced = sorted(
        (edit._replace(start=edit.start - start, end=edit.end - start), one)
        for one in judgements
        for edit in one.edits
    )
    offsets = Offsets(edit for edit, _ in replaced)
    changes = tuple(
        Alteration(
            *offsets.place(place),
            edit.text,
            document.text[edit.start + start : edit.end + start],
            edit.start + start,
            edit.end + start,
            one.certainty,
        )
        for place, (edit, one) in enumerate(replaced)
    )
    solved = {one.entity for one in judgements if one.left is None}
    open_ = {one.entity or one.mention for one in judgements} - solved
    text = edited(document.text[start:end], offsets.edits)
    known = tuple(_known(judge, span))
    doubtful = _doubtful(judge, span, judgements)
    header = _header(judge, above, text, [one for one in known if one.name not in doubtful])
    left = len(open_)
    return Passage(document.id, number, start, end, text, len(words), known, changes, left, header)


def _doubtful(judge: Judge, span: Span, judgements: Sequence[Judgement]) -> set[str]:
    """The names of entities that only pronouns mention, none of which is likely to mean them."""
    explicit = {
        judge.entity_id(one)
        for number in range(*span)
        for one in judge.discourse.sentences[number]
        if is_naming(one)
    }
    likely = {
        one.entity for one in judgements if one.left is not Left.UNSURE or one.certainty >= LIKELY
    }
    return {
        judge.names(one.entity).name for one in judgements if one.entity not in explicit | likely
    }


def _header(judge: Judge, above: Sequence[str], text: str, known: Sequence[Known]) -> str:
    """The headings above the passage, and the names that neither they nor its text have."""
    sections = " › ".join(above)
    written = f"{sections}\n{text}".casefold()
    names = [one.name for one in known if _bare(judge, one.name).casefold() not in written]
    return ". ".join(filter(None, [sections, "; ".join(names)]))


def _bare(judge: Judge, name: str) -> str:
    """The name without its article: *the first lock* is in *its first lock*."""
    article, _, rest = name.partition(" ")
    definite = get_language(judge.document.language).words("grammar", "definite")
    return rest if rest and article.lower() in definite else name


def _known(judge: Judge, span: Span) -> Iterator[Known]:
    """Entities with a name, or with two mentions, in the order of their first mention here."""
    counts: dict[str, int] = {}
    for sentence in range(*span):
        for expression in judge.discourse.sentences[sentence]:
            if id := judge.entity_id(expression):
                counts[id] = counts.get(id, 0) + 1
    for id, count in counts.items():
        names = judge.names(id)
        if names.name and (names.proper or len(judge.members(id)) > 1):
            yield Known(names.name, names.type, names.aliases, count)
