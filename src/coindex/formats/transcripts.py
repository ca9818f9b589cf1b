"""Conversations as JSON: WhisperX's transcripts, and chats as programs store them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Annotation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.conversations import Cue, conversation
from coindex.io.files import File, Files

_SPEAKERS = ("speaker", "speaker_id", "author", "name", "user", "sender", "from", "role")
_TEXTS = ("text", "content", "message", "value", "utterance", "body")
_TIMES = ("start", "timestamp", "time", "ts", "date", "created_at")
_LISTS = ("messages", "conversations", "conversation", "turns", "utterances", "dialogue", "chat")
_SEGMENTS = re.compile(r'"segments"\s*:\s*\[')
_TURNS = re.compile(rf'"(?:{"|".join(_SPEAKERS)})"\s*:\s*["{{]')


@dataclass(frozen=True, slots=True)
class WhisperX:
    """WhisperX's JSON: segments with times, speakers and words. Segments of one speaker that follow
    each other are a turn; times stay in `Document.extra["cues"]`.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    language: str = ""
    """Code of the language, if the file does not state one."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        fits = _SEGMENTS.search(sample) and '"start"' in sample and '"text"' in sample
        return 0.9 if fits and file.suffix == ".json" else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(*self.suffixes) if len(files) > 1 else files:
            content = _loaded(file, problems)
            segments = content.get("segments") if isinstance(content, dict) else None
            if not isinstance(segments, list):
                raise FormatError(
                    "no list of segments",
                    path=file.label,
                    line=1,
                    remedy="WhisperX writes an object with a key segments",
                )
            cues = [cue for one in _objects(segments, file, problems) if (cue := _segment(one))]
            code = content.get("language") if isinstance(content, dict) else ""
            language = code if isinstance(code, str) and code else self.language
            document = conversation(file.id, cues, language)
            yield Annotated(document, Annotation(document.id))


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as JSON: a list of messages with a speaker and a text, under the names that programs
    give them (role and content, from and value, author and text ...). Each message is a turn.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample().lstrip()
        listed = sample.startswith("[") or any(f'"{name}"' in sample for name in _LISTS)
        texts = any(re.search(rf'"{name}"\s*:\s*[\["]', sample) for name in _TEXTS)
        fits = listed and texts and _TURNS.search(sample) and '"segments"' not in sample
        return 0.6 if fits and file.suffix == ".json" else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(*self.suffixes) if len(files) > 1 else files:
            content = _loaded(file, problems)
            chats = list(_chats(content))
            if not chats:
                raise FormatError(
                    "no list of messages",
                    path=file.label,
                    line=1,
                    remedy='write [{"role": "user", "content": "..."}, ...]',
                )
            for number, messages in enumerate(chats):
                cues = [_message(one) for one in _objects(messages, file, problems)]
                name = file.id if len(chats) == 1 else f"{file.id}-{number + 1}"
                said = [cue for cue in cues if cue.text]
                document = conversation(name, said, self.language, whole=True)
                yield Annotated(document, Annotation(document.id))


def _loaded(file: File, problems: Problems) -> Any:
    try:
        return json.loads(file.text(problems))
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise FormatError(
            "not valid JSON",
            path=file.label,
            line=line,
            column=column,
            remedy="the file may be truncated",
        ) from error


def _objects(values: list[Any], file: File, problems: Problems) -> Iterator[Mapping[str, Any]]:
    for number, value in enumerate(values):
        if isinstance(value, dict):
            yield value
        else:
            problems.report(
                "value of the wrong type",
                path=file.label,
                line=1,
                column=1,
                detail=f"[{number}] should be an object",
                remedy=leniently("leaves it out"),
            )


def _chats(content: Any) -> Iterator[list[Any]]:
    """The lists of messages: of a chat, or of several in a list."""
    if isinstance(content, dict):
        found = (content[name] for name in _LISTS if isinstance(content.get(name), list))
        yield from (one for one in found if _is_chat(one))
    elif isinstance(content, list) and _is_chat(content):
        yield content
    elif isinstance(content, list):
        for one in content:
            yield from _chats(one)


def _is_chat(values: list[Any]) -> bool:
    return any(isinstance(one, dict) and _first(one, _TEXTS) is not None for one in values)


def _first(values: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((values[name] for name in names if values.get(name) is not None), None)


def _segment(values: Mapping[str, Any]) -> Cue | None:
    text = values.get("text")
    speaker = values.get("speaker")
    start, end = (_number(values.get(key)) for key in ("start", "end"))
    if not isinstance(text, str) or not text.strip():
        return None
    words = values.get("words")
    own = (("words", words),) if isinstance(words, list) else ()
    name = speaker if isinstance(speaker, str) else ""
    return Cue(" ".join(text.split()), name, start, end, own=own)


def _message(values: Mapping[str, Any]) -> Cue:
    """A message; one of several parts is the text of these."""
    speaker = _first(values, _SPEAKERS)
    if isinstance(speaker, dict):
        speaker = _first(speaker, ("name", "role", "id"))
    text = _first(values, _TEXTS)
    if isinstance(text, list):
        parts = (one.get("text", "") if isinstance(one, dict) else one for one in text)
        text = "\n".join(part for part in parts if isinstance(part, str))
    time = _first(values, _TIMES)
    own = (("time", time),) if isinstance(time, str | int | float) else ()
    said = text.strip() if isinstance(text, str) else ""
    return Cue(said, str(speaker) if speaker is not None else "", own=own)


def _number(value: Any) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known else None
