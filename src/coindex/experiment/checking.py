"""Checks an annotation: composes parser, resolver and checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from coindex import formats
from coindex.checking.catalogue import CHECKS
from coindex.checking.files import UNREADABLE, IssueProblems
from coindex.checking.issue import Issue
from coindex.checking.opinions import OPINIONS
from coindex.checking.placing import issues_of
from coindex.checking.subject import Subject
from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.errors import CoindexError, MissingLayer, suggestion
from coindex.core.messages import Message
from coindex.pipeline.pipeline import GIVEN, PARSER, RESOLVER, Pipeline, with_parse

NONE = "none"
"""The resolver that leaves the checks out which need one."""
NAMES = (*CHECKS, UNREADABLE)
"""The classes of issues: the checks, and what readers object to."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks documents one by one; a document without mentions has no issues.

    `only` are the checks that are made, all if it is empty, without those in `ignored`. `resolver`
    is the second opinion on links.
    """

    only: Sequence[str] = ()
    ignored: Sequence[str] = ()
    resolver: str = RESOLVER
    parser: str = PARSER

    def __post_init__(self) -> None:
        for name in (*self.only, *self.ignored):
            check_name(name)

    def __call__(self, item: Annotated) -> list[Issue]:
        if not item.annotation.mentions:
            return []
        left_out = {*self.ignored, *(one.name for one in OPINIONS if self.resolver == NONE)}
        chosen = (
            check
            for name, check in CHECKS.items()
            if name not in left_out and (not self.only or name in self.only)
        )
        return issues_of(Subject(item, self.parsed, self.decided), chosen)

    def listed(self, issues: Iterable[Issue]) -> list[Issue]:
        """Those of a reader's issues that are asked for."""
        return [
            one
            for one in issues
            if one.check not in self.ignored and (not self.only or one.check in self.only)
        ]

    def parsed(self, item: Annotated) -> Annotated:
        """The item with a parse: its own where it has one."""
        return with_parse(item, parser=self.parser)

    def decided(self, item: Annotated) -> Sequence[Decision]:
        """What the resolver makes of the mentions; nothing, if it does not know the language."""
        pipeline = Pipeline(GIVEN, detector="gold", resolver=self.resolver)
        try:
            mentions = pipeline.mentions(item.document, item.annotation)
            return pipeline.resolved(item.document, mentions).decisions
        except MissingLayer:
            return ()


def check_name(name: str) -> None:
    """Raise an error if no class of issues has this name."""
    if name not in NAMES:
        raise CoindexError(
            Message(
                "no check is called {name!r}; {suggestion}",
                name=name,
                suggestion=suggestion(name, NAMES),
            )
        )


def check(
    given: Annotated | Path | str,
    *,
    only: Sequence[str] = (),
    ignore: Sequence[str] = (),
    resolver: str = RESOLVER,
    format: str = "",
) -> list[Issue]:
    """Check an annotation, or those of a file or folder: what is broken, what is probably wrong.

    `only` and `ignore` name checks; `resolver` is the second opinion on links, *none* for none.
    """
    checker = Checker(tuple(only), tuple(ignore), resolver)
    if isinstance(given, Annotated):
        return checker(given)
    problems = IssueProblems()
    issues: list[Issue] = []
    for item in formats.read(given, format, problems):
        issues += checker(item)
    return [*checker.listed(problems.issues), *issues]
