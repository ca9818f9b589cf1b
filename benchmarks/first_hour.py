"""The first hour of a team of five, from an empty server to a comparison, in a browser: how many
clicks and keys each step takes, and how long the machine takes for it.

    python -m benchmarks.first_hour [--documents N] [--each N] [--width 1440 ...]

An admin makes accounts, a project with a scheme, and uploads texts of the embedded corpus; an
adjudicator assigns each to three annotators, who start from a resolver's mentions and decide on
every anaphor. Agreement, adjudication, export, import and the tables of a paper follow. In a window
of 390 pixels everything is tapped. Seconds are those of the program on this machine: nobody reads,
thinks or errs.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from benchmarks.results import record
from coindex import formats
from coindex.core.messages import Message
from coindex.report.table import Cell, Table
from coindex_en.corpora import Embedded
from tests.browser.browsing import launched
from tests.faults.serving import serving

PATIENCE = 300_000
"""Milliseconds; nothing waits so long unless the machine is very busy."""
WORDS = 60
"""Words of each text, rounded up to whole paragraphs."""
PASSWORD, OWN = "three blind mice", "a farmer and his wife"
ADJUDICATOR, ANNOTATORS = "Judith", ("Ana", "Ben", "Cleo")
WIDTHS = {1440: 900, 390: 844}
"""Width and height of the window."""
DIFFERENT = 4
"""Each annotator finds no antecedent for every fourth anaphor, so that there are differences."""


class Step(NamedTuple):
    """What one step took; several people may have done it, one after the other."""

    name: str
    clicks: int
    keys: int
    seconds: float


expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody at a browser, whose clicks and keys are counted."""

    def __init__(self, browser: Browser, address: str, width: int) -> None:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": WIDTHS[width]},
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.typing = width > 600
        self.clicks = self.keys = 0

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def button(self, name: str, within: Any = None) -> None:
        self.click((within or self.page).get_by_role("button", name=name, exact=True))

    def follow(self, link: Locator) -> None:
        """Click on what leads to another page, and wait until the scripts of that page have run."""
        with self.page.expect_navigation():
            self.click(link)

    def link(self, name: str) -> None:
        self.follow(self.page.get_by_role("link", name=name, exact=True).first)

    def shown(self, place: Locator) -> None:
        """Wait for something on a page that is loaded again, and until its scripts have run."""
        place.wait_for()
        self.page.wait_for_load_state()

    def type(self, field: Locator, text: str) -> None:
        """A click on the field, and a key for each character."""
        field.fill(text)
        self.clicks += 1
        self.keys += len(text)

    def choose(self, field: Locator, *options: str) -> None:
        """A click on each choice, and one that opens the list."""
        field.select_option(label=list(options))
        self.clicks += 1 + len(options)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def sign_in(self, name: str, password: str) -> None:
        self.page.goto("/login")
        self.type(self.page.get_by_label("Name"), name)
        self.type(self.page.get_by_label("Password"), password)
        self.follow(self.page.get_by_role("button", name="Sign in", exact=True))
        self.page.get_by_role("button", name="Sign out").wait_for()

    def begin(self, name: str, password: str) -> None:
        """The first sign-in, with a password of one's own."""
        self.sign_in(name, password)
        self.type(self.page.get_by_label("Old password"), password)
        self.type(self.page.get_by_label("New password"), OWN)
        self.follow(self.page.get_by_role("button", name="Change password", exact=True))
        self.sign_in(name, OWN)
        self.page.goto("/")


class Hour:
    """The team, its steps, and what they took."""

    def __init__(self, browser: Browser, address: str, password: str, width: int) -> None:
        self._password = password
        self.people = {
            name: Person(browser, address, width) for name in ("admin", ADJUDICATOR, *ANNOTATORS)
        }
        self.steps: list[Step] = []

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        before = [(one.clicks, one.keys) for one in self.people.values()]
        began = monotonic()
        yield
        seconds = monotonic() - began
        after = [(one.clicks, one.keys) for one in self.people.values()]
        clicks, keys = (
            sum(new[place] - old[place] for old, new in zip(before, after, strict=True))
            for place in (0, 1)
        )
        self.steps.append(Step(name, clicks, keys, seconds))

    def pass_by(self, texts: Sequence[Path], each: int, *, compared: bool = True) -> list[Step]:
        admin, judith = self.people["admin"], self.people[ADJUDICATOR]
        with self._step("five accounts, each with a password of its own"):
            self._accounts(admin)
        with self._step("a project with a scheme and its members"):
            self._project(admin)
        with self._step(f"upload of {len(texts)} documents"):
            self._upload(admin, texts)
        with self._step("each document assigned to three people"):
            self._assign(judith)
        with self._step(f"annotation of {each} documents by three people, with proposals"):
            for place, name in enumerate(ANNOTATORS):
                for _ in range(each):
                    self._annotate(self.people[name], place)
        with self._step("agreement of the three"):
            judith.link("Agreement")
            expect(judith.page.locator("#measures table").first).to_be_visible()
            expect(judith.page.locator("[data-document] .count").first).not_to_have_text("…")
        with self._step("adjudication of one document"):
            self._adjudicate(judith)
        with self._step("export and import of the adjudication"):
            self._exchange(judith)
        if compared:
            with self._step("the tables of a paper"):
                self._compare(judith)
        return self.steps

    def _accounts(self, admin: Person) -> None:
        admin.begin("admin", self._password)
        admin.link("Members")
        for name in (ADJUDICATOR, *ANNOTATORS):
            form = admin.page.locator("form").filter(
                has=admin.page.get_by_role("button", name="Add member")
            )
            admin.type(form.get_by_label("Name"), name)
            admin.type(form.get_by_label("Password"), PASSWORD)
            if name == ADJUDICATOR:
                admin.choose(form.get_by_label("Role"), "adjudicator")
            admin.button("Add member")
            admin.shown(admin.page.get_by_role("rowheader", name=name))
        for name in (ADJUDICATOR, *ANNOTATORS):
            self.people[name].begin(name, PASSWORD)

    def _project(self, admin: Person) -> None:
        page = admin.page
        admin.link("Projects")
        form = page.locator("#new-project")
        admin.type(form.get_by_label("Name"), "Harbour stories")
        admin.follow(page.get_by_role("button", name="Create project", exact=True))
        admin.link("Settings")
        button = page.get_by_role("button", name="Add to the project")
        adding = page.locator("form").filter(has=button)
        for name in (ADJUDICATOR, *ANNOTATORS):
            admin.click(adding.get_by_label(name, exact=True))
        admin.button("Add to the project")
        admin.shown(page.get_by_role("rowheader", name=ANNOTATORS[-1]))
        admin.link("Scheme")
        admin.choose(page.get_by_label("Scheme to start from"), "GerDraCor")
        admin.button("Use this scheme")
        admin.shown(page.get_by_role("button", name="Remove scheme"))

    def _upload(self, admin: Person, texts: Sequence[Path]) -> None:
        page = admin.page
        admin.link("Documents")
        page.locator("#upload [type=file]").set_input_files(list(texts))
        admin.clicks += 3  # the button, all files of a folder, and the button of the dialog
        admin.button("Upload", page.locator("#upload"))
        admin.shown(page.locator("#documents tbody tr").nth(len(texts) - 1))

    def _assign(self, judith: Person) -> None:
        page = judith.page
        page.reload()
        judith.follow(page.locator(".cards a", has_text="Harbour stories"))
        judith.link("Work")
        form = page.locator("form").filter(has=page.get_by_role("button", name="Distribute"))
        for name in ANNOTATORS:
            judith.click(form.get_by_label(name, exact=True))
        judith.type(form.get_by_label("Annotators for each document"), "3")
        judith.button("Distribute")
        judith.shown(page.locator("[data-state=open]").first)

    def _annotate(self, person: Person, place: int) -> None:
        page = person.page
        page.goto("/")
        person.follow(page.locator(".next a").first)
        page.locator("html[data-ready]").wait_for()
        person.button("Start from …")
        person.button("Start", page.get_by_role("dialog"))
        page.get_by_role("dialog").wait_for(state="detached")
        further = page.locator("[data-command=next-open]")
        expect(further).to_be_enabled()  # the counts are drawn after the dialog has gone
        if person.typing:
            person.press("Space")
        else:
            person.click(further)
        done, left = 0, _count(further)
        while left:
            left = self._decide(person, left, other=done % DIFFERENT == place)
            done += 1
        person.click(page.get_by_label("Finished"))
        expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")

    def _decide(self, person: Person, left: int, *, other: bool) -> int:
        """Decide on the anaphor that is shown, one of `left`; how many are left then. The
        page goes on to the next by itself.
        """
        page = person.page
        panel = page.locator(f"#mention[data-unsolved='{left}']")  # not as it was a moment ago
        panel.locator(".state.open").wait_for()
        none = panel.get_by_text("No earlier mention fits.")
        panel.locator(".candidates").or_(none).first.wait_for()
        confirm = panel.locator("[data-command=confirm]:enabled")
        if other or not confirm.count():  # drawn together with the candidates
            if person.typing:
                person.press("o")
            else:
                person.click(panel.locator("[data-command=other]"))
        elif person.typing:
            person.press("Enter")
        else:
            person.click(confirm)
        further = page.locator("[data-command=next-open]")
        expect(further).not_to_contain_text(f"({left})")
        return _count(further)

    def _adjudicate(self, judith: Person) -> None:
        page = judith.page
        judith.link("Adjudication")
        judith.follow(
            page.get_by_role("link", name="Adjudicate").and_(page.locator("table a")).first
        )
        page.locator("html[data-walking]").wait_for()  # the differences are drawn
        page.locator(".difference-list li").first.wait_for()
        majority = page.get_by_role("button", name="Accept the majority")
        if majority.count():
            judith.click(majority)
            expect(majority).to_have_count(0)
        progress = page.locator("#differences progress")
        count = int(progress.get_attribute("max") or 0)
        while (settled := int(progress.get_attribute("value") or 0)) < count:
            if judith.typing:
                judith.press("1")
            else:
                judith.click(page.locator(".readings [data-ruling]").first)
            expect(progress).not_to_have_attribute("value", str(settled))
        judith.click(page.get_by_label("Finished"))
        expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")

    def _exchange(self, judith: Person) -> None:
        page = judith.page
        if judith.typing:
            judith.link("Harbour stories")
        else:  # a narrow window has no room for it
            page.goto("/projects/1")
        judith.link("Settings")
        judith.link("Import and export")
        judith.choose(page.get_by_label("Annotation of"), "adjudication")
        with page.expect_download() as download, tempfile.TemporaryDirectory() as folder:
            judith.button("Export")
            file = Path(folder) / download.value.suggested_filename
            download.value.save_as(file)
            page.locator("#import [type=file]").set_input_files(file)
            judith.clicks += 3
            judith.type(page.get_by_label("Source"), "returned")
            judith.button("Import", page.locator("#import"))
            expect(page.locator("#imported")).not_to_be_empty()

    def _compare(self, judith: Person) -> None:
        page = judith.page
        judith.link("Comparisons")
        judith.click(page.get_by_role("radio", name="Byron 2001"))
        judith.choose(page.locator("#papers [name=source]"), "adjudication")
        judith.button("Make the tables")
        expect(page.locator("#shown table").first).to_be_visible()


def _count(button: Locator) -> int:
    """The number in brackets on a button."""
    found = re.search(r"\((\d+)\)", button.inner_text())
    assert found is not None, button.inner_text()
    return int(found[1])


def written_texts(folder: Path, count: int) -> list[Path]:
    """The beginnings of documents of the embedded corpus, as files."""
    sources = sorted(path for path in (Embedded.folder / "gold").rglob("*") if path.is_file())
    files = []
    for item in (item for path in sources for item in formats.read(path)):
        paragraphs = item.document.text.split("\n\n")
        lengths = accumulate(len(one.split()) for one in paragraphs)
        enough = next(place for place, words in enumerate(lengths, 1) if words >= WORDS)
        file = folder / f"{item.document.id}.txt"
        file.write_text("\n\n".join(paragraphs[:enough]) + "\n", encoding="utf-8")
        files.append(file)
    return files[:count]


def first_hour(
    browser: Browser, folder: Path, *, documents: int, each: int, width: int
) -> list[Step]:
    """The steps on a server whose database is new."""
    with serving(str(folder / "team.db"), "--team") as server:
        password = (folder / "first-password.txt").read_text().split()[-1]
        texts = folder / "texts"
        texts.mkdir()
        files = written_texts(texts, documents)
        return Hour(browser, server.address, password, width).pass_by(files, each)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--documents", type=int, default=30)
    parser.add_argument("--each", type=int, default=2, help="documents that each person annotates")
    parser.add_argument("--width", type=int, nargs="+", choices=WIDTHS, default=list(WIDTHS))
    parser.add_argument("--corpora", help="not needed: the corpus is in the package")
    options = parser.parse_args()
    measured: list[list[Step]] = []
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for width in options.width:
            with tempfile.TemporaryDirectory() as folder:
                measured.append(
                    first_hour(
                        browser,
                        Path(folder),
                        documents=options.documents,
                        each=options.each,
                        width=width,
                    )
                )
        browser.close()
    rows: list[list[Cell]] = []
    for steps in zip(*measured, strict=True):
        rows.append([Message(steps[0].name), *_cells(steps)])
    totals = [
        Step(
            "",
            sum(one.clicks for one in steps),
            sum(one.keys for one in steps),
            sum(one.seconds for one in steps),
        )
        for steps in measured
    ]
    rows.append([Message("together"), *_cells(totals)])
    columns = [Message("step")]
    for width in options.width:
        columns += [Message(f"clicks, {width} px"), Message("keys"), Message("seconds")]
    note = "Seconds are those of the program, on a machine with other work: nobody reads or thinks."
    record(
        "first-hour",
        [Table(columns, rows, notes=[note])],
        command="python -m benchmarks.first_hour",
    )


def _cells(steps: Sequence[Step]) -> list[Cell]:
    return [cell for one in steps for cell in (one.clicks, one.keys, round(one.seconds))]


if __name__ == "__main__":
    main()
