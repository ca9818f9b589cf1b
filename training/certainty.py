"""Fits the weights of rewriting's certainty, where the resolver gives probabilities.

python -m training.certainty --corpora FOLDER [--size large] [--language es] [--penalty 3]

On texts that the learned resolver was not trained on: of GUM train, LitBank train, the composed
texts, and everyday texts that may be read; in Spanish, of the everyday texts and the discourses
composed for training. Prints the weights for `WEIGHTS` of `coindex.texts.rewriting.certainty`, or
for `certainty.tsv` of the language, and, with each document judged by weights that were fitted to
the others, how many names are right at a coverage of one half, and how many of those that are about
as certain.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import coindex_en
from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.texts.rewriting.certainty import WEIGHTS
from coindex.texts.rewriting.rewriter import Rewriter
from training.marks import COMPOSED, EVERYDAY, SPANISH_DISCOURSES, MarkedText, marked_texts
from training.parser.english.corpora import NON_COMMERCIAL
from training.resolver.corpora import HELD, in_parts
from training.rewriting import COVERED, EVERY, THIRD, Key, Text, rewriters

PENALTY = 3.0
"""Of the square of a weight, for signals with a variance of one."""
STEPS = 40
SIGNALS = tuple(name for name in WEIGHTS if name != "constant")
FILES = {
    "gum": ("en_gum/dep_conllu_train.tar.gz", "conllu", "hybrid"),
    "litbank": ("en_litbank/litbank_coref_train.tar.gz", "litbank", "hybrid(scheme='litbank')"),
}
SPANISH = ("together",)
"""In cross-validation no other signal makes the documents more probable."""
READ = Path(coindex_en.__file__).parent / "corpora" / "everyday"
LEARNED = {
    "en": {"composed": COMPOSED, "everyday": EVERYDAY / "en"},
    "es": {"everyday": EVERYDAY / "es", "discourses": SPANISH_DISCOURSES},
}
"""Folders of texts that the learned resolver was trained on, but for some of each."""
SIZES = ("bundled", "large")
RANGES = ((0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01))
Array = NDArray[np.float64]


class Case(NamedTuple):
    """A name that could be inserted: its corpus and document, its signals, and whether it is
    right.
    """

    corpus: str
    document: str
    signals: tuple[float, ...]
    right: bool


def held_out(corpora: Path) -> Iterator[Text]:
    """The documents that the learned resolver was not trained on."""
    for corpus, (file, format, resolver) in FILES.items():
        ways = rewriters(resolver)
        usable = (
            item
            for item in formats.read(corpora / file, format)
            if item.document.genre not in NON_COMMERCIAL
        )
        for number, item in enumerate(usable):
            if number % HELD[corpus] == HELD[corpus] // 2:
                yield Text(corpus, Annotated(item.document, item.annotation), ways)


def composed(language: str, corpus: str) -> Iterator[Text]:
    """The texts of a corpus composed for training that the learned resolver was not trained on."""
    texts = list(marked_texts(LEARNED[language][corpus]))
    held = [text for text, part in in_parts(texts, corpus, "train") if part == "held"]
    yield from marked(held, language, corpus)


def read() -> Iterator[Text]:
    """The English everyday texts that may be read."""
    yield from marked(list(marked_texts(READ)), "en", "read")


def marked(texts: Sequence[tuple[str, MarkedText]], language: str, corpus: str) -> Iterator[Text]:
    """Texts with marks, by the resolver that rewriting chooses."""
    ways = rewriters("hybrid") if language == "en" else {"bundled": Rewriter()}
    for name, text in texts:
        document = Document(name, text.plain, language)
        yield Text(corpus, Annotated(document, Annotation(name)), ways, text)


def learning(language: str, corpora: Path) -> Iterator[Text]:
    """The texts that weights are fitted to."""
    if language == "en":
        yield from held_out(corpora)
        yield from composed("en", "composed")
        yield from read()
    else:
        for corpus in LEARNED[language]:
            yield from composed(language, corpus)


def cases(text: Text, size: str, names: Sequence[str]) -> tuple[list[Case], int]:
    """The names of a document, and how many third-person pronouns its key has."""
    judge = text.judge(EVERY, size)
    key = Key(judge, text.key(judge.document))
    found = []
    for one in judge.judgements():
        word = one.mention.text(judge.document).lower()
        known = text.corpus != "litbank" or key.entity(one.mention) is not None
        third = word in THIRD or text.item.document.language == "es"
        if one.name is None or not third or not known:
            continue
        expression = judge.discourse.by_mention[one.mention]
        # For a group, the member that is the least probable decides.
        several = [
            judge.evidence.signals(expression, anchor)
            for anchor in judge.anchors(expression, one.entity)
        ]
        signals = min(several, key=lambda some: some.get("together", 0.0))
        row = tuple(signals.get(name, 0.0) for name in names)
        right = key.right(one.mention, one.name.text, one.name.mentions)
        found.append(Case(text.corpus, judge.document.id, row, right))
    return found, len(key.pronouns)


def fitted(rows: Array, right: Array, penalty: float) -> Array:
    """The constant and the weights of a logistic regression, by Newton's method."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    scaled = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])
    ridge = np.diag([1e-6] + [penalty] * rows.shape[1])
    weights = np.zeros(scaled.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (right - chance) - ridge @ weights
        curvature = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + ridge
        weights = weights + np.linalg.solve(curvature, slope)
    plain = weights[1:] / spread
    return np.concatenate([[weights[0] - plain @ mean], plain])


def crossed(rows: Array, right: Array, documents: Sequence[str], penalty: float) -> Array:
    """Scores of the rows of each document, by weights that were fitted to the others."""
    scores, of = np.zeros(len(rows)), np.array(documents)
    for name in set(documents):
        weights = fitted(rows[of != name], right[of != name], penalty)
        scores[of == name] = weights[0] + rows[of == name] @ weights[1:]
    return scores


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument(
        "--size", choices=("bundled", "large"), default="bundled", help="of the model"
    )
    arguments.add_argument("--penalty", type=float, default=PENALTY)
    arguments.add_argument("--language", choices=tuple(LEARNED), default="en")
    chosen = arguments.parse_args()
    found: list[Case] = []
    pronouns: Counter[str] = Counter()
    english = chosen.language == "en"
    names = SIGNALS if english else SPANISH
    for text in learning(chosen.language, chosen.corpora):
        some, count = cases(text, chosen.size, names)
        found += some
        pronouns[text.corpus] += count
    rows = np.array([case.signals for case in found])
    right = np.array([case.right for case in found], dtype=np.float64)
    scores = crossed(rows, right, [case.document for case in found], chosen.penalty)
    for corpus, count in pronouns.items():
        own = np.array([case.corpus == corpus for case in found])
        surest = right[own][np.argsort(-scores[own], kind="stable")][: round(COVERED * count)]
        print(f"{corpus}: {own.sum()} names, {count} pronouns, {surest.mean():.3f} right")
        for least, most in RANGES:
            chance = 1 / (1 + np.exp(-scores[own]))
            among = right[own][(chance >= least) & (chance < most)]
            mean = among.mean() if len(among) else 0
            print(f"  {least} to {min(most, 1)}: {len(among)} names, {mean:.3f} right")
    weights = fitted(rows, right, chosen.penalty)
    for name, weight in zip(("constant", *names), weights, strict=True):
        print(f'    "{name}": {weight:.2f},' if english else f"rated {name}\t{weight:.2f}")


if __name__ == "__main__":
    main()
