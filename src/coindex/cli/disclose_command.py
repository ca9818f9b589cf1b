"""`coindex disclose`: Byron's standard disclosure of what an evaluation of pronouns excludes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated as Option
from typing import Literal, NamedTuple

import typer

from coindex import __version__
from coindex.cli.notes import tell_exposure
from coindex.cli.options import (
    BothSides,
    Detector,
    KeyPath,
    Seen,
    TableStyle,
    View,
    names_in,
)
from coindex.cli.scoring import response_names, tell_observations
from coindex.cli.wording import help_text
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.spec import several
from coindex.experiment.response_pairs import Key, Observations, Pairing, parse_for, resolved_pair
from coindex.experiment.seen import SeenPairs, warnings
from coindex.measures.alignment import check_view
from coindex.measures.categories import CATEGORIES
from coindex.measures.disclosure import Case, Extent, tabulated
from coindex.measures.pair import Pair
from coindex.measures.resolution import Resolution, cases
from coindex.measures.selection import check_forms
from coindex.pipeline.pipeline import AUTO, Pipeline, key_on, with_parse
from coindex.pipeline.zero_alignment import with_key_zeros
from coindex.report.seen import Exposed
from coindex.report.table import check_style, show
from coindex.report.tables.disclosure import disclosure_table

_USUAL = ", ".join(name for name, category in CATEGORIES.items() if category.usual)
_CHOSEN = ", ".join(name for name, category in CATEGORIES.items() if not category.usual)


@dataclass(frozen=True)
class _Study:
    """A group of options: what a study covers."""

    forms: Option[
        str,
        typer.Option(help="Forms covered, separated by commas; default: third person singular."),
    ] = ""
    also: Option[
        str, typer.Option(help="Other expressions covered: relative, name, nominal, NAME ...")
    ] = ""
    include: Option[
        str,
        typer.Option(
            help=help_text("Categories covered, usually excluded: {usual}.", usual=_USUAL)
        ),
    ] = ""
    exclude: Option[
        str,
        typer.Option(
            help=help_text("Categories excluded, usually covered: {chosen}.", chosen=_CHOSEN)
        ),
    ] = ""
    merge: Option[str, typer.Option(help="Forms that share a column: he+she,him+her.")] = ""
    longest: Option[
        int, typer.Option(min=0, help="Number of sentences beyond which a distance is long.")
    ] = 2
    numerator: Option[
        Literal["referents", "antecedents"], typer.Option(help="What must be right to count.")
    ] = "referents"

    def measure(self, view: str) -> Resolution:
        return Resolution(**asdict(self), view=view)


@dataclass(frozen=True)
class _Header:
    """A group of options: what the table says about the corpus."""

    name: Option[str, typer.Option(help="Name of the corpus in the table.")] = ""
    citation: Option[str, typer.Option(help="Where the corpus is described.")] = ""
    genre: Option[str, typer.Option(help="Genre of the texts, instead of the documents' own.")] = ""
    size: Option[str, typer.Option(help="Size of the corpus, instead of the counts.")] = ""


def run(
    key: KeyPath,
    responses: Option[
        list[Path] | None,
        typer.Argument(metavar="RESPONSE", help="Responses; the key alone if not given."),
    ] = None,
    resolver: Option[
        str,
        typer.Option(help="Also resolve the key's texts; separate several resolvers by commas."),
    ] = "",
    parser: Option[
        str, typer.Option(help="Parser; if not given, only for keys without a parse.")
    ] = "",
    detector: Detector = AUTO,
    *,
    study: _Study,
    view: View = "exact",
    header: _Header,
    as_: TableStyle = "table",
    seen_: Seen = None,
    files: BothSides,
) -> None:
    check_style(as_)
    check_view(view)
    measure = study.measure(view)
    gold, pairing = Key.of(key), Pairing(files.from_, files.missing, lenient=files.lenient)
    pipelines = {
        one: Pipeline("given", detector=detector, resolver=one) for one in several(resolver)
    }
    systems = _Systems(response_names(responses or ()), pipelines)
    seen = {name: Observations.empty(lenient=files.lenient) for name in systems.responses or ("",)}
    items = list(gold.read(files.from_, next(iter(seen.values())).key))
    if not items:
        raise CoindexError(Message("{key} has no documents to disclose", key=key))
    # A mistyped form must be noticed before anything is resolved.
    check_forms(names_in(study.forms), items)
    extent, exposed = Extent(size=header.size), SeenPairs(seen_ or ())
    everything: list[Case] = []
    for together in _together(items, parser, systems, pairing, seen):
        extent.add(next(iter(together.values())).document)
        everything += cases(together, measure)
        for name, pair in together.items():
            exposed.add(name, pair)
    if header.genre:
        extent.genres = Counter([header.genre])
    table = tabulated(
        everything,
        systems.names,
        corpus=header.name or gold.name,
        extent=extent,
        numerator=study.numerator,
    )
    parts = [f"match:{view}", f"docs:{extent.documents}", f"corpus:{gold.mark}"]
    parts += [f"parser:{parser}"] if parser else []
    parts += [f"detector:{detector}"] if pipelines and detector != AUTO else []
    signature = "|".join([*parts, *pairing.options, *exposed.signed, f"v:{__version__}"])
    described = [Message("texts: {citation}", citation=header.citation)] if header.citation else []
    notes = (*described, f"{registry.spec_of(measure)} {signature}")
    disclosed = disclosure_table(table, notes)
    show([Exposed(exposed.seen, extent.documents).noted(disclosed)], as_)
    tell_observations(seen)
    tell_exposure(warnings(exposed.seen, extent.documents), leaving_out=False)


class _Systems(NamedTuple):
    """What is disclosed beside the key: responses in files, and resolvers."""

    responses: Mapping[str, Path]
    resolvers: Mapping[str, Pipeline]

    @property
    def names(self) -> list[str]:
        return [*self.responses, *self.resolvers]


def _together(
    items: Sequence[Annotated],
    parser: str,
    systems: _Systems,
    pairing: Pairing,
    seen: Mapping[str, Observations],
) -> Iterator[dict[str, Pair]]:
    """Each document of the key with every response and resolver; with itself, if there are none."""
    responded: dict[str, dict[str, Pair]] = {}
    alone = not systems.names
    keys = [_parsed(item, parser) for item in items] if systems.responses or alone else []
    for name, path in systems.responses.items():
        for pair in pairing.pairs(Key.of(keys), path, seen[name]):
            responded.setdefault(pair.document.id, {})[name] = pair
    if alone:
        yield from ({"": Pair(*key, key.annotation)} for key in keys)
        return
    for item in items:
        pairs = responded.get(item.document.id, {})
        if systems.resolvers:
            parse = parse_for(item, parser)
            pairs |= {
                name: resolved_pair(parse, item, one) for name, one in systems.resolvers.items()
            }
        yield pairs


def _parsed(item: Annotated, parser: str) -> Annotated:
    """The key on a parse that has its zero pronouns."""
    if not parser:
        return with_parse(item)
    document = with_key_zeros(parse_for(item, parser), item)
    return Annotated(document, key_on(document, item))
