"""`coindex replay`: a table of actions with and without proposals."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import coindex
from tests.training.test_tuning import corpus


def test_actions_with_and_without_proposals(tmp_path: Path) -> None:
    """*Ann greeted Eve. She smiled.*: Eve is the nearest, and the subject is listed before her."""
    path = tmp_path / "smiles.conllu"
    path.write_text(corpus(4), encoding="utf-8")
    printed = coindex(
        "replay", str(path), "--resolver", "recent", "--resolver", "subject", "--as", "json"
    ).stdout
    [table] = json.loads(printed)
    rows = {(row["mentions"], row["proposals"]): row for row in table["rows"]}
    assert rows["all", "none"]["actions per link"] == 3
    recent, subject = rows["all", "recent"], rows["all", "subject"]
    assert (recent["links"], recent["actions per link"], recent["proposed"]) == (4, 1, 1)
    assert (subject["proposed"], subject["listed"]) == (0, 1)
    assert round(rows["pronouns", "recent"]["saved"], 4) == 0.6667
    assert ("others", "recent") not in rows


def test_documents_without_chains_cannot_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "alone.conllu"
    path.write_text("1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    answer = coindex("replay", str(path))
    assert answer.returncode != 0
    assert "nothing to replay" in answer.stderr
