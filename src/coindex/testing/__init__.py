"""Tools for authors of components: documents written as bracketed text, and one contract suite per
family.
"""

from coindex.testing.bracketed import bracketed
from coindex.testing.contracts import (
    check_corpus,
    check_detector,
    check_engine,
    check_format,
    check_fragmenter,
    check_language,
    check_measure,
    check_parser,
    check_resolver,
)
from coindex.testing.parses import random_parses

__all__ = [
    "bracketed",
    "check_corpus",
    "check_detector",
    "check_engine",
    "check_format",
    "check_fragmenter",
    "check_language",
    "check_measure",
    "check_parser",
    "check_resolver",
    "random_parses",
]
