"""`coindex tune`: weights fitted to annotated text, written as a profile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from coindex import corpora, formats
from coindex.cli.notes import progress
from coindex.cli.options import Detector, Fragmenter, From, Lenient
from coindex.core import annotation as model
from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.messages import Message, Term, messages
from coindex.core.problems import Problems
from coindex.interface.translation import say
from coindex.measures.purposes import SUCCESS
from coindex.models.fingerprints import Fingerprints, Learned, beside
from coindex.pipeline.pipeline import DETECTOR, NO_CUTS, PARSER, Pipeline
from coindex.report.table import Cell, Share, Table, show
from coindex.training import profile
from coindex.training.tuning import Example, Improvement, Tuned, Tuning, examples, weights_of


def run(
    resolver: Annotated[
        str,
        typer.Argument(metavar="RESOLVER", help="Resolver with weights, such as rosana or rap."),
    ],
    corpus: Annotated[
        str, typer.Argument(metavar="CORPUS", help="Annotated documents: a path or corpus name.")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Profile to write: NAME.toml.")
    ] = None,
    from_: From = "",
    parser: Annotated[
        str, typer.Option(help="Parser; if not given, bundled for documents without a parse.")
    ] = "",
    fragmenter: Fragmenter = NO_CUTS,
    detector: Detector = DETECTOR,
    genre: Annotated[
        str, typer.Option(help="Only documents of these genres, separated by commas.")
    ] = "",
    measure: Annotated[str, typer.Option(help="Measure to maximise.")] = SUCCESS,
    rounds: Annotated[int, typer.Option(min=1, help="Number of changes to try.")] = 100,
    minutes: Annotated[float | None, typer.Option(help="Stop after this many minutes.")] = None,
    held_out: Annotated[
        float, typer.Option(min=0.01, max=0.9, help="Fraction of the documents to hold out.")
    ] = 0.25,
    seed: Annotated[int, typer.Option(help="Seed for split and search.")] = 12345,
    lenient: Lenient = False,
) -> None:
    if output is not None:
        profile.check_name(output)
    built = registry.build("resolvers", resolver)
    weights_of(built)
    pipeline = Pipeline(parser or PARSER, fragmenter, detector, resolver)
    source = corpora.find(corpus)
    read = formats.read(source.path, source.format or from_, Problems(lenient=lenient))
    chosen = list(_chosen(read, genre))
    given = _examples(pipeline, chosen, genre, own=not parser)
    for missing in _genres(genre) - {item.document.genre for item in chosen}:
        typer.echo(
            say(
                "note: no document of genre {genre} with entities of two or more mentions",
                genre=missing,
            ),
            err=True,
        )
    size = sum(len(example.document.tokens) for example in given)
    with progress(say("tuning {resolver}", resolver=resolver), rounds * size) as advance:
        tuned = Tuning(measure, rounds, held_out, seed).run(
            built, given, _clock(minutes, size, advance)
        )
    if output is not None:
        origin = {
            "resolver": resolver,
            "corpus": source.name,
            "genre": genre,
            "measure": measure,
            "seed": str(seed),
        }
        profile.write(output, tuned, {name: value for name, value in origin.items() if value})
        learned = Learned.of(item.document.text for item in chosen)
        Fingerprints({source.name: learned}).write(beside(output))
    show([_weights(tuned), _worth(tuned, measure, seed)])
    typer.echo(f"\n{registry.spec_of(tuned.resolver)}")


def _chosen(items: Iterator[model.Annotated], genre: str) -> Iterator[model.Annotated]:
    """Documents with chains, of the requested genres."""
    wanted = _genres(genre)
    for item in items:
        chains = any(not entity.singleton for entity in item.annotation.entities)
        if chains and (not wanted or item.document.genre in wanted):
            yield item


def _genres(genre: str) -> set[str]:
    return {name.strip() for name in genre.split(",") if name.strip()}


def _examples(
    pipeline: Pipeline, documents: list[model.Annotated], genre: str, *, own: bool
) -> list[Example]:
    """Examples; `own` keeps the parse of a document that has one."""
    if not documents:
        of_genre = Message(" of genre {genre}", genre=genre) if genre else ""
        raise CoindexError(
            Message(
                "no document{of_genre} with entities of two or more mentions, so nothing "
                "to fit weights to",
                of_genre=of_genre,
            )
        )
    given = []
    with progress(say("parsing"), sum(len(item.document.text) for item in documents)) as advance:
        for example in examples(pipeline, documents, own=own):
            given.append(example)
            advance(len(example.document.text))
    return given


def _clock(
    minutes: float | None, size: int, advance: Callable[[int], None]
) -> Callable[[int], bool]:
    """A function that advances the progress bar by one round and returns
    whether there is time for another.
    """
    end = None if minutes is None else time.monotonic() + 60 * minutes

    def go_on(rounds: int) -> bool:
        advance(size)
        return end is None or time.monotonic() < end

    return go_on


def _weights(tuned: Tuned) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (Term(name), f"{before:g}", f"{tuned.after[name]:g}")
        for name, before in tuned.before.items()
    ]
    note = Message(
        "{rounds:,} changes tried, {taken:,} made", rounds=tuned.rounds, taken=tuned.taken
    )
    return Table(messages("factor", "before", "after"), rows, Message("Weights"), (note,))


def _worth(tuned: Tuned, measure: str, seed: int) -> Table:
    columns = messages("documents", "number", "before", "after", "difference", "low", "high", "p")
    parts = {Message("training"): tuned.training, Message("held out"): tuned.held_out}
    single = [
        Message("{part}: one document has no interval and no p", part=name)
        for name, part in parts.items()
        if part.documents < 2
    ]
    how = Message("interval by bootstrap over documents, split by {seed}", seed=f"seed:{seed}")
    notes = [how, *single]
    return Table(columns, [_part(name, part) for name, part in parts.items()], measure, notes)


def _part(name: str, part: Improvement) -> tuple[Cell, ...]:
    values = map(Share, (part.before, part.after, part.after - part.before))
    if part.documents < 2:
        return (name, part.documents, *values, "", "", "")
    return (name, part.documents, *values, *map(Share, part.difference.interval), part.p)
