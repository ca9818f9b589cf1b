"""The plan of an experiment: corpora x parsers x fragmenters x detectors x resolvers, measures and
slices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from coindex.core import registry
from coindex.core import spec as component_string
from coindex.core.errors import CoindexError, UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.core.plugins import behind, check_loaded
from coindex.core.protocols import Measure
from coindex.core.remedies import Action, doing
from coindex.experiment.conditions import CORRECTED, OWN, Condition
from coindex.measures.alignment import check_view
from coindex.measures.purposes import COMPARISON
from coindex.measures.significance import DRAWS, SEED
from coindex.measures.slices import check_slice, unsplit
from coindex.pipeline.pipeline import DETECTOR, PARSER

Item = TypeVar("Item")

CORPUS = "embedded"
SLICES = ("genre", "form", "distance")
COMPONENTS = ("parsers", "fragmenters", "detectors", "resolvers", "measures")


def _all_resolvers() -> tuple[str, ...]:
    return tuple(registry.distinct("resolvers"))


class Response(NamedTuple):
    """Another system's output, on the documents of one corpus, or of each that shares documents
    with it.
    """

    name: str
    path: str
    corpus: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Corpora are names or paths, components are strings; the detector `gold`
    takes the mentions of the key.

    `format` is that of corpora and responses given as paths, recognised if it is empty. `lenient`:
    problems in files are counted instead of raised. `statistics`: the corpora are described, too.
    `corrected`: each resolver runs once more, with its errors corrected while it runs. `prose`:
    tables, code, contents and references are left out of plain text. `seen` names training data of
    systems that do not say so themselves, as `NAME=PATH`; with `unseen`, documents that any system
    has seen in training are left out. `plugins` are files that the plan needs, as
    `NAME sha256:CHECKSUM`; they are never loaded because a plan names them.
    """

    corpora: tuple[str, ...] = (CORPUS,)
    parsers: tuple[str, ...] = (PARSER,)
    fragmenters: tuple[str, ...] = ("none",)
    detectors: tuple[str, ...] = ("gold", DETECTOR)
    resolvers: tuple[str, ...] = field(default_factory=_all_resolvers)
    measures: tuple[str, ...] = COMPARISON
    slices: tuple[str, ...] = SLICES
    responses: tuple[Response, ...] = ()
    draws: int = DRAWS
    seed: int = SEED
    title: str = ""
    note: str = ""
    format: str = ""
    lenient: bool = False
    statistics: bool = False
    corrected: bool = False
    prose: bool = False
    seen: tuple[str, ...] = ()
    unseen: bool = False
    plugins: tuple[str, ...] = ()

    def checked(self) -> Plan:
        """Return the same plan in the shortest notation and without repetitions; an error if
        something cannot be done.
        """
        check_loaded(self.plugins)
        for name in ("corpora", *COMPONENTS[:3], "measures"):
            if not getattr(self, name):
                raise CoindexError(Message("{name}: name at least one", name=name))
        if not self.resolvers and not self.responses:
            raise CoindexError("resolvers: name at least one resolver or response")
        changes: dict[str, Any] = {
            family: _spelled(family, getattr(self, family)) for family in COMPONENTS
        }
        for by in self.slices:
            _said_of("slices", check_slice, by)
        if self.draws < 1:
            raise CoindexError(Message("draws: {draws} is less than 1", draws=self.draws))
        self._check_responses()
        changes |= {
            name: tuple(dict.fromkeys(getattr(self, name))) for name in ("corpora", "slices")
        }
        named = [(family, spec) for family in COMPONENTS for spec in changes[family]]
        files = (behind(family, component_string.read(spec).name) for family, spec in named)
        changes["plugins"] = tuple(
            dict.fromkeys((*self.plugins, *(one.stated for one in files if one is not None)))
        )
        return replace(self, **changes)

    def conditions(self, corpus: str) -> Iterator[Condition]:
        """Return the conditions of a corpus; responses come last, and are compared with all
        resolvers on the same parse.
        """
        for group in product(self.parsers, self.fragmenters, self.detectors):
            for resolver in self.resolvers:
                yield Condition(corpus, *group, resolver)
                if self.corrected:
                    yield Condition(corpus, *group, resolver + CORRECTED)
        for parser in self.parsers:
            for response in self.responses:
                yield Condition(corpus, parser, "none", OWN, response.name)

    def _check_responses(self) -> None:
        names = [response.name for response in self.responses]
        for response in self.responses:
            if (
                response.name in self.resolvers
                or names.count(response.name) > 1
                or not response.name
            ):
                raise CoindexError(
                    Message(
                        "responses: {response!r} is used twice; give each response a name of its "
                        "own",
                        response=response.name,
                    )
                )
            if not Path(response.path).exists():
                raise CoindexError(
                    Message(
                        "responses: {path}: no such file or folder (check the path)",
                        path=response.path,
                    )
                )
            if response.corpus and response.corpus not in self.corpora:
                raise CoindexError(
                    Message(
                        "responses: {response} is on corpus {corpus!r}, which the plan does not "
                        "have; {suggestion}",
                        response=response.name,
                        corpus=response.corpus,
                        suggestion=suggestion(response.corpus, self.corpora),
                    )
                )


def no_slices(plan: Plan) -> str:
    """Which slices of a plan some of its measures do not have, and why; empty if they have all of
    them.
    """
    return unsplit((registry.build("measures", measure) for measure in plan.measures), plan.slices)


_UNKNOWN = doing(Action.NAME_PLUGIN, "check the name, or load the plug-in that has it")


def _spelled(family: str, specs: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            _said_of(family, lambda spec: _canonical(family, spec), spec) for spec in specs
        )
    )


def _canonical(family: str, spec: str) -> str:
    built = registry.build(family, spec)
    if isinstance(built, Measure):
        check_view(built.view)
    return registry.spec_of(built)


def _said_of(key: str, check: Callable[[str], Item], value: str) -> Item:
    try:
        return check(value)
    except CoindexError as error:
        remedy = _UNKNOWN if isinstance(error, UnknownComponent) else error.remedy
        raise CoindexError(
            Message("{key}: {what}", key=key, what=error.what()), remedy=remedy
        ) from error
