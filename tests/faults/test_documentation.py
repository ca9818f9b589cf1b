"""The code of README and docs/ that takes its time: whole pages, with
what the quick tests leave out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation import PAGES, Reader
from tests.test_documentation import at_work, code_of, files

__all__ = ["at_work", "files"]  # fixtures

SLOW = [page for page in PAGES if len(code_of(page, slow=True)) > len(code_of(page, slow=False))]


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize("page", SLOW, ids=lambda page: page.name)
def test_the_whole_page(page: Path) -> None:
    reader = Reader()
    for step in code_of(page, slow=True):
        reader.follow(step)
