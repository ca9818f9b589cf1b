"""The runtime of the models keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from coindex.models.session import folder_of, tokenizer


def test_nothing_is_kept_or_told_about_the_machine(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))
    }
    code = "import coindex; print(len(coindex.parse('Ann saw her dog.').tokens))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "5"
    assert not [path for path in home.rglob("*") if path.is_file()]


def test_parser_and_resolver_share_a_tokeniser() -> None:
    english = folder_of("en")
    parsing, resolving = (
        tokenizer(folder / "tokenizer.json") for folder in (english, english / "antecedents")
    )
    assert parsing is resolving
    assert parsing.encode("Ann", add_special_tokens=False).ids
