"""A resolved document as HTML: the text with its chains, which are highlighted together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import repeat

from coindex.core.annotation import Entity, Mention
from coindex.core.document import Document
from coindex.interface.catalogues import language
from coindex.pipeline.brackets import NO_GROUPS, Groups, edges
from coindex.pipeline.palette import ANY_GROUND, DARK, LIGHT, chain_colour, chain_line

_STYLE = """
.coindex{font:1rem/1.9 system-ui,sans-serif;max-width:48rem;white-space:pre-wrap}
.coindex .m{border-bottom:.16em solid var(--c);padding-bottom:.05em;cursor:default}
.coindex .m:hover,.coindex .m.on{background:color-mix(in srgb,var(--c) 22%,transparent)}
.coindex sub{font-size:.7em;font-weight:600;margin-left:.25em}
.coindex [data-l="2"]{border-image:repeating-linear-gradient(90deg,var(--c) 0 .5em,
 transparent 0 .68em) 1}
.coindex [data-l="3"]{border-image:repeating-linear-gradient(90deg,var(--c) 0 .42em,
 transparent 0 .56em,var(--c) 0 .7em,transparent 0 .84em) 1}
"""
SCRIPT = """
document.querySelectorAll('.coindex .m').forEach(m=>{
 const all=()=>m.closest('.coindex').querySelectorAll('[data-e="'+m.dataset.e+'"]');
 m.addEventListener('mouseenter',()=>all().forEach(x=>x.classList.add('on')));
 m.addEventListener('mouseleave',()=>all().forEach(x=>x.classList.remove('on')));
});
"""


def _colours(colours: Sequence[str]) -> str:
    return "".join(
        f'.coindex [data-c="{place}"]{{--c:{colour}}}\n' for place, colour in enumerate(colours, 1)
    )


FRAGMENT_STYLE = _STYLE + _colours(ANY_GROUND)
"""For a fragment in another page, whose theme is not known."""
_PAGE_STYLE = (
    f":root{{color-scheme:light dark}}{_STYLE}{_colours(LIGHT)}"
    f"@media (prefers-color-scheme:dark){{{_colours(DARK)}}}"
)


def marked_html(
    document: Document,
    entities: Sequence[Entity],
    titles: Mapping[Mention, str] | None = None,
    groups: Groups = NO_GROUPS,
) -> str:
    """The text as an HTML fragment; everything that comes from the text is escaped. `titles` are
    shown on hover.
    """
    pieces, last = [], 0
    for edge in edges(document, entities, groups):
        pieces.append(escape(document.text[last : edge.position]))
        last = edge.position
        if edge.opens:
            line = chain_line(edge.number)
            mark = f' data-l="{line}"' if line > 1 else ""
            title = titles.get(edge.mention, "") if titles and edge.mention else ""
            hover = f' title="{escape(title)}"' if title else ""
            pieces.append(
                f'<span class="m" data-e="{edge.number}" '
                f'data-c="{chain_colour(edge.number)}"{mark}{hover}>{escape(edge.zero)}'
            )
        else:
            pieces.append(f"<sub>{edge.label}</sub></span>{'' if edge.length else ' '}")
    return f'<div class="coindex">{"".join(pieces)}{escape(document.text[last:])}</div>'


def page(
    documents: Sequence[tuple[Document, Sequence[Entity]]],
    title: str,
    groups: Sequence[Groups] = (),
) -> str:
    """A complete page without external resources; `groups`, if given, are those of each
    document.
    """
    parts = [
        f"<h2>{escape(document.id)}</h2>\n{marked_html(document, entities, groups=inside)}"
        for (document, entities), inside in zip(
            documents, groups or repeat(NO_GROUPS, len(documents)), strict=True
        )
    ]
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta '
        f'charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" '
        f'content="width=device-width,initial-scale=1">\n<style>{_PAGE_STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{''.join(parts)}\n<script>{SCRIPT}</script></body></html>\n"
    )
