"""Guidelines of a project: Markdown as HTML that cannot run anything."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup


class Guidelines(NamedTuple):
    """The text as HTML, and the ids of its headings by what they say."""

    html: Markup
    sections: dict[str, str]


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables. HTML in the text stays text; pictures, which would have to be loaded
    from elsewhere, and links to scripts are left out.
    """
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def rendered_guidelines(text: str) -> Guidelines:
    """The guidelines as a page shows them."""
    parser = _parser()
    tokens = parser.parse(text)
    sections: dict[str, str] = {}
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            title = _plain(inside)
            sections.setdefault(title, f"section-{len(sections) + 1}-{_slug(title)}")
            opening.attrSet("id", sections[title])
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open" and not str(child.attrGet("href")).startswith("#"):
                child.attrSet("rel", "noopener noreferrer")
                child.attrSet("target", "_blank")
    # Safe: the parser escapes the text, and writes no HTML of the author's.
    html = Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704
    return Guidelines(html, sections)


def _plain(inline: Token) -> str:
    children = inline.children or ()
    return "".join(child.content for child in children if child.type in ("text", "code_inline"))


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
