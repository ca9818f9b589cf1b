"""A parse that leaves nothing open does not pass through the fragmenter `none`; the result is the
same.
"""

from __future__ import annotations

from coindex.fragmenters.parser import Whole
from coindex.pipeline.pipeline import Pipeline, parse
from coindex.testing.parses import random_parses


def test_any_parse_has_the_fragments_that_the_fragmenter_lists() -> None:
    """Random parses have circles, several roots, empty tokens, and attachments labelled `dep`."""
    for document, _ in random_parses(300):
        assert Pipeline().fragmented(document) == Whole().fragment(document)


def test_a_whole_parse_is_left_alone() -> None:
    document = parse("Ann lost her key. She found it.")
    pipeline = Pipeline()
    assert pipeline.fragmented(document) is document
    assert not pipeline._built, "the fragmenter was not even built"
