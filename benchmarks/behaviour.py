"""What every resolver answers on the embedded corpora, written to files and
compared with an earlier version's.

python -m benchmarks.behaviour OUT [--against EARLIER] [--only RESOLVER ...]

A release may change answers, but only for reasons that it can name: run this with the last release
(its sources first in PYTHONPATH), run it again with this one and `--against`, and list each
difference with its reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

CORPORA = {"english": "en", "spanish": "es"}
FORMATS = ("json", "csv", "conllu")
WITHOUT_KEY = "oracle"
WRAPPED = ("fastcoref", "maverick", "stanza")
"""Resolvers whose answers are another library's."""


class Ending(NamedTuple):
    """How a command ended."""

    code: int
    messages: str


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folder", type=Path, metavar="OUT")
    arguments.add_argument(
        "--against", type=Path, metavar="EARLIER", help="folder of an earlier version's answers"
    )
    arguments.add_argument(
        "--only", nargs="+", default=[], metavar="RESOLVER", help="all, if none is named"
    )
    chosen = arguments.parse_args()
    write(chosen.folder, chosen.only or resolvers())
    if chosen.against is not None:
        print("\n".join(differences(chosen.against, chosen.folder)) or "no differences")


def resolvers() -> list[str]:
    """The resolvers that answer without a key and without another library."""
    from coindex.core.registry import names

    return [name for name in names("resolvers") if name not in {WITHOUT_KEY, *WRAPPED}]


def write(folder: Path, names: list[str]) -> None:
    """Write `CORPUS/RESOLVER.FORMAT` for every resolver, and what the
    command said where it said anything.
    """
    import coindex

    for corpus, language in CORPORA.items():
        home = folder / corpus
        home.mkdir(parents=True, exist_ok=True)
        parsed = home / "parsed.jsonl"
        gold = Path(coindex.__file__).parent / "corpora" / corpus / "gold"
        if not parsed.exists():
            run("parse", str(gold), "--language", language, "--output", str(parsed))
        for name in names:
            for format in FORMATS:
                output = home / f"{name}.{format}"
                options = (
                    "--parser",
                    "given",
                    "--resolver",
                    name,
                    "--as",
                    format,
                    "--output",
                    str(output),
                )
                ending = run("resolve", str(parsed), *options)
                if ending.code or ending.messages:
                    (home / f"{name}.{format}.txt").write_text(
                        f"{ending.code}\n{ending.messages}", encoding="utf-8"
                    )


def run(*arguments: str) -> Ending:
    """Run a command of `coindex` in this process."""
    from coindex.cli import main as coindex

    messages = StringIO()
    code: int | str | None = 0
    with (
        patch.object(sys, "argv", ["coindex", *arguments]),
        redirect_stderr(messages),
        redirect_stdout(StringIO()),
    ):
        try:
            coindex()
        except SystemExit as end:
            code = end.code
    return Ending(code if isinstance(code, int) else int(code is not None), messages.getvalue())


def differences(earlier: Path, now: Path) -> Iterator[str]:
    """One line for each corpus and resolver whose answers differ."""
    for corpus in CORPORA:
        for name in sorted({path.name.split(".")[0] for path in now.glob(f"{corpus}/*.*")}):
            files = [
                f"{corpus}/{name}.{format}"
                for format in (*FORMATS, *(f"{one}.txt" for one in FORMATS))
            ]
            changed = [
                file.partition(".")[2]
                for file in files
                if _content(earlier / file) != _content(now / file)
            ]
            if changed:
                answers = f"{corpus}/{name}.json"
                yield (
                    f"{corpus} {name}: {', '.join(changed)}; "
                    f"{_changes(earlier / answers, now / answers)}"
                )


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def _changes(earlier: Path, now: Path) -> str:
    """How many documents and entities differ between two files of JSON Lines."""
    if not (earlier.exists() and now.exists()):
        return "one of them has no answers"
    before, after = _entities(earlier), _entities(now)
    documents = [id for id in before.keys() | after.keys() if before.get(id) != after.get(id)]
    gone = sum(len(before.get(id, set()) - after.get(id, set())) for id in documents)
    new = sum(len(after.get(id, set()) - before.get(id, set())) for id in documents)
    return f"{len(documents)} of {len(after)} documents, {gone} entities gone, {new} new"


def _entities(file: Path) -> dict[str, set[tuple[tuple[int, int], ...]]]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {
        row["document"]: {
            tuple((mention["start"], mention["end"]) for mention in entity["mentions"])
            for entity in row["entities"]
        }
        for row in rows
    }


if __name__ == "__main__":
    main()
