"""The documents of a report, read as in the workbench: two sources side by side, and why."""

from __future__ import annotations

import csv
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from coindex.core import registry
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.report.html.page import page as report_page


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    plan = Plan(
        ("embedded/press",),
        resolvers=("rosana", "recent"),
        measures=("CoNLL",),
        draws=20,
    )
    engine = registry.build("engines", "serial")
    results = Experiment(plan.checked(), engine, DiskCache(folder / "experiments")).run()
    path = folder / "report.html"
    path.write_text(report_page(results), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def reading(page: Page, report: str) -> Page:
    page.goto(f"{report}#text?document=0&run=0&beside=gold")
    page.locator(".pane .m").first.wait_for()
    return page


def side(page: Page, number: int) -> Locator:
    return page.locator(".pane").nth(number)


def test_a_mention_is_chosen_in_both_panes_and_explained(reading: Page) -> None:
    wrong = side(reading, 0).locator(".m.is-wrong:not(:has(.m))").first
    words = wrong.text_content() or ""
    wrong.click()
    for number in (0, 1):
        expect(side(reading, number).locator(".m.active")).to_have_text(words)
    why = reading.locator("#why")
    expect(why.locator("h3")).to_contain_text(f"“{words}”, sentence ")
    expect(why.locator(".verdict")).to_contain_text("✗")
    expect(why.locator(".listed .tag.chosen")).to_have_count(1)
    expect(why.locator(".listed.out .fate").first).to_contain_text("discarded: ")
    expect(side(reading, 0).locator(".m.candidate[data-badge='1']")).to_be_visible()
    expect(reading).to_have_url(re.compile(r"at=\d+$"))


def test_keys_go_from_mention_to_mention_and_escape_leaves(reading: Page) -> None:
    box = side(reading, 0).locator(".text")
    box.focus()
    box.press("ArrowRight")
    first = side(reading, 0).locator(".m").first.text_content() or ""
    expect(side(reading, 0).locator(".m.active")).to_have_text(first)
    box.press("ArrowLeft")
    expect(side(reading, 0).locator(".m.active")).to_have_text(first)
    box.press("Escape")
    expect(reading.locator(".m.active")).to_have_count(0)
    expect(reading.locator("#why")).to_have_text("Choose a mention.")


def test_a_mention_of_the_chain_is_gone_to(reading: Page) -> None:
    side(reading, 1).locator(".m.chain, .m:not(.alone)").nth(1).click()
    members = reading.locator("#why .mentions")
    other = members.locator("li:not(.here) .jump").first
    words = other.inner_text().strip("“”")
    other.click()
    expect(members.locator("li.here")).to_contain_text(words)


def test_what_a_source_lacks_is_shown_in_the_other(page: Page, report: str) -> None:
    page.goto(f"{report}#list?run=0")
    page.locator("#anaphors tbody a").first.click()
    expect(page.locator(".pane .m.active").first).to_be_visible()
    expect(page.locator("#why .verdict")).to_contain_text("✗")


def test_a_name_in_a_downloaded_table_is_not_a_formula(page: Page, report: str) -> None:
    """Names of systems are written by whoever adds them."""
    page.goto(report)
    figure = page.locator("figure.table").filter(has=page.get_by_text("Download as CSV")).first
    figure.locator("tbody th").first.evaluate("(cell) => { cell.textContent = \"=1+1|'x'!A0\"; }")
    figure.locator("tbody td:not([class])").first.evaluate(
        "(cell) => { cell.textContent = '-0.41'; }"
    )
    with page.expect_download() as download:
        figure.locator("button", has_text="Download as CSV").evaluate("(one) => one.click()")
    rows = list(csv.reader(download.value.path().read_text(encoding="utf-8").splitlines()))
    cells = {cell for row in rows for cell in row}
    assert "'=1+1|'x'!A0" in cells
    assert "-0.41" in cells
    assert not [cell for cell in cells if re.match(r"[=+@]", cell)]
