"""Long work shows how far it is and can be stopped, on the page and on the
server; cancelling changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from coindex.workbench.api import documents, exchange, resolution, scratch
from coindex.workbench.presence import check
from coindex.workbench.problems import Gone
from coindex.workbench.progress import tell
from tests.browser.pages import PATIENCE, Project, Tagger

TEXT = "Ann met Bob. She gave him a key."


class Slow:
    """In place of a function of the server: it is a third done, and stays so
    until it may go on or is stopped.
    """

    def __init__(self, patch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self._whole: Callable[..., Any] = getattr(module, name)
        self.going_on, self.stopped = Event(), Event()
        patch.setattr(module, name, self)

    def __call__(self, *args: Any, **options: Any) -> Any:
        tell("parsing", 3, 9)
        try:
            while not self.going_on.wait(0.01):
                check()
        except Gone:
            self.stopped.set()
            raise
        return self._whole(*args, **options)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any, str], Slow]]:
    made: list[Slow] = []

    def slowed(module: Any, name: str) -> Slow:
        made.append(Slow(monkeypatch, module, name))
        return made[-1]

    yield slowed
    for one in made:
        one.going_on.set()


def stop(place: Page | Locator, slow: Slow, button: str = "Stop") -> None:
    """Once it is shown how far the work is; the server gives it up, too."""
    expect(place.locator(".work")).to_contain_text("Parsing: 33 %")
    expect(place.locator(".work progress")).to_have_js_property("position", 3 / 9)
    place.get_by_role("button", name=button).click()
    assert slow.stopped.wait(PATIENCE / 1_000)


def test_cancel_cancels_a_start_from_a_resolver(
    page: Page, project: Project, slow: Callable[[Any, str], Slow]
) -> None:
    document = project.add(TEXT, language="en", parser="bundled")
    project.save(document, {"mentions": [{"parts": [[5, 7]]}]})
    tagger = Tagger(page, project, document)
    resolve = slow(resolution, "resolve")
    page.get_by_role("button", name="Start from").click()
    page.get_by_label("Annotation of").select_option("resolver sieve")
    page.get_by_role("button", name="Start", exact=True).click()
    dialog = page.get_by_role("dialog", name="Start from")
    stop(dialog, resolve, "Cancel")
    expect(dialog).to_be_hidden()
    expect(page.locator("#live")).to_have_text("Cancelled. Nothing was changed.")
    resolve.going_on.set()
    tagger.saved(1)
    expect(page.locator("#text .m")).to_have_text(["gave him"])
    sources = project.call("GET", f"{project.path}/documents/{document}/annotations")
    assert [one["name"] for one in sources] == ["annotator"], (
        "nor has the resolver's annotation been stored"
    )


def test_a_start_that_is_not_cancelled_closes_its_dialog(
    page: Page, project: Project, slow: Callable[[Any, str], Slow]
) -> None:
    tagger = Tagger(page, project, project.add(TEXT, language="en", parser="bundled"))
    resolve = slow(resolution, "resolve")
    page.get_by_role("button", name="Start from").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".work")).to_be_visible()
    resolve.going_on.set()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert tagger.state()["mentions"]


def test_adding_a_text_is_stopped(
    page: Page, project: Project, slow: Callable[[Any, str], Slow]
) -> None:
    parse = slow(documents, "with_tokens")
    page.goto(f"/projects/{project.id}")
    form = page.locator("#paste")
    form.get_by_label("Name").fill("long")
    form.get_by_label("Text", exact=True).fill(TEXT)
    form.get_by_role("button", name="Add document").click()
    stop(form, parse)
    expect(page.locator("#notices")).to_have_text("Stopped. Nothing was added.")
    expect(form.locator(".work")).to_have_count(0)
    expect(form.get_by_label("Text", exact=True)).to_have_value(TEXT)
    assert project.call("GET", f"{project.path}/documents") == []
    parse.going_on.set()
    form.get_by_role("button", name="Add document").click()
    expect(page.get_by_role("row", name="long")).to_be_visible()


def test_an_export_is_stopped_and_made(
    page: Page, project: Project, slow: Callable[[Any, str], Slow]
) -> None:
    project.save(project.add(TEXT), {"mentions": [{"parts": [[0, 1]]}]})
    page.goto(f"/projects/{project.id}/exchange")
    expect(page.locator("#losses")).to_have_text("1 document; nothing is lost.")
    write = slow(exchange, "annotated")
    form, export = page.locator("#export"), page.get_by_role("button", name="Export")
    export.click()
    stop(form, write)
    expect(page.locator("#notices")).to_have_text("Stopped. Nothing was exported.")
    write.going_on.set()
    with page.expect_download() as download:
        export.click()
    assert download.value.suggested_filename == "Tests.jsonl"


def test_resolving_is_stopped(
    page: Page, project: Project, slow: Callable[[Any, str], Slow]
) -> None:
    document = project.add(TEXT, language="en", parser="bundled")
    read = f"{project.path}/documents/{document}/read"
    for module, path in ((scratch, "/resolve"), (resolution, read)):
        resolve = slow(module, "resolve")
        page.goto(path)
        if module is scratch:
            page.get_by_label("Text", exact=True).fill(TEXT)
        else:
            page.get_by_text("Resolve …").click()
        form = page.locator("#resolve")
        form.get_by_role("button", name="Resolve").click()
        stop(form, resolve)
        expect(form).not_to_have_attribute("aria-busy", "true")
        expect(page.locator(".work")).to_have_count(0)
        resolve.going_on.set()
    sources = project.call("GET", f"{project.path}/documents/{document}/annotations")
    assert [one["name"] for one in sources] == ["annotator"]
