"""Sections: the headings above each sentence, in Markdown and in plain text."""

from __future__ import annotations

import pytest

import coindex
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from coindex.texts.rewriting.sections import places

MARKDOWN = """# Annual report

Otis Bell founded Bolt in 1990.

## History

### Early years

Bolt sold its first lock in 1991. Bell designed it himself.

### How did Bolt grow?

In 2001 Bolt bought Acme.

## Products

The lock is small.
"""
LEVELS = {
    "Otis": ("Annual report",),
    "Bolt sold": ("Annual report", "History", "Early years"),
    "Bell": ("Annual report", "History", "Early years"),
    "In 2001": ("Annual report", "History", "How did Bolt grow?"),
    "The lock": ("Annual report", "Products"),
}
NUMBERS = {
    "## Hi": "1 Hi",
    "### E": "1.1 E",
    "### H": "1.2 H",
    "## P": "2 P",
    "# A": "A",
}


def above(text: str) -> dict[str, tuple[str, ...]]:
    """The headings above each sentence that is none, by its words."""
    document = next(Pipeline("bundled(language='en')").parsed([Document("d", text, "en")]))
    return {
        " ".join(document.surface(sentence.span).split()): place.above
        for sentence, place in zip(document.sentences, places(document), strict=True)
        if not place.heading
    }


def of(found: dict[str, tuple[str, ...]], begin: str) -> tuple[str, ...]:
    return next(headings for words, headings in found.items() if words.startswith(begin))


def test_the_marks_of_markdown_tell_levels() -> None:
    found = above(MARKDOWN)
    assert {begin: of(found, begin) for begin in LEVELS} == LEVELS


def test_so_do_lines_under_headings() -> None:
    found = above(
        "Bolt\n====\n\nIt grows.\n\nStaff\n-----\n\nBell left.\n\nSites\n-----\n\nIt moved."
    )
    assert of(found, "Bell") == ("Bolt", "Staff")
    assert of(found, "It moved") == ("Bolt", "Sites")


def test_so_do_numbers() -> None:
    text = MARKDOWN
    for mark, number in NUMBERS.items():
        text = text.replace(mark, number)
    found = above(text.replace("How did Bolt grow?", "Growth"))
    assert of(found, "Bell") == ("Annual report", "1 History", "1.1 Early years")
    assert of(found, "In 2001") == ("Annual report", "1 History", "1.2 Growth")
    assert of(found, "The lock") == ("Annual report", "2 Products")


def test_without_marks_no_section_is_under_one_beside_it() -> None:
    text = MARKDOWN.replace("#", "").replace("How did Bolt grow?", "Growth").replace("\n ", "\n")
    found = above(text.strip())
    assert of(found, "Bell") == ("Annual report", "History", "Early years")
    assert of(found, "In 2001") == ("Annual report", "Growth")
    assert of(found, "The lock") == ("Annual report", "Products")


@pytest.mark.parametrize(
    ("first", "second"), [("Introduction", "Methods"), ("Chapter 1", "Chapter 2")]
)
def test_a_first_section_is_not_a_title(first: str, second: str) -> None:
    found = above(f"{first}\n\nBell founded Bolt.\n\n{second}\n\nHe sold the locks.")
    assert of(found, "He sold") == (second,)


def test_a_passage_that_begins_with_a_heading_has_those_above_it_as_header() -> None:
    found = coindex.chunks(Document("d", MARKDOWN, "en"), by="words", size=10)
    begins = {one.text.split("\n")[0]: one.header.partition(". ")[0] for one in found}
    assert begins["# Annual report"] == ""
    assert begins["## History"] == "Annual report"
    assert begins["### How did Bolt grow?"] == "Annual report › History"
    assert begins["## Products"] == "Annual report"
    assert not any(one.text.split("\n")[-1].startswith("#") for one in found)


def test_a_name_that_a_clause_gives_is_the_name() -> None:
    text = "Bolt makes locks. The firm's product is the X1. It is light. It sells well in France."
    second = coindex.chunks(Document("d", text, "en"), by="sentences", size=2, min_confidence=0.5)[
        1
    ]
    assert second.text.startswith("The X1 is light.")
    assert "the X1" in {one.name for one in second.entities}
