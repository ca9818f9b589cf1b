"""How many passages name the entities of all their third-person pronouns, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.results import record
from coindex.core.document import Span
from coindex.report.table import Average, Cell, Table
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.passages import EXPLICIT, Cutting, cuts
from training.rewriting import Key, Text

SIZES = (50, 100, 200)
QUOTED = Choices(EXPLICIT.kinds, quotations=True)


def run(texts: Sequence[Text], plot: Path | None) -> bool:
    rows: list[list[Cell]] = []
    better = True
    for name in dict.fromkeys(text.corpus for text in texts):
        for size in SIZES:
            for choices in (EXPLICIT, QUOTED):
                total, before, after = counts(texts, name, size, choices)
                quoted = "yes" if choices.quotations else "no"
                shares = [Average(one / max(1, total)) for one in (before, after)]
                rows.append([name, size, quoted, total, *shares])
                better = better and after > before
    columns = ("corpus", "words", "quotations rewritten", "passages", "before", "after")
    title = "Passages without a third-person pronoun that they do not explain"
    remark = "the key decides: its entity has an explicit mention in the passage, or the right name"
    record(
        "passages",
        [Table(columns, rows, title, [remark])],
        command="python -m benchmarks.rewriting --corpora FOLDER passages",
        components=["auto", "texts/chunks"],
        learned_from="The models have learned from the training parts of these corpora.",
    )
    return better


def counts(texts: Sequence[Text], corpus: str, size: int, choices: Choices) -> tuple[int, int, int]:
    total = before = after = 0
    for text in texts:
        if text.corpus == corpus:
            judge = text.judge(choices)
            key = Key(judge, text.key(judge.document))
            for sentences in cuts(judge.document, Cutting("words", size)):
                unclear, still = _unclear(judge, key, sentences)
                total, before, after = total + 1, before + (not unclear), after + (not still)
    return total, before, after


def _unclear(judge: Judge, key: Key, sentences: Span) -> tuple[bool, bool]:
    """Whether a pronoun of the passage is unclear, as it was and as it is rewritten."""
    document = judge.document
    start = document.sentences[sentences.start].span.start
    end = document.sentences[sentences.end - 1].span.end
    entities = {entity for token, entity in key.pronouns.items() if start <= token < end}
    unnamed = {
        entity
        for entity in entities
        if not any(start <= place < end for place in key.explicit.get(entity, ()))
    }
    solved = {
        key.entity(one.mention)
        for one in judge.first_mentions(sentences)
        if one.name is not None and key.right(one.mention, one.name.text, one.name.mentions)
    }
    return bool(unnamed), bool(unnamed - solved)
