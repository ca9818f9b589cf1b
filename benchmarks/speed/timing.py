"""CPU seconds and memory of one piece of work."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline, decided

LEAST = 15_000
"""Tokens per CPU second that each resolver must reach, whatever the length of the text."""
LEARNED = frozenset({"neural", "hybrid"})
"""Read the text with a model of their own: `benchmarks/accuracy` measures them from raw text."""
Value = TypeVar("Value")


def classic() -> list[str]:
    """Resolvers that neither learn nor need the key."""
    return [name for name in registry.distinct("resolvers") if name not in (*LEARNED, "oracle")]


class Used(NamedTuple):
    tokens: int
    candidates: int
    seconds: float
    megabytes: float

    @property
    def rate(self) -> float:
        return self.tokens / self.seconds


def timed(work: Callable[[], Value]) -> tuple[float, Value]:
    """CPU seconds and result; what is left from before is cleared away first."""
    gc.collect()
    started = time.process_time()
    result = work()
    return max(time.process_time() - started, 1e-9), result


def resolved(name: str, document: Document) -> tuple[Decision, ...]:
    """Mentions and decisions of a parsed document that nobody has looked at yet."""
    mentions = Pipeline(detector="nominals").mentions(document)
    return decided(registry.build("resolvers", name), document, mentions, Annotation(document.id))


def used(name: str, document: Document) -> Used:
    """In a process of its own, a copy of this one, so that neither memory
    nor what is remembered adds up.
    """
    with get_context("fork").Pool(1) as pool:
        return pool.apply(_used, (name, document.id))


def offer(document: Document) -> None:
    """Set the document that copies of this process work on."""
    _offered[document.id] = document


_offered: dict[str, Document] = {}


def _used(name: str, offered: str) -> Used:
    document = _offered[offered]
    seconds, decisions = timed(lambda: resolved(name, document))
    candidates = sum(decision.considered for decision in decisions)
    return Used(len(document.tokens), candidates, seconds, peak())


def peak() -> float:
    """Megabytes, from Linux; `getrusage` will not do, as it may tell the peak of
    the process this one came from.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
