"""Minimal SVG: elements as text, and figures with title, description and size."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from coindex.pipeline.palette import custom_properties

WIDTH = 480.0
"""The width of every figure: narrow enough for a phone, and two or three fit side by side on a
desktop.
"""
LETTER = 7.5
"""The width of a letter in a wide font, at 13 pixels; `SMALL` ones at 11.5."""
SMALL = 6.7


class Figure(NamedTuple):
    """`name` is for files; `description` says in words what the figure shows."""

    name: str
    title: str
    description: str
    height: float
    marks: str

    def svg(self) -> str:
        """The figure for a page that has the style sheet."""
        return self._wrapped(self.marks)

    def file(self) -> str:
        """The figure by itself, with its style and background."""
        ground = element("rect", width=WIDTH, height=self.height, css="paper")
        return self._wrapped(f"<style>{escape(style())}</style>{ground}{self.marks}") + "\n"

    def _wrapped(self, inner: str) -> str:
        label = f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
        box = f"0 0 {number(WIDTH)} {number(self.height)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" viewBox="{box}">'
        return f"{head}{label}{inner}</svg>"


@cache
def style() -> str:
    """Colours for light and dark, and the appearance of each class."""
    palette, figure = (
        (files(__package__) / name).read_text(encoding="utf-8")
        for name in ("palette.css", "figure.css")
    )
    return palette + custom_properties() + figure


def number(value: float) -> str:
    """A number in a short form, the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(
    tag: str, inner: str = "", *, title: str = "", css: str = "", **attributes: float | str
) -> str:
    """An element; `inner` is markup, `title` is text; underscores in names of attributes become
    hyphens.
    """
    if css:
        attributes["class"] = css
    written = "".join(
        f" {name.replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
    )
    inner = (f"<title>{escape(title)}</title>" if title else "") + inner
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


def _value(value: float | str) -> str:
    return value if isinstance(value, str) else number(value)


def words(
    x: float, y: float, text: str, *, anchor: str = "start", css: str = "", title: str = ""
) -> str:
    """Text with its baseline at `y`."""
    placed: dict[str, float | str] = {"x": x, "y": y} | (
        {} if anchor == "start" else {"text_anchor": anchor}
    )
    return element("text", escape(text), css=css, title=title, **placed)


def line(x1: float, y1: float, x2: float, y2: float, css: str = "rule") -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, css=css)


def shortened(text: str, width: float, letter: float = LETTER) -> str:
    """As much of the text as fits, with the middle left out."""
    room = max(3, int(width / letter))
    if len(text) <= room:
        return text
    head = (room - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (room - 1 - head) :]}"


def label(
    x: float,
    y: float,
    text: str,
    width: float,
    *,
    anchor: str = "end",
    css: str = "",
    letter: float = LETTER,
) -> str:
    """A name, shortened if it is too long; then its title has all of it."""
    short = shortened(text, width, letter)
    return words(x, y, short, anchor=anchor, css=css, title=text if short != text else "")


def slanted(x: float, y: float, text: str, *, degrees: int = 50) -> str:
    """A heading that rises to the right."""
    return element(
        "g",
        words(0, 0, text, css="small"),
        transform=f"translate({number(x)} {number(y)}) rotate(-{degrees})",
    )


def width_of(texts: list[str], most: float, letter: float = LETTER) -> float:
    return min(most, max((len(text) for text in texts), default=0) * letter + 8)
