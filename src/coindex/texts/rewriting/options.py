"""Options of the commands that make mentions explicit."""

from __future__ import annotations

from typing import Annotated

import typer

from coindex.cli.wording import help_text
from coindex.texts.rewriting.choices import KINDS

LESS_CERTAIN = "Skip mentions that are less certain than this; in Spanish few reach the default."
Kinds = Annotated[
    str,
    typer.Option(help=help_text("What to make explicit: {kinds}.", kinds=", ".join(KINDS))),
]
MinConfidence = Annotated[
    float,
    typer.Option(
        "--min-confidence",
        min=0,
        max=1,
        help=LESS_CERTAIN,
    ),
]
Quotations = Annotated[bool, typer.Option("--quotations", help="Rewrite inside quotations, too.")]
Resolver = Annotated[
    str, typer.Option(help="Resolver; auto: the one that the language names for rewriting.")
]
