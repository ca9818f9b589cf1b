"""JavaScript modules as one script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coindex.report.scripts import READER, joined


def test_modules_come_after_what_they_import_and_keep_their_names_apart(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import { h } from "../reader/dom.js";\nimport { b as other } from "./b.js";\nother(h);\n'
    )
    (tmp_path / "b.js").write_text(
        'import { h } from "../reader/dom.js";\nexport function b() {}\nconst local = h;\n'
    )
    script = joined(tmp_path / "a.js")
    assert re.findall(r"^const (\$\w+) = \(\(\) => \{$", script, re.MULTILINE) == [
        "$dom",
        "$b",
        "$a",
    ]
    assert "const { b: other } = $b;" in script
    assert "return { b };" in script
    assert not re.search(r"^(?:import|export) ", script, re.MULTILINE)


@pytest.mark.parametrize("path", sorted(READER.glob("*.js")), ids=lambda path: path.name)
def test_the_reader_needs_nothing_but_itself(path: Path) -> None:
    for name in re.findall(
        r'^import .* from "(.*)";$', path.read_text(encoding="utf-8"), re.MULTILINE
    ):
        assert (READER / name).is_file()
