"""Blocks of plain text told by their looks."""

from __future__ import annotations

import pytest

from coindex.core.document import Block, Document
from coindex.language.discourse.layout import blocks, prepared

REPORT = """THE GREAT SURVEY

Contents

1 Introduction ........ 1
2 Methods ............. 4
3 Results ............. 9

1.1 Introduction

We counted cups. Nobody had done so before, and the
reasons are plain.

Methods
-------
We used this:

```
def count(cups):

    return len(cups)
```

| place | cups |
|-------|------|
| north | 12   |
| south | 7    |

- one cup
- another cup

Ann said so

Then we went home.

References

Smith, A. (1999). On cups. London.

[2] Jones, B. Cups and more. 2004.

Appendix A

The end came soon.
"""


def roles(text: str) -> list[tuple[str, str]]:
    return [
        (block.role, text[block.start : block.end].partition("\n")[0]) for block in blocks(text)
    ]


def test_a_report() -> None:
    assert roles(REPORT) == [
        ("heading", "THE GREAT SURVEY"),
        ("heading", "Contents"),
        ("contents", "1 Introduction ........ 1"),
        ("heading", "1.1 Introduction"),
        ("paragraph", "We counted cups. Nobody had done so before, and the"),
        ("heading", "Methods"),
        ("paragraph", "We used this:"),
        ("code", "```"),
        ("table", "| place | cups |"),
        ("list", "- one cup"),
        ("paragraph", "Ann said so"),
        ("paragraph", "Then we went home."),
        ("heading", "References"),
        ("references", "Smith, A. (1999). On cups. London."),
        ("references", "[2] Jones, B. Cups and more. 2004."),
        ("heading", "Appendix A"),
        ("paragraph", "The end came soon."),
    ]


def test_blocks_are_exact_and_in_order() -> None:
    end = 0
    for block in blocks(REPORT):
        assert end <= block.start < block.end
        piece = REPORT[block.start : block.end]
        assert piece == piece.strip()
        end = block.end
    kept = "".join("".join(REPORT[block.start : block.end].split()) for block in blocks(REPORT))
    assert kept == "".join(REPORT.split())


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("# Of cups", "heading"),
        ("Chapter IV", "heading"),
        ("CHAPTER 4: THE CUP", "heading"),
        ("XII", "heading"),
        ("The Cup of the King", "heading"),
        ("The cup fell.", "paragraph"),
        ("“Come Here”", "paragraph"),
        ("Dear Ann,", "paragraph"),
        ("Ann saw the cup and it was broken", "paragraph"),
        ("year\tcups\n1999\t12\n2000\t14", "table"),
        ("North      12   3\nSouth       7   4", "table"),
        ("    x = count(cups)\n    print(x)", "code"),
        ("int main() {\n  return 0;\n}", "code"),
        ("1. Take a cup.\n2. Fill it.", "list"),
        ("2. Cleaning the tray", "heading"),
        ("1. Take a cup.", "list"),
        ("Poems are red,\nviolets are blue,\nand nobody knows why.", "paragraph"),
        ("Smith, A. B. (1999). On cups.\nJones, C., and Day, E. 2004. More cups.", "references"),
    ],
)
def test_one_block(text: str, role: str) -> None:
    assert [block.role for block in blocks(text)] == [role]


def test_contents_end_with_the_first_other_paragraph() -> None:
    text = "Contents\n\nOf cups\nOf tea\n\nThe story begins here. It is long.\n\nof cups\n"
    assert [block.role for block in blocks(text)] == [
        "heading",
        "contents",
        "paragraph",
        "paragraph",
    ]


@pytest.mark.parametrize(
    "contents", ["1. Introduction\n2. Cups", "1. Introduction ..... 1\n2. Cups ..... 7"]
)
def test_numbered_headings_after_the_contents(contents: str) -> None:
    text = (
        f"Contents\n\n{contents}\n\n1. Introduction\n\nWe like cups.\n\n2. Cups\n\nThey hold tea.\n"
    )
    kinds = ["heading", "contents", "heading", "paragraph", "heading", "paragraph"]
    assert [block.role for block in blocks(text)] == kinds


def test_numbered_lines_in_a_row_are_a_list() -> None:
    text = "Do this.\n\n1. Take a cup\n\n2. Fill it\n\n3. Drink\n\nThen rest."
    assert [block.role for block in blocks(text)] == [
        "paragraph",
        "list",
        "list",
        "list",
        "paragraph",
    ]


def test_other_line_ends_and_an_open_fence() -> None:
    text = "One.\r\n\r\nTwo.\r\n```\r\ncode\r\n\r\nmore"
    assert [text[block.start : block.end] for block in blocks(text)] == [
        "One.",
        "Two.",
        "```\r\ncode\r\n\r\nmore",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "```",
        "." * 50_000,
        "A" * 50_000,
        "A, " * 20_000,
        " " * 50_000 + "x",
        "|" * 9_000,
    ],
)
def test_strange_texts(text: str) -> None:
    assert all(0 <= block.start < block.end <= len(text) for block in blocks(text))


def test_documents_whose_format_knew_better_are_left_alone() -> None:
    plain = Document("d", "CUPS\n\nThey fell.", blocks=(Block(0, 4), Block(6, 16)))
    assert [block.role for block in prepared(plain).blocks] == ["heading", "paragraph"]
    told = Document("d", "CUPS", blocks=(Block(0, 4, "table"),))
    assert prepared(told) is told
