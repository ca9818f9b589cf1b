"""Which mentions can be elements in running text."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.document import Multiword, Span
from coindex.formats.running import inline
from coindex.testing import bracketed


def test_mentions_that_nest_within_their_sentence_are_elements() -> None:
    document, annotation = bracketed("[Ann]1 saw [[her]1 dog]2 .")
    assert inline(document, annotation.mentions) == ([0, 1, 2], [])


def test_mentions_across_others_or_across_a_word_of_several_tokens_are_not() -> None:
    document, annotation = bracketed("Vio a [el juez]1 .")
    (sentence,) = document.sentences
    contracted = sentence._replace(multiwords=(Multiword(Span(1, 3), "al"),))
    assert inline(replace(document, sentences=(contracted,)), annotation.mentions) == ([], [0])
    assert inline(document, annotation.mentions) == ([0], [])
