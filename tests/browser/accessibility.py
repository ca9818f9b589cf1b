"""Checks of a page by axe-core: WCAG 2.2 AA, as far as a program can check it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
CHECK = """async (rules) => {
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.target.join(" ")).slice(0, 4).join("; ")}`);
}"""


def axe_core() -> str:
    """The script, which the development package `axe-playwright-python` brings along."""
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return Path(package.__file__).with_name("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What breaks a rule on the page as it is now."""
    page.evaluate(axe_core())
    broken: Any = page.evaluate(CHECK, list(RULES))
    return list(broken)
