"""The contract of parsers."""

from __future__ import annotations

from collections.abc import Iterable

from coindex.core import registry
from coindex.core.document import Document
from coindex.core.protocols import Parser, ReportingProgress
from coindex.core.registry import check_contract
from coindex.testing.contracts.soundness import check_document

TEXTS = (
    "",
    " ",
    ".",
    "Ann left.",
    "Ann saw Bob. He waved at her.\n\nIt rained.",
    "🙂 Ann left \x07 a\u200bb",
    "word" * 5000,
)


def check_parser(parser: Parser, texts: Iterable[str] = TEXTS) -> None:
    """The parser keeps the text, gives valid offsets and trees, and parses a document alone as it
    does among others.

    If it reports progress, it gives the same documents, and reports all characters in the end.
    """
    check_contract(*registry.name_of(parser), parser)
    documents = [Document(f"d{number}", text) for number, text in enumerate(texts)]
    together = list(parser.parse(documents))
    assert [parsed.id for parsed in together] == [document.id for document in documents], (
        "documents lost or reordered"
    )
    for before, after in zip(documents, together, strict=True):
        assert before.text == after.text, "the text was changed"
        check_document(after)
        for token in after.tokens:
            if not token.empty:
                assert after.text[token.start : token.end], "a word without characters"
        assert next(iter(parser.parse([before]))) == after, (
            "alone it is parsed differently than in company"
        )
    if isinstance(parser, ReportingProgress):
        done: list[int] = []
        assert list(parser.parse_with_progress(documents, done.append)) == together, (
            "progress changes the parse"
        )
        assert sum(done) == sum(len(document.text) for document in documents), (
            "progress does not add up to the text"
        )
