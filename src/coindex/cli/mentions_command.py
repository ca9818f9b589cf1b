"""`coindex mentions`: the referring expressions of a text, with kind, head,
grammatical function and verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from coindex import formats
from coindex.cli.input_options import Reading
from coindex.cli.inputs import warn_of_language
from coindex.cli.notes import tell_losses
from coindex.cli.options import Detector, Language, Output, Parser, parser_for
from coindex.core import annotation as model
from coindex.core.document import features
from coindex.io.output import replacing
from coindex.language.discourse.discourse import Expression, discourse
from coindex.language.syntax.roles import VERBAL
from coindex.language.syntax.tree import NONE
from coindex.pipeline.pipeline import DETECTOR, PARSER, Pipeline
from coindex.report.mention_names import MentionNames
from coindex.report.table import Table, check_style, render, show

COLUMNS = (
    "document", "sentence", "mention", "words", "kind", "head", "lemma", "pos", "function",
    "verb", "type", "reference",
)  # fmt: skip
"""The record of a noun phrase, as Barbu & Mitkov (2001) list it, with kind,
entity type and how it refers.
"""


def run(
    *,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = DETECTOR,
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help="table, json, csv, markdown or latex; with -o, the table instead of documents.",
        ),
    ] = "",
    output: Output = None,
    reading: Reading,
) -> None:
    check_style(as_ or "table")
    pipeline = Pipeline(parser_for(parser, language), detector=detector)
    annotated: list[model.Annotated] = []
    with reading.documents(output) as documents:
        for item in documents:
            warn_of_language(item.document, pipeline)
            document = next(pipeline.parsed([item.document]))
            mentions = pipeline.mentions(document, item.annotation)
            annotated.append(model.Annotated(document, mentions))
    if output is not None and not as_:
        tell_losses(formats.write(annotated, output))
        return
    table = Table(COLUMNS, [row for item in annotated for row in _rows(item)])
    if output is None:
        show([table], as_ or "table")
    else:
        with replacing(output) as stream:
            stream.write(render([table], as_))


def _rows(item: model.Annotated) -> Iterator[tuple[str | int, ...]]:
    document, annotation = item
    called, analysed = (
        MentionNames(document, annotation),
        discourse(document, annotation).by_mention,
    )
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
    """The lemma of the verb to which the expression belongs: the copula, if the predicate is a
    noun.
    """
    forest, predicate = expression.discourse.forest, expression.governor
    if predicate == NONE:
        return ""
    verb = next(
        (child for child in forest.children[predicate] if forest.labels[child] == "cop"), predicate
    )
    word = forest.document.tokens[verb]
    return word.lemma if word.upos in VERBAL else ""
