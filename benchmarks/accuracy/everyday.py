"""Everyday texts, the part to read and mend by: expressions right, wrong and missed, from raw
text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.everyday import (
    READ,
    Judgement,
    Summary,
    Verdict,
    judge,
    parsed,
    part,
    summary,
)
from benchmarks.results import record
from coindex.pipeline.pipeline import Pipeline

RESOLVERS: Mapping[str, Sequence[str]] = {
    "en": ("recent", "rosana", "sieve", "neural", "hybrid"),
    "es": ("recent", "rosana", "supar", "sieve", "neural", "hybrid"),
}
NOTE = "Nobody's resolver has learned from these texts; errors in them are read and mended."


def run(corpora: Path) -> bool:
    resolvers = RESOLVERS["en"]
    found = judged("en", READ, resolvers)
    texts = len(part("en", READ))
    sums = {name: summary(one, texts) for name, one in found.items()}
    record(
        "everyday",
        [totals(sums), by_kind(found)],
        command=command("everyday"),
        components=resolvers,
        learned_from=NOTE,
    )
    return True


def judged(language: str, name: str, resolvers: Sequence[str]) -> dict[str, list[Judgement]]:
    """The judgements of each resolver on a part."""
    texts = part(language, name)
    documents = parsed(texts, language)
    found: dict[str, list[Judgement]] = {name: [] for name in resolvers}
    for resolver in resolvers:
        pipeline = Pipeline(resolver=resolver)
        for number, (text, document) in enumerate(zip(texts, documents, strict=True)):
            answer = pipeline.resolved(document).annotation
            found[resolver] += judge(number, text, document, answer)
    return found


def totals(found: Mapping[str, Summary]) -> Table:
    """Errors of all expressions."""
    table = Table(
        *("resolver", "right", "wrong", "missed", "errors, %", "texts with a wrong link", "of"),
        title="Everyday texts",
    )
    for name, one in found.items():
        errors = f"{one.errors:.1f} [{one.low:.1f}, {one.high:.1f}]"
        cells = (one.right, one.wrong, one.missed, errors, one.texts_with_wrong, one.texts)
        table.add_row(name, *map(str, cells))
    return table


def by_kind(found: Mapping[str, Sequence[Judgement]]) -> Table:
    """Wrong and missed expressions by class."""
    kinds = sorted({one.kind for judgements in found.values() for one in judgements})
    table = Table("expression", "judged", *found, title="Wrong / missed, by class")
    for kind in kinds:
        counts = {
            name: Counter(one.verdict for one in judgements if one.kind == kind)
            for name, judgements in found.items()
        }
        of = max(one.total() for one in counts.values())
        cells = (f"{one[Verdict.WRONG]} / {one[Verdict.MISSED]}" for one in counts.values())
        table.add_row(kind, str(of), *cells)
    return table
