"""Figures on public corpora: `python -m benchmarks.accuracy --corpora FOLDER [SECTION ...]`."""
