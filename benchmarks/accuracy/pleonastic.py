"""Non-referential *it* on raw text, with the bundled parser: what the patterns
find, and what the detector drops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.results import record
from coindex import corpora as known_corpora
from coindex import formats
from coindex.core.annotation import Annotated, Mention, Reference
from coindex.core.document import Document
from coindex.language.pleonastic import nonreferential
from coindex.pipeline.pipeline import Pipeline
from training.wilson import wilson

TARGET = 80.0
"""F1 of the patterns on both public corpora."""
PUBLISHED = "SUPAR, 970 pronouns"
PUBLISHED_PRECISION = "91"

Place = tuple[int, int]
Key = Callable[[Annotated], dict[Place, bool]]


def run(corpora: Path) -> bool:
    """Precision of what is called non-referential beside the published 91 %;
    recall, too, which is not published.
    """
    title = "Non-referential it, raw text: precision with its 95 % interval, recall, F1"
    table = Table("corpus", "way", "it", "marked", "P", "95 %", "R", "F1", title=title)
    gum = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    craft = list(formats.read(corpora / "en_craft/craft_dev.tar.xz", "craft"))
    embedded = known_corpora.find("embedded")
    own = list(formats.read(embedded.path, embedded.format))
    public: Counter[str] = Counter()
    for name, items, key_of in (
        ("GUM dev", gum, gum_key),
        ("CRAFT dev", craft, marked_key),
        ("embedded", own, marked_key),
    ):
        patterns, dropped = _found(items, key_of)
        _row(table, name, "patterns", patterns)
        _row(table, name, "dropped", dropped)
        if name != "embedded":
            public.update(patterns)
    _row(table, "GUM and CRAFT dev", "patterns", public)
    table.add_row(PUBLISHED, "", "", "", PUBLISHED_PRECISION, "", "", "")
    record("pleonastic", [table], command=command("pleonastic"), components=["parsers/bundled"])
    return _f1(public) >= TARGET


def _found(items: Iterable[Annotated], key_of: Key) -> tuple[Counter[str], Counter[str]]:
    pipeline = Pipeline(detector="nominals")
    keeping = Pipeline(detector="nominals(expletives='keep')")
    patterns: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    for item in items:
        document = next(pipeline.parsed([Document(item.document.id, item.document.text)]))
        places = {
            (t.start, t.end): index
            for index, t in enumerate(document.tokens)
            if t.form.lower() == "it"
        }
        marked = nonreferential(document)
        left = {m.start for m in pipeline.mentions(document).mentions}
        gone = {m.start for m in keeping.mentions(document).mentions} - left
        for place, expletive in key_of(item).items():
            for counts, guesses in ((patterns, marked), (dropped, gone)):
                guess = places.get(place) in guesses
                counts.update(
                    {"it": 1, "key": expletive, "system": guess, "right": expletive and guess}
                )
    return patterns, dropped


def _row(table: Table, name: str, way: str, found: Counter[str]) -> None:
    precision, recall = (100 * found["right"] / max(1, found[side]) for side in ("system", "key"))
    interval = wilson(found["right"], found["system"])
    bounds = "" if interval is None else f"{100 * interval.low:.1f}-{100 * interval.high:.1f}"
    numbers = (f"{precision:.1f}", bounds, f"{recall:.1f}", f"{_f1(found):.1f}")
    table.add_row(name, way, str(found["it"]), str(found["key"]), *numbers)


def _f1(found: Counter[str]) -> float:
    return 200 * found["right"] / max(1, found["system"] + found["key"])


def gum_key(item: Annotated) -> dict[Place, bool]:
    """Every *it*; not referring if it is an expletive, in no entity,
    or linked forward to a clause.
    """
    mentions = {
        mention.start: mention for mention in item.annotation.mentions if mention.span.length == 1
    }
    key = {}
    for index, token in enumerate(item.document.tokens):
        if token.form.lower() == "it" and token.upos == "PRON" and not token.empty:
            mention = mentions.get(index)
            expletive = (
                token.relation == "expl" or mention is None or mention.attribute("link") == "cata"
            )
            key[token.start, token.end] = expletive
    return key


def marked_key(item: Annotated) -> dict[Place, bool]:
    """Every *it* that is marked: as non-referential, or as a mention that refers."""
    return {
        _place(item.document, mention): mention.reference is Reference.NONREFERENTIAL
        for mention in item.annotation.mentions
        if mention.span.length == 1 and item.document.tokens[mention.start].form.lower() == "it"
    }


def _place(document: Document, mention: Mention) -> Place:
    token = document.tokens[mention.start]
    return token.start, token.end
