"""The learned resolvers, raw text in: scores with intervals and tests, speed, size.

They are tested against the best classic resolver, and against the answers of version 0.1.0, of
which the counts of each document are kept beside this file. The large model takes part where
`coindex-large` is installed.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table

from benchmarks.accuracy import DEFAULT, GUM, command
from benchmarks.accuracy.items import Item, decided, parsed_pairs, pronoun, verdicts
from benchmarks.accuracy.pronouns import outcomes
from benchmarks.results import record
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document, Span
from coindex.core.protocols import Counts
from coindex.corpora import find
from coindex.measures.headline import Headline
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.significance import Interval, Value, bootstrap, randomisation
from coindex.models.antecedents import bundled_folder
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.disjointness import disjoint
from coindex.resolvers.hybrid import forbidden
from coindex.testing.binding import violations

CLASSIC = ("sieve", "rosana")
LARGE = "neural(size='large')"
LEARNED = (
    "neural",
    "hybrid",
    *([LARGE] if entry_points(group="coindex.models", name="large") else []),
)
BEFORE = Path(__file__).with_name("before.json")
"""Counts of each document by `neural` of 0.1.0."""
GIVEN = 'bundled(tokens="given", sentences="given")'
TARGETS: dict[str, float | tuple[float, float]] = {
    "GUM CoNLL": 64.5,
    "GUM pronouns": 0.80,
    "LitBank CoNLL": 68.0,
    "LitBank CoNLL, singletons": 72.0,
    "GAP F1": 84.0,
    "GAP F/M": (0.95, 1.05),
    "words per CPU second": 1200.0,
    "megabytes": 30.0,
}


class Figure(NamedTuple):
    """Counts of each document, and what they come to."""

    rows: Sequence[Counts]
    value: Value

    @property
    def whole(self) -> float:
        return self.value(total(self.rows))

    @property
    def interval(self) -> Interval:
        return bootstrap(self.rows, self.value)


def run(corpora: Path) -> bool:
    sound = True
    before = json.loads(BEFORE.read_text(encoding="utf-8"))
    title = "Raw text in, dev parts; in brackets 95 % intervals by bootstrap"
    bundled = [name for name in LEARNED if name != LARGE]
    table = Table("", *CLASSIC, *bundled, "neural, 0.1.0", title=title)
    large = Table("", "neural", LARGE, title=title)
    chosen = Table("raw text in", "sieve", "hybrid")
    for name, figures in _figures(corpora):
        best = max(CLASSIC, key=lambda resolver: figures[resolver].whole)
        cells = [_cell(figures[resolver]) for resolver in CLASSIC]
        cells += [_cell(figures[resolver], figures[best]) for resolver in bundled]
        chosen.add_row(name, _cell(figures["sieve"]), _cell(figures["hybrid"], figures["sieve"]))
        if LARGE in figures:
            neural = figures["neural"]
            large.add_row(name, _cell(neural), _cell(figures[LARGE], neural))
        sound &= _reached(name, figures["neural"].whole)
        if name in before:
            old = Figure([tuple(row) for row in before[name]], figures["neural"].value)
            cells.append(
                f"{_cell(old)} p={randomisation(figures['neural'].rows, old.rows, old.value):.4f}"
            )
        table.add_row(
            name if _reached(name, figures["neural"].whole) else f"[red]{name}[/red]", *cells
        )
    said = (
        "p: approximate randomisation against the better classic resolver; in the last column, "
        "of neural against it"
    )
    sizes = Table("", "")
    for name, amount in (*_speeds(corpora), *_sizes()):
        sizes.add_row(name, f"{amount:,.1f}")
    # WinoBias asks for one of two people.
    chance = f"By chance, half of WinoBias is right. {DEFAULT}"
    known = partial(record, command=command("neural"), learned_from=f"{GUM} {chance}")
    known("neural", [table, sizes], notes=[said], components=[*CLASSIC, *bundled, "auto"])
    known("default", [chosen], components=["sieve", "hybrid", "auto"])
    if large.rows:
        known("neural-large", [large], components=["neural", LARGE])
    return _violated(corpora) and sound


def _reached(name: str, value: float) -> bool:
    goal = TARGETS.get(name)
    if isinstance(goal, tuple):
        return goal[0] <= value <= goal[1]
    return goal is None or value >= goal


def _cell(figure: Figure, other: Figure | None = None) -> str:
    digits = 1 if figure.whole > 2 else 3
    low, high = figure.interval
    shown = f"{figure.whole:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"
    if other is None:
        return shown
    return f"{shown} p={randomisation(figure.rows, other.rows, figure.value):.4f}"


def _figures(corpora: Path) -> Iterable[tuple[str, dict[str, Figure]]]:
    gum, litbank = _gum(corpora), _litbank(corpora)
    answers = {name: _responses(name, gum) for name in (*CLASSIC, *LEARNED)}
    yield "GUM CoNLL", {name: _chains(gum, found) for name, found in answers.items()}
    yield "GUM pronouns", {name: _pronouns(gum, found) for name, found in answers.items()}
    answers = {name: _responses(_under("litbank", name), litbank) for name in (*CLASSIC, *LEARNED)}
    yield "LitBank CoNLL", {name: _chains(litbank, found) for name, found in answers.items()}
    yield (
        "LitBank CoNLL, singletons",
        {name: _chains(litbank, found, singletons=True) for name, found in answers.items()},
    )
    yield "LitBank pronouns", {name: _pronouns(litbank, found) for name, found in answers.items()}
    onto = _ontogum(corpora, gum)
    answers = {name: _responses(_under("ontonotes", name), onto) for name in (*CLASSIC, *LEARNED)}
    yield "OntoGUM CoNLL", {name: _chains(onto, found) for name, found in answers.items()}
    own = _embedded()
    answers = {name: _responses(name, own) for name in (*CLASSIC, *LEARNED)}
    yield "embedded CoNLL", {name: _chains(own, found) for name, found in answers.items()}
    yield "embedded pronouns", {name: _pronouns(own, found) for name, found in answers.items()}
    gap = parsed_pairs(corpora / "en_gap/gap-validation.tsv.gz", "gap")
    rows = {name: [_gap_counts(name, item) for item in gap] for name in (*CLASSIC, *LEARNED)}
    for what, value in GAP.items():
        yield f"GAP {what}", {name: Figure(found, value) for name, found in rows.items()}
    bias = parsed_pairs(corpora / "en_winobias", "winobias")
    rows = {name: [_bias_counts(name, item) for item in bias] for name in (*CLASSIC, *LEARNED)}
    for what, value in (("pro", _share(0, 1)), ("anti", _share(2, 3))):
        yield f"WinoBias {what}", {name: Figure(found, value) for name, found in rows.items()}


def _gum(corpora: Path) -> list[Item]:
    keys = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    raw = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    return [Item(key, document) for key, document in zip(keys, raw, strict=True)]


def _litbank(corpora: Path) -> list[Item]:
    keys = list(formats.read(corpora / "en_litbank/litbank_coref_dev.tar.gz", "conll"))
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    return [
        Item(Annotated(document, key.annotation), document)
        for key, document in zip(keys, parsed, strict=True)
    ]


def _under(scheme: str, name: str) -> str:
    """A learned resolver that follows a scheme; a classic one as it is."""
    if name not in LEARNED:
        return name
    return (
        f"{name[:-1]}, scheme='{scheme}')" if name.endswith(")") else f"{name}(scheme='{scheme}')"
    )


def _ontogum(corpora: Path, gum: Sequence[Item]) -> list[Item]:
    """GUM's documents with the chains of OntoGUM, whose tokens are those that are not empty."""
    keys = formats.read(corpora / "en_gum/ontogum_conll_dev.tar.gz", "conll")
    chains = {key.document.id: key.annotation for key in keys}
    found = []
    for item in gum:
        tokens = item.key.document.tokens
        places = [index for index, token in enumerate(tokens) if not token.empty]
        moved = moved_annotation(chains[item.key.document.id], places)
        found.append(Item(Annotated(item.key.document, moved), item.document))
    return found


def moved_annotation(annotation: Annotation, places: Sequence[int]) -> Annotation:
    """The same mentions and entities on the tokens at these places."""

    def moved(mention: Mention) -> Mention:
        parts = (Span(places[part.start], places[part.end - 1] + 1) for part in mention.parts)
        return mention._replace(parts=tuple(parts))

    entities = (
        one._replace(mentions=tuple(map(moved, one.mentions))) for one in annotation.entities
    )
    mentions = tuple(map(moved, annotation.mentions))
    return Annotation(annotation.document, annotation.source, mentions, tuple(entities))


def _embedded() -> list[Item]:
    corpus = find("embedded")
    keys = list(formats.read(corpus.path, corpus.format))
    raw = Pipeline().parsed(
        Document(key.document.id, key.document.text, language="en") for key in keys
    )
    return [Item(key, document) for key, document in zip(keys, raw, strict=True)]


def _responses(name: str, items: Sequence[Item]) -> list[Pair]:
    found = (decided(name, item.document, item.own_mentions(name), None) for item in items)
    return [
        Pair.of(item.key, Annotated(item.document, one))
        for item, one in zip(items, found, strict=True)
    ]


def _chains(items: Sequence[Item], pairs: Sequence[Pair], *, singletons: bool = False) -> Figure:
    measure = registry.build("measures", f"CoNLL(singletons={singletons})")
    share: Any = Headline(measure)
    return Figure([tuple(measure.counts(pair)) for pair in pairs], _Percent(share))


class _Percent:
    """A share per cent."""

    def __init__(self, share: Any) -> None:
        self._share = share

    def __call__(self, counts: Counts) -> float:
        return 100 * float(self._share(counts))

    def many(self, table: Any) -> Any:
        found = self._share.many(table)
        return None if found is None else 100 * found


def _pronouns(items: Sequence[Item], pairs: Sequence[Pair]) -> Figure:
    rows = []
    for item, pair in zip(items, pairs, strict=True):
        found = [
            one.right for one in outcomes(item.key.document, item.key.annotation, pair.response)
        ]
        rows.append((float(sum(found)), float(len(found))))
    return Figure(rows, _share(0, 1))


def _share(right: int, all_: int) -> Callable[[Counts], float]:
    return lambda counts: counts[right] / counts[all_] if counts[all_] else 0.0


def _gap_counts(name: str, item: Item) -> Counts:
    """Right, key and response counts of feminine pronouns, then of masculine ones."""
    found = list(verdicts(name, item))
    counts = [
        sum(true and said for true, said in found),
        sum(t for t, _ in found),
        sum(s for _, s in found),
    ]
    nothing = [0, 0, 0]
    feminine = pronoun(item).lower() in ("she", "her", "hers")
    return tuple(map(float, counts + nothing if feminine else nothing + counts))


def _feminine(counts: Counts) -> float:
    return 200 * counts[0] / max(1.0, counts[1] + counts[2])


def _masculine(counts: Counts) -> float:
    return 200 * counts[3] / max(1.0, counts[4] + counts[5])


def _f1(counts: Counts) -> float:
    return 200 * (counts[0] + counts[3]) / max(1.0, counts[1] + counts[2] + counts[4] + counts[5])


def _ratio(counts: Counts) -> float:
    return _feminine(counts) / max(1e-9, _masculine(counts))


GAP: dict[str, Callable[[Counts], float]] = {
    "F1": _f1,
    "feminine": _feminine,
    "masculine": _masculine,
    "F/M": _ratio,
}


def _bias_counts(name: str, item: Item) -> Counts:
    right = float(all(true == said for true, said in verdicts(name, item)))
    return (right, 1.0, 0.0, 0.0) if "pro" in item.key.document.id else (0.0, 0.0, right, 1.0)


def _speeds(corpora: Path) -> Iterable[tuple[str, float]]:
    """From raw text to decisions, one process, one thread."""
    texts = [
        key.document for key in formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu")
    ]
    for name in ("sieve", *LEARNED):
        pipeline = Pipeline(resolver=name)
        pipeline.resolved(next(pipeline.parsed([Document("warm", "Ann saw her dog.")])))
        started, words = time.process_time(), 0
        for text in texts:
            words += len(
                pipeline.resolved(
                    next(pipeline.parsed([Document(text.id, text.text)]))
                ).document.tokens
            )
        yield f"words per CPU second, {name}", words / (time.process_time() - started)


def _sizes() -> Iterable[tuple[str, float]]:
    files = [path.read_bytes() for path in sorted(bundled_folder().iterdir())]
    yield "megabytes", sum(map(len, files)) / 1e6
    yield "megabytes in the wheel", sum(len(zlib.compress(content)) for content in files) / 1e6


def _violated(corpora: Path) -> bool:
    """Pairs in one entity that binding theory forbids, on gold parses; for `hybrid` in the cases in
    which it holds.
    """
    counts = {}
    for name in (*CLASSIC, *LEARNED):
        counts[name] = 0
        for key in formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"):
            mentions = Pipeline(resolver=name).mentions(key.document)
            rule = forbidden if name == "hybrid" else disjoint
            chains = decided(name, key.document, mentions, None)
            counts[name] += len(list(violations(key.document, chains, rule)))
    print("binding violations, gold parse:", counts)
    return counts["hybrid"] == 0
