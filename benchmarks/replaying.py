"""A gold annotation made again in the tagging tool, in a browser, by keyboard and by mouse."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.keystrokes import CLICK, DOUBLE_CLICK, DRAG, KEY_AND_CLICK, Action
from benchmarks.ways import Step, stands_alone, typing
from coindex import formats
from coindex.core.annotation import Annotated, Mention
from tests.browser.browsing import launched
from tests.browser.pages import Project, Tagger, words
from tests.faults.serving import serving

WIDTH, HEIGHT = 1440, 3000
"""High enough for a text of 500 words, so that nothing has to be scrolled."""
PLACES = """([text, spans]) => {
  const nodes = [];
  let from = 0;
  for (const block of document.querySelectorAll("#text .block")) {
    from = text.indexOf(block.textContent, from);
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; from += node.length, node = walker.nextNode())
      nodes.push([node, from]);
  }
  return spans.map(([start, end]) => {
    const range = document.createRange();
    const [first, at] = nodes.find(([node, from]) => start < from + node.length);
    const [last, to] = nodes.find(([node, from]) => end <= from + node.length);
    range.setStart(first, start - at);
    range.setEnd(last, end - to);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return [left, right, (top + bottom) / 2];
  });
}"""


Place = tuple[float, float, float]
"""The left and right end of a word on the screen, and its middle line."""


def replayed(
    item: Annotated, steps: Sequence[Step], ways: Mapping[str, str]
) -> dict[str, list[Action]]:
    """The actions of each way that led to the gold annotation."""
    done = {}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        file = Path(place) / "gold.jsonl"
        formats.write([item], file)
        browser = launched(playwright)
        with serving(str(Path(place) / "replay.db")) as server:
            for name, way in ways.items():
                context = browser.new_context(
                    base_url=server.address,
                    viewport={"width": WIDTH, "height": HEIGHT},
                    locale="en-GB",
                )
                context.add_init_script("localStorage.setItem('coindex resolver', 'none')")
                with Project(server.address) as project:
                    document = project.upload(file, "gold")["documents"][0]["id"]
                    replay = Replay(Tagger(context.new_page(), project, document), item)
                    done[name] = getattr(replay, f"by_{way}")(steps)
                    replay.check()
                context.close()
        browser.close()
    return done


class Replay:
    """The tagging tool, in which each action is recorded."""

    def __init__(self, tagger: Tagger, item: Annotated) -> None:
        self._tagger, self._item = tagger, item
        self._page: Page = tagger.page
        self._done: list[Mention] = []
        tagger.press("Control+Home")

    def by_keyboard(self, steps: Sequence[Step]) -> list[Action]:
        actions = []
        for step in steps:
            for key, action in typing(
                self._item.document, step._replace(cursor=self._tagger.token)
            ):
                self._page.keyboard.press(key)
                actions.append(action)
        return actions

    def by_mouse(self, steps: Sequence[Step]) -> list[Action]:
        actions = []
        entity = self._item.annotation.entity_of()
        for step in steps:
            mention = step.mention
            chain = [one for one in self._done if entity[one].id == entity[mention].id]
            actions += [self._select(mention), self._mark()]
            self._done.append(mention)
            if chain:
                actions.append(self._link(chain))
        return actions

    def _select(self, mention: Mention) -> Action:
        first, last = self._places(mention.start, mention.end - 1)
        if stands_alone(self._item.document, mention):
            self._page.mouse.dblclick(*_inside(first, 1 / 2))
            return DOUBLE_CLICK
        # Not from its very beginning, where the handle of the mention before may be.
        edge = 1 / 3 if mention.end - mention.start > 1 else 1 / 10
        self._page.mouse.move(*_inside(first, edge))
        self._page.mouse.down()
        self._page.mouse.move(*_inside(last, 1 - edge), steps=4)
        self._page.mouse.up()
        return DRAG

    def _mark(self) -> Action:
        self._page.locator("#selection-bar").get_by_role("button", name="Mark").click()
        return CLICK

    def _link(self, chain: list[Mention]) -> Action:
        """Click on the nearest mention of the chain that has a word of its own."""
        for mention in reversed(chain):
            inside = [one for one in self._done if one != mention and mention.span.covers(one.span)]
            free = [
                token
                for token in mention.tokens
                if not any(one.start <= token < one.end for one in inside)
            ]
            if free:
                (word,) = self._places(free[-1])
                self._page.keyboard.down("Alt")
                self._page.mouse.click(*_inside(word, 1 / 2))
                self._page.keyboard.up("Alt")
                return KEY_AND_CLICK
        raise AssertionError("no mention of the chain has a word of its own")

    def _places(self, *tokens: int) -> list[Place]:
        document = self._item.document
        spans = [[document.tokens[one].start, document.tokens[one].end] for one in tokens]
        places: list[Place] = self._page.evaluate(PLACES, [document.text, spans])
        return places

    def check(self) -> None:
        """What was saved has the mentions of the gold annotation, and its chains."""
        state = self._tagger.state()
        entities = [one.mentions for one in self._item.annotation.entities]
        every = sorted([[one.start, one.end]] for own in entities for one in own)
        assert sorted(one["parts"] for one in state["mentions"]) == every
        chains = sorted(
            sorted(str([[one.start, one.end]]) for one in own) for own in entities if len(own) > 1
        )
        assert [one for one in words(state) if len(one) > 1] == chains


def _inside(place: Place, share: float) -> tuple[float, float]:
    """A point of a word, on its middle line."""
    left, right, middle = place
    return left + share * (right - left), middle
