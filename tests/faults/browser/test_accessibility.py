"""Every page, wide and narrow, light and dark, against WCAG 2.2 AA; and no page is wider than
the window.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import violations
from tests.browser.conftest import Serving
from tests.browser.pages import Project
from tests.browser.screenshots import filled
from tests.faults.browser.people import KEY, Office
from tests.workbench.material import PASSWORD as MEMBERS_PASSWORD

LOOKS = [
    pytest.param(size, scheme, id=f"{size[0]} {scheme}")
    for size in ((1440, 900), (1024, 768), (390, 844))
    for scheme in ("light", "dark")
]
RUN = {"corpora": [], "sources": ["Ada"], "resolvers": ["recent", "rosana"], "draws": 10}
PATIENCE = 300_000


@pytest.fixture(scope="module")
def workbench(server: str, chromium: Browser) -> dict[str, Callable[[Page], None]]:
    """Pages by name, and how each is opened; a comparison has been carried out."""
    project, documents = filled(server)
    run = project.call("POST", f"{project.path}/runs", RUN)["id"]
    page = chromium.new_page(base_url=server)
    page.goto(f"/projects/{project.id}/runs/{run}", timeout=PATIENCE)
    page.locator(".ranking").first.wait_for(timeout=PATIENCE)
    page.close()
    project.__exit__()
    with Project(server) as empty:
        nothing = f"/projects/{empty.id}"
    return openings(f"/projects/{project.id}", nothing, run, documents[0], documents[-1])


def openings(
    here: str, nothing: str, run: int, first: int, last: int
) -> dict[str, Callable[[Page], None]]:
    """How each page is opened: of a project `here` with a comparison and documents, of one with
    nothing in it, and of none.
    """
    text = f"{here}/documents"
    return {
        "home": at("/", "h1"),
        "resolve": at("/resolve", "h1"),
        "rewrite": at("/rewrite", "h1"),
        "api": at("/api", "h1"),
        "error": at("/projects/999", "h1"),
        "project": at(here, "h1"),
        "empty project": at(nothing, "h1"),
        "empty comparisons": at(f"{nothing}/runs", "h1"),
        "empty corpus": at(f"{nothing}/corpus", "h1"),
        "empty agreement": at(f"{nothing}/agreement", "h1"),
        "empty work": at(f"{nothing}/work", "h1"),
        "empty proposals": at(f"{nothing}/proposals", "h1"),
        "empty exchange": at(f"{nothing}/exchange", "h1"),
        "empty adjudication": at(f"{nothing}/adjudication", "h1"),
        "all resolvers": at(f"{here}/runs", "h1", open_all=True),
        "resolve, everything": at("/resolve", "h1", open_all=True),
        "exchange": at(f"{here}/exchange", "h1"),
        "settings": at(f"{here}/settings", "h1"),
        "agreement": at(f"{here}/agreement?a=Ada&b=Bert", "#measures table"),
        "to adjudicate": at(f"{here}/adjudication", "h1"),
        "comparisons": at(f"{here}/runs", "h1"),
        "comparison": at(f"{here}/runs/{run}", ".ranking"),
        "corpus": at(f"{here}/corpus?run={run}", "#statistics:not([aria-busy])"),
        "issues": at(f"{text}/{last}/issues?source=annotator", "h1"),
        "reading": at(f"{text}/{first}/read?left=Ada&right=Bert", "html[data-ready]"),
        "adjudication": at(f"{text}/{first}/adjudicate?a=Ada&b=Bert", "html[data-walking]"),
        "tagging": at(f"{text}/{last}", "html[data-ready]"),
        "candidates": at(f"{text}/{last}", "#mention .listed", "Space"),
        "chains": at(f"{text}/{last}", "#chains li", click="#tab-chains"),
        "history": at(f"{text}/{last}", "#history li", click="#tab-history"),
        "selected": at(f"{text}/{last}", "#several b", "n", "Shift+ArrowDown"),
        "pinned": at(f"{text}/{last}", "#pinned li", "Space", "Enter", "p", "0"),
        "separation": at(
            f"{text}/{last}", ".separation-list li", "Shift+b", click="#text [data-n]"
        ),
        "finding": at(f"{text}/{last}", ".found-list li", "n", "Shift+f"),
        "keys": at(f"{text}/{last}", ".help", "?"),
        "tour": at(f"{text}/{last}?tour", "#tour"),
        "work": at(f"{here}/work", "h1"),
        "scheme": at(f"{here}/scheme", "h1"),
        "training": at(f"{here}/training", "h1"),
        "proposals": at(f"{here}/proposals", "h1"),
        "side by side": at(
            f"{here}/beside?left={first}&right={last}&read=true",
            ".frames:not(:has([aria-busy=true]))",
        ),
    }


def at(
    path: str, ready: str, *keys: str, click: str = "", open_all: bool = False
) -> Callable[[Page], None]:
    def open_page(page: Page) -> None:
        page.goto(path, timeout=PATIENCE)
        if keys or click or "/documents/" in path:
            page.locator("html[data-ready], html[data-walking], h1").first.wait_for()
        if keys or click:
            page.locator("html[data-ready]").wait_for()
            page.locator("#text").focus()
        if click:
            page.locator(click).first.click()
        for key in keys:
            page.keyboard.press(key)
        page.locator(ready).first.wait_for(state="attached")
        if open_all:
            page.evaluate(
                "document.querySelectorAll('details.further').forEach((one) => { one.open = true; })"
            )

    return open_page


def looked_at(page: Page, name: str, folder: Path | None) -> list[str]:
    if folder is not None:
        page.screenshot(path=folder / f"{name}.png", full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [f"{name}: {rule}" for rule in violations(page)] + ([f"{name}: wide"] if wide else [])


TO_ANNOTATE = {
    "home": "/",
    "account": "/account",
    "project": "/projects/{project}",
    "work": "/projects/{project}/work",
    "training": "/projects/{project}/training",
}
TO_SUPERVISE = {
    **TO_ANNOTATE,
    "members": "/members",
    "agreement": "/projects/{project}/agreement",
    "adjudication": "/projects/{project}/adjudication",
    "settings": "/projects/{project}/settings",
    "proposals": "/projects/{project}/proposals",
}
"""Pages by name, for annotators and for the others."""
NAMES = tuple(openings("", "", 0, 0, 0))


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_every_page(
    chromium: Browser,
    server: str,
    workbench: dict[str, Callable[[Page], None]],
    name: str,
    size: tuple[int, int],
    scheme: str,
    pictures: Path | None,
) -> None:
    """One page at a time: `-k "tagging and 390"` looks at some of them."""
    context = chromium.new_context(
        base_url=server,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE)
    folder = None
    if pictures is not None:
        folder = pictures / f"{size[0]}-{scheme}"
        folder.mkdir(parents=True, exist_ok=True)
    page = context.new_page()
    workbench[name](page)
    broken = looked_at(page, name, folder)
    context.close()
    assert broken == []


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_of_a_team(
    chromium: Browser, tmp_path: Path, size: tuple[int, int], scheme: str, pictures: Path | None
) -> None:
    """An admin's pages and an annotator's, of a project in which somebody has finished."""
    with Serving(tmp_path / "team.db", team=True) as serving:
        office = Office(chromium, serving)
        first, second = office.add("keys"), office.add("locks")
        body = {"documents": [first, second], "members": ["Tove", "Olaf"]}
        office.call("Ines", "POST", f"{office.path}/assignments", body)
        for person in ("Tove", "Olaf"):
            office.save(person, first, KEY, finished=True)
        folder = None if pictures is None else pictures / f"{size[0]}-{scheme}"
        broken: list[str] = []
        for person, parts in {"Ines": TO_SUPERVISE, "Tove": TO_ANNOTATE}.items():
            context = chromium.new_context(
                base_url=serving.address,
                viewport={"width": size[0], "height": size[1]},
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto("/login")
            broken += looked_at(page, "login", folder)
            page.get_by_label("Name").fill(person)
            page.get_by_label("Password").fill(MEMBERS_PASSWORD)
            page.get_by_role("button", name="Sign in").click()
            page.get_by_role("button", name="Sign out").wait_for()
            for name, path in parts.items():
                page.goto(path.format(project=office.id))
                page.wait_for_load_state("networkidle")
                broken += looked_at(page, f"team, {person}, {name}", folder)
            context.close()
        office.close()
    assert broken == []
