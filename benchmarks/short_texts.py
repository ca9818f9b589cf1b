"""Which language texts of one to four words are in: 200 English and 200 Spanish ones, in
`benchmarks/short`, written for this. None of them is in the texts from which the table of trigrams
was made, nor was a list of words written with them.

python -m benchmarks.short_texts
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.results import record
from coindex.language.identify import guess_language
from coindex.report.table import Cell, Share, Table

FOLDER = Path(__file__).with_name("short")
LANGUAGES = {"en": "English", "es": "Spanish"}
LEAST = 0.8
"""The share that has to be right."""


def texts(code: str) -> list[str]:
    """The texts of a language, one in each line."""
    return (FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines()


def row(code: str) -> list[Cell]:
    """How many are right, by number of words, and of how many that is sure."""
    given = texts(code)
    guesses = {text: guess_language(text) for text in given}
    right = {text: guesses[text].code == code for text in given}
    by_length: list[Cell] = []
    for words in range(1, 5):
        some = [right[text] for text in given if len(text.split()) == words]
        by_length.append(Share(sum(some) / len(some)))
    sure = [text for text in given if guesses[text].is_sure]
    return [
        LANGUAGES[code],
        len(given),
        Share(sum(right.values()) / len(given)),
        *by_length,
        Share(len(sure) / len(given)),
        Share(sum(right[text] for text in sure) / len(sure)),
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", help="not needed: the texts are beside this file")
    arguments.parse_args()
    columns = [
        *("texts in", "texts", "right", "one word", "two", "three", "four"),
        *("sure", "right of the sure ones"),
    ]
    table = Table(columns, [row(code) for code in LANGUAGES], "Short texts")
    record("short-texts", [table], command="python -m benchmarks.short_texts", languages=())
    shares = [share for _, _, share, *_ in table.rows]
    if any(isinstance(share, float) and share < LEAST for share in shares):
        raise SystemExit(f"fewer than {LEAST:.0%} are recognised")


if __name__ == "__main__":
    main()
