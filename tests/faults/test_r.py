"""The R code of `docs/elsewhere.md` prints what the page says, where R is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/elsewhere.md"
BLOCK = re.compile(r"```r\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def on_the_page(library: str) -> tuple[str, str]:
    """The code that loads this library, and its output."""
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    ((code, output),) = [block for block in blocks if f"library({library})" in block[0]]
    return code, output


def program(library: str) -> str:
    """R, if it and the library are installed."""
    path = shutil.which("Rscript")
    if path is None:
        pytest.skip("R is not installed")
    probe = f'quit(status = !requireNamespace("{library}", quietly = TRUE))'
    if subprocess.run([path, "-e", probe], capture_output=True, check=False).returncode:
        pytest.skip(f"R's package {library} is not installed")
    return path


@contextmanager
def serving() -> Iterator[str]:
    """The address of the HTTP service in a process of its own."""
    command = [sys.executable, "-m", "coindex", "serve", "--api", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        for line in server.stderr:
            if address := re.search(r"running at (http://[^/]+)/", line):
                yield address[1]
                break
        server.terminate()


def printed(path: str, code: str, folder: Path) -> str:
    """What R prints."""
    script = folder / "page.R"
    script.write_text(code, encoding="utf-8")
    run = subprocess.run([path, script], capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_reticulate(tmp_path: Path) -> None:
    code, output = on_the_page("reticulate")
    ours = f'use_python("{sys.executable}", required = TRUE)'
    code, count = re.subn(r"^py_require\(.*$", ours, code, flags=re.MULTILINE)
    assert count == 1
    assert printed(program("reticulate"), code, tmp_path) == output


def test_the_service(tmp_path: Path) -> None:
    code, output = on_the_page("httr2")
    path = program("httr2")
    with serving() as address:
        assert code.count("http://localhost:8000") == 1
        code = code.replace("http://localhost:8000", address)
        assert printed(path, code, tmp_path) == output
