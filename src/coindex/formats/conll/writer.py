"""Writes CoNLL-2012."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coindex.core.annotation import Annotated
from coindex.core.document import Sentence, Token, features
from coindex.formats import brackets
from coindex.formats.conll.cells import cell_of
from coindex.formats.misc import unescaped

_PART = re.compile(r"(.*)#(00[1-9]|0[1-9][0-9]|[1-9][0-9]{2,8})")


def text_of(item: Annotated, *, minimal: bool) -> str:
    document = item.document
    match = _PART.fullmatch(document.id)
    name, part = match.groups() if match else (document.id, "0")
    length = sum(not token.empty for token in document.tokens)
    spans = brackets.word_spans(document, item.annotation.entities)
    kept = dict(item.annotation.attributes).get(brackets.ORDER, "")
    column = iter(brackets.cells(spans, length, "-", kept))
    lines = [f"#begin document ({name}); part {int(part):03d}"]
    for sentence in document.sentences:
        words = list(document.words(sentence.span))
        rows = _narrow(words) if minimal else _wide(words, sentence)
        lines += [
            "\t".join((name, str(int(part)), str(number), *row, next(column)))
            for number, row in enumerate(rows)
        ]
        lines.append("")
    return "\n".join([*lines, "#end document", ""])


def _narrow(words: list[Token]) -> Iterator[tuple[str, ...]]:
    return ((" ".join(token.form.split("\t")),) for token in words)


def _wide(words: list[Token], sentence: Sentence) -> Iterator[tuple[str, ...]]:
    misc = [features(token.misc) for token in words]
    arguments = [[unescaped(cell) for cell in values.get("Args", "").split(",")] for values in misc]
    count = max((len(cells) for cells in arguments if cells != [""]), default=0)
    for token, values, cells in zip(words, misc, arguments, strict=True):
        padded = [*(cell or "*" for cell in cells), *"*" * count][:count]
        yield (
            " ".join(token.form.split("\t")),
            cell_of(token.xpos or token.upos),
            unescaped(values.get("Parse", "*")),
            cell_of(token.lemma),
            unescaped(values.get("Frameset", "-")),
            unescaped(values.get("Sense", "-")),
            cell_of(unescaped(values["Speaker"]) if "Speaker" in values else sentence.speaker),
            unescaped(values.get("NE", "*")),
            *padded,
        )
