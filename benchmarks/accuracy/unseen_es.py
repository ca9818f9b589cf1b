"""Spanish everyday texts and discourses that are kept from the training of the bundled models:
expressions right, wrong and missed, from raw text. Rules are written and chosen with these.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.accuracy import command
from benchmarks.accuracy.everyday import RESOLVERS, by_kind, totals
from benchmarks.everyday import Judgement, judge, parsed, summary
from benchmarks.results import record
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from training.marks import EVERYDAY, SPANISH_DISCOURSES, MarkedText, marked_texts
from training.resolver.corpora import in_parts

FOLDERS = {"everyday": EVERYDAY / "es", "discourses": SPANISH_DISCOURSES}


def run(corpora: Path) -> bool:
    tables = []
    for corpus in FOLDERS:
        texts = kept(corpus)
        documents = parsed(texts, "es")
        found = {one: judged(one, texts, documents) for one in RESOLVERS["es"]}
        table = totals({name: summary(some, len(texts)) for name, some in found.items()})
        table.title = f"Spanish {corpus} kept from training"
        kinds = by_kind(found)
        kinds.title = f"Wrong / missed in Spanish {corpus} kept from training, by class"
        tables += [table, kinds]
    record(
        "unseen-es",
        tables,
        command=command("unseen_es"),
        components=RESOLVERS["es"],
        languages=["es"],
        learned_from="No model has learned from these texts; rules were written with them in view.",
    )
    return True


def kept(corpus: str) -> list[MarkedText]:
    """The texts of a corpus that are kept from training."""
    parts = in_parts(marked_texts(FOLDERS[corpus]), corpus, "train")
    return [text for (_, text), part in parts if part == "held"]


def judged(resolver: str, texts: list[MarkedText], documents: list[Document]) -> list[Judgement]:
    """What a resolver has right in the texts."""
    pipeline = Pipeline(resolver=resolver)
    found: list[Judgement] = []
    for number, (text, document) in enumerate(zip(texts, documents, strict=True)):
        found += judge(number, text, document, pipeline.resolved(document).annotation)
    return found
