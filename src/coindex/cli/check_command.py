"""`coindex check`: what is broken in an annotation, and what is probably wrong with it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated as Option
from typing import NamedTuple

import typer

from coindex.checking.catalogue import CHECKS
from coindex.checking.files import FileLines, IssueProblems
from coindex.checking.issue import Issue, Severity
from coindex.cli.apart import apart_from, check_apart, file_arguments
from coindex.cli.fixing import Fixing
from coindex.cli.inputs import Input, inputs
from coindex.cli.interface import help_text
from coindex.cli.notes import tell_problems
from coindex.cli.options import From, Parser
from coindex.cli.progress import progress
from coindex.core.errors import CoindexError
from coindex.core.problems import Problems
from coindex.core.remedies import Action
from coindex.core.spec import several
from coindex.experiment.checking import NAMES, NONE, Checker, check_name
from coindex.interface.translation import grouped, say
from coindex.io.output import replacing
from coindex.pipeline.pipeline import PARSER, RESOLVER
from coindex.report.issues import STYLES, check_style, listed

SEVERITIES = tuple(map(str, Severity))
NEVER = "none"


def run(
    files: Option[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Annotated files, folders, archives, corpora; standard input if - or not given.",
        ),
    ] = None,
    only: Option[
        str,
        typer.Option(
            help=help_text("Checks to run, separated by commas: {names}.", names=", ".join(NAMES))
        ),
    ] = "",
    ignore: Option[str, typer.Option(help="Checks to leave out, separated by commas.")] = "",
    fail_on: Option[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="CLASS",
            help="Exit with status 1 if an issue has this check or severity (error, warning, note; "
            "a severity includes more serious ones); none: never. May be repeated; default: error.",
        ),
    ] = None,
    fix: Option[
        bool,
        typer.Option(
            "--fix",
            help="Repair what can be repaired without loss: repeated relations and mentions; into "
            "-o, or in place, with a copy of each file beside it (.bak).",
        ),
    ] = False,
    resolver: Option[
        str,
        typer.Option(
            help=help_text(
                "Resolver for a second opinion on links; {none}: skip these checks.", none=NONE
            )
        ),
    ] = RESOLVER,
    parser: Parser = PARSER,
    as_: Option[str, typer.Option("--as", help=f"{', '.join(STYLES)}.")] = "text",
    output: Option[
        Path | None,
        typer.Option(
            "-o", "--output", help="File for the list; with --fix, file or folder for documents."
        ),
    ] = None,
    from_: From = "",
) -> None:
    check_style(as_)
    failing = _classes(fail_on or [str(Severity.ERROR)])
    checker = Checker(_names(only), _names(ignore), resolver, parser)
    fixing = Fixing(output, from_, files or []) if fix else None
    check_apart([output], file_arguments(files))
    given = _Given(files or [], from_, output)
    with _always_lenient():
        issues = list(_issues(given, checker, fixing))
    report = listed(issues, as_)
    if output is None or fix:
        sys.stdout.write(report)
    else:
        with replacing(output) as stream:
            stream.write(report)
    if any(issue.check in failing for issue in issues):
        raise typer.Exit(1)


def _names(given: str) -> tuple[str, ...]:
    return tuple(several(given)) if given else ()


def _classes(names: Sequence[str]) -> frozenset[str]:
    """The checks that let the command fail; of a severity all those that are as grave."""
    failing: set[str] = set()
    for name in names:
        if name in SEVERITIES:
            grave = SEVERITIES[: SEVERITIES.index(name) + 1]
            mild = {one.name for one in CHECKS.values() if one.severity not in grave}
            failing.update(set(NAMES) - mild)
        elif name != NEVER:
            check_name(name)
            failing.add(name)
    return frozenset(failing)


@contextmanager
def _always_lenient() -> Iterator[None]:
    """Errors do not advise to read leniently: that is how files are checked."""
    try:
        yield
    except CoindexError as error:
        steps = (one for one in error.remedy.steps if one.action is not Action.READ_LENIENTLY)
        error.remedy = error.remedy._replace(steps=tuple(steps))
        raise


class _Given(NamedTuple):
    """Files to check, and the output, which may not be one of them."""

    files: Sequence[str]
    format: str
    output: Path | None

    def inputs(self, problems: Problems) -> Iterator[Input]:
        given = inputs(self.files, format=self.format, problems=problems, annotated=True)
        return apart_from([self.output], given)


def _issues(given: _Given, checker: Checker, fixing: Fixing | None) -> Iterator[Issue]:
    """The issues of all documents; if some are repaired, those that are left."""
    problems = IssueProblems()
    documents = bare = unreadable = 0
    fixed: Counter[str] = Counter()
    for one in given.inputs(problems):
        lines, items = FileLines(one.path, one.label), []
        for item in one.items:
            documents += 1
            bare += not item.annotation.mentions
            with progress(
                say("checking {name}", name=item.document.id), len(item.document.text)
            ) as advance:
                issues = checker(item)
                advance(len(item.document.text))
            if fixing is not None:
                fixed.update(issue.check for issue in issues if issue.fixable)
                issues = [issue for issue in issues if not issue.fixable]
                items.append(item)
            yield from lines.place(issues, item.document)
        unread = problems.taken()
        broken = list(checker.listed(unread))
        unreadable += len(broken)
        yield from broken
        if fixing is not None:
            fixing.add(one, items, readable=not unread)
    if not documents and not unreadable and not problems.notes:
        raise CoindexError("no document to check")
    tell_problems(problems)
    if bare:
        typer.echo(
            say(
                "note: documents without mentions: {bare} of {documents}",
                bare=grouped(bare),
                documents=grouped(documents),
            ),
            err=True,
        )
    if fixing is not None:
        fixing.write()
        for name, count in fixed.items():
            typer.echo(say("fixed: {name}: {count}", name=name, count=grouped(count)), err=True)
