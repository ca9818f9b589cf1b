"""Zero subjects of Spanish stand before the clitics and the negation of their verb."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from coindex.models.session import available
from tests.browser.pages import Project, Tagger

pytestmark = pytest.mark.skipif(not available("es"), reason="there is no Spanish model")

TEXT = "Ana tenía un libro. No se lo dio a Luis."
FOLLOWS = "(zero) => zero.nextSibling.textContent"


def test_the_zero_is_shown_before_the_clitics(page: Page, project: Project) -> None:
    document = project.add(TEXT, language="es", parser="bundled")
    outline = project.call("GET", f"{project.path}/documents/{document}/tokens")
    verb = outline["starts"].index(TEXT.index("dio"))
    tagger = Tagger(page, project, document)
    tagger.go(verb if verb not in outline["empty"] else verb + 1)
    tagger.press("z")
    zero = page.locator("#text .m.zero")
    expect(zero).to_have_count(1)
    assert zero.evaluate(FOLLOWS).startswith("No se lo dio")
    expect(zero).to_have_attribute("data-zero", "∅ él")
    expect(page.locator("#text .block")).to_have_text(TEXT)
