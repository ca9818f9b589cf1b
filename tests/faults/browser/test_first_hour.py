"""The first hour of a team on a real server, with taps in a narrow window and by keyboard in a wide
one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.first_hour import WIDTHS, first_hour


@pytest.mark.parametrize("width", WIDTHS)
def test_the_first_hour_of_five_people(chromium: Browser, tmp_path: Path, width: int) -> None:
    steps = first_hour(chromium, tmp_path, documents=30, each=1, width=width)
    assert len(steps) == 9
    annotation = steps[4]
    assert (annotation.keys == 0) == (width < 600), "on a phone everything is tapped"
