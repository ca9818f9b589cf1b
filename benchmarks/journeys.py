"""Count the files through which a call travels: `python -m benchmarks.journeys [--list]`.

A file of `coindex` or of a language's package counts if at least one of its functions is called on
the way; class bodies and whatever runs while modules are imported do not. A reader who follows the
call has to open as many files.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ENGLISH = "Ann lost her key. She found it in the garden."
SPANISH = "Ana perdió la llave. La encontró en el jardín."
PACKAGES = ("coindex", "coindex_en", "coindex_es")


class Trace:
    """The files and functions that were called, by their code."""

    def __init__(self) -> None:
        self._seen: set[CodeType] = set()
        self.files: set[str] = set()
        self.functions = 0
        self.is_on = True

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not self.is_on or event != "call" or code in self._seen:
            return
        parts = Path(code.co_filename).parts
        package = next((name for name in PACKAGES if name in parts), "")
        is_function = code.co_flags & inspect.CO_OPTIMIZED  # bodies of modules and classes are not
        if not package or not is_function or _is_importing(frame):
            return
        self._seen.add(code)
        self.functions += 1
        start = len(parts) - parts[::-1].index(package) - 1
        self.files.add("/".join(parts[start:]))


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if "importlib._bootstrap" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _command(*arguments: str) -> Trace:
    from coindex.cli import main

    sys.argv = ["coindex", *arguments]
    with (
        contextlib.redirect_stdout(io.StringIO()),
        traced() as trace,
        contextlib.suppress(SystemExit),
    ):
        main()
    return trace


def _score() -> Trace:
    import coindex

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/k.conllu"
        coindex.write(coindex.resolve(ENGLISH), path)
        return _command("score", path, path)


def _second_call() -> Trace:
    import coindex

    coindex.resolve("Tom met Bob. He smiled.")
    with traced() as trace:
        coindex.resolve(ENGLISH)
    return trace


def _save() -> Trace:
    from fastapi.testclient import TestClient

    from coindex.workbench.app import create_app
    from coindex.workbench.settings import Settings

    # Threads that handle requests are traced from their start, but counted from the save on.
    with tempfile.TemporaryDirectory() as folder, traced() as trace:
        trace.is_on = False
        app = create_app(Settings(Path(folder, "store.db"), pages=False))
        with TestClient(app, base_url="http://127.0.0.1:8420") as browser:
            api = "/api/v1/projects"
            project = f"{api}/{browser.post(api, json={'name': 'A'}).json()['id']}"
            new = {"name": "note", "text": ENGLISH, "parser": "none"}
            document = browser.post(f"{project}/documents", json=new).json()["id"]
            path = f"{project}/documents/{document}/annotations/annotator"
            mentions = [{"parts": [[0, 1]]}, {"parts": [[2, 3]]}]
            state = {"mentions": mentions, "entities": [{"id": "1", "mentions": [0, 1]}]}
            trace.is_on = True
            answer = browser.put(path, json={"annotation": state})
            trace.is_on = False
            assert answer.status_code in (200, 201), answer.text
    return trace


JOURNEYS: dict[str, tuple[Callable[[], Trace], int]] = {
    "resolve": (lambda: _command("resolve", ENGLISH), 85),
    "resolve with mitkov": (lambda: _command("resolve", "--resolver", "mitkov", ENGLISH), 60),
    "resolve in Spanish": (lambda: _command("resolve", SPANISH), 85),
    "score": (_score, 45),
    "a save in the workbench": (_save, 26),
    "a second coindex.resolve": (_second_call, 75),
}
"""What is traced, each in a process of its own, and how many files it should pass at most."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="name the files")
    parser.add_argument("--journey", choices=JOURNEYS, help=argparse.SUPPRESS)
    parser.add_argument("--corpora", help="not used; all benchmarks take it")
    chosen = parser.parse_args()
    if chosen.journey:
        trace = JOURNEYS[chosen.journey][0]()
        print(json.dumps([sorted(trace.files), trace.functions]))
        return
    print("| journey | files | at most | functions |\n|---|---|---|---|")
    for name, (_, most) in JOURNEYS.items():
        command = [sys.executable, __file__, "--journey", name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        files, functions = json.loads(done.stdout.splitlines()[-1])
        print(f"| {name} | {len(files)} | {most} | {functions} |")
        if chosen.list:
            print("".join(f"  {file}\n" for file in files))


if __name__ == "__main__":
    main()
