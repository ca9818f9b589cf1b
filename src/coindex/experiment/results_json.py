"""Results as one JSON text, `coindex-results/1`, and back: the same results give the same text,
byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from coindex import __version__
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.experiment.cache import DiskCache, dumped
from coindex.experiment.codec import unpacked_judged
from coindex.experiment.conditions import Condition, EntryNames
from coindex.experiment.corpora import DescribedCorpus
from coindex.experiment.plan import Plan, Response
from coindex.experiment.rows import Row
from coindex.experiment.run import Run, RunPart
from coindex.measures.significance import Interval

SCHEMA = "coindex-results/1"


class Contents(NamedTuple):
    """The fields of `Results`."""

    plan: Plan
    corpora: tuple[DescribedCorpus, ...]
    runs: tuple[Run, ...]
    rows: tuple[Row, ...]


def to_json(results: Contents) -> str:
    """The results as text, with a line for each corpus, row and run."""
    plan = asdict(results.plan)
    plan["responses"] = [response._asdict() for response in results.plan.responses]
    sections = {
        "corpora": (corpus._asdict() for corpus in results.corpora),
        "rows": map(_row, results.rows),
        "runs": map(_run, results.runs),
    }
    head = [
        f'"schema":{dumped(SCHEMA)}',
        f'"version":{dumped(__version__)}',
        f'"plan":{dumped(plan)}',
    ]
    body = [f'"{name}":[\n{_lines(items)}\n]' for name, items in sections.items()]
    return "{" + ",\n".join([*head, *body]) + "}\n"


def _lines(items: Iterable[Any]) -> str:
    return ",\n".join(dumped(item) for item in items)


def _row(row: Row) -> dict[str, Any]:
    values = row._asdict()
    condition = values.pop("condition")
    return {**condition._asdict(), **values}


def _run(run: Run) -> dict[str, Any]:
    parts = [
        {
            "document": part.document,
            "tokens": part.tokens,
            "seconds": part.seconds,
            **({"problem": part.problem} if part.problem else {}),
            **({"account": dict(part.account)} if part.account else {}),
            "judged": part.judged,
            "names": part.names,
        }
        for part in run.parts
    ]
    lacking = {"lacking": run.lacking} if run.lacking else {}
    return {**run.condition._asdict(), **lacking, "parts": parts}


def from_json(text: str, folder: Path | None = None) -> Contents:
    """The results in a text; `folder` is that of the cache, from which documents and decisions are
    read on request.
    """
    try:
        value = json.loads(text)
        if value["schema"] != SCHEMA:
            raise FormatError(
                Message("schema {value!r}", value=value["schema"]),
                remedy=Message("{schema} can be read", schema=SCHEMA),
            )
        cache = DiskCache() if folder is None else DiskCache(folder)
        return Contents(
            _plan(value["plan"]),
            tuple(DescribedCorpus(**corpus) for corpus in value["corpora"]),
            tuple(_run_of(run, cache) for run in value["runs"]),
            tuple(map(_row_of, value["rows"])),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(
            "these are not results of Coindex",
            remedy="read results.json as it was written",
        ) from error


class Outline(NamedTuple):
    """A run without its numbers, sufficient to read its documents back."""

    condition: Condition
    names: tuple[EntryNames, ...]


def outlines(value: dict[str, Any]) -> Iterator[Outline]:
    """The outlines of the runs of results in JSON; much faster than reading everything."""
    return (
        Outline(_condition(run), tuple(EntryNames(*part["names"]) for part in run["parts"]))
        for run in value["runs"]
    )


def _plan(value: dict[str, Any]) -> Plan:
    plain: dict[str, Any] = {
        name: tuple(held) if isinstance(held, list) else held for name, held in value.items()
    }
    plain["responses"] = tuple(Response(**response) for response in value["responses"])
    return Plan(**plain)


def _condition(value: dict[str, Any]) -> Condition:
    return Condition(*(value[name] for name in Condition._fields))


def _row_of(value: dict[str, Any]) -> Row:
    rest = {name: value[name] for name in Row._fields[1:]}
    interval = None if value["interval"] is None else Interval(*value["interval"])
    return Row(
        _condition(value), **{**rest, "counts": tuple(value["counts"]), "interval": interval}
    )


def _run_of(value: dict[str, Any], cache: DiskCache) -> Run:
    parts = tuple(
        RunPart(
            part["document"],
            EntryNames(*part["names"]),
            part["tokens"],
            part["seconds"],
            unpacked_judged(part["judged"]),
            part.get("problem", ""),
            tuple(part.get("account", {}).items()),
        )
        for part in value["parts"]
    )
    return Run(_condition(value), parts, value.get("lacking", ""), cache)
