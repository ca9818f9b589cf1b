"""The page of the chain editor: words, buttons and keys, with a stand-in for the notebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from coindex.integrations import chain_editor

FOLDER = Path(chain_editor.__file__).parent
WORDS = [["Ann", ""], ["met", " "], ["Eve", " "], [".", ""], ["She", " "], ["left", " "]]
MARKS = [{"parts": [[0, 1]], "entity": "a"}, {"parts": [[4, 5]], "entity": "e"}]
PAGE = """<!doctype html><style>{css}</style><div id="here"></div><script type="module">
{script}
const values = {values};
window.model = {{
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; }},
  save_changes: () => {{ window.saved = (window.saved ?? 0) + 1; }},
  on: () => {{}}, off: () => {{}},
}};
editor.render({{ model: window.model, el: document.getElementById("here") }});
</script>"""


@pytest.fixture
def editor(page: Page) -> Page:
    script = (FOLDER / "chain_editor.js").read_text("utf-8")
    css = (FOLDER / "chain_editor.css").read_text("utf-8")
    values = json.dumps(
        {"words": WORDS, "marks": MARKS, "colours": ["#0072b2", "#d55e00"], "lines": 3}
    )
    script = script.replace("export default", "const editor =")
    page.set_content(PAGE.format(css=css, script=script, values=values))
    return page


def marks(page: Page) -> dict[str, list[str]]:
    chains: dict[str, list[str]] = {}
    sent: list[Any] = page.evaluate("window.model.get('marks')")
    for mark in sent:
        words = [WORDS[index][0] for start, end in mark["parts"] for index in range(start, end)]
        chains.setdefault(mark["entity"], []).append(" ".join(words))
    return chains


def test_a_mention_moves_to_another_chain(editor: Page) -> None:
    editor.get_by_text("She", exact=True).click()
    editor.get_by_label("Chain", exact=True).select_option("a")
    editor.get_by_role("button", name="Add to chain").click()
    assert marks(editor) == {"a": ["Ann", "She"]}
    expect(editor.get_by_role("status")).to_have_text("chain 1")
    assert editor.evaluate("window.saved") == 1


def test_a_new_chain_of_words_that_are_dragged_over(editor: Page) -> None:
    editor.get_by_text("Eve", exact=True).hover()
    editor.mouse.down()
    editor.get_by_text("met", exact=True).hover()
    editor.mouse.up()
    editor.get_by_role("button", name="New chain").click()
    assert marks(editor)["new3"] == ["met Eve"]


def test_removing_and_merging(editor: Page) -> None:
    editor.get_by_text("Ann", exact=True).click()
    editor.get_by_label("Chain", exact=True).select_option("e")
    editor.get_by_role("button", name="Merge chains").click()
    assert marks(editor) == {"e": ["Ann", "She"]}
    editor.get_by_role("button", name="Remove mention").click()
    assert marks(editor) == {"e": ["She"]}
    expect(editor.get_by_role("button", name="Remove mention")).to_be_disabled()


def test_keys_choose_words(editor: Page) -> None:
    editor.locator(".word").first.focus()
    editor.keyboard.press("ArrowRight")
    editor.keyboard.press("Shift+ArrowRight")
    expect(editor.locator(".word.chosen")).to_have_text(["met", "Eve"])
    expect(editor.locator(".word:focus")).to_have_text("Eve")
