"""The contract of formats."""

from __future__ import annotations

import tempfile
from pathlib import Path

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Localised, Reader, Writer
from coindex.formats import losses
from coindex.testing.contracts.soundness import check_annotated, check_component

BROKEN = (
    b"",
    b"\n\n\n",
    b"\xff\xfe\x00",
    b"\x00" * 50,
    b"((((((",
    b"\t\t\t\n" * 20,
    b"<a><b></a>",
    b'{"a": [',
    b"1\t2\n\n",
)


def check_format(format: Reader | Writer, samples: dict[str, str]) -> list[Annotated]:
    """Reads `samples` (file name to content), gives the same again after
    writing, and survives broken input.

    The documents read are returned, for tests of what they hold.
    """
    check_component(format)
    items: list[Annotated] = []
    if isinstance(format, Reader):
        items = _read(format, {name: content.encode() for name, content in samples.items()})
        assert items, "no document was read from the samples"
        for item in items:
            check_annotated(item)
        _check_broken(format, samples)
    if isinstance(format, Reader) and isinstance(format, Writer):
        _check_round_trip(format, format, items, samples)
    return items


def _check_round_trip(
    reader: Reader, writer: Writer, items: list[Annotated], samples: dict[str, str]
) -> None:
    written: dict[str, str] = {}
    only = next(iter(samples)) if len(samples) == 1 else f"documents{writer.suffixes[0]}"
    for chunk in writer.write(items):
        name = chunk.name or only
        written[name] = written.get(name, "") + chunk.text
    again = _read(reader, {name: text.encode() for name, text in written.items()})
    assert len(again) == len(items), f"{len(items)} documents were written, {len(again)} read back"
    for before, after in zip(items, again, strict=True):
        assert before.document == after.document, (
            f"document {before.document.id} changed by writing and reading"
        )
        assert before.annotation == after.annotation, f"annotation of {before.document.id} changed"
    by_parameter = {Layer.LANGUAGE} if isinstance(reader, Localised) and reader.language else set()
    for item in items:
        lost = set(losses(item, writer)) - by_parameter
        assert not lost, f"reads {', '.join(sorted(lost))}, but does not say that it carries it"


def _check_broken(format: Reader, samples: dict[str, str]) -> None:
    for name, content in samples.items():
        half = content.encode()[: len(content) // 2]
        for damage in (
            *BROKEN,
            half,
            content.encode().replace(b"\n", b"\r\n", 1),
            b"\xef\xbb\xbf" + content.encode(),
        ):
            files = {other: text.encode() for other, text in samples.items()} | {name: damage}
            for lenient in (False, True):
                try:
                    for item in _read(format, files, lenient=lenient):
                        check_annotated(item)
                except FormatError as error:
                    assert error.path, f"no path in: {error}"


def _read(format: Reader, contents: dict[str, bytes], *, lenient: bool = False) -> list[Annotated]:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            files.append(File(path, name, name))
        return list(format.read(Files(files, "samples"), Problems(lenient=lenient)))
