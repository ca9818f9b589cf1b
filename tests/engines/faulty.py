"""A quick parser and a resolver that some texts break, installed as a package of
their own for worker processes.

This file is that package's only module.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

NAME = "coindex_faulty"
POINTS = f"""\
[coindex.parsers]
plain = {NAME}:Plain

[coindex.resolvers]
faulty = {NAME}:Faulty
"""
DEADLY = ("EXIT", "SEGV", "KILL")
PRONOUNS = {"she": "Fem", "her": "Fem", "he": "Masc", "him": "Masc", "it": "Neut"}


def installed(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """For this process and those it starts."""
    from coindex.core import registry

    about = folder / f"{NAME}-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / f"{NAME}.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    patch.syspath_prepend(str(folder))
    patch.setenv(
        "PYTHONPATH",
        os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep),
    )
    registry._declared.cache_clear()


def chosen(id: str, every: int) -> bool:
    return every > 0 and id[1:].isdecimal() and int(id[1:]) % every == 0


@dataclass(frozen=True, slots=True)
class Plain:
    """Words by white space; pronouns and capitals are known, and
    everything hangs on the first word.

    Of `full` documents, one is parsed by the bundled parser.
    """

    full: int = 0

    def parse(self, documents: Iterable[object]) -> Iterator[object]:
        from coindex.core import registry
        from coindex.core.document import ROOT, Document, Sentence, Span, Token

        for document in documents:
            assert isinstance(document, Document)
            if chosen(document.id, self.full):
                yield from registry.build("parsers", "bundled").parse([document])
                continue
            found = list(re.finditer(r"\w+|[^\w\s]", document.text))
            tokens, sentences, begin = [], [], 0
            for number, match in enumerate(found):
                form = match[0]
                gender = PRONOUNS.get(form.lower(), "")
                upos = (
                    "PRON"
                    if gender
                    else "PROPN"
                    if form[0].isupper()
                    else "NOUN"
                    if form.isalpha()
                    else "PUNCT"
                )
                feats = (
                    f"Gender={gender}|Number=Sing|Person=3|PronType=Prs"
                    if gender
                    else "Number=Sing"
                )
                head, label = (
                    (ROOT, "root")
                    if number == begin
                    else (begin, "nsubj" if upos != "PUNCT" else "punct")
                )
                tokens.append(
                    Token(*match.span(), form, form.lower(), upos, "", feats, head, label)
                )
                if form == "." or number == len(found) - 1:
                    sentences.append(Sentence(Span(begin, number + 1)))
                    begin = number + 1
            yield replace(document, tokens=tuple(tokens), sentences=tuple(sentences))


@dataclass(frozen=True, slots=True)
class Faulty:
    """As `recent`, or `sieve` for one of `full` documents, if the text lets it:
    words in capitals say what happens.
    """

    full: int = 0

    def resolve(self, document: Any, mentions: Any, *, correct: Any = None) -> Iterator[Any]:
        from coindex.core import registry

        self._obey(document.text)
        name = "sieve" if chosen(document.id, self.full) else "recent"
        yield from registry.build("resolvers", name).resolve(document, mentions, correct=correct)

    def _obey(self, text: str) -> None:
        if "EXIT" in text:
            os._exit(3)
        if "SEGV" in text or "KILL" in text:
            os.kill(os.getpid(), signal.SIGSEGV if "SEGV" in text else signal.SIGKILL)
        if "RAISE" in text:
            raise ZeroDivisionError("as it was told")
        needs = re.search(r"NEEDS (\S+)", text)
        if needs is not None and not Path(needs[1]).exists():
            from coindex.core.errors import MissingExtra

            raise MissingExtra("a library", "an extra")
        if "SLEEP" in text:
            threading.Event().wait()
        waits = re.search(r"WAIT (\S+)", text)
        while waits is not None and not Path(waits[1]).exists():
            time.sleep(0.01)
        once = re.search(r"ONCE (\S+)", text)
        if once is not None and not Path(once[1]).exists():
            Path(once[1]).touch()
            sys.stdout.flush()
            os._exit(3)
