"""A text is rewritten on its page: changes are marked, and nothing in it is taken for markup."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

TEXT = "Ann lost her key. She found it 😀 there. She liked <b>it</b>."


def test_changes_are_marked_with_reasons(page: Page) -> None:
    page.goto("/rewrite")
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_text("Certainty, style, resolver, language …").click()
    page.get_by_label("Resolver").select_option("sieve")
    page.get_by_label("Least certainty").fill("0.1")
    page.get_by_role("button", name="Rewrite", exact=True).click()
    changes = page.locator("#changes")
    expect(changes.locator("ins").first).to_have_text("Ann")
    expect(changes.locator("del").first).to_have_text("She")
    expect(changes).to_contain_text("😀 there. ")
    expect(changes.locator("b")).to_have_count(0)
    expect(changes.locator("ins").first).to_have_attribute("title", re.compile("is Ann"))
    expect(page.locator("#summary")).to_contain_text("replaced")
    expect(page.locator("#reasons tbody tr").first).to_contain_text("her")
    page.get_by_label("Only the new text").check()
    expect(changes).to_contain_text("Ann found the key 😀 there.")
    expect(changes.locator("del")).to_have_count(0)


def test_a_problem_is_shown_beside_the_form(page: Page) -> None:
    page.goto("/rewrite")
    page.get_by_label("Text", exact=True).fill(TEXT)
    for kind in ("pronouns", "zero subjects"):
        page.get_by_label(kind).uncheck()
    page.get_by_role("button", name="Rewrite", exact=True).click()
    expect(page.locator("form .problem")).to_contain_text("kinds")
    expect(page.locator("#result")).to_be_hidden()
