"""`coindex disclose`: Byron's standard disclosure of what an evaluation of pronouns excludes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex import __version__
from coindex.cli.scoring import named, tell_observations
from coindex.core.errors import CoindexError
from coindex.experiment.pairs import Key, Observations, Pairing
from coindex.experiment.pipeline import parsed
from coindex.measures.alignment import check_view
from coindex.measures.disclosure import Case, tabulated, violations
from coindex.measures.exclusions import CHOSEN
from coindex.measures.pair import Pair
from coindex.measures.resolution import cases
from coindex.report.table import check_style, show
from coindex.report.tables.disclosure import disclosed


def run(
    key: Option[Path, typer.Argument(metavar="KEY", help="Gold annotation: a path, or the name of a corpus.")],
    responses: Option[
        list[Path] | None,
        typer.Argument(metavar="[RESPONSE...]", help="Responses; the key alone if not given."),
    ] = None,
    forms: Option[str, typer.Option(help="Pronouns covered, separated by commas; default: all in scope.")] = "",
    exclude: Option[str, typer.Option(help="Also exclude: reported speech, long distance.")] = "",
    longest: Option[int, typer.Option(min=0, help="Distances of more sentences than this are long.")] = 2,
    view: Option[str, typer.Option(help="How mentions are matched: exact, head, min, partial, overlap.")] = "exact",
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[str, typer.Option(help="What to do with a document on one side only: error or empty.")] = "error",
    from_: Option[str, typer.Option("--from", help="Format of all files; detected if not given.")] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and continue.")] = False,
) -> None:
    check_style(as_)
    chosen = tuple(part.strip() for part in exclude.split(",") if part.strip())
    if not set(chosen) <= set(CHOSEN):
        raise CoindexError(f"--exclude takes {', '.join(CHOSEN)}; other exclusions are detected automatically")
    check_view(view)
    covered = tuple(form.strip().lower() for form in forms.split(",") if form.strip())
    gold, pairing, systems = Key.of(key), Pairing(from_, missing, lenient=lenient), named(responses or ())
    seen = {name: Observations.empty(lenient=lenient) for name in systems or ("",)}
    genres: Counter[str] = Counter()
    words = 0
    everything: list[Case] = []
    for together in _together(gold, systems, pairing, seen):
        first = next(iter(together.values()))
        genres[first.document.genre or "unknown"] += 1
        words += sum(not token.empty for token in first.document.tokens)
        everything += cases(together, forms=covered, chosen=chosen, longest=longest, view=view)
    if not genres:
        raise CoindexError(f"{key} has no documents to disclose")
    table = tabulated(everything, list(systems), corpus=gold.name, genre=", ".join(sorted(genres)), words=words)
    broken = violations(table)
    if broken:
        raise CoindexError(f"the disclosure does not add up: {broken[0]}")
    signature = "|".join([f"match:{view}", f"corpus:{gold.mark}", *pairing.options, f"v:{__version__}"])
    show([disclosed(table, (signature,))], as_)
    tell_observations(seen)


def _together(
    key: Key, systems: Mapping[str, Path], pairing: Pairing, seen: Mapping[str, Observations]
) -> list[dict[str, Pair]]:
    """Each document of the key paired with every response, or with itself if there are no responses."""
    if not systems:
        items = map(parsed, key.read(pairing.format, seen[""].key))
        return [{"": Pair(document, annotation, annotation)} for document, annotation in items]
    by_document: dict[str, dict[str, Pair]] = {}
    for name, path in systems.items():
        for pair in pairing.pairs(key, path, seen[name], prepare=parsed):
            by_document.setdefault(pair.document.id, {})[name] = pair
    return list(by_document.values())
