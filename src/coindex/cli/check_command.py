"""`coindex check`: what is broken in an annotation, and what is probably wrong with it."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated as Option
from typing import NamedTuple

import typer

from coindex import formats
from coindex.checking.catalogue import CHECKS
from coindex.checking.files import FileLines, IssueProblems
from coindex.checking.issue import Issue, Severity
from coindex.checking.repair import repaired
from coindex.cli.input_options import apart_from, check_apart, file_arguments
from coindex.cli.inputs import Input, inputs, place_of
from coindex.cli.notes import progress, tell_losses, tell_problems
from coindex.cli.options import From, Parser
from coindex.cli.outputs import file_name, is_folder
from coindex.cli.wording import help_text
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action
from coindex.core.spec import several
from coindex.experiment.checking import NAMES, NONE, Checker, check_name
from coindex.interface.translation import grouped, say
from coindex.io.archives import is_archive
from coindex.io.output import replacing
from coindex.pipeline.pipeline import PARSER, RESOLVER
from coindex.report.issues import STYLES, issue_report
from coindex.report.table import check_style

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
    check_style(as_, STYLES)
    failing = _classes(fail_on or [str(Severity.ERROR)])
    checker = Checker(_names(only), _names(ignore), resolver, parser)
    fixing = Fixing(output, from_, files or []) if fix else None
    check_apart([output], file_arguments(files))
    given = _Given(files or [], from_, output)
    with _always_lenient():
        issues = list(_issues(given, checker, fixing))
    report = issue_report(issues, as_)
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
        # Not before all files are read: an error leaves every one of them as it was.
        fixing.write()
        for name, count in fixed.items():
            typer.echo(say("fixed: {name}: {count}", name=name, count=grouped(count)), err=True)


class _Repair(NamedTuple):
    name: str
    path: Path | None
    format: str
    items: list[Annotated]
    changed: bool


class Fixing:
    """Collects repaired documents, and writes them when all inputs were read: nothing is written
    if one of them cannot be.
    """

    def __init__(self, output: Path | None, format: str, arguments: Sequence[str]) -> None:
        self.output, self.format = output, format
        self._repairs: list[_Repair] = []
        if output is None:
            for argument in arguments or ["-"]:
                _check_in_place(argument)

    def add(self, input: Input, items: Sequence[Annotated], *, readable: bool) -> None:
        """Take the documents of an input; those of a file that cannot be read completely are left
        out, because writing them would lose what was not read.
        """
        if not readable:
            typer.echo(
                say("not fixed: {name}: correct its errors first", name=input.label or input.name),
                err=True,
            )
            return
        whole = [
            item
            if (better := repaired(item.annotation)) is item.annotation
            else item._replace(annotation=better)
            for item in items
        ]
        changed = any(new is not old for new, old in zip(whole, items, strict=True))
        self._repairs.append(
            _Repair(file_name(input), input.path, self.format or input.format, whole, changed)
        )

    def write(self) -> None:
        """Write everything that was taken; in place only what was repaired."""
        if self.output is None:
            self._write_in_place()
        elif not self._repairs:
            return
        elif is_folder(self.output):
            for one in self._repairs:  # errors come before anything is written
                suffix = formats.writer_of(one.format).suffixes[0]
                if one.path is not None:
                    check_apart([self.output / f"{one.name}{suffix}"], [one.path])
            for one in self._repairs:
                tell_losses(formats.write_into(one.items, self.output, one.name, one.format))
        else:
            items = [item for one in self._repairs for item in one.items]
            tell_losses(formats.write(items, self.output))

    def _write_in_place(self) -> None:
        changed = [one for one in self._repairs if one.changed]
        for one in changed:
            _check_lossless(one)
        for one in changed:
            assert one.path is not None
            copy = _free(one.path)
            shutil.copy2(one.path, copy)
            formats.write(one.items, one.path, one.format)
            typer.echo(
                say("fixed {path}; the file as it was: {copy}", path=one.path, copy=copy.name),
                err=True,
            )


def _check_in_place(argument: str) -> None:
    place = place_of(argument) if argument != "-" else None
    if argument == "-":
        raise CoindexError("standard input cannot be changed in place; name an output with -o")
    if place is not None and is_archive(Path(place.path)):
        raise CoindexError(
            Message(
                "{argument}: an archive is not changed in place; name a folder with -o",
                argument=argument,
            )
        )


def _check_lossless(repair: _Repair) -> None:
    if repair.path is None:
        raise CoindexError(
            Message(
                "{repair}: a format of several files is not changed in place; name a "
                "folder with -o",
                repair=repair.name,
            )
        )
    writer = formats.writer_of(repair.format)
    for item in repair.items:
        if lost := formats.losses(item, writer):
            layers = ", ".join(sorted(map(str, lost)))
            raise CoindexError(
                Message(
                    "{path}: not changed in place, because {format} as it is written here "
                    "cannot represent: {layers}; name an output with -o",
                    path=repair.path,
                    format=repair.format,
                    layers=layers,
                )
            )


def _free(path: Path) -> Path:
    """A name for a copy that does not exist yet."""
    number = 1
    while (copy := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists():
        number += 1
    return copy
