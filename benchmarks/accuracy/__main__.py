"""Runs the sections named, or all of them."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = (
    *("formats", "parser", "mentions", "pleonastic", "resolvers", "corrected", "neural"),
    *("consistency", "minis", "everyday", "robust", "reasons", "relations", "quotations", "long"),
    *("spanish_parser", "zeros", "verbs", "unseen_es"),
)
LIMITED = ("spanish", "everyday_test", "everyday_test_es")
"""Tests that are scored a few times only: run if they are named."""


def main() -> None:
    arguments = argparse.ArgumentParser(
        prog="benchmarks.accuracy", description="Figures on public corpora."
    )
    arguments.add_argument("--corpora", required=True, help="folder of public corpora")
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, *LIMITED, []], help="all, if none is named"
    )
    chosen = arguments.parse_args()
    corpora = Path(chosen.corpora)
    if not chosen.corpora or not corpora.is_dir():
        sys.exit(
            "name the folder of public corpora: make accuracy CORPORA=folder, or set "
            "COINDEX_CORPORA"
        )
    failed = [
        name
        for name in chosen.sections or SECTIONS
        if not import_module(f"benchmarks.accuracy.{name}").run(corpora)
    ]
    if failed:
        sys.exit(f"below target or broken: {', '.join(failed)}")


if __name__ == "__main__":
    main()
