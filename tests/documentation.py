"""The code of README and docs/, as tests run it: page by page, each in a folder
with files its examples speak of.

Python blocks run; so do lines that begin with `coindex`, in this process. A `text` block is the
output of the code before it, and so is what follows a line with a prompt (`$ coindex ...`); `...`
stands for anything. A block with the title of a file is that file. What cannot run has a comment
above its block that says why, for all of it or for the lines that begin with some words:

    <!-- not run: needs a cluster -->
    <!-- not run `coindex serve`: it does not end -->
    <!-- run by make faults `coindex compare`: it takes a minute -->

Networks' numbers are rounded differently on other processors. Where the figures of an output may
differ for that, a comment says how much, and has a digest of the output that the page shows:

    <!-- figures within 4 (1f0c9a3e): the parser decides some sentences differently ... -->

`python -m tests.figures PAGE` prints these outputs again and writes figures and digests; a figure
that was altered by hand no longer fits its digest (`benchmarks.results`).
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from typer.testing import CliRunner

from coindex.core.errors import CoindexError

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"(?P<marks>(?:^ *<!-- (?:not run|run by|figures within).*?-->\s*?\n+)*)^(?P<indent> *)```(?P<language>\w*)"
    r'(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^ *```',
    re.M | re.S,
)
MARK = re.compile(r"<!-- (not run|run by make faults)(?: `([^`]+)`)?: (.+?) -->", re.S)
PROGRAMS = ("coindex", "make", "pip", "ray", "curl", "docker", "pdftotext", "COINDEX_", "$ ")
SHELL = re.compile(rf"^ *(?:{'|'.join(map(re.escape, PROGRAMS))})", re.M)
FIGURES = re.compile(r"<!-- figures within ([\d.]+)(?: \(\w+\))?: .+? -->", re.S)
NUMBER = r"\b\d[\d,]*(?:\.\d+)?"
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass
class Mark:
    """Why lines that begin with some words (all lines: none) are not run with the quick tests."""

    slow: bool
    words: str
    reason: str
    used: bool = False


@dataclass(frozen=True)
class Step:
    """Python, a command line, or a file; what it prints, if the page says
    so; and the mark that exempts it.

    `place` is where it stands; of a file, its name.
    """

    place: str
    language: str
    code: str
    output: str = ""
    mark: Mark | None = None
    within: float = 0.0
    """How much figures may differ."""


def steps(page: Path) -> list[Step]:
    """All code of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    result: list[Step] = []
    for fence in FENCE.finditer(text):
        line = text[: fence.start("text")].count("\n") + 1
        place = f"{page.relative_to(PROJECT)}:{line}"
        marks = [
            Mark(kind != "not run", words, reason)
            for kind, words, reason in MARK.findall(fence["marks"])
        ]
        code = dedent(fence["text"])
        if fence["title"] not in (None, "output"):
            result.append(Step(fence["title"], "file", code))
        elif fence["language"] == "text" and result and not result[-1].output:
            result.append(replace(result.pop(), output=code))
        elif fence["language"] == "python":
            result.append(Step(place, "python", code, mark=next(_fitting(marks, ""), None)))
        elif fence["language"] in ("", "sh", "console") and SHELL.search(code):
            figures = FIGURES.search(fence["marks"])
            within = float(figures[1]) if figures else 0.0
            result += (replace(one, within=within) for one in _commands(place, code, marks))
        assert all(mark.used for mark in marks), (
            f"{place}: a comment above this block fits nothing in it"
        )
    return result


def _commands(place: str, code: str, marks: list[Mark]) -> Iterator[Step]:
    """With prompts, what stands between them is output; without, every line is a command."""
    if code.startswith("$ "):
        for piece in re.split(r"^\$ ", code, flags=re.M)[1:]:
            command, _, output = piece.partition("\n")
            yield Step(place, "shell", command, output, next(_fitting(marks, command), None))
        return
    for line in filter(None, code.replace("\\\n", " ").splitlines()):
        yield Step(place, "shell", line, mark=next(_fitting(marks, line), None))


def _fitting(marks: list[Mark], command: str) -> Iterator[Mark]:
    for mark in marks:
        if not mark.words or command.startswith(mark.words):
            mark.used = True
            yield mark


class Reader:
    """Somebody who types what a page says, from its top to its end."""

    def __init__(self) -> None:
        self._script = ModuleType("__main__")

    def follow(self, step: Step) -> None:
        """Do what the step says; it must print what the page shows."""
        printed = self.run(step)
        if step.output and step.language != "file":
            assert fits(step.output, printed, step.within), (
                f"{step.place}: {step.code}\nprints\n{printed}\nand not\n{step.output}"
            )

    def run(self, step: Step) -> str:
        """Do what the step says, and return what it prints."""
        if step.language == "file":
            Path(step.place).parent.mkdir(parents=True, exist_ok=True)
            Path(step.place).write_text(step.code, encoding="utf-8")
            return ""
        return self._python(step) if step.language == "python" else _shell(step)

    def _python(self, step: Step) -> str:
        """As a script: its classes can be pickled, and worker processes
        look for it where they expect it.
        """
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "__main__", self._script)
            exec(compile(step.code, step.place, "exec", dont_inherit=True), vars(self._script))
        return printed.getvalue()


def fits(shown: str, printed: str, within: float = 0.0) -> bool:
    """Whether a page shows what is printed, but for figures that may differ a little."""
    if doctest.OutputChecker().check_output(shown, printed, OPTIONS):
        return True
    match = _pattern(shown).fullmatch(printed.strip())
    return match is not None and all(
        abs(_value(one) - _value(other)) <= within
        for one, other in zip(_numbers(shown), match.groups(), strict=True)
    )


def refreshed(shown: str, printed: str) -> str:
    """What a page shows, with the figures that are printed now."""
    match = _pattern(shown).fullmatch(printed.strip())
    assert match is not None, f"prints\n{printed}\nand not\n{shown}"
    figures = iter(match.groups())
    return re.sub(NUMBER, lambda _: next(figures), shown)


def _pattern(shown: str) -> re.Pattern[str]:
    """What the text looks like whatever its figures are; each figure is a group."""
    pieces = re.split(rf"(\.\.\.|{NUMBER}|\s+)", shown.strip())
    patterns = (
        f"({NUMBER})"
        if re.fullmatch(NUMBER, piece)
        else r"\s+"
        if piece.isspace()
        else ".*?"
        if piece == "..."
        else re.escape(piece)
        for piece in pieces
    )
    return re.compile("".join(patterns), re.S)


def _numbers(text: str) -> list[str]:
    return re.findall(NUMBER, text)


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def _shell(step: Step) -> str:
    from coindex.cli import app
    from coindex.cli.wording import explain

    program, *arguments = shlex.split(step.code, comments=True)
    input, target = "", None
    if "<" in arguments:
        arguments, (_, file) = arguments[:-2], arguments[-2:]
        input = Path(file).read_text(encoding="utf-8")
    elif ">" in arguments:
        arguments, (_, target) = arguments[:-2], arguments[-2:]
    assert program == "coindex" and "|" not in arguments, (
        f"{step.place}: {step.code}: say above it why it is not run"
    )
    result = CliRunner().invoke(app, arguments, input=input)
    if step.output.startswith("coindex: ") and isinstance(result.exception, CoindexError):
        return f"{result.output}coindex: {explain(result.exception)}\n"
    assert result.exit_code == 0, (
        f"{step.place}: {step.code}\n{result.output}\n{result.exception!r}"
    )
    if target is not None:
        Path(target).write_text(result.stdout, encoding="utf-8")
        return ""
    return result.output
