"""The Spanish treebanks in the fixed folds of cross-validation, and parses by
models that did not see a document.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document, Token
from training.parser.spanish.corpora import BLOCK, FILES, FOLDS

VARIABLE = "COINDEX_FOLDS"
"""Names the folder of the fold models: 1 to 10, each as `python -m
training.parser.spanish export` writes it.
"""


class Unseen(NamedTuple):
    """A gold document, and the fold whose model did not see it; fold 0 is the
    one that settings were chosen on.
    """

    fold: int
    gold: Annotated


def models() -> Path | None:
    folder = Path(os.environ.get(VARIABLE) or "none")
    return folder if (folder / "1/model.onnx").exists() else None


def treebank(corpora: Path, name: str) -> list[Unseen]:
    """The documents of AnCora, or blocks of sentences of GSD and COSER, as they
    were when models were trained.

    `Typo=` is left out of the features, and names have lemmas in the case of their form, which
    GSD's have not.
    """
    path = corpora / FILES[name]
    if name == "ancora":
        items = list(formats.read(path, "conllu"))
    else:
        with tempfile.TemporaryDirectory() as folder:
            cut = Path(folder) / f"{name}.conllu"
            cut.write_text("".join(_blocks(path, name)), encoding="utf-8")
            items = list(formats.read(cut, "conllu"))
    return [
        Unseen(number % FOLDS, item._replace(document=_tidied(item.document)))
        for number, item in enumerate(items)
    ]


def _tidied(document: Document) -> Document:
    return replace(document, language="es", tokens=tuple(map(_tidied_token, document.tokens)))


def _tidied_token(token: Token) -> Token:
    feats = "|".join(item for item in token.feats.split("|") if not item.startswith("Typo="))
    named = token.upos == "PROPN" and token.lemma == token.form.lower()
    return token._replace(feats=feats, lemma=token.form if named else token.lemma)


def _blocks(path: Path, name: str) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        sentences = lines.read().strip("\n").split("\n\n")
    for number, sentence in enumerate(sentences):
        if number % BLOCK == 0:
            yield f"# newdoc id = {name}-{number}\n"
        yield sentence + "\n\n"


def parsed(
    documents: list[tuple[int, Document]], folder: Path, options: Mapping[str, str]
) -> list[Document]:
    """Each document, given with its fold, parsed by the model of that fold;
    `options` are those of `bundled`.
    """
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    parsers = {
        fold: registry.build(
            "parsers", f"bundled(language='es', folder={str(folder / str(fold))!r}{given})"
        )
        for fold in {fold for fold, _ in documents}
    }
    return [next(iter(parsers[fold].parse([document]))) for fold, document in documents]
