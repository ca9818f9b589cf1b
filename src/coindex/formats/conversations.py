"""Conversations as documents: what was said by whom and when, as turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from coindex.core.document import Document, Sentence
from coindex.formats.building import from_text

CUES = "cues"
"""The key of `Document.extra` under which the pieces of a transcript are, with their times."""


class Cue(NamedTuple):
    """A piece of a transcript: a subtitle, a segment, a message. One without text is only kept."""

    text: str
    speaker: str = ""
    start: float | None = None
    end: float | None = None
    name: str = ""
    settings: str = ""
    raw: str = ""
    timed: bool = False
    own: tuple[tuple[str, Any], ...] = ()
    """Other values of the piece."""


def conversation(
    id: str, cues: Iterable[Cue], language: str = "", *, whole: bool = False
) -> Document:
    """A document of turns. Cues of one speaker that follow each other are one turn, unless each is
    `whole`.

    A turn is a paragraph and a sentence with its speaker; a parser finds the sentences inside.
    """
    pieces: list[str] = []
    kept: list[dict[str, Any]] = []
    ends: list[int] = []
    names: list[str] = []
    length, before = 0, None
    for cue in cues:
        if cue.text:
            if before is not None:
                parted = whole or cue.speaker != before.speaker
                if parted:
                    ends.append(length)
                    names.append(before.speaker)
                gap = "\n\n" if parted else " "
                pieces.append(gap)
                length += len(gap)
            kept.append({"at": [length, length + len(cue.text)], **_about(cue)})
            pieces.append(cue.text)
            length += len(cue.text)
            before = cue
        else:
            kept.append(_about(cue))
    if before is not None:
        ends.append(length)
        names.append(before.speaker)
    document = from_text(id, "".join(pieces), language=language, sentence_ends=ends)
    return Document(
        document.id,
        document.text,
        language,
        document.tokens,
        tuple(_spoken(document, sentence, ends, names) for sentence in document.sentences),
        extra={CUES: kept},
    )


def _spoken(document: Document, sentence: Sentence, ends: list[int], names: list[str]) -> Sentence:
    last = document.tokens[sentence.span.end - 1].end
    return sentence._replace(speaker=next(n for e, n in zip(ends, names, strict=True) if last <= e))


def _about(cue: Cue) -> dict[str, Any]:
    """What is known of a cue besides its text."""
    known = {
        "start": cue.start,
        "end": cue.end,
        "speaker": cue.speaker,
        "name": cue.name,
        "settings": cue.settings,
        "raw": cue.raw,
        **dict(cue.own),
    }
    return {key: value for key, value in known.items() if value not in (None, "")}
