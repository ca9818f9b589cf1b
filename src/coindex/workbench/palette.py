"""The colours of reports, for pages with a light and a dark theme."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Response

from coindex.pipeline.palette import DARK, LIGHT

router = APIRouter()

_COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]+);")


@router.get("/palette.css")
def show_palette() -> Response:
    return Response(palette(), media_type="text/css", headers={"Cache-Control": "no-cache"})


@cache
def palette() -> str:
    """A style sheet with each colour of the report and its dark counterpart."""
    sheet = (files("coindex.report.figures") / "palette.css").read_text(encoding="utf-8")
    light, _, dark = sheet.partition("@media")
    other = dict(_COLOUR.findall(dark))
    pairs = [(name, colour, other[name]) for name, colour in _COLOUR.findall(light)]
    pairs += [(f"c{place}", *both) for place, both in enumerate(zip(LIGHT, DARK, strict=True), 1)]
    lines = [f"  --{name}: light-dark({bright}, {dim});" for name, bright, dim in pairs]
    schemes = [
        f':root[data-theme="{name}"] {{ color-scheme: {name}; }}' for name in ("light", "dark")
    ]
    return "\n".join([":root {", "  color-scheme: light dark;", *lines, "}", *schemes, ""])
