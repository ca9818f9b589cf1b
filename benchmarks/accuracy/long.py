"""Long texts: scores of whole texts and of windows, by the spread of entities and by length.

The three modes are those of BookCoref (Martinelli, Bonomo, Huguet Cabot & Navigli 2025): *full*
judges whole texts; *gold_window* judges the same answers in windows, so that links across windows
do not count; *split* resolves each window as a text of its own. GUM is raw text; LitBank has its
own tokens and sentences, and the learned resolvers follow its scheme.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.progress import track
from rich.table import Table

from benchmarks.accuracy import GUM, command
from benchmarks.accuracy.neural import GIVEN
from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.protocols import Counts
from coindex.measures.coreference import CoNLL
from coindex.measures.extent import in_order, length_band
from coindex.measures.headline import Headline
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.significance import bootstrap
from coindex.measures.windows import by_spread, windows
from coindex.pipeline import excerpts
from coindex.pipeline.pipeline import Pipeline

WORDS = 500
"""Of a window; the texts have 2,000 words at most."""
MEASURE = CoNLL(singletons=False)
MODES = ("full", "gold_window", "split")


class Texts(NamedTuple):
    """Where a corpus is, and how its texts are parsed and resolved."""

    path: str
    format: str
    parser: str
    resolvers: tuple[str, ...]
    """Component strings, in the order of the columns."""


TEXTS = {
    "LitBank dev": Texts(
        "en_litbank/litbank_coref_dev.tar.gz",
        "litbank",
        GIVEN,
        ("sieve", "rosana", "neural(scheme='litbank')", "hybrid(scheme='litbank')", "auto"),
    ),
    "GUM dev": Texts(
        "en_gum/dep_conllu_dev.tar.gz",
        "conllu",
        Pipeline().parser,
        ("sieve", "rosana", "neural", "hybrid", "auto"),
    ),
}
Rows = dict[str, list[Counts]]
"""The counts of the documents, by mode or band."""


class Answers(NamedTuple):
    """What the answers of a resolver come to."""

    modes: Rows
    spreads: Rows
    lengths: Rows


def run(corpora: Path) -> bool:
    tables: list[Table] = []
    for name, texts in TEXTS.items():
        items = list(formats.read(corpora / texts.path, texts.format))
        parts = [list(excerpts.windows(item, WORDS)) for item in items]
        parsed = _parsed(texts, items)
        pieces = [_parsed(texts, windows_) for windows_ in parts]
        answers: dict[str, Answers] = {}
        for resolver in track(texts.resolvers, description=name, transient=True):
            pipeline = Pipeline(resolver=resolver)
            answers[resolver] = _answers(
                [_pair(pipeline, *both) for both in zip(items, parsed, strict=True)],
                [
                    [_pair(pipeline, *both) for both in zip(keys, documents, strict=True)]
                    for keys, documents in zip(parts, pieces, strict=True)
                ],
            )
        for title, rows in _tables(answers).items():
            tables.append(_table(f"{name}: CoNLL F1 {title}", rows))
    record(
        "long",
        tables,
        command=command("long"),
        components=sorted({name for texts in TEXTS.values() for name in texts.resolvers}),
        learned_from=GUM,
    )
    return True


def _parsed(texts: Texts, items: Sequence[Annotated]) -> list[Document]:
    """Of texts with sentences of their own, the tokens are given; of others, the raw text."""
    given = texts.parser == GIVEN
    documents = (item.document for item in items)
    return list(
        Pipeline(texts.parser).parsed(
            one if given else Document(one.id, one.text, language="en") for one in documents
        )
    )


def _pair(pipeline: Pipeline, key: Annotated, document: Document) -> Pair:
    return Pair.of(key, Annotated(document, pipeline.resolved(document).annotation))


def _answers(wholes: Sequence[Pair], parts: Iterable[Sequence[Pair]]) -> Answers:
    modes: Rows = {mode: [] for mode in MODES}
    spreads: Rows = {}
    lengths: Rows = {}
    for whole, pieces in zip(wholes, parts, strict=True):
        counts = MEASURE.counts(whole)
        modes["full"].append(counts)
        modes["gold_window"].append(_sum(windows(whole, WORDS)))
        modes["split"].append(_sum(pieces))
        lengths.setdefault(length_band(whole.document), []).append(counts)
        for band, pair in by_spread(whole, MEASURE.view).items():
            spreads.setdefault(band, []).append(MEASURE.counts(pair))
    return Answers(modes, spreads, lengths)


def _sum(pairs: Iterable[Pair]) -> Counts:
    return total([tuple(MEASURE.counts(pair)) for pair in pairs])


def _tables(answers: Mapping[str, Answers]) -> dict[str, dict[str, Rows]]:
    return {
        f"by mode, windows of {WORDS} words": {name: one.modes for name, one in answers.items()},
        "by spread of the entities": {name: one.spreads for name, one in answers.items()},
        "by length of the texts": {name: one.lengths for name, one in answers.items()},
    }


def _table(title: str, rows: Mapping[str, Rows]) -> Table:
    table = Table("", "texts", *rows, title=f"{title} (95 % interval, texts resampled)")
    bands = dict.fromkeys(band for one in rows.values() for band in one)
    first = next(iter(rows.values()))
    for band in bands if set(bands) == set(MODES) else sorted(bands, key=in_order):
        cells = [_cell(one.get(band, [])) for one in rows.values()]
        table.add_row(band, str(len(first.get(band, []))), *cells)
    return table


def _cell(counts: Sequence[Counts]) -> str:
    if not counts:
        return "n/a"
    value = Headline(MEASURE)
    whole = f"{100 * value(total(counts)):.1f}"
    if len(counts) == 1:
        return whole
    low, high = bootstrap(counts, value)
    return f"{whole} [{100 * low:.1f}, {100 * high:.1f}]"
