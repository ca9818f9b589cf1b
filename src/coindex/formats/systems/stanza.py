"""Stanza's CoNLL-U with coreference (Liu et al. 2024): `coref_chains=start-id0` in MISC."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document, Span, Token
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT
from coindex.formats.conllu import ConllU
from coindex.formats.systems.layout import chained
from coindex.io.files import File, Files

_KEY = "coref_chains="
_MARK = re.compile(r"(?P<place>start|middle|end|unit)-(?:repr-)?id(?P<chain>\d+)")


@dataclass(frozen=True, slots=True)
class StanzaConllU:
    """What `CoNLL.write_doc2conll` writes of a document with chains; everything else is as in
    `conllu`. The mark is taken out of MISC.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".conllu",)

    def recognise(self, file: File) -> float:
        return 0.97 if _KEY in file.sample() and "\t" in file.sample() else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for item in ConllU().read(files, problems):
            yield _annotated(item.document, files.label, problems)


def _annotated(document: Document, label: str, problems: Problems) -> Annotated:
    chains: dict[str, list[Mention]] = {}
    tokens: list[Token] = []
    for sentence in document.sentences:
        opened: dict[str, list[int]] = {}
        for index in range(*sentence.span):
            token = document.tokens[index]
            marks, misc = _split(token.misc)
            tokens.append(token._replace(misc=misc))
            for mark in marks:
                match = _MARK.fullmatch(mark)
                place, name = (match["place"], match["chain"]) if match else ("", "")
                if place in ("start", "unit"):
                    opened.setdefault(name, []).append(index)
                if place in ("end", "unit") and opened.get(name):
                    start = opened[name].pop()
                    chains.setdefault(name, []).append(Mention((Span(start, index + 1),)))
                elif place in ("end", "unit", ""):
                    problems.report(
                        "mark of a chain that is not open",
                        path=label,
                        detail=f"{mark} at {token.form!r} in sentence {sentence.id}",
                        remedy=LEFT_OUT,
                    )
        for name in [name for name, starts in opened.items() if starts]:
            problems.report(
                "chain is not closed",
                path=label,
                detail=f"id{name} in sentence {sentence.id}",
                remedy=LEFT_OUT,
            )
    rest = document.tokens[len(tokens) :]
    return chained(replace(document, tokens=(*tokens, *rest)), chains)


def _split(misc: str) -> tuple[list[str], str]:
    parts = misc.split("|") if misc else []
    marks = [
        mark for part in parts if part.startswith(_KEY) for mark in part[len(_KEY) :].split(",")
    ]
    return marks, "|".join(part for part in parts if not part.startswith(_KEY))
