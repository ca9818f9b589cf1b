"""Results as notebooks show them: HTML without scripts, which every front end displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from secrets import token_hex
from typing import NamedTuple

from coindex.core.annotation import Entity, Mention
from coindex.core.document import Document
from coindex.pipeline.brackets import NO_GROUPS, Groups
from coindex.pipeline.page import FRAGMENT_STYLE, marked_html

REASON_LINES = 12
"""Lines of reasons that are shown on hover."""
_SWITCH = """
.coindex-switch>input{position:absolute;opacity:0}
.coindex-switch>label{display:inline-block;padding:.1rem .6rem;margin:0 .2rem .6rem 0;
 border:1px solid currentColor;border-radius:.3rem;font:.85rem system-ui,sans-serif;cursor:pointer}
.coindex-switch>input:checked+label{font-weight:600;text-decoration:underline}
.coindex-switch>input:focus-visible+label{outline:2px solid #0072b2}
.coindex-switch>section{display:none}
"""
_BY = ".coindex-by{font:.8rem system-ui,sans-serif;opacity:.75;margin-top:.4rem}"


class NotebookPanel(NamedTuple):
    """One resolver's view of a document."""

    resolver: str
    document: Document
    entities: Sequence[Entity]
    reasons: Mapping[Mention, str]
    groups: Groups = NO_GROUPS


def shortened(reasons: str) -> str:
    """Reasons that fit into a box."""
    lines = reasons.splitlines()
    return "\n".join([*lines[:REASON_LINES], "..."] if len(lines) > REASON_LINES else lines)


def panel_html(panel: NotebookPanel) -> str:
    """The text with its chains: those of the mention under the pointer light up together, and the
    reasons for its link are shown.
    """
    style = FRAGMENT_STYLE + _BY + _lights(len(panel.entities))
    return f"<style>{style}</style>{_body(panel)}"


def switch_html(panels: Sequence[NotebookPanel]) -> str:
    """Several views of one text, of which the reader chooses one by the resolver's name."""
    name = f"coindex-{token_hex(4)}"
    most = max((len(panel.entities) for panel in panels), default=0)
    chosen = "".join(
        f"#{name}-{number}:checked~#{name}-panel-{number}{{display:block}}"
        for number in range(len(panels))
    )
    inputs = "".join(
        f'<input type="radio" name="{name}" id="{name}-{number}"{" checked" if not number else ""}>'
        f'<label for="{name}-{number}">{escape(panel.resolver)}</label>'
        for number, panel in enumerate(panels)
    )
    sections = "".join(
        f'<section id="{name}-panel-{number}">{_body(panel)}</section>'
        for number, panel in enumerate(panels)
    )
    style = FRAGMENT_STYLE + _BY + _SWITCH + _lights(most) + chosen
    return f'<style>{style}</style><div class="coindex-switch">{inputs}{sections}</div>'


def _body(panel: NotebookPanel) -> str:
    marked = marked_html(panel.document, panel.entities, panel.reasons, panel.groups)
    return f'{marked}<div class="coindex-by">resolved by {escape(panel.resolver)}</div>'


def _lights(count: int) -> str:
    """All mentions of an entity light up when the pointer is on one."""
    return "".join(
        f'.coindex:has([data-e="{number}"]:hover) [data-e="{number}"]'
        "{background:color-mix(in srgb,var(--c) 22%,transparent)}\n"
        for number in range(1, count + 1)
    )
