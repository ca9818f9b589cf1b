"""Build the wheel, install it into a clean environment, and use it there as a newcomer would."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PROJECT = Path(__file__).parent.parent
UNREACHABLE = ("NewConnectionError", "NameResolutionError", "ConnectTimeoutError", "ProxyError")
"""How pip names the errors of a machine without network."""


def run(*command: str | Path, cwd: Path, home: Path) -> str:
    environment = {**os.environ, "HOME": str(home)}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        output = done.stdout + done.stderr
        if any(sign in output for sign in UNREACHABLE):
            sys.stdout.write(
                "skipped: the wheel in a clean environment (pip reaches no package index)\n"
            )
            sys.exit(0)
        sys.exit(f"{' '.join(map(str, command))} failed:\n{output}")
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        home = place / "home"
        home.mkdir()
        run(
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--outdir",
            place,
            PROJECT,
            cwd=place,
            home=Path.home(),
        )
        wheel = next(place.glob("*.whl"))
        venv.create(place / "clean", with_pip=True)
        python = place / "clean/bin/python"
        run(
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-compile",
            wheel,
            cwd=place,
            home=Path.home(),
        )
        command = place / "clean/bin/coindex"
        assert "conllu" in run(command, "list", cwd=place, home=home)
        assert "rosana-table3" in run(command, "run", "--list", cwd=place, home=home)
        sample = place / "sample.conllu"
        sample.write_text(
            "1\tAna\tAna\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)\n2\tsings\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        )
        run(command, "convert", sample, place / "sample.conll", cwd=place, home=home)
        assert (
            "(1)" in (place / "sample.conll").read_text()
            or "(e1)" in (place / "sample.conll").read_text()
        )
        sys.stdout.write(
            f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB: installed into a clean "
            "environment and used\n"
        )


if __name__ == "__main__":
    main()
