"""What people do on the pages, for tests: a project to work in,
and the tagging tool by keyboard.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2 as httpx
from playwright.sync_api import Locator, Page, expect

from coindex.core.annotation import Annotated, Mention

HINTS = 200
"""Mentions that have a number while an antecedent is chosen."""
PATIENCE = 60_000
"""Milliseconds; nothing waits so long unless the machine is very busy."""

TEXT = "Ann met the old pilot of the ferry. She gave him her key. It was late, and they left."
#       0   1   2   3   4     5  6   7    8 9   10   11  12  13 14 15 16  17  18 19  20   21  22
PARTS = (
    "",
    "/work",
    "/training",
    "/proposals",
    "/corpus",
    "/runs",
    "/scheme",
    "/exchange",
    "/agreement",
    "/adjudication",
    "/settings",
)
"""The pages of a project."""

expect.set_options(timeout=PATIENCE)


class Project:
    """A project of the server, through its API."""

    def __init__(self, server: str, *, patience: float = 60) -> None:
        self.server = server
        self._client = httpx.Client(base_url=f"{server}/api/v1", timeout=patience)
        self.id = self.call("POST", "/projects", {"name": "Tests"})["id"]

    def __enter__(self) -> Project:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._client.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()

    @property
    def path(self) -> str:
        return f"/projects/{self.id}"

    def add(
        self, text: str, *, name: str = "text", language: str = "xx", parser: str = "none"
    ) -> int:
        body = {"name": name, "text": text, "language": language, "parser": parser}
        return int(self.call("POST", f"{self.path}/documents", body)["id"])

    def upload(self, file: Path, source: str, *, how: str = "documents/upload") -> Any:
        files = {"files": (file.name, file.read_bytes())}
        answer = self._client.post(f"{self.path}/{how}", files=files, data={"source": source})
        answer.raise_for_status()
        return answer.json()

    def exported(self, source: str) -> bytes:
        answer = self._client.get(
            f"{self.path}/export", params={"source": source, "format": "jsonl"}
        )
        answer.raise_for_status()
        return answer.content

    def annotation(self, document: int, source: str = "annotator") -> Any:
        found = self.call("GET", f"{self.path}/documents/{document}/annotations/{source}")
        return {"mentions": [], "entities": [], "links": []} | found["annotation"]

    def save(self, document: int, state: Any, source: str = "annotator") -> None:
        self.call(
            "PUT", f"{self.path}/documents/{document}/annotations/{source}", {"annotation": state}
        )

    def history(self, document: int, source: str = "annotator") -> Any:
        return self.call("GET", f"{self.path}/documents/{document}/annotations/{source}/revisions")


def loaded(place: Locator) -> None:
    """Wait for something on a page that is loaded (again), and until the scripts of that page have
    run: before, a click on a form does nothing.
    """
    place.first.wait_for()
    place.page.wait_for_load_state()


def actions_on(page: Page, document: str) -> Locator:
    """The menu of a document in its project's list, opened."""
    summary = page.get_by_label(f"Actions for {document}", exact=True)
    summary.click()
    return page.locator("details[open]").filter(has=summary)


class Tagger:
    """The tagging tool, by keyboard."""

    def __init__(self, page: Page, project: Project, document: int, *, query: str = "") -> None:
        self.page, self._project, self.document = page, project, document
        page.goto(f"/projects/{project.id}/documents/{document}{query}")
        page.locator("html[data-ready]").wait_for()
        page.locator("#text").focus()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def let_propose(self, resolver: str) -> None:
        """Choose who proposes candidates; those of another one are gone
        from the page when this returns.
        """
        self.press("v", *resolver, "Enter")
        expect(self.page.get_by_label("Proposing resolver")).to_have_value(resolver)

    @property
    def token(self) -> int:
        return int(self.page.evaluate("document.getElementById('text').dataset.token"))

    def go(self, token: int) -> None:
        """The cursor to a word: by sentences as long as it is far away, then word by word."""
        away, step = token - self.token, 1
        while abs(away) > 30 and step:
            key = "Control+ArrowRight" if away > 0 else "Control+ArrowLeft"
            self.press(*[key] * (abs(away) // step if step > 1 else 1))
            left = token - self.token
            step = abs(away - left) if step == 1 else 0
            away = left
        self.press(*["ArrowRight" if away > 0 else "ArrowLeft"] * abs(away))

    def mark(self, start: int, end: int) -> None:
        self.go(start)
        self.press(*["Shift+ArrowRight"] * (end - start - 1), "m")

    @property
    def active(self) -> Locator:
        return self.page.locator(".m.active").first

    @property
    def saving(self) -> Locator:
        return self.page.locator("#saving")

    def saved(self, revision: int | None = None) -> None:
        """Wait until everything is safe."""
        expect(self.saving).to_have_attribute("data-phase", "saved", timeout=PATIENCE)
        if revision is not None:
            expect(self.saving).to_have_attribute("data-revision", str(revision), timeout=PATIENCE)

    def state(self) -> Any:
        self.saved()
        return self._project.annotation(self.document)

    def candidates(self) -> Locator:
        return self.page.locator("#mention .candidates .listed")


def words(state: Any) -> list[Any]:
    """What an annotation says, without names of entities: spans of
    mentions, and chains as spans.
    """
    spans = [json.dumps(mention.get("parts", mention.get("zero"))) for mention in state["mentions"]]
    return sorted(
        sorted(spans[place] for place in entity["mentions"]) for entity in state["entities"]
    )


def tagged(page: Page, project: Project, *spans: tuple[int, int]) -> Tagger:
    """The tagging tool with the text above, and these mentions in it."""
    tagger = Tagger(page, project, project.add(TEXT, language="en"))
    for span in spans:
        tagger.mark(*span)
    return tagger


class Scribe:
    """Tags a document from scratch as an annotation of it says, with nothing but keys."""

    def __init__(self, tagger: Tagger, gold: Annotated) -> None:
        self._tagger, self._gold = tagger, gold
        self._entity = {
            mention: entity.id for entity in gold.annotation.entities for mention in entity.mentions
        }
        self._done: list[Mention] = []

    def write(self) -> None:
        for mention in self._gold.annotation.mentions:
            self._tagger.mark(mention.start, mention.end)
            if not self._done:
                self._tagger.press("v", *"nobody", "Enter")
            if mention.reference == "nonreferential":
                self._tagger.press("r", *mention.subtype[:4], "Enter")
            else:
                self._decide(mention)
                self._done.append(mention)

    def _decide(self, mention: Mention) -> None:
        """A number beside each mention before it says which one it is linked to."""
        entity = self._entity[mention]
        nearest = next(
            (n for n, other in enumerate(reversed(self._done), 1) if self._entity[other] == entity),
            0,
        )
        if not nearest:
            self._tagger.press("f")
            return
        self._tagger.press("l", *str(nearest))
        if nearest * 10 <= min(HINTS, len(self._done)):
            self._tagger.press("Enter")
