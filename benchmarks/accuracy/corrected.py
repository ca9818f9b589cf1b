"""What error chains cost: pronouns resolved rightly, plain and with errors corrected as a resolver goes."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from coindex import formats
from coindex.core import registry
from coindex.experiment.corrected import both_modes, successes
from coindex.experiment.pipeline import Pipeline

ANTECEDENTS = "Resolution('antecedents')@head"
REFERENTS = "Resolution('referents')@head"


def run(corpora: Path) -> bool:
    """With errors corrected, a right antecedent always leads to the right referent; without, it may not."""
    keys = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    mentions = [Pipeline().mentions(key.document) for key in keys]
    table = Table(
        "resolver",
        "antecedents",
        "referents",
        "corrected",
        "cost of chains",
        title="Recall of singular pronouns on GUM dev, gold parse, plain and corrected",
    )
    for name in track(registry.names("resolvers"), description="corrected", transient=True):
        resolver = registry.build("resolvers", name)
        modes = [
            both_modes(resolver, key.document, given, key.annotation) for key, given in zip(keys, mentions, strict=True)
        ]
        antecedents, corrected = successes(modes, ANTECEDENTS, value="recall")
        referents, _ = successes(modes, REFERENTS, value="recall")
        if antecedents is not None and referents is not None and corrected is not None:
            rates = (antecedents, referents, corrected)
            table.add_row(name, *(f"{rate:.3f}" for rate in rates), f"{corrected - referents:+.3f}")
    Console(width=100).print(table)
    return True
