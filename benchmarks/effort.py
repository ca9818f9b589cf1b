"""Actions and minutes that annotating a text from nothing takes, by keyboard and by mouse, and in
other tools.

    python -m benchmarks.effort [--document NAME] [--calculated]

Every mention of the gold annotation of a document of the embedded corpus is marked and put into its
chain, in textual order, with the ways that docs/tagging.md describes. By keyboard and by mouse that
is done in a browser, and what is saved is compared with the gold annotation; with `--calculated`
the same actions are only counted. The ways of SACR, INCEpTION and Coref Annotator are those of
their manuals, which were read, not tried: SACR's user guide (2018-09-09), sections *Creating
mentions* and *Creating sets*; INCEpTION's user guide, *Spans*, *Relations* and *Chains*; the help
of Coref Annotator 1.8.

Minutes are modelled, not measured with people: they are those of the Keystroke-Level Model, with
one preparation for each mention and one for each link in every tool. Reading, deciding, scrolling
and mistakes are left out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.keystrokes import SECONDS, effort
from benchmarks.results import record
from benchmarks.ways import KEYBOARD, MOUSE, WAYS, steps
from coindex import formats
from coindex.core.annotation import Annotated
from coindex.report.table import Cell, Table
from coindex_en.corpora import Embedded


def gold(name: str) -> Annotated:
    """A document of the embedded corpus."""
    files = (path for path in sorted((Embedded.folder / "gold").rglob("*")) if path.is_file())
    items = (item for path in files for item in formats.read(path))
    return next(item for item in items if item.document.id == name)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--document", default="drover", help="of the embedded corpus")
    parser.add_argument("--calculated", action="store_true", help="without a browser")
    parser.add_argument("--corpora", help="not needed: the corpus is in the package")
    options = parser.parse_args()
    item = gold(options.document)
    taken = list(steps(item))
    links = sum(step.nearest > 0 for step in taken)
    text = item.document.text
    count = sum(any(map(str.isalnum, text[t.start : t.end])) for t in item.document.tokens)
    print(f"{options.document}: {count} words, {len(taken)} mentions, {links} links")
    counted = {
        way: [action for step in taken for action in actions(item.document, step)]
        for way, actions in WAYS.items()
    }
    if not options.calculated:
        from benchmarks.replaying import replayed

        for way, done in replayed(item, taken, {KEYBOARD: "keyboard", MOUSE: "mouse"}).items():
            same = "those calculated" if done == counted[way] else "not those calculated"
            print(f"{way}: {len(done)} actions in the browser, {same}; saved: the gold annotation")
            counted[way] = done
    rows: list[list[Cell]] = []
    for way, actions in counted.items():
        needed = effort(actions, len(taken) + links)
        seconds = (f"{needed.seconds(one):.0f} s" for one in SECONDS)
        rows.append([way, needed.actions, *seconds, f"{needed.minutes:.1f}"])
    note = "Minutes are modelled (Keystroke-Level Model), not measured with people."
    table = Table(("way", "actions", *SECONDS, "minutes"), rows, notes=[note])
    record("effort", [table], command="python -m benchmarks.effort")


if __name__ == "__main__":
    main()
