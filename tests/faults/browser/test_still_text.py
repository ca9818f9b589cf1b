"""Words stay where they are whatever becomes of mentions, and what is
pressed on a word is that word.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Project, Tagger, words

TEXT = (
    "Ann asked the pilot to bring them supper. Everyone in Saltby knew that she had lost her lamp "
    "and he had found it. They thanked him, and he told them the way to the old quay, where their "
    "boat lay among the others until late. "
) * 3
THEM, SUPPER, EVERYONE, SALTBY, SHE = 6, 7, 9, 11, 14

RECTANGLES = """() => {
  const blocks = [...document.querySelectorAll("#text .block")];
  return blocks.flatMap((block) => {
    const nodes = [], walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let at = 0;
    for (let node = walker.nextNode(); node; at += node.length, node = walker.nextNode()) nodes.push([node, at]);
    const place = (at, end) => {
      const [node, from] = nodes.find(([node, from]) => at < from + node.length || (end && at === from + node.length));
      return [node, at - from];
    };
    return [...block.textContent.matchAll(/\\w+|[^\\w\\s]/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(...place(index, false));
      range.setEnd(...place(index + word.length, true));
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return [word, left, right, top, bottom];
    });
  });
}"""


class Word(NamedTuple):
    form: str
    left: float
    right: float
    top: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def words_of(page: Page) -> list[Word]:
    """Where each word is on the screen."""
    return [Word(*found) for found in page.evaluate(RECTANGLES)]


def moved(before: list[Word], after: list[Word]) -> list[str]:
    """Words that are elsewhere by more than what rounding explains."""
    return [
        a.form
        for a, b in zip(before, after, strict=True)
        if any(abs(x - y) > 0.5 for x, y in zip(a[1:], b[1:], strict=True))
    ]


def tagged(
    page: Page, project: Project, *spans: tuple[int, int], proposals: str = "nearest"
) -> Tagger:
    tagger = Tagger(page, project, project.add(TEXT, language="en"))
    tagger.mark(*spans[0])
    tagger.press("v", *proposals, "Enter")
    for span in spans[1:]:
        tagger.mark(*span)
    return tagger


def test_words_stay_where_they_are(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add(TEXT, language="en"))
    bare = words_of(page)
    for start, end in ((0, 1), (2, 4), (9, 12), (11, 12), (SHE, 15), (17, 18)):
        tagger.mark(start, end)
    tagger.press("Escape")
    assert moved(bare, words_of(page)) == [], "after marking"
    tagger.go(SHE)
    tagger.press("g", "v", *"nearest", "Enter")
    expect(page.locator("#text .m.candidate")).to_have_count(4)
    assert moved(bare, words_of(page)) == [], "with candidates"
    tagger.press("4")
    expect(page.locator("#text .m[data-n]")).to_have_count(2)
    assert moved(bare, words_of(page)) == [], "with chain numbers"
    tagger.press("l")
    expect(page.locator("#text .m.pickable")).to_have_count(5)
    assert moved(bare, words_of(page)) == [], "while a mention is chosen"
    tagger.press("Escape", "x", "Escape")
    expect(page.locator("#text .m.active")).to_have_count(0)
    assert moved(bare, words_of(page)) == [], "when no mention is active"


def test_numbers_of_mentions_that_end_together_stand_side_by_side(
    page: Page, project: Project
) -> None:
    tagger = tagged(page, project, (0, 1), (2, 4), (EVERYONE, SALTBY + 1), (SALTBY, SALTBY + 1))
    tagger.press("l", "3", "p", "l", "1")
    shift = "(node) => Number(getComputedStyle(node).getPropertyValue('--after'))"
    inner, outer = (
        page.locator("#text .m .m").first,
        page.locator("#text .m", has_text="Everyone").first,
    )
    expect(outer).to_have_attribute("data-n", "2")
    assert inner.evaluate(shift) == 0 and outer.evaluate(shift) > 0


def test_a_double_click_selects_the_word_under_the_pointer(page: Page, project: Project) -> None:
    tagged(page, project, (0, 1), (2, 4), (THEM, THEM + 1), (SHE, SHE + 1))
    for number in (SUPPER, 16, 30, 47, SHE):
        x, y = words_of(page)[SHE].middle
        page.mouse.click(x, y)
        expect(page.locator("#text .m.candidate").first).to_be_visible()
        word = words_of(page)[number]
        page.mouse.dblclick(*word.middle)
        expect(page.locator("#selection-bar")).to_be_visible()
        assert page.evaluate("getSelection().toString().trim()") == word.form


@pytest.mark.parametrize("inside", [1, 3, 5])
def test_a_selection_beside_the_active_mention_is_a_selection(
    page: Page, project: Project, inside: int
) -> None:
    tagger = tagged(page, project, (0, 1), (THEM, THEM + 1))
    click_on(page, THEM)
    supper = words_of(page)[SUPPER]
    drag(page, (supper.left + inside, supper.middle[1]), (supper.right - 2, supper.middle[1]))
    expect(page.locator("#selection-bar")).to_be_visible()
    page.locator("#selection-bar").get_by_role("button", name="Mark").click()
    assert [mention["parts"] for mention in tagger.state()["mentions"]] == [
        [[0, 1]],
        [[THEM, THEM + 1]],
        [[SUPPER, SUPPER + 1]],
    ]


def test_a_selection_that_ends_at_a_handle_is_finished(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1), (EVERYONE, SALTBY + 1))
    click_on(page, EVERYONE + 1)
    saltby, handle = words_of(page)[SALTBY], centre(page.locator(".handle.end"))
    drag(page, (saltby.left + 1, saltby.middle[1]), handle)
    page.locator("#selection-bar").get_by_role("button", name="Mark").click()
    expect(tagger.active).to_have_text("Saltby")
    spans = [mention["parts"] for mention in tagger.state()["mentions"]]
    assert spans == [[[0, 1]], [[EVERYONE, SALTBY + 1]], [[SALTBY, SALTBY + 1]]]


def test_handles_lie_over_no_word_and_resize_when_they_are_dragged(
    page: Page, project: Project
) -> None:
    tagger = tagged(page, project, (0, 1), (EVERYONE, SALTBY + 1))
    click_on(page, SALTBY)
    dots = page.locator(".handle")
    expect(dots).to_have_count(2)
    for box in (dots.first.bounding_box(), dots.last.bounding_box()):
        assert box is not None
        assert [word.form for word in words_of(page) if overlap(word, box)] == []
    knew = words_of(page)[SALTBY + 1]
    drag(page, centre(page.locator(".handle.end")), knew.middle)
    expect(tagger.active).to_have_text("Everyone in Saltby knew")
    assert words(tagger.state()) == []


def click_on(page: Page, number: int) -> None:
    page.mouse.click(*words_of(page)[number].middle)
    expect(page.locator(".handle.end")).to_be_visible()


def centre(handle: Locator) -> tuple[float, float]:
    box: Any = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def overlap(word: Word, box: Any) -> bool:
    beside = box["x"] >= word.right or box["x"] + box["width"] <= word.left
    return not beside and box["y"] < word.bottom - 0.5 and box["y"] + box["height"] > word.top + 0.5
