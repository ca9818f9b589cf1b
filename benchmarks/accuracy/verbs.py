"""Person, number, mood and subject of the finite verb in Spanish sentences of one
clause, by group of sentences.

`python -m benchmarks.accuracy.verbs --parser SPEC ...` compares parsers; `--wrong` lists what they
have wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.results import record
from benchmarks.verb_sentences import VerbSentence, VerbVerdict, verb_sentences, verdict
from coindex.core import registry

BUNDLED = "bundled(language='es')"
PARTS = ("alone", "person", "number", "mood", "tense", "subject", "enclitics")
"""What each verdict says; `tense` and `enclitics` do not count for `right`."""

Judged = tuple[VerbSentence, VerbVerdict]


def run(_corpora: Path) -> bool:
    """The bundled parser on all sentences. There is no floor: the figures are for reading."""
    return report([BUNDLED])


def report(parsers: Iterable[str], *, wrong: bool = False) -> bool:
    tables: list[Table] = []
    for spec in parsers:
        judged = verdicts(spec)
        tables.append(_table(spec, judged))
        if wrong:
            for sentence, found in judged:
                if not found.right:
                    missing = ", ".join(part for part in PARTS if not getattr(found, part))
                    print(f"{sentence.id}\t{sentence.text}\t{missing}")
    record(
        "verbs",
        tables,
        command=command("verbs"),
        components=["parsers/bundled"],
        languages=["es"],
        learned_from="The conjugation table was written with these sentences in view.",
    )
    return True


def verdicts(spec: str) -> list[Judged]:
    """Each sentence with what the parser has right about it."""
    sentences = verb_sentences()
    parses = registry.build("parsers", spec).parse(sentence.document for sentence in sentences)
    return [
        (sentence, verdict(sentence, parse))
        for sentence, parse in zip(sentences, parses, strict=True)
    ]


def _table(spec: str, judged: Sequence[Judged]) -> Table:
    title = f"Finite verbs of {len(judged)} Spanish sentences: right in per cent, {spec}"
    table = Table("sentences", "n", "right", *PARTS, title=title)
    groups = list(dict.fromkeys(sentence.group for sentence, _ in judged))
    for group in groups:
        table.add_row(
            group, *_cells([found for sentence, found in judged if sentence.group == group])
        )
    table.add_section()
    table.add_row("all", *_cells([found for _, found in judged]))
    return table


def _cells(found: Sequence[VerbVerdict]) -> list[str]:
    shares = [sum(getattr(one, part) for one in found) / len(found) for part in ("right", *PARTS)]
    return [str(len(found)), *(f"{100 * share:.1f}" for share in shares)]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="benchmarks.accuracy.verbs")
    arguments.add_argument("--parser", nargs="+", default=[BUNDLED])
    arguments.add_argument(
        "--wrong", action="store_true", help="list the sentences that are not right"
    )
    chosen = arguments.parse_args()
    report(chosen.parser, wrong=chosen.wrong)
