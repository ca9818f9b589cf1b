"""Every classic resolver on every corpus, with gold and automatic preprocessing side by side."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track
from rich.table import Table

from benchmarks.accuracy import GUM, command
from benchmarks.accuracy.items import Item, decided, parsed_pairs, pronoun, verdicts
from benchmarks.accuracy.pronouns import counted, outcomes, rate
from benchmarks.results import record
from benchmarks.speed.timing import classic
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.measures.pair import Pair
from coindex.pipeline.pipeline import Pipeline

MEASURES = (
    "MUC(singletons=False)",
    "B3(singletons=False)",
    "CEAFe(singletons=False)",
    "CoNLL(singletons=False)",
)
GIVEN = 'bundled(tokens="given", sentences="given")'
FORMS = ("he", "his", "him", "she", "her", "it", "its", "they", "their", "them")
DEFAULT = "auto"
RESULTS = {
    "GUM dev, gold parse": "resolvers-gum-gold",
    "GUM dev, own parse": "resolvers-gum-own",
    "LitBank dev": "resolvers-litbank",
}
TARGETS = {
    ("rosana", "GUM dev, gold parse", "pronouns"): 0.68,
    ("rosana", "GUM dev, gold parse", "anchors"): 0.56,
    ("rosana", "LitBank dev", "he/she"): 0.72,
    ("sieve", "GUM dev, gold parse", "CoNLL"): 55.0,
    ("sieve", "GUM dev, own parse", "CoNLL"): 50.0,
}


def run(corpora: Path) -> bool:
    names = [*classic(), DEFAULT]
    sound = True
    for corpus, items in _chains(corpora):
        table = Table(
            "resolver",
            "pronouns",
            "anchors",
            "he/she",
            *(m.partition("(")[0] for m in MEASURES),
            "tokens/CPU s",
            *FORMS,
            title=corpus,
        )
        for name in track(names, description=corpus, transient=True):
            scores = _scored(name, items)
            if scores is None:
                continue
            cells = [_shown(name, corpus, column, value) for column, value in scores.items()]
            sound &= not any("red" in cell for cell in cells)
            table.add_row(name, *cells)
        record(
            RESULTS[corpus],
            [table],
            command=command("resolvers"),
            components=[name for name in names if name != "oracle"],
            learned_from=GUM,
        )
    _pairs(corpora, names)
    return sound


def _shown(name: str, corpus: str, column: str, value: float | None) -> str:
    if value is None:
        return "n/a"
    text = f"{value:,.0f}" if value > 200 else f"{value:.1f}" if value > 1 else f"{value:.3f}"
    goal = TARGETS.get((name, corpus, column))
    return f"[red]{text} < {goal}[/red]" if goal is not None and value < goal else text


def _chains(corpora: Path) -> Iterator[tuple[str, list[Item]]]:
    gum = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    yield "GUM dev, gold parse", [Item(key, key.document) for key in gum]
    raw = Pipeline().parsed(Document(key.document.id, key.document.text) for key in gum)
    yield (
        "GUM dev, own parse",
        [Item(key, document) for key, document in zip(gum, raw, strict=True)],
    )
    litbank = list(formats.read(corpora / "en_litbank/litbank_coref_dev.tar.gz", "conll"))
    parsed = Pipeline(GIVEN).parsed(key.document for key in litbank)
    yield (
        "LitBank dev",
        [
            Item(Annotated(document, key.annotation), document)
            for key, document in zip(litbank, parsed, strict=True)
        ],
    )


def _scored(name: str, items: list[Item]) -> dict[str, float | None] | None:
    measures = [registry.build("measures", measure) for measure in MEASURES]
    totals: list[list[float]] = [[] for _ in measures]
    counts: Counter[str] = Counter()
    spent = tokens = 0.0
    for item in items:
        own = item.key.document is item.document
        if name == "oracle" and not own:
            return None
        mentions = item.own_mentions(name)
        started = time.process_time()
        try:
            response = decided(name, item.document, mentions, item.key.annotation if own else None)
        except MissingLayer:
            return None
        spent += time.process_time() - started
        tokens += len(item.document.tokens)
        pair = Pair.of(item.key, Annotated(item.document, response))
        for total, measure in zip(totals, measures, strict=True):
            new = measure.counts(pair)
            total[:] = [a + b for a, b in zip(total, new, strict=True)] if total else list(new)
        counted(outcomes(item.key.document, item.key.annotation, pair.response), counts)
    scores: dict[str, float | None] = {what: rate(counts, what) for what in ("pronouns", "anchors")}
    personal = ("he", "she", "his", "her", "him")
    scores["he/she"] = sum(counts[f"{form} right"] for form in personal) / max(
        1, sum(counts[form] for form in personal)
    )
    for measure, total in zip(measures, totals, strict=True):
        score = measure.score(tuple(total))
        scores[type(measure).__name__] = 100 * float(getattr(score, measure.headline))
    scores["speed"] = tokens / max(spent, 1e-9)
    return scores | {form: rate(counts, form) for form in FORMS}


def _pairs(corpora: Path, names: list[str]) -> None:
    """GAP and WinoBias ask about pairs: does the pronoun's entity hold the name?"""
    table = Table(
        "resolver",
        "GAP dev F1",
        "masculine",
        "feminine",
        "F/M",
        "WinoBias pro",
        "anti",
        title="Pairs, own parse",
    )
    gap = parsed_pairs(corpora / "en_gap/gap-development.tsv.gz", "gap")
    bias = parsed_pairs(corpora / "en_winobias", "winobias")
    for name in track(names, description="pairs", transient=True):
        if name == "oracle":
            continue
        found: Counter[str] = Counter()
        for item in gap:
            gender = "F" if pronoun(item).lower() in ("she", "her", "hers") else "M"
            for true, said in verdicts(name, item):
                found.update(
                    {
                        f"{gender} key": true,
                        f"{gender} said": said,
                        f"{gender} right": true and said,
                    }
                )
        women, men = (
            _f1(*(found[f"{gender} {what}"] for what in ("right", "key", "said")))
            for gender in "FM"
        )
        both = _f1(*(found[f"F {what}"] + found[f"M {what}"] for what in ("right", "key", "said")))
        for item in bias:
            side = "pro" if "pro" in item.key.document.id else "anti"
            answers = list(verdicts(name, item))
            found.update({side: 1, f"{side} right": all(true == said for true, said in answers)})
        shares = [f"{found[f'{side} right'] / max(1, found[side]):.3f}" for side in ("pro", "anti")]
        figures = [
            f"{both:.1f}",
            f"{men:.1f}",
            f"{women:.1f}",
            f"{women / men:.2f}" if men else "n/a",
        ]
        table.add_row(name, *figures, *shares)
    # A question is right if one of two people is taken and the other is not.
    table.add_row("chance: one of the two", *(4 * [""]), "0.500", "0.500")
    record(
        "pairs",
        [table],
        command=command("resolvers"),
        components=[name for name in names if name != "oracle"],
        learned_from="The weights of `sieve` are fitted to GAP validation, among others, and the "
        "model of `auto` has learned from GAP development and from texts like those of WinoBias.",
    )


def _f1(right: int, key: int, said: int) -> float:
    return 200 * right / (key + said) if key + said else 0.0
