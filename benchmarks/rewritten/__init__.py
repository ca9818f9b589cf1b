"""The sections of `benchmarks/rewriting.py`."""
