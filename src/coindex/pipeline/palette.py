"""The colours of chains, for pages, reports, HTML, notebooks and terminals: eight colours and three
lines, so that 24 chains differ in one or the other; the number behind a mention names its chain in
any case.

No two colours of a theme are closer than 10 hundredths of OKLab (Ottosson 2020), neither to people
with full colour vision nor with protanopia, deuteranopia or tritanopia (simulated after Machado,
Oliveira & Fernandes 2009); on a ground that is not known, no closer than 5. Their contrast with the
ground of their theme is at least 4.5.
"""

from __future__ import annotations

LIGHT = ("#3c6ed2", "#961e00", "#8c6e00", "#6e3296", "#be4682", "#145050", "#281e64", "#501400")
DARK = ("#50befa", "#be8228", "#aabe46", "#9682d2", "#f0aab4", "#3ca082", "#8cf0fa", "#fadc8c")
ANY_GROUND = (
    "#0a78b4",
    "#c83c0a",
    "#327800",
    "#825adc",
    "#b43c6e",
    "#966446",
    "#b446aa",
    "#64648c",
)
"""Dark enough on white, light enough on black: for notebooks and terminals, whose theme is not
known.
"""
LINES = 3
"""A line without gaps, long dashes, dashes and dots."""


def chain_colour(number: int) -> int:
    """The place in the palette, from 1, of the colour of a chain; chains are counted from 1."""
    return (number - 1) % len(LIGHT) + 1


def chain_line(number: int) -> int:
    """Which line a chain has, from 1: the colours repeat with another line."""
    return (number - 1) // len(LIGHT) % LINES + 1


def custom_properties() -> str:
    """`--c1` and so on, as style sheets use them, light and dark."""
    light, dark = (
        " ".join(f"--c{place}: {colour};" for place, colour in enumerate(colours, 1))
        for colours in (LIGHT, DARK)
    )
    return (
        f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{\n  :root {{ {dark} }}\n}}\n"
    )
