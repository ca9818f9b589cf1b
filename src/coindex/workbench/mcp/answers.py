"""The work of the tools, in worker processes of the service."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError, FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.experiment.annotator_agreement import defined
from coindex.experiment.bulk.resolving import cached_pipeline, resolved
from coindex.experiment.cache import DiskCache
from coindex.experiment.checking import check as issues_of_file
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.experiment.response_pairs import Key, Pairing
from coindex.experiment.rows import Row
from coindex.experiment.scoring import Scores, Scoring
from coindex.formats.jsonl.rows import document_of
from coindex.measures.purposes import COMPARISON, SCORING, agreement
from coindex.pipeline.pipeline import DETECTOR, PARSER, Pipeline
from coindex.report.seen import exposure_warnings
from coindex.report.table import render
from coindex.report.tables.papers import summary
from coindex.texts.books.reading import BookReader
from coindex.texts.graphs.graph import summed
from coindex.texts.pseudonyms.pseudonymising import Pseudonymiser
from coindex.texts.pseudonyms.risks import risk_table
from coindex.texts.rewriting.choices import KINDS, Choices
from coindex.texts.rewriting.passages import Cutting
from coindex.texts.rewriting.rewriter import Cutter, Rewriter
from coindex.workbench.editing.parses import checked_resolver, without_files
from coindex.workbench.service.processing import Answer, Answering, Asked, remarks
from coindex.workbench.wording import TOOL_CALLS, explain

DRAWS = 1000
"""Draws of a comparison: fewer than on the command line, since a client waits."""
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Tooling(Answering):
    """Answers calls of tools, which are lines of JSON with the name of a tool and its values."""

    def __call__(self, asked: Asked) -> Answer | Iterator[str | Answer]:
        call = json.loads(asked.line)
        if "tool" not in call:
            return Answering.__call__(self, asked)
        try:
            self._check(call["values"])
            answer = _answer(call["tool"], asked.wanted.pipeline, call["values"])
            return Answer(call["tool"], json.dumps(answer, ensure_ascii=False))
        except CoindexError as error:
            return Answer(call["tool"], reason=explain(error, TOOL_CALLS), mistaken=True)
        except Exception as error:  # an error of a component on one document is not the server's
            return Answer(call["tool"], reason=f"{type(error).__name__}: {error}")

    def _check(self, values: Values) -> None:
        for value in values.values():
            if isinstance(value, str) and len(value) > self.longest:
                raise FormatError(
                    Message("the text has more than {longest:,} characters", longest=self.longest),
                    remedy="send it in parts",
                )


def _answer(tool: str, pipeline: Pipeline, values: Values) -> dict[str, Any]:
    if tool not in TEXT_TOOLS:
        return FILE_TOOLS[tool](values)
    given = _given(values)
    answer = TEXT_TOOLS[tool](pipeline, given, values)
    return {**answer, **remarks(pipeline, given.document, TOOL_CALLS)}


def _given(values: Values) -> Annotated:
    row = {"id": "text", "text": values["text"], "lang": values.get("language", "")}
    return document_of(json.dumps(row), "document", 1, strict=True)


def resolve(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    result = resolved(pipeline, given)
    return {**result.to_dict(why=values["decisions"]), "marked": result.text()}


def why(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    result = resolved(pipeline, given)
    return {"resolver": result.annotation.source.name, "why": result.why(values["words"])}


def rewrite(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    choices = Choices(tuple(values["kinds"]), values["min_confidence"])
    return Rewriter(cached_pipeline(pipeline), choices)(given).to_dict()


def chunks(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    rewriter = Rewriter(cached_pipeline(pipeline), Choices(KINDS, values["min_confidence"]))
    cutting = Cutting("words", values["words"], values["overlap"])
    return {"chunks": [one.to_dict() for one in Cutter(rewriter, cutting)(given)]}


def score(values: Values) -> dict[str, Any]:
    measures = tuple(_measure(one) for one in values["measures"]) or SCORING
    with _files(key=values["key"], response=values["response"]) as paths:
        scoring = Scoring(measures, (), False, Pairing(_format(values["format"])))
        scores = scoring.run(Key.of(paths["key"]), {"response": paths["response"]})
        return {
            "scores": [_row(row) for row in scores.rows],
            "notes": [*scores.remarks(), *scores.warnings()],
        }


def agree(values: Values) -> dict[str, Any]:
    with _files(first=values["first"], second=values["second"]) as paths:
        key, pairing = Key.of(paths["first"]), Pairing(_format(values["format"]))
        scores = Scores(Scoring(agreement("exact"), (), False, pairing), key)
        second = scores.begin("second")
        for pair in pairing.pairs(key, paths["second"], scores.seen["second"]):
            second.add(pair, pair.document.id)
        return {"agreement": [_row(defined(row)) for row in scores.rows]}


def compare(values: Values) -> dict[str, Any]:
    resolvers = tuple(map(checked_resolver, values["resolvers"]))
    detectors = ("gold",) if values["mentions"] == "gold" else (DETECTOR,)
    with _files(key=values["key"]) as paths:
        plan = Plan(
            (str(paths["key"]),),
            parsers=(PARSER,),
            detectors=detectors,
            resolvers=resolvers,
            measures=COMPARISON,
            slices=(),
            draws=DRAWS,
            format=_format(values["format"]),
        )
        engine, cache = (
            registry.build("engines", "serial"),
            DiskCache(paths["key"].parent / "cache"),
        )
        results = Experiment(plan.checked(), engine, cache).run()
        tables = [summary(results, group, "markdown") for group in results.groups]
        return {
            "table": render(tables, "markdown"),
            "scores": [_row(row) for row in results.rows],
            "notes": list(exposure_warnings(results)),
        }


def convert(values: Values) -> dict[str, Any]:
    writer = formats.writer_of(_format(values["to"]))
    with _files(document=values["content"]) as paths:
        target = paths["document"].parent / "written"
        items = list(formats.read(paths["document"], _format(values["format"]), Problems()))
        lost = formats.write(items, target / f"documents{writer.suffixes[0]}", values["to"])
        files = {
            path.relative_to(target).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(target.rglob("*"))
            if path.is_file()
        }
    counted = {str(layer): count for layer, count in lost.items()}
    return {"documents": len(items), "files": files, "not carried over": counted}


def graph(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    found = summed(resolved(pipeline, given).graph(types=tuple(values["types"])))
    labels = {node.id: node.label for node in found.nodes}
    return {
        "nodes": [
            {"label": node.label, "type": node.attributes.get("type", "")} for node in found.nodes
        ],
        "edges": [
            {"from": labels[one.source], "label": one.label, "to": labels[one.target]}
            for one in found.edges
        ],
    }


def pseudonymise(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    changed = Pseudonymiser(cached_pipeline(pipeline), tuple(values["types"]))
    done = changed([changed.resolved(given)])
    return {
        "text": done.texts[0],
        "replaced": done.replaced,
        "may still identify": risk_table(done.risks).splitlines(),
    }


def book(pipeline: Pipeline, given: Annotated, values: Values) -> dict[str, Any]:
    value = BookReader(cached_pipeline(pipeline))(given).to_dict()
    left_out = () if values["quotations"] else ("quotations",)
    return {name: part for name, part in value.items() if name not in left_out}


def check(values: Values) -> dict[str, Any]:
    with _files(document=values["content"]) as paths:
        found = issues_of_file(paths["document"], format=_format(values["format"]))
    return {"issues": [one._replace(path="").to_dict() for one in found]}


TEXT_TOOLS: Mapping[str, Callable[[Pipeline, Annotated, Values], dict[str, Any]]] = {
    "resolve": resolve,
    "why": why,
    "rewrite": rewrite,
    "chunks": chunks,
    "graph": graph,
    "book": book,
    "pseudonymise": pseudonymise,
}
FILE_TOOLS: Mapping[str, Callable[[Values], dict[str, Any]]] = {
    "score": score,
    "agree": agree,
    "compare": compare,
    "convert": convert,
    "check": check,
}


def _format(text: str) -> str:
    if text:
        without_files(text)
    return text


def _measure(text: str) -> str:
    without_files(text)
    return registry.spec_of(registry.build("measures", text))


def _row(row: Row) -> dict[str, Any]:
    named = {"resolver": row.condition.resolver} if row.condition.resolver else {}
    return {**named, "measure": row.measure, **row.values, "signature": row.signature}


@contextmanager
def _files(**contents: str) -> Iterator[dict[str, Path]]:
    """Files with these contents, each in a folder of its name: documents without names of their
    own are called after the file, so that those of two files are the same.
    """
    with tempfile.TemporaryDirectory(prefix="coindex-") as folder:
        paths = {name: Path(folder, name, "documents.txt") for name in contents}
        for name, path in paths.items():
            path.parent.mkdir()
            path.write_text(contents[name], encoding="utf-8", errors="replace")
        try:
            yield paths
        except FormatError as error:  # the client has never seen the folder
            where = Message("{name}: ", name=Path(error.path).parent.name) if error.path else ""
            line = Message(" (line {line})", line=error.line) if error.line else ""
            raise CoindexError(
                Message("{where}{message}{line}", where=where, message=error.message, line=line),
                remedy=error.remedy,
            ) from None
