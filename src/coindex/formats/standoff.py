"""Texts that annotations in other files, or other fields, refer to by character or by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from coindex.core.annotation import Mention
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.io.files import File, Files, uncompressed

_QUOTES = {"``": ('"', "“", "„"), "''": ('"', "”", "“"), "`": ("'", "‘"), "'": ("’", "‘")}
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


def original(file: File, problems: Problems) -> str:
    """The text of a file with its own line ends, so that offsets stay correct; the last one is left
    out.
    """
    end = "\r\n" if "\r\n" in file.sample() else "\n"
    return file.text(problems, end=end).removesuffix(end)


def stored(text: str) -> str:
    """The text to write so that `original` returns the given text; characters that a text file
    cannot hold become spaces.
    """
    windows = text.count("\r\n") == text.count("\r") == text.count("\n") > 0
    clean = (text if windows else text.replace("\r", " ")).replace("\0", " ")
    if clean.startswith("\ufeff"):
        clean = " " + clean[1:]
    return clean + ("\r\n" if windows else "\n")


def companion(files: Files, file: File, suffix: str) -> File | None:
    """The file of the same name with another suffix, compressed or not."""
    base = uncompressed(file.name).rpartition(".")[0] + suffix
    return next((beside for end in ("", ".gz", ".xz") if (beside := files.named(base + end))), None)


def with_texts(files: Files) -> Iterator[File]:
    """Files of annotations (`.ann`), and the texts beside them."""
    for file in files.with_suffix(".ann"):
        yield file
        if text := companion(files, file, ".txt"):
            yield text


def own(files: Files, chosen: Iterable[File]) -> list[File]:
    """The chosen files; a single file is read whatever its name."""
    return [files[0]] if len(files) == 1 else list(chosen)


def places(text: str, forms: Sequence[str]) -> list[tuple[int, int]] | None:
    """The place of each word in a text that contains nothing else but white space; `None` if it
    contains more.

    Quotation marks and brackets may be written as in the Penn Treebank.
    """
    offsets, position = [], 0
    for form in forms:
        while (
            position < len(text)
            and text[position].isspace()
            and not text.startswith(form, position)
        ):
            position += 1
        spelling = next((s for s in _spellings(form) if text.startswith(s, position)), None)
        if spelling is None:
            return None
        offsets.append((position, position + len(spelling)))
        position += len(spelling)
    return None if text[position:].strip() else offsets


def _spellings(form: str) -> tuple[str, ...]:
    return (form, *_QUOTES.get(form, ()), *((_BRACKETS[form],) if form in _BRACKETS else ()))


def spells(text: str, spots: Sequence[tuple[int, int]], phrase: str) -> bool:
    """Whether a phrase is the text at some places, ignoring white space."""
    if (
        sum(end - start for start, end in spots) > 2 * len(phrase) + 100
    ):  # many long spans would take forever
        return False
    covered = "".join(text[start:end] for start, end in spots)
    return "".join(phrase.split()) == "".join(covered.split())


def characters(document: Document, mention: Mention) -> list[tuple[int, int]]:
    """The characters of each part of a mention; parts without words are left out."""
    parts = []
    for part in mention.parts:
        words = list(document.words(part))
        if words:
            parts.append((words[0].start, max(word.end for word in words)))
    return parts


def disjoint(parts: Iterable[Span]) -> tuple[Span, ...]:
    """Parts in textual order; overlapping ones are merged."""
    joined: list[Span] = []
    for part in sorted(parts):
        if joined and part.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, part.end))
        else:
            joined.append(part)
    return tuple(joined)


def runs(indices: Iterable[int]) -> tuple[Span, ...]:
    """Single words grouped into spans of consecutive ones."""
    spans: list[Span] = []
    for index in sorted(set(indices)):
        if spans and spans[-1].end == index:
            spans[-1] = Span(spans[-1].start, index + 1)
        else:
            spans.append(Span(index, index + 1))
    return tuple(spans)


def utf16_units(text: str) -> list[int]:
    """The character to which each UTF-16 unit belongs, and the end; empty if every character is one
    unit.
    """
    if not text or max(text) <= "\uffff":
        return []
    units = [
        index for index, character in enumerate(text) for _ in range(1 + (character > "\uffff"))
    ]
    return [*units, len(text)]
