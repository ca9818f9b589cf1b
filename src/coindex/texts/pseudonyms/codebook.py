"""The key file: what was replaced in each document, so that the originals can be restored.

It is JSON with checksums: of itself, and of each text before and after. It holds the names, so that
only its owner may read the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.errors import CoindexError, FormatError
from coindex.core.messages import Message
from coindex.io.output import replacing
from coindex.texts.edits import Edit, Offsets, edited

FORMAT = "coindex pseudonyms 1"
_AGAIN = "use the file that was written with the texts; its copy may be damaged"


class Entry(NamedTuple):
    """One document: checksums of its two texts, and what to put where in the new one.

    `before`, `after` and `ends` are what its file had beside the text: a byte order mark, the
    last line end, and line ends that reading unified.
    """

    document: str
    original: str
    pseudonymised: str
    edits: tuple[Edit, ...]
    before: str = ""
    after: str = ""
    ends: str = ""

    @classmethod
    def of(cls, document: str, text: str, edits: Iterable[Edit]) -> Entry:
        """The entry of a document with this text and these edits."""
        offsets = Offsets(edits)
        back = tuple(
            Edit(*offsets.place(number), text[edit.start : edit.end])
            for number, edit in enumerate(offsets.edits)
        )
        return cls(document, checksum(text), checksum(edited(text, offsets.edits)), back)

    def restored(self, text: str) -> str:
        """The original of the text that the entry is for."""
        original = edited(text, self.edits)
        if checksum(original) != self.original:
            raise CoindexError(
                Message(
                    "{document}: the restored text is not the original; the key file is damaged",
                    document=self.document,
                )
            )
        return original

    def laid_out(self, text: str) -> str:
        """As its file had it."""
        return self.before + (text.replace("\n", self.ends) if self.ends else text) + self.after


@dataclass(frozen=True, slots=True)
class Codebook:
    """Pseudonyms and originals of a collection; `save` it, and `load` it to restore texts."""

    entries: tuple[Entry, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Words of names, normalised, with their pseudonyms."""

    def __repr__(self) -> str:
        return f"<Codebook: documents {len(self.entries)}, words {len(self.names)}>"

    def entry_of(self, text: str, document: str = "") -> Entry:
        """Return the document with this pseudonymised text; of several, the one of this name."""
        wanted = checksum(text)
        same = [one for one in self.entries if one.pseudonymised == wanted]
        if not same:
            raise CoindexError(
                Message(
                    "{document}: not in the key file: it was changed, or has another key",
                    document=document or "text",
                ),
                remedy="take the text as it was written, and the key file written with it",
            )
        return next((one for one in same if one.document == document), same[0])

    def restored(self, text: str) -> str:
        """Return the original of a text with pseudonyms, exactly as it was."""
        return self.entry_of(text).restored(text)

    def to_json(self) -> str:
        """Return the content of a key file."""
        value = {
            "format": FORMAT,
            "names": dict(self.names),
            "documents": [_as_value(entry) for entry in self.entries],
        }
        return json.dumps({"checksum": _sum_of(value), **value}, ensure_ascii=False, indent=1)

    def save(self, path: str | Path) -> None:
        """Write a key file that its owner alone can read; never over an existing file."""
        check_new(path)
        with replacing(path, private=True) as stream:
            stream.write(self.to_json() + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Codebook:
        """Read a key file, and check that it is whole."""
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise FormatError(
                Message("not a key file: {error}", error=error), path=str(path), remedy=_AGAIN
            ) from error
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise FormatError("not a key file of pseudonyms", path=str(path), remedy=_AGAIN)
        stated = value.pop("checksum", "")
        if stated != _sum_of(value):
            raise FormatError(
                "the key file was changed: its checksum differs", path=str(path), remedy=_AGAIN
            )
        try:
            entries = tuple(_as_entry(one) for one in value["documents"])
            names = {str(word): str(name) for word, name in value["names"].items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FormatError("not a key file", path=str(path), remedy=_AGAIN) from error
        return cls(entries, names)


def check_new(path: str | Path) -> None:
    """Raise an error if there is a file already: a lost key cannot be restored."""
    if Path(path).exists():
        raise CoindexError(
            Message(
                "{path} exists; a key file is never replaced, because texts could not be restored",
                path=path,
            ),
            remedy="name another file, or move the old one away",
        )


def checksum(text: str) -> str:
    """SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sum_of(value: Mapping[str, Any]) -> str:
    return checksum(json.dumps(value, ensure_ascii=False, sort_keys=True))


def _as_value(entry: Entry) -> dict[str, Any]:
    value = entry._asdict()
    return {**value, "edits": [list(edit) for edit in entry.edits]}


def _as_entry(value: Mapping[str, Any]) -> Entry:
    texts = {name: str(value[name]) for name in ("document", "original", "pseudonymised")}
    layout = {name: str(value[name]) for name in ("before", "after", "ends")}
    edits = tuple(Edit(int(start), int(end), str(text)) for start, end, text in value["edits"])
    return Entry(**texts, edits=edits, **layout)
