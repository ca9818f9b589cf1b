"""Conversations: subtitles, transcripts and chats, with speakers and times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError, FormatError
from coindex.core.problems import Problems
from coindex.formats.subtitles import SubRip, WebVtt
from coindex.formats.transcripts import Chat, WhisperX
from coindex.testing import bracketed, check_format

SRT = """\
1
00:00:01,000 --> 00:00:04,000
SPEAKER_00: I talked to Mara about
the <i>budget</i>.

2
00:00:04,500 --> 00:00:06,000
SPEAKER_00: She said

3
01:00:06,500 --> 01:00:09,250
SPEAKER_01: That it is 10:30.
"""
VTT = """\
WEBVTT - a title

NOTE nobody reads this

STYLE
::cue { color: white }

first
00:01.000 --> 00:04.000 align:start
<v Ann>I talked to Mara &amp; Ben.

00:00:04.500 --> 00:00:06.000
<v.loud Ben Lee>Did <b>she</b> approve it?</v>
"""
WHISPER = json.dumps(
    {
        "segments": [
            {"start": 0.5, "end": 2, "text": " Ann lost her key.", "speaker": "A", "words": []},
            {"start": 2.0, "end": 3, "text": "She looked", "speaker": "B"},
            {"start": 3.0, "end": 4, "text": "for it.", "speaker": "B"},
        ],
        "language": "en",
    }
)
CHAT = json.dumps(
    [
        {"role": "user", "content": "My router is broken.", "timestamp": "2026-01-01T10:00"},
        {"role": "user", "content": [{"type": "text", "text": "It blinks."}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "assistant", "content": "Restart it."},
    ]
)


SAMPLES_OF = {
    "subrip": {"a.srt": SRT},
    "webvtt": {"a.vtt": VTT},
    "whisperx": {"a.json": WHISPER},
    "chat": {"a.json": CHAT},
}


def turns(item: Annotated) -> list[tuple[str, str]]:
    document = item.document
    return [(one.speaker, document.surface(one.span)) for one in document.sentences]


def cues(item: Annotated) -> list[tuple[str, Any, Any]]:
    text, pieces = item.document.text, item.document.extra["cues"]
    assert isinstance(pieces, list)
    return [
        (text[slice(*one["at"])], one.get("start"), one.get("end")) for one in pieces if "at" in one
    ]


def test_subtitles_of_one_speaker_are_a_turn() -> None:
    (item,) = check_format(SubRip(), {"a.srt": SRT})
    assert turns(item) == [
        ("SPEAKER_00", "I talked to Mara about the budget. She said"),
        ("SPEAKER_01", "That it is 10:30."),
    ]
    assert cues(item)[2] == ("That it is 10:30.", 3606.5, 3609.25)
    assert [one.paragraph for one in item.document.sentences] == [0, 1]


def test_voices_of_webvtt_are_speakers() -> None:
    (item,) = check_format(WebVtt(), {"a.vtt": VTT})
    assert turns(item) == [
        ("Ann", "I talked to Mara & Ben."),
        ("Ben Lee", "Did she approve it?"),
    ]
    assert cues(item) == [("I talked to Mara & Ben.", 1, 4), ("Did she approve it?", 4.5, 6)]


@pytest.mark.parametrize(("name", "text"), [("a.srt", SRT), ("a.vtt", VTT)])
def test_what_comes_out_is_put_back(name: str, text: str, tmp_path: Path) -> None:
    """Also by way of the stand-off format, as after resolving."""
    (tmp_path / name).write_text(text)
    formats.convert(tmp_path / name, tmp_path / "a.jsonl")
    formats.convert(tmp_path / "a.jsonl", tmp_path / f"again-{name}")
    again = (tmp_path / f"again-{name}").read_text()
    assert again == text.replace("\n00:01.000 --> 00:04.000", "\n00:00:01.000 --> 00:00:04.000")


def test_one_kind_of_subtitles_becomes_the_other(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(SRT)
    formats.convert(tmp_path / "a.srt", tmp_path / "a.vtt")
    text = (tmp_path / "a.vtt").read_text()
    assert text.startswith("WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n<v SPEAKER_00>I talked")
    (item,) = formats.read(tmp_path / "a.vtt")
    assert [name for name, _ in turns(item)] == ["SPEAKER_00", "SPEAKER_01"]


def test_a_document_without_times_is_no_subtitle(tmp_path: Path) -> None:
    with pytest.raises(CoindexError, match="has no times"):
        formats.write([bracketed("[Ann]1 left .", id="a")], tmp_path / "a.srt")


def test_words_without_times_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\nHello.\n\n" + SRT)
    with pytest.raises(FormatError, match=r"a\.srt:1:1: cue without times") as caught:
        list(formats.read(tmp_path / "a.srt"))
    assert caught.value.line == 1
    problems = Problems(lenient=True)
    (item,) = formats.read(tmp_path / "a.srt", problems=problems)
    assert problems.counts["cue without times"] == 1 and len(item.document.sentences) == 2


def test_whisperx() -> None:
    (item,) = check_format(WhisperX(), {"a.json": WHISPER})
    assert turns(item) == [("A", "Ann lost her key."), ("B", "She looked for it.")]
    assert cues(item)[1:] == [("She looked", 2.0, 3.0), ("for it.", 3.0, 4.0)]
    assert item.document.language == "en"


def test_a_chat_has_a_turn_for_each_message() -> None:
    (item,) = check_format(Chat(), {"a.json": CHAT})
    assert turns(item) == [
        ("user", "My router is broken."),
        ("user", "It blinks."),
        ("assistant", "Restart it."),
    ]
    pieces = item.document.extra["cues"]
    assert isinstance(pieces, list) and pieces[0]["time"] == "2026-01-01T10:00"


@pytest.mark.parametrize(
    "content",
    [
        {"messages": [{"author": {"name": "Ann"}, "text": "Hi."}]},
        {"conversations": [{"from": "Ann", "value": "Hi."}]},
        [{"speaker": "Ann", "utterance": "Hi."}],
        [{"user": "Ann", "message": "Hi."}],
    ],
)
def test_the_usual_names_of_speakers_and_texts(content: object, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(content))
    (item,) = formats.read(tmp_path / "a.json")
    assert turns(item) == [("Ann", "Hi.")]


def test_several_chats_in_a_file(tmp_path: Path) -> None:
    chat = {"messages": json.loads(CHAT)}
    (tmp_path / "a.json").write_text(json.dumps([chat, chat]))
    assert [item.document.id for item in formats.read(tmp_path / "a.json")] == ["a-1", "a-2"]


@pytest.mark.parametrize("name", ["whisperx", "chat"])
def test_other_json_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"segments": 3}')
    with pytest.raises(FormatError, match="no list of"):
        list(formats.read(tmp_path / "a.json", name))
