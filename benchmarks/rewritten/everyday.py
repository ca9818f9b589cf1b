"""How often the inserted name is right in everyday texts, over the pronouns that need one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex.report.table import Average, Cell, Table
from coindex.texts.rewriting.choices import Choices
from training.certainty import composed, read
from training.rewriting import Key, Text

DEFAULTS = Choices(min_confidence=0.0)
THRESHOLDS = (0.7, 0.8, 0.85, 0.9, 0.95)
NAMES = {
    ("en", "read"): "English, everyday texts that may be read",
    ("en", "everyday"): "English, everyday texts kept from training",
    ("es", "everyday"): "Spanish, everyday texts kept from training",
    ("es", "discourses"): "Spanish, short discourses kept from training",
}


class Inserted(NamedTuple):
    """A name that replaced a mention."""

    certainty: float
    right: bool


def run(texts: Sequence[Text], plot: Path | None) -> bool:
    rows: list[list[Cell]] = []
    for (language, corpus), title in NAMES.items():
        names: list[Inserted] = []
        wanting = 0
        for text in _texts(language, corpus):
            own, count = inserted(text)
            names, wanting = names + own, wanting + count
        for threshold in THRESHOLDS:
            above = [one for one in names if one.certainty >= threshold]
            right = Average(sum(one.right for one in above) / max(1, len(above)))
            share = Average(len(above) / max(1, wanting))
            rows.append([title, f"{threshold:.2f}", wanting, len(above), right, share])
    columns = ("texts", "certainty", "pronouns that need a name", "replaced", "right", "coverage")
    remark = (
        "pronouns of the third person, possessives and, in Spanish, subjects left out, of an "
        "entity that their sentence does not name; with the default choices but for the certainty"
    )
    record(
        "rewriting-everyday",
        [Table(columns, rows, "Names in everyday texts", [remark])],
        command="python -m benchmarks.rewriting --corpora FOLDER everyday",
        components=["auto", "texts/rewrite"],
        languages=["en", "es"],
        learned_from="The certainty is fitted to these texts, but for the English ones kept from "
        "training.",
    )
    return True


def _texts(language: str, corpus: str) -> Iterator[Text]:
    yield from read() if corpus == "read" else composed(language, corpus)


def inserted(text: Text) -> tuple[list[Inserted], int]:
    """The names that are inserted in a text, and how many pronouns need one."""
    judge = text.judge(DEFAULTS, "bundled")
    key = Key(judge, text.key(judge.document))
    number = judge.document.sentence_index
    named = {(id, number(token)) for id, places in key.explicit.items() for token in places}
    needing = [token for token, id in key.pronouns.items() if (id, number(token)) not in named]
    names = [
        Inserted(one.certainty, key.right(one.mention, one.name.text, one.name.mentions))
        for one in judge.judgements()
        if one.left is None and one.name is not None
    ]
    return names, len(needing)
