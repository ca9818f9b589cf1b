"""Resolved documents as `coindex resolve` prints them if no format is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.interface.translation import say
from coindex.pipeline.result import Result

STYLES = {
    "text": ".txt",
    "json": ".json",
    "html": ".html",
    "csv": ".csv",
    "replaced": ".txt",
    "logic": ".txt",
}
"""Styles with the suffixes of their files."""
REASONED = ("text", "json")
"""Styles that can include reasons."""


def rendered(
    results: Iterable[Result], style: str, why: bool, *, named: bool = False
) -> Iterator[str]:
    """Output for each document; HTML is one page. In text, `named` documents and
    all but the first have a heading.
    """
    if style == "html":
        from coindex.pipeline.page import page

        listed = list(results)
        yield page(
            [(result.document, result.entities) for result in listed],
            say("Coreference chains"),
            [result.groups for result in listed],
        )
        return
    for number, result in enumerate(results):
        if style == "text":
            yield heading(result, number, named=named)
        yield _one(result, style, why, first=number == 0)


def heading(result: Result, number: int, *, named: bool) -> str:
    between = "\n" if number else ""
    return f"{between}== {result.document.id}\n" if named or number else ""


def _one(result: Result, style: str, why: bool, *, first: bool) -> str:
    from coindex.pipeline.brackets import chain_lines
    from coindex.report.table import render
    from coindex.report.tables.entities import entity_table

    document, entities = result.document, result.entities
    if style == "replaced":
        return result.replaced() + "\n"
    if style == "csv":
        text = render([entity_table(document, entities)], "csv")
        return text if first else text.partition("\n")[2]
    if style == "json":
        return result.to_json(why=why) + "\n"
    if style == "logic":
        from coindex.pipeline.logic import logic

        return "\n".join([*logic(document, result.annotation), ""])
    lines = "\n".join(chain_lines(document, entities, result.groups)) or say("no chains")
    reasons = f"\n\n{result.why()}" if why else ""
    resolver = result.annotation.source.name
    by = say("resolved by {resolver}", resolver=resolver)
    return f"{result.text()}\n\n{lines}\n({by}){reasons}\n"
