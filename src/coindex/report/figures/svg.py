"""A little SVG: elements as text, and figures that know their title, description and size."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

WIDTH = 480.0
"""Of every figure: narrow enough to be read on a telephone, and two or
three stand side by side on a desk.
"""
LETTER = 7.5
"""How wide a letter is in a wide font, at 13 pixels; `SMALL` ones at 11.5."""
SMALL = 6.7


class Figure(NamedTuple):
    """`name` is for files; `description` says in words what the figure shows."""

    name: str
    title: str
    description: str
    height: float
    marks: str

    def svg(self) -> str:
        """For a page that has the style sheet."""
        return self._wrapped(self.marks)

    def file(self) -> str:
        """On its own, with its style, on a ground of its own."""
        ground = element("rect", width=WIDTH, height=self.height, css="paper")
        return self._wrapped(f"<style>{escape(style())}</style>{ground}{self.marks}") + "\n"

    def _wrapped(self, inner: str) -> str:
        label = f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
        box = f"0 0 {number(WIDTH)} {number(self.height)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" viewBox="{box}">'
        return f"{head}{label}{inner}</svg>"


@cache
def style() -> str:
    """Colours for light and dark, and what each class looks like."""
    folder = files(__package__)
    return "".join(
        (folder / name).read_text(encoding="utf-8") for name in ("palette.css", "figure.css")
    )


def number(value: float) -> str:
    """Short, and the same everywhere."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(
    tag: str, inner: str = "", *, title: str = "", css: str = "", **attributes: float | str
) -> str:
    """`inner` is markup, `title` is words; underscores in names of attributes are hyphens."""
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
    """As much as fits, with the middle left out."""
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
    """A name that may be too long: then it is shortened, and its title has all of it."""
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
