"""Change one threshold or condition at a time and see whether a test notices: a sample of mutants.

    python -m release.mutants                  # 80 mutants of all rooms
    python -m release.mutants --rooms texts checking --sample 20 --seed 3

Each mutant is run, in a copy of the tree, against the tests of its own room that call the function
it changes, the most specific first, until one fails. What no test notices is printed. Which test
calls what is recorded once for each state of sources and tests, which takes as long as the tests.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parent.parent
ROOMS: Mapping[str, tuple[str, ...]] = {
    "checking": ("tests/checking",),
    "formats": ("tests/formats", "tests/contracts/test_formats.py"),
    "measures": (
        "tests/measures",
        "tests/golden",
        "tests/properties",
        "tests/contracts/test_measures.py",
    ),
    "resolvers": (
        "tests/resolvers",
        "tests/golden/test_rosana.py",
        "tests/golden/test_supar.py",
        "tests/contracts/test_resolvers.py",
    ),
    "texts": ("tests/texts",),
}
"""The rooms whose thresholds and conditions are changed, and their tests."""
MOST_SECONDS = 90.0
"""For the tests of one mutant, as long as they took when they were recorded."""
TIME_ONLY = frozenset({"AT_ONCE", "KEPT", "MOST", "MULTIPLIED", "ROWS", "_MOST_KEPT", "BLOCK"})
"""Names of numbers on which no answer depends, only time and memory."""
_RECORDING = "COINDEX_RECORD_CALLS"
_OPPOSITE: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


class Mutant(NamedTuple):
    """One changed place of a file."""

    path: str
    line: int
    before: str
    after: str
    text: str
    """The whole file with the change."""
    functions: tuple[int, ...]
    """First lines of the functions that the change touches; none for a whole file."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"


class Recorded(NamedTuple):
    """A test, what it calls and how long it takes."""

    name: str
    seconds: float
    calls: frozenset[tuple[str, int]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rooms", nargs="+", choices=sorted(ROOMS), default=sorted(ROOMS))
    parser.add_argument("--sample", type=int, default=80)
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--only", default="", help="run mutants whose description contains this")
    parser.add_argument("--copy", type=Path, default=Path("/tmp/coindex-mutants"))
    chosen = parser.parse_args()
    tests = [path for room in chosen.rooms for path in ROOMS[room]]
    _copy(chosen.copy)
    sample = draw(chosen.rooms, chosen.sample, chosen.seed)
    recorded = _recorded(chosen.copy, tests)
    survivors = []
    for number, mutant in enumerate(sample, 1):
        if chosen.only not in str(mutant):
            continue
        outcome = run(mutant, recorded, chosen.copy)
        print(f"{number}/{len(sample)} {outcome}: {mutant}", flush=True)
        if outcome.startswith("survives"):
            survivors.append(mutant)
    print(f"{len(survivors)} of {len(sample)} survive")
    for mutant in survivors:
        print(f"  {mutant}")


def draw(rooms: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Mutants of some rooms, each place with the same chance, whatever changes elsewhere."""
    places: list[tuple[str, Path, int]] = []
    for room in rooms:
        for path in sorted((PROJECT / "src/coindex" / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for number, node in enumerate(_places(ast.parse(text))):
                code = f"{seed} {path.name} {ast.unparse(node)[:200]}"
                places.append((hashlib.sha256(code.encode()).hexdigest(), path, number))
    return [
        _mutant(path, number, random.Random(rank)) for rank, path, number in sorted(places)[:count]
    ]


def _places(tree: ast.Module) -> Iterator[ast.AST]:
    """Thresholds and conditions: named numbers, comparisons, `and` and `or`, tests of branches."""
    members = {
        member
        for one in ast.walk(tree)
        if isinstance(one, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in one.bases)
        for member in one.body
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_number(node.value):
            target = node.targets[0]
            named = isinstance(target, ast.Name) and target.id.isupper()
            if named and node not in members and ast.unparse(target) not in TIME_ONLY:
                yield node
        elif isinstance(node, ast.Compare | ast.BoolOp):
            yield node
        elif isinstance(node, ast.If | ast.IfExp):
            # A test that is a comparison itself is a place of its own.
            known = isinstance(node.test, ast.Compare | ast.BoolOp)
            if not known and ast.unparse(node.test) != "TYPE_CHECKING":
                yield node


def _is_number(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


def _mutant(path: Path, place: int, generator: random.Random) -> Mutant:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    node = next(one for number, one in enumerate(_places(tree)) if number == place)
    old, new = _change(node, generator)
    return Mutant(
        str(path.relative_to(PROJECT)),
        old.lineno,
        _brief(ast.unparse(old)),
        _brief(new),
        _replaced(text, old, new),
        _functions(tree, node),
    )


def _change(node: ast.AST, generator: random.Random) -> tuple[ast.expr, str]:
    """The expression that is replaced, and by what."""
    if isinstance(node, ast.Assign):
        return node.value, repr(_other_number(ast.literal_eval(node.value)))
    if isinstance(node, ast.Compare):
        operators = [generator.choice(_OPPOSITE[type(node.ops[0])])(), *node.ops[1:]]
        return node, f"({ast.unparse(ast.Compare(node.left, operators, node.comparators))})"
    if isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
    assert isinstance(node, ast.If | ast.IfExp)
    return node.test, f"(not ({ast.unparse(node.test)}))"


def _other_number(value: float) -> float:
    """A threshold clearly lower or higher, in the manner of its kind."""
    if isinstance(value, int):
        return value + 1 if abs(value) < 3 else value // 4
    return round(value * 0.6, 6) if value else 0.5


def _brief(code: str) -> str:
    code = " ".join(code.split())
    return code if len(code) < 90 else f"{code[:87]}..."


def _replaced(text: str, node: ast.expr, new: str) -> str:
    lines = text.encode().splitlines(keepends=True)
    assert node.end_lineno is not None and node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + new.encode() + after).decode()


def _functions(tree: ast.Module, node: ast.AST) -> tuple[int, ...]:
    """The innermost function around a place; for a named number those that use it."""
    functions = [
        one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    if isinstance(node, ast.Assign):
        (target,) = node.targets
        assert isinstance(target, ast.Name)
        using = [
            one
            for one in functions
            if any(isinstance(sub, ast.Name) and sub.id == target.id for sub in ast.walk(one))
        ]
        return tuple(map(_first_line, using))
    around = [one for one in functions if any(sub is node for sub in ast.walk(one))]
    return (_first_line(around[-1]),) if around else ()


def _first_line(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """As in its code: a decorator counts."""
    return min([function.lineno, *(one.lineno for one in function.decorator_list)])


def run(mutant: Mutant, recorded: Sequence[Recorded], copy: Path) -> str:
    """Run the tests that call what the mutant changes, and say how it ended."""
    wanted = {(mutant.path, line) for line in mutant.functions}
    calling = [
        one
        for one in recorded
        if (one.calls & wanted if wanted else any(path == mutant.path for path, _ in one.calls))
    ]
    if not calling:
        return "survives (no test calls it)"
    names: list[str] = []
    seconds = 0.0
    for one in sorted(calling, key=lambda one: (len(one.calls), one.seconds)):
        if names and seconds + one.seconds > MOST_SECONDS:
            continue
        names.append(one.name)
        seconds += one.seconds
    place = copy / mutant.path
    original = place.read_bytes()
    place.write_text(mutant.text, encoding="utf-8")
    began = time.monotonic()
    listing = copy / "tests.txt"
    listing.write_text("\n".join(names), encoding="utf-8")
    try:
        ended = _pytest(copy, [f"@{listing}"], timeout=3 * MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return f"killed by time ({3 * MOST_SECONDS:.0f} s)"
    finally:
        place.write_bytes(original)
    took = f"{time.monotonic() - began:.0f} s, {len(names)} of {len(calling)} tests"
    return f"killed ({took})" if ended.returncode else f"survives ({took})"


def _pytest(
    copy: Path, arguments: Sequence[str], **options: Any
) -> subprocess.CompletedProcess[bytes]:
    settings = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    environment = {key: value for key, value in os.environ.items() if key != _RECORDING}
    environment |= {"PYTHONPATH": f"{copy}/src:{copy}", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= options.pop("variables", {})
    return subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *arguments],
        cwd=copy,
        env=environment,
        capture_output=True,
        check=False,
        **options,
    )


def _copy(copy: Path) -> None:
    """A copy of the files under version control; the models are linked."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        check=True,
    )
    for folder in ("src", "tests"):
        shutil.rmtree(copy / folder, ignore_errors=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, target = PROJECT / name, copy / name
        if not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            target.unlink()
        if source.stat().st_size > 1_000_000:
            target.symlink_to(source)
        else:
            shutil.copy2(source, target)


def _recorded(copy: Path, tests: Sequence[str]) -> list[Recorded]:
    """Which test calls which function; recorded once for each state of sources and tests."""
    digest = hashlib.sha256("\n".join(tests).encode())
    for path in sorted((*copy.glob("src/**/*.py"), *copy.glob("tests/**/*.py"))):
        digest.update(path.read_bytes())
    kept = copy / f"calls-{digest.hexdigest()[:16]}.jsonl"
    if not kept.exists():
        print("recording which test calls what ...", flush=True)
        partial = copy / "calls.jsonl"
        partial.unlink(missing_ok=True)
        variables = {_RECORDING: str(partial)}
        done = _pytest(copy, ["-p", "release.mutants", *tests], variables=variables)
        if done.returncode:
            sys.exit(f"tests fail without any change:\n{done.stdout.decode()[-3000:]}")
        partial.rename(kept)
    recorded = []
    for line in kept.read_text(encoding="utf-8").splitlines():
        name, seconds, calls = json.loads(line)
        recorded.append(Recorded(name, seconds, frozenset((path, at) for path, at in calls)))
    return recorded


# What follows runs inside of pytest, as its plugin, while calls are recorded.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    began = time.monotonic()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        root = f"{Path.cwd()}/"
        calls = sorted(
            {
                (code.co_filename.removeprefix(root), code.co_firstlineno)
                for code in seen
                if code.co_filename.startswith(f"{root}src/")
            }
        )
        with Path(os.environ[_RECORDING]).open("a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, time.monotonic() - began, calls]) + "\n")


if __name__ == "__main__":
    main()
