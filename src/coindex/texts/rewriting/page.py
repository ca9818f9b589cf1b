"""A rewritten text as HTML: every change is marked, with the original words and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from coindex.interface.catalogues import language
from coindex.interface.translation import say, translate

STYLE = """
.rewriting{font:1rem/1.9 system-ui,sans-serif;max-width:48rem;white-space:pre-wrap}
.rewriting del{color:#8a2f2f;background:#fbe9e7;text-decoration-thickness:.08em}
.rewriting ins{color:#14532d;background:#e3f4e6;text-decoration:none}
.rewriting ins{border-bottom:.14em solid #2e7d4f}
.rewriting .kept{border-bottom:.12em dotted #6b7280;cursor:default}
@media (prefers-color-scheme:dark){
 .rewriting del{color:#f2b8b5;background:#4a2323}
 .rewriting ins{color:#bfe8c9;background:#1d3a28}
}
"""


class ReplacementMark(NamedTuple):
    """A mention of the old text with its replacement, or without one if it stays."""

    start: int
    end: int
    old: str
    reason: str
    new: str = ""


class PagePart(NamedTuple):
    """One document of a page: `left` counts the reasons for which mentions stay."""

    id: str
    text: str
    marks: Sequence[ReplacementMark]
    summary: str
    left: Mapping[str, int]


def marked_html(text: str, marks: Sequence[ReplacementMark]) -> str:
    """The old text with its changes as an HTML fragment; everything that comes from the
    text is escaped. Reasons are shown on hover.
    """
    pieces, last = [], 0
    for mark in sorted(marks):
        if mark.start < last:
            continue  # inside a description that is marked already
        pieces += [escape(text[last : mark.start]), _marked(mark)]
        last = mark.end
    return f'<div class="rewriting">{"".join(pieces)}{escape(text[last:])}</div>'


def _marked(mark: ReplacementMark) -> str:
    title = escape(mark.reason)
    if not mark.new:
        return f'<span class="kept" title="{title}">{escape(mark.old)}</span>'
    old = f"<del>{escape(mark.old)}</del> " if mark.old else ""
    return f'{old}<ins title="{title}">{escape(mark.new)}</ins>'


def page(parts: Sequence[PagePart], title: str) -> str:
    """A complete page without external resources."""
    shown = [
        f"<h2>{escape(part.id)}</h2>\n<p>{escape(part.summary)}</p>\n"
        f"{marked_html(part.text, part.marks)}\n{_reasons(part.left)}"
        for part in parts
    ]
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta '
        f'charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" '
        f'content="width=device-width,initial-scale=1">\n<style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{''.join(shown)}</body></html>\n"
    )


def _reasons(left: Mapping[str, int]) -> str:
    """Why mentions stay, with counts."""
    rows = "".join(
        f"<li>{count}: {escape(translate(reason))}</li>" for reason, count in left.items()
    )
    return f"<p>{escape(say('Left as they are:'))}</p>\n<ul>{rows}</ul>\n" if rows else ""
