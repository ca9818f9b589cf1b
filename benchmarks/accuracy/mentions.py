"""Mention detection on raw text, with the bundled parser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Kind, Mention
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline

TARGETS = {"heads": (88.0, 90.0), "pronouns": (97.0, 99.5)}
PRONOUNS = (Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.DEMONSTRATIVE)
TYPES = ("Prs", "Dem", "Rcp")


def run(corpora: Path) -> bool:
    gum = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    table = Table("GUM dev", "parse", "P", "R", "F1", title="Mention detection")
    sound = True
    for parser, detector in (
        ("bundled", "nominals"),
        ("given", "nominals"),
        ("bundled", "learned"),
    ):
        for what, (right, system, key) in _detected(gum, parser, detector).items():
            precision, recall = 100 * right / max(1, system), 100 * right / max(1, key)
            goal = TARGETS.get(what) if detector == "nominals" else None
            sound &= (
                parser == "given" or goal is None or (precision >= goal[0] and recall >= goal[1])
            )
            f1 = 2 * precision * recall / (precision + recall)
            table.add_row(
                f"{what}, {detector}", parser, f"{precision:.2f}", f"{recall:.2f}", f"{f1:.2f}"
            )
    record(
        "mentions",
        [table],
        command=command("mentions"),
        components=["parsers/bundled"],
        learned_from="The parser has learned from the training part of GUM.",
    )
    return sound


def _detected(
    items: list[Annotated], parser: str, detector: str
) -> dict[str, tuple[int, int, int]]:
    """Right, system and key counts of mention heads, of pronouns and of exact spans."""
    pipeline = Pipeline(parser, detector=detector)
    found: Counter[str] = Counter()
    for item in items:
        source = (
            item.document if parser == "given" else Document(item.document.id, item.document.text)
        )
        document = next(pipeline.parsed([source]))
        response = pipeline.mentions(document)
        key_heads = _heads(item.document, item.annotation.mentions)
        heads = _heads(document, response.mentions)
        found.update(
            {
                "heads": len(key_heads & heads),
                "heads system": len(heads),
                "heads key": len(key_heads),
            }
        )
        key_pronouns = {place for place, pronoun in _pronouns(item) if pronoun}
        pronouns = _heads(
            document, [mention for mention in response.mentions if mention.kind in PRONOUNS]
        )
        found.update(
            {
                "pronouns": len(key_pronouns & pronouns),
                "pronouns system": len(pronouns),
                "pronouns key": len(key_pronouns),
            }
        )
        key_spans, spans = _spans(item.document, item.annotation), _spans(document, response)
        found.update(
            {
                "spans": len(key_spans & spans),
                "spans system": len(spans),
                "spans key": len(key_spans),
            }
        )
    return {
        what: (found[what], found[f"{what} system"], found[f"{what} key"])
        for what in ("heads", "spans", "pronouns")
    }


def _heads(document: Document, mentions: Iterable[Mention]) -> set[tuple[int, int]]:
    tokens = [document.tokens[mention.head] for mention in mentions if mention.head is not None]
    return {(token.start, token.end) for token in tokens}


def _spans(document: Document, annotation: Annotation) -> set[tuple[int, int]]:
    tokens = document.tokens
    return {
        (tokens[mention.start].start, tokens[mention.end - 1].end)
        for mention in annotation.mentions
    }


def _pronouns(item: Annotated) -> Iterable[tuple[tuple[int, int], bool]]:
    """Personal, possessive, reflexive, reciprocal and demonstrative pronouns of the key.

    Extraposed *it*, which GUM links forward to its clause, is not counted as referring.
    """
    for mention in item.annotation.mentions:
        if mention.head is None:
            continue
        token = item.document.tokens[mention.head]
        extraposed = token.form.lower() == "it" and (
            token.relation == "expl" or mention.attribute("link") == "cata"
        )
        yield (
            (token.start, token.end),
            token.upos != "ADV" and token.feature("PronType") in TYPES and not extraposed,
        )
