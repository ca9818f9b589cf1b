"""Damaged files, thousands of them in `make faults`: readers answer
with documents or one FormatError.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.protocols import Reader
from coindex.io.files import File, Files
from coindex.testing.contracts import check_annotated
from tests.formats.samples import samples
from tests.width import amount

SIGNS = [bytes([sign]) for sign in b"()[]<>{}\"'-|\t\n\\&;=#,:"]
STRANGE = [
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    "\u2028🙂".encode(),
    b"9" * 20,
    b"-1",
    b"NaN",
    b"1e999",
]

Mutation = Callable[[bytes, random.Random], bytes]


def cut(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(content) + 1) for _ in range(2))
    return content[:start] + content[end:]


def truncate(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def repeat(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(content) + 1) for _ in range(2))
    return content[:end] + content[start:end] + content[end:]


def insert(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(content) + 1)
        content = content[:at] + chance.choice(SIGNS + STRANGE) + content[at:]
    return content


def drop(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(content) + 1)
        content = content[:at] + content[at + 1 :]
    return content


def shuffle_lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def swap_lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    first, second = (chance.randrange(len(lines)) for _ in range(2))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def change_digit(content: bytes, chance: random.Random) -> bytes:
    places = [at for at, byte in enumerate(content) if 48 <= byte <= 57]
    for at in chance.sample(places, min(len(places), 3)):
        content = content[:at] + str(chance.randrange(10)).encode() + content[at + 1 :]
    return content


def swap_words(content: bytes, chance: random.Random) -> bytes:
    words = content.split(b" ")
    first, second = (chance.randrange(len(words)) for _ in range(2))
    words[first], words[second] = words[second], words[first]
    return b" ".join(words)


WAYS: list[Mutation] = [
    cut,
    truncate,
    repeat,
    insert,
    drop,
    shuffle_lines,
    swap_lines,
    change_digit,
    swap_words,
]


def damaged(files: dict[str, bytes], chance: random.Random) -> dict[str, bytes]:
    contents = dict(files)
    victim = chance.choice(sorted(contents))
    for _ in range(chance.choice((1, 1, 2, 3))):
        contents[victim] = chance.choice(WAYS)(contents[victim], chance)
    if len(contents) > 1 and chance.random() < 0.05:
        del contents[victim]
    return contents


def readable() -> list[str]:
    return [
        name
        for name in registry.names("formats")
        if isinstance(registry.build("formats", name), Reader)
    ]


def test_every_readable_format_has_samples() -> None:
    assert set(readable()) <= set(samples())


@pytest.mark.parametrize("name", readable())
def test_damaged_files_give_documents_or_one_format_error(name: str, tmp_path: Path) -> None:
    reader = registry.build("formats", name)
    files = samples()[name]
    outcomes, mutations = {"read": 0, "refused": 0}, amount(50, 1_000)
    for seed in range(mutations):
        contents = damaged(files, random.Random(f"{name} {seed}"))
        folder = tmp_path / str(seed)
        held = []
        for file_name, content in contents.items():
            path = folder / file_name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            held.append(File(path, file_name, file_name))
        for lenient in (False, True):
            try:
                for item in formats.read_files(
                    Files(held, "samples"), name, Problems(lenient=lenient)
                ):
                    check_annotated(item)
                outcomes["read"] += 1
            except FormatError as error:
                assert error.path, f"{name}, seed {seed}: no path in {error}"
                outcomes["refused"] += 1
            except Exception as error:
                what = f"{name}, seed {seed}, lenient={lenient}: {type(error).__name__}: {error}"
                raise AssertionError(what) from error
    assert reader is not None and sum(outcomes.values()) == 2 * mutations
