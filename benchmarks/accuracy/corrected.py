"""What error chains cost: pronouns resolved rightly, plain and with
errors corrected as a resolver goes.
"""

from __future__ import annotations

from pathlib import Path

from rich.progress import track
from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.results import record
from coindex import formats
from coindex.core import registry
from coindex.experiment.correction import both_modes, successes
from coindex.pipeline.pipeline import Pipeline

ANTECEDENTS = "Resolution('antecedents')@head"
REFERENTS = "Resolution('referents')@head"
LEFT_OUT = ("one", "singletons", "oracle")
"""The first two have no state that could be corrected, the last makes no errors of its own."""


def run(corpora: Path) -> bool:
    """SUPAR's difference is `gain`; `chaining` counts right antecedents whose own
    link leads to a wrong referent.
    """
    keys = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    mentions = [Pipeline(detector="nominals").mentions(key.document) for key in keys]
    title = "Recall of singular pronouns on GUM dev, gold parse, plain and corrected"
    table = Table(
        "resolver", "plain", "corrected", "gain", "plain referents", "chaining", title=title
    )
    names = [name for name in registry.distinct("resolvers") if name not in LEFT_OUT]
    for name in track(names, description="corrected", transient=True):
        resolver = registry.build("resolvers", name)
        modes = [
            both_modes(resolver, key.document, given, key.annotation)
            for key, given in zip(keys, mentions, strict=True)
        ]
        plain, corrected = successes(modes, ANTECEDENTS, value="recall")
        referents, _ = successes(modes, REFERENTS, value="recall")
        if plain is not None and corrected is not None and referents is not None:
            found = (f"{plain:.3f}", f"{corrected:.3f}", f"{corrected - plain:+.3f}")
            table.add_row(name, *found, f"{referents:.3f}", f"{plain - referents:.3f}")
    record("corrected", [table], command=command("corrected"), components=[*names, "auto"])
    return True
