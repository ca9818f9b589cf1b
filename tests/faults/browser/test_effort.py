"""The actions that the table of effort counts are those that annotate a text in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchmarks.keystrokes import CHORD, CLICK, DRAG, KEY, effort
from benchmarks.replaying import Replay
from benchmarks.ways import KEYBOARD, MOUSE, WAYS, sacr_batch, steps
from coindex import formats
from tests.browser.pages import Project, Tagger
from tests.faults.browser.test_from_scratch import GOLD


@pytest.mark.parametrize("way", [KEYBOARD, MOUSE])
def test_calculated_actions_lead_to_the_gold_annotation(
    page: Page, project: Project, tmp_path: Path, way: str
) -> None:
    file = tmp_path / "keeper.inline"
    file.write_text(GOLD)
    [item] = formats.read(file)
    document = project.upload(file, "gold")["documents"][0]["id"]
    page.add_init_script("localStorage.setItem('coindex resolver', 'none')")
    replay = Replay(Tagger(page, project, document), item)
    taken = list(steps(item))
    done = replay.by_keyboard(taken) if way == KEYBOARD else replay.by_mouse(taken)
    replay.check()
    assert done == [action for step in taken for action in WAYS[way](item.document, step)]


def test_minutes_by_hand(tmp_path: Path) -> None:
    needed = effort([KEY, CHORD, CLICK, DRAG], prepared=2)
    assert needed.actions == 4
    assert needed.operators == {"K": 5, "P": 3, "M": 2}
    assert needed.minutes == pytest.approx((5 * 0.2 + 3 * 1.1 + 2 * 1.35) / 60)
    file = tmp_path / "keeper.inline"
    file.write_text(GOLD)
    [item] = formats.read(file)
    first, *_ = (one for one in steps(item) if one.size > 1 and not one.nearest)
    assert sacr_batch(item.document, first)[-2:] == [CLICK, "K"]
