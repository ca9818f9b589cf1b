"""How fluid the tagging tool is with a novel of 200,000 words, in the browser.

    python -m benchmarks.editing [--words N] [--rounds N] [--resolver NAME]

The text is the embedded corpus over and over, with its gold annotation; an entity of a document is
the same one in all repetitions, so that chains have hundreds of mentions, as in novels. The times
of keys are those of the browser's Event Timing: from the key to the next picture on the screen,
with all that the page was still busy with, in steps of 8 milliseconds, and 16 at least. It needs
Chromium and the development packages.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from benchmarks.speed.texts import joined
from coindex import formats
from coindex.core.annotation import GOLD, Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex_en.corpora import Embedded
from tests.browser.browsing import launched
from tests.browser.pages import Project
from tests.faults.serving import serving

PATIENCE = 600_000
"""Milliseconds; nothing waits so long unless the machine is very busy."""
PAUSE = 120
"""Milliseconds between keys, as a quick typist's."""
OBSERVE = """() => {
  Object.assign(window, { pressed: [], waited: new Map() });
  addEventListener("keydown", (event) => pressed.push(event.timeStamp), true);
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === "keydown") waited.set(startTime, duration);
  }).observe({ type: "event", durationThreshold: 16 });
}"""
WAITED = "() => pressed.splice(0).map((at) => waited.get(at) ?? 16)"
MARKS = """() => performance.getEntriesByType("mark")
  .map(({ name, startTime }) => [name, startTime / 1000])"""
ACTIONS = {
    "typing: arrow to the next word": ("ArrowRight",),
    "typing: select one more word": ("Shift+ArrowRight",),
    "typing: next sentence": ("Control+ArrowRight",),
    "typing: next mention": ("n",),
    "typing: next unsolved anaphor": ("Space",),
    "marking words": ("Escape", "Control+ArrowRight", "ArrowRight", "m"),
    "linking: to the nearest mention": ("l", "1", "Enter"),
    "linking: first of a new entity": ("f",),
    "undo": ("Control+z",),
    "redo": ("Control+y",),
}


class Novel(NamedTuple):
    item: Annotated
    words: int

    def __str__(self) -> str:
        document, annotation = self.item
        longest = max(len(entity.mentions) for entity in annotation.entities)
        return (
            f"{self.words:,} words, {len(document.tokens):,} tokens, {len(annotation.mentions):,} "
            f"mentions, {longest:,} in the longest chain"
        )


def novel(words: int) -> Novel:
    """The embedded corpus over and over, until there are so many words."""
    files = sorted(path for path in (Embedded.folder / "gold").rglob("*") if path.is_file())
    corpus = [item for path in files for item in formats.read(path)]
    tokens = sum(len(item.document.tokens) for item in corpus)
    size = round(words * tokens / sum(map(_words, corpus)))
    document = joined(cycle(item.document for item in corpus), size)
    return Novel(Annotated(document, _repeated(corpus, document)), words)


def _words(item: Annotated) -> int:
    text = item.document.text
    return sum(any(map(str.isalnum, text[one.start : one.end])) for one in item.document.tokens)


def _repeated(corpus: list[Annotated], document: Document) -> Annotation:
    members: dict[str, list[Mention]] = {}
    mentions: list[Mention] = []
    offset = 0
    for place, item in cycle(enumerate(corpus)):
        if offset >= len(document.tokens):
            break
        moved = {one: _later(one, offset) for one in item.annotation.mentions}
        mentions += moved.values()
        for entity in item.annotation.entities:
            own = members.setdefault(f"{place}-{entity.id}", [])
            own += (moved[one] for one in entity.mentions)
        offset += len(item.document.tokens)
    entities = tuple(Entity(id, tuple(own)) for id, own in members.items())
    return Annotation(document.id, GOLD, tuple(mentions), entities)


def _later(mention: Mention, offset: int) -> Mention:
    return mention._replace(
        id="",
        parts=tuple(Span(start + offset, end + offset) for start, end in mention.parts),
        head=None if mention.head is None else mention.head + offset,
        minimum=None,
    )


class Observed:
    """A page whose keys are timed, and what its main thread computes, which other programs on the
    machine do not change.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def computed(self) -> float:
        """Seconds of processor time of the main thread so far."""
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    def open(self, address: str) -> dict[str, float]:
        """Seconds until each mark of the page, and of processor time."""
        self.page.goto("about:blank")
        before = self.computed()
        self.page.goto(address, wait_until="commit", timeout=PATIENCE)
        self.page.locator("html[data-ready]").wait_for(timeout=PATIENCE)
        marks: dict[str, float] = dict(self.page.evaluate(MARKS))
        return {**marks, "processor": self.computed() - before}

    def answers(self, keys: tuple[str, ...], rounds: int) -> tuple[list[float], list[float]]:
        """Milliseconds that each key waited for the screen, and of processor time for each key:
        with all that follows from it until the next one, as saving and asking for candidates.
        """
        computed = []
        for key in keys * rounds:
            before = self.computed()
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(PAUSE)
            computed.append(1000 * (self.computed() - before))
        self.page.wait_for_timeout(500)
        waits: list[float] = self.page.evaluate(WAITED)
        return waits, computed


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def opening(observed: Observed, address: str, times: int) -> Iterator[str]:
    measured = [observed.open(address) for _ in range(times)]
    for name in measured[0]:
        seconds = [one[name] for one in measured]
        half = percentile(seconds, 0.5)
        yield f"opened, {name}: median {half:.2f} s, longest {max(seconds):.2f} s"


def keys(observed: Observed, rounds: int) -> Iterator[str]:
    page = observed.page
    page.evaluate(OBSERVE)
    page.locator("#text").focus()
    sorts: dict[str, tuple[list[float], list[float]]] = {}
    for name, pressed in ACTIONS.items():
        measured = observed.answers(pressed, rounds)
        for sort in (name.partition(":")[0], "keys"):
            for whole, part in zip(sorts.setdefault(sort, ([], [])), measured, strict=True):
                whole.extend(part)
        yield f"{name}: {_told(*measured)}"
    for sort in ("typing", "linking", "keys"):
        yield f"all {sort}: {_told(*sorts[sort])}"


def _told(waits: list[float], computed: list[float]) -> str:
    half, most = percentile(waits, 0.5), percentile(waits, 0.95)
    return (
        f"p50 {half:.0f} ms, p95 {most:.0f} ms; processor p50 {percentile(computed, 0.5):.0f} ms, "
        f"p95 {percentile(computed, 0.95):.0f} ms ({len(computed)} keys)"
    )


def prepared(server: str, text: Novel, folder: Path) -> str:
    """The path of the document in a new project."""
    file = folder / "novel.jsonl"
    formats.write([text.item], file)
    with Project(server, patience=1800) as project:
        document = project.upload(file, "annotator")["documents"][0]["id"]
        return f"/projects/{project.id}/documents/{document}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--words", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=20, help="how often each action is done")
    parser.add_argument("--resolver", default="nearest", help="who proposes candidates")
    parser.add_argument("--work", type=Path, help="a folder that keeps the database for next time")
    parser.add_argument("--corpora", help="not needed: the corpus is in the package")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        work = options.work or Path(place)
        database = work / f"novel-{options.words}.db"
        text, old = novel(options.words), database.exists()
        browser = launched(playwright)
        page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-GB")
        page.add_init_script(f"localStorage.setItem('coindex resolver', '{options.resolver}')")
        with serving(str(database)) as server:
            path = "/projects/2/documents/1" if old else prepared(server.address, text, work)
            observed = Observed(page)
            print(text)
            print(_load(), flush=True)
            for line in opening(observed, server.address + path, 5):
                print(line, flush=True)
            for line in keys(observed, options.rounds):
                print(line, flush=True)
        browser.close()
    print(_load())


def _load() -> str:
    """How busy the machine is: times on the clock say little on a busy one."""
    return f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
