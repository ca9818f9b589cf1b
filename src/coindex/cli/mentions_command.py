"""`coindex mentions`: the referring expressions of a text, with kind, head and features."""

from __future__ import annotations

from typing import Annotated

import typer

from coindex import formats
from coindex.cli.inputs import documents, warn_of_language
from coindex.cli.notes import tell_losses, tell_problems
from coindex.cli.options import Detector, From, Language, Lenient, Output, Parser, Text, Texts, parser_for
from coindex.core import annotation as model
from coindex.core.document import Document, features
from coindex.core.problems import Problems
from coindex.experiment.pipeline import DETECTOR, PARSER, Pipeline
from coindex.report.mention_names import Names
from coindex.report.table import Table, check_style, show


def run(
    texts: Texts = None,
    text: Text = None,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = DETECTOR,
    from_: From = "",
    as_: Annotated[str, typer.Option("--as", help="table, csv, json, markdown or latex.")] = "table",
    output: Output = None,
    lenient: Lenient = False,
) -> None:
    check_style(as_)
    problems = Problems(lenient=lenient)
    pipeline = Pipeline(parser_for(parser, language), detector=detector)
    annotated: list[model.Annotated] = []
    for item in documents(texts or [], texts=text or [], format=from_, problems=problems):
        warn_of_language(item.document, pipeline)
        document = next(pipeline.parsed([item.document]))
        annotated.append(model.Annotated(document, pipeline.mentions(document, item.annotation)))
    tell_problems(problems)
    if output is not None:
        tell_losses(formats.write(annotated, output))
        return
    columns = ("document", "sentence", "mention", "kind", "head", "type", "reference")
    rows = [
        _row(document, mention, called)
        for document, annotation in annotated
        for called in [Names(document, annotation)]
        for mention in annotation.mentions
    ]
    show([Table(columns, rows)], as_)


def _row(document: Document, mention: model.Mention, called: Names) -> tuple[str | int, ...]:
    token = document.tokens[mention.head] if mention.head is not None else None
    kind = features(token.misc).get("EntityType", "") if token else ""
    reference = f"{mention.reference} {mention.subtype}".strip()
    sentence = document.sentence_index(mention.start) + 1
    return document.id, sentence, called[mention], str(mention.kind), token.form if token else "", kind, reference
