"""Chains can be told apart: 24 in view, by everybody, in both themes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from coindex.pipeline.brackets import coloured_text
from coindex.pipeline.page import marked_html, page
from coindex.pipeline.palette import ANY_GROUND, DARK, LIGHT, LINES, custom_properties
from coindex.report.figures.svg import style
from coindex.testing import bracketed
from coindex.workbench.palette import palette

Array = npt.NDArray[np.float64]
VISION = {
    "full": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""How linear RGB is seen: Machado, Oliveira & Fernandes 2009, severity 1."""
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""Ottosson 2020."""


def linear(colour: str) -> Array:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    dim, bright = sorted(
        float(linear(colour) @ (0.2126, 0.7152, 0.0722)) for colour in (one, other)
    )
    return (bright + 0.05) / (dim + 0.05)


def closest(colours: Sequence[str], vision: str) -> float:
    """Hundredths of OKLab between the two colours that are most alike."""
    seen = [np.clip(np.array(VISION[vision]) @ linear(colour), 0, 1) for colour in colours]
    places = [OKLAB @ np.cbrt(CONES @ one) for one in seen]
    return min(100 * float(np.linalg.norm(one - other)) for one, other in combinations(places, 2))


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(
    ("colours", "least"), [(LIGHT, 10), (DARK, 10), (ANY_GROUND, 5)], ids=["light", "dark", "any"]
)
def test_colours_differ_for_everybody(colours: Sequence[str], least: float, vision: str) -> None:
    assert len(colours) == 8
    assert closest(colours, vision) >= least


def test_colours_stand_out_from_their_ground() -> None:
    sheet = (files("coindex.report.figures") / "palette.css").read_text(encoding="utf-8")
    for colours, part in zip((LIGHT, DARK), sheet.split("@media"), strict=True):
        for ground in re.findall(r"--(?:paper|raised): (#\w+)", part):
            assert min(contrast(colour, ground) for colour in colours) >= 4.5
    assert min(contrast(colour, "#ffffff") for colour in ANY_GROUND) >= 4.5
    assert min(contrast(colour, "#111111") for colour in ANY_GROUND) >= 3


def test_twenty_four_chains_look_different() -> None:
    text, annotation = bracketed(" ".join(f"[word]{number}" for number in range(1, 26)))
    entities = annotation.entities
    looks = re.findall(r'data-c="(\d)"(?: data-l="(\d)")?', marked_html(text, entities))
    assert len(looks) == 25
    assert len(set(looks[:24])) == 24 == len(LIGHT) * LINES
    assert looks[24] == looks[0]
    styles = {str(span.style) for span in coloured_text(text, entities).spans}
    assert len(styles) == 24


def test_there_is_one_source_of_colours() -> None:
    for place, (light, dark) in enumerate(zip(LIGHT, DARK, strict=True), 1):
        assert f"--c{place}: light-dark({light}, {dark});" in palette()
    assert custom_properties() in style()
    whole = page([(bracketed("[Ann]1").document, [])], "title")
    assert all(colour in whole for colour in (*LIGHT, *DARK))
    reader = files("coindex.report") / "reader"
    script = (reader / "view.js").read_text(encoding="utf-8")
    assert f"COLOURS = {len(LIGHT)}, LINES = {LINES};" in script
    sheet = (reader / "text.css").read_text(encoding="utf-8")
    names = {f"c{place}" for place in range(1, 9)} | {f"l{line}" for line in range(2, LINES + 1)}
    assert set(re.findall(r"\.([cl]\d) \{", sheet)) == names
