"""The headings under which the help of a command lists its options."""

from __future__ import annotations

INPUT, PREPROCESSING, OUTPUT = "Input", "Preprocessing", "Output"
JOBS = "Jobs over many documents"
HEADINGS = ("Arguments", "Options", OUTPUT, INPUT, PREPROCESSING, JOBS)
"""In their order; "Options" are the command's own."""
