"""Print the figures of console blocks again, and write them into the pages:
`python -m tests.figures docs/rosana.md ...`, without pages into all.

Only figures that may differ on other processors are written (`tests.documentation`). Where a
command prints other words or other rows, the page is to be changed by hand first.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path

from benchmarks import results
from tests.documentation import PAGES, Reader, refreshed, steps
from tests.test_documentation import material


def written(page: Path) -> str:
    """The text of a page with the figures that its commands print."""
    text = page.read_text(encoding="utf-8")
    reader = Reader()
    running = [step for step in steps(page) if step.mark is None or step.mark.slow]
    while running and not running[-1].within:
        running.pop()
    for step in running:
        printed = reader.run(step)
        if step.within:
            assert step.output in text, f"{step.place}: this block must not be indented"
            text = text.replace(step.output, refreshed(step.output, printed), 1)
    return results.printed(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="pages; without them all")
    os.environ["COLUMNS"] = "120"
    for page in [page.resolve() for page in parser.parse_args().pages] or PAGES:
        before = page.read_text(encoding="utf-8")
        if "<!-- figures within " not in before:
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            os.environ["COINDEX_CACHE"] = f"{folder}/cache"
            material(Path(folder))
            after = written(page)
        if after != before:
            page.write_text(after, encoding="utf-8")
            sys.stdout.write(f"written: {page.name}\n")


if __name__ == "__main__":
    main()
