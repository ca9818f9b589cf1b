"""Subtitles with their times: SubRip (`.srt`) and WebVTT (`.vtt`).

Cues of one speaker that follow each other are a turn, and a turn is a paragraph, so that a sentence
may go on in the next cue. `Document.extra["cues"]` says where in the text each cue is and when it
is shown, with whatever of it is not text, so that it can be written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Annotation
from coindex.core.errors import CoindexError
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.conversations import CUES, Cue, conversation
from coindex.formats.markup import one_file_each
from coindex.io.files import File, Files

_TIME = r"(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})"
_TIMING = re.compile(rf"{_TIME}[ \t]+-->[ \t]+{_TIME}(.*)")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]*)>")
_TAG = re.compile(r"</?[^<>]*>|\{\\[^}]*\}")
_NAMED = re.compile(r"\s*[-–]?\s*\[?([A-Z][\w.'’ -]{0,30}?)\]?:\s+")
"""A name and a colon before what is said, as diarised transcripts have it: `SPEAKER_00: Hello.`"""


@dataclass(frozen=True, slots=True)
class _Subtitles:
    """Base of both formats: they differ in their first line and in the mark before milliseconds."""

    suffixes: ClassVar[tuple[str, ...]]
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {Layer.TEXT, Layer.TOKENS, Layer.SENTENCES, Layer.PARAGRAPHS, Layer.SPEAKERS, Layer.EXTRA}
        | {Layer.LANGUAGE, Layer.SPACING}
    )
    head: ClassVar[str] = ""
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        if file.suffix not in self.suffixes:
            return 0.0
        return 0.95 if _TIMING.search(file.sample()) else 0.3

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(*self.suffixes) if len(files) > 1 else files:
            cues = list(_cues(file, problems, self.head))
            if not any(cue.text for cue in cues):
                problems.report(
                    "no cues",
                    path=file.label,
                    line=1,
                    column=1,
                    remedy=leniently("reads an empty document", "check that it is a subtitle file"),
                )
            document = conversation(file.id, cues, self.language)
            yield Annotated(document, Annotation(document.id))

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        return one_file_each(items, self._lines, self.suffixes[0])

    def _lines(self, item: Annotated) -> Iterator[str]:
        """The blocks that were read; a document without times cannot be subtitles."""
        document = item.document
        cues = document.extra.get(CUES)
        if not isinstance(cues, list) or not all(isinstance(cue, dict) for cue in cues):
            raise CoindexError(
                Message(
                    "{id} has no times, so it cannot be written as subtitles; only documents that "
                    "were read from a transcript can",
                    id=document.id,
                )
            )
        blocks = [self._block(document.text, cue, number) for number, cue in enumerate(cues, 1)]
        if self.head and not (blocks and blocks[0].startswith(self.head)):
            blocks = [self.head, *blocks]
        yield "\n\n".join(blocks) + "\n"

    def _block(self, text: str, cue: dict[str, Any], number: int) -> str:
        raw = cue.get("raw", "")
        if "at" not in cue:  # a note, a style, the first line
            return str(raw)
        start, end = cue["at"]
        said, speaker = text[start:end], cue.get("speaker", "")
        if raw and _plain(raw, self.head) == (said, speaker):
            said = raw  # with its tags and lines
        elif speaker:
            said = f"<v {speaker}>{said}" if self.head else f"{speaker}: {said}"
        name = cue.get("name", "" if self.head else str(number))
        times = " --> ".join(self._time(cue.get(key, 0)) for key in ("start", "end"))
        return "\n".join([*([name] if name else []), f"{times}{cue.get('settings', '')}", said])

    def _time(self, seconds: float) -> str:
        thousandths = round(seconds * 1000)
        minutes, rest = divmod(thousandths, 60_000)
        hours, minutes = divmod(minutes, 60)
        mark = "." if self.head else ","
        return f"{hours:02}:{minutes:02}:{rest // 1000:02}{mark}{rest % 1000:03}"


@dataclass(frozen=True, slots=True)
class SubRip(_Subtitles):
    """SubRip's subtitles: numbered cues with times, and a name with a colon before what is said."""

    suffixes: ClassVar[tuple[str, ...]] = (".srt",)


@dataclass(frozen=True, slots=True)
class WebVtt(_Subtitles):
    """WebVTT: cues with times and voices (`<v Ann>`); notes, styles and settings are kept."""

    suffixes: ClassVar[tuple[str, ...]] = (".vtt",)
    head: ClassVar[str] = "WEBVTT"


def _cues(file: File, problems: Problems, head: str) -> Iterator[Cue]:
    """The blocks of a file, which blank lines separate."""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*file.lines(problems), ""], 1):
        if line.strip():
            first = first if block else number
            block.append(line)
        elif block:
            yield _cue(block, head, file, first, problems)
            block = []


def _cue(block: list[str], head: str, file: File, line: int, problems: Problems) -> Cue:
    place = next((at for at, text in enumerate(block[:2]) if _TIMING.fullmatch(text)), None)
    if place is None:
        apart = head and (line == 1 or block[0].split()[0] in ("NOTE", "STYLE", "REGION"))
        if not apart:
            problems.report(
                "cue without times",
                path=file.label,
                line=line,
                column=1,
                detail=repr(block[0][:40]),
                remedy=leniently("leaves it out", "write 00:00:01.000 --> 00:00:02.000 above it"),
            )
        return Cue("", raw="\n".join(block))
    match = _TIMING.fullmatch(block[place])
    assert match is not None
    raw = "\n".join(block[place + 1 :])
    text, speaker = _plain(raw, head)
    return Cue(
        text,
        speaker,
        _seconds(match.groups()[:4]),
        _seconds(match.groups()[4:8]),
        name="\n".join(block[:place]),
        settings=match[9],
        raw="" if raw == text else raw,
        timed=True,
    )


def _plain(raw: str, head: str) -> tuple[str, str]:
    """The words of a cue, in one line and without tags, and who says them."""
    speaker = ""
    if head:
        voice = _VOICE.search(raw)
        speaker = voice[1].strip() if voice else ""
    elif named := _NAMED.match(raw):
        speaker, raw = named[1].strip(), raw[named.end() :]
    text = _TAG.sub("", raw)
    return " ".join((unescape(text) if head else text).split()), speaker


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, thousandths = (int(part or 0) for part in parts)
    return (3_600_000 * hours + 60_000 * minutes + 1000 * seconds + thousandths) / 1000
