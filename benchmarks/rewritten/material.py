"""Documents of GUM dev and LitBank dev, to be judged by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coindex import formats
from training.rewriting import Text, rewriters

FILES = {
    "gum": ("en_gum/dep_conllu_dev.tar.gz", "conllu", "hybrid"),
    "litbank": ("en_litbank/litbank_coref_dev.tar.gz", "litbank", "hybrid(scheme='litbank')"),
}


def judged_texts(corpora: Path, only: Sequence[str] = ()) -> list[Text]:
    found = []
    for name in only or FILES:
        file, format, resolver = FILES[name]
        ways = rewriters(resolver)
        found += [Text(name, item, ways) for item in formats.read(corpora / file, format)]
    return found
