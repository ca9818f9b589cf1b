"""`coindex mentions`: the referring expressions of a text, with kind, head,
grammatical function and verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from coindex import formats
from coindex.cli.inputs import documents, warn_of_language
from coindex.cli.notes import tell_losses, tell_problems
from coindex.cli.options import (
    Detector,
    From,
    Language,
    Lenient,
    Output,
    Parser,
    Text,
    Texts,
    parser_for,
)
from coindex.core import annotation as model
from coindex.core.document import features
from coindex.core.problems import Problems
from coindex.experiment.pipeline import DETECTOR, PARSER, Pipeline
from coindex.language.roles import VERBAL
from coindex.language.tree import NONE
from coindex.report.mention_names import Names
from coindex.report.table import Table, check_style, show
from coindex.resolvers.discourse import Expression, discourse

COLUMNS = (
    "document", "sentence", "mention", "words", "kind", "head", "lemma", "pos", "function",
    "verb", "type", "reference",
)  # fmt: skip
"""The record of a noun phrase, as Barbu & Mitkov (2001) list it, with kind,
entity type and how it refers.
"""


def run(
    texts: Texts = None,
    text: Text = None,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = DETECTOR,
    from_: From = "",
    as_: Annotated[
        str, typer.Option("--as", help="table, csv, json, markdown or latex.")
    ] = "table",
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
    show([Table(COLUMNS, [row for item in annotated for row in _rows(item)])], as_)


def _rows(item: model.Annotated) -> Iterator[tuple[str | int, ...]]:
    document, annotation = item
    called, analysed = Names(document, annotation), discourse(document, annotation).by_mention
    for mention in annotation.mentions:
        expression = analysed.get(mention)
        head = None if expression is None else document.tokens[expression.head]
        yield (
            document.id,
            document.sentence_index(mention.start) + 1,
            called[mention],
            f"{mention.start + 1}-{mention.end}",
            str(mention.kind),
            head.form if head else "",
            head.lemma if head else "",
            head.upos if head else "",
            str(expression.function) if expression else "",
            _verb(expression) if expression else "",
            features(head.misc).get("EntityType", "") if head else "",
            f"{mention.reference} {mention.subtype}".strip(),
        )


def _verb(expression: Expression) -> str:
    """The lemma of the verb that the expression belongs to: the copula,
    where the predicate is a noun.
    """
    forest, predicate = expression.discourse.forest, expression.governor
    if predicate == NONE:
        return ""
    verb = next(
        (child for child in forest.children[predicate] if forest.labels[child] == "cop"), predicate
    )
    word = forest.document.tokens[verb]
    return word.lemma if word.upos in VERBAL else ""
