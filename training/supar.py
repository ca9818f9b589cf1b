"""Fitting the profile `fitted` of supar: `python -m training.supar -o fitted.toml`.

To all texts of `embedded-es-train`, each with the mentions of the key and with those that are
found. `coindex tune supar` does the same for any corpus, and holds some documents out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex import formats
from coindex.corpora import find
from coindex.io.output import replacing
from coindex.models.fingerprints import beside
from coindex.pipeline.pipeline import given
from coindex.resolvers.supar import Supar
from coindex.training.tuning import FITS, Example, fitted_weights, weights_of
from training import seen
from training.sieve import CONDITIONS


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m training.supar", description=__doc__)
    arguments.add_argument("-o", "--out", type=Path, required=True)
    chosen = arguments.parse_args()
    examples = []
    for key in formats.read(find("embedded-es-train").path, "inline"):
        for pipeline in CONDITIONS:
            document, laid = given(pipeline, next(pipeline.parsed([key.document])), key)
            examples.append(Example(key, document, pipeline.mentions(document, laid)))
    resolver = Supar(names=True)
    weights = weights_of(resolver)
    for _ in range(FITS):
        weights = dict(fitted_weights(resolver, weights, examples))
    with replacing(chosen.out) as stream:
        stream.write("[weights]\n")
        stream.writelines(f'"{name}" = {value:g}\n' for name, value in weights.items() if value)
    seen.write("supar", seen.Folders(Path()), beside(chosen.out))


if __name__ == "__main__":
    main()
