"""Contract suites, one for each family: each raises an AssertionError that names what
was violated.
"""

from coindex.testing.contracts.corpora import check_corpus
from coindex.testing.contracts.detectors import check_detector, check_fragmenter
from coindex.testing.contracts.engines import check_engine
from coindex.testing.contracts.formats import check_format
from coindex.testing.contracts.languages import check_language
from coindex.testing.contracts.measures import check_measure
from coindex.testing.contracts.parsers import check_parser
from coindex.testing.contracts.resolvers import check_resolver
from coindex.testing.contracts.soundness import check_annotated, check_component, check_document

__all__ = [
    "check_annotated",
    "check_component",
    "check_corpus",
    "check_detector",
    "check_document",
    "check_engine",
    "check_format",
    "check_fragmenter",
    "check_language",
    "check_measure",
    "check_parser",
    "check_resolver",
]
