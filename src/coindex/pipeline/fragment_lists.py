"""The fragments of a parse for readers: their words, the fragments that contain them, and where
they could attach.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.document import Document, Fragment, Sentence
from coindex.language.syntax.tree import Forest, forest


def fragment_count(sentence: Sentence) -> int:
    """How many fragments a sentence has; one that lists none is one tree."""
    return max(1, len(sentence.fragments))


def fragment_lines(document: Document, sentence: Sentence) -> list[str]:
    """One line for each fragment: `2: with the telescope (in 1; at observed or man)`; none for a
    whole tree.
    """
    parse = forest(document)
    return [
        f"{number}: {_words(parse, fragment)}{_place(document, fragment)}"
        for number, fragment in enumerate(sentence.fragments, 1)
    ]


def fragment_list(document: Document) -> Iterator[str]:
    """All sentences of a fragmented document, each with its fragments, if it has several."""
    for number, sentence in enumerate(document.sentences, 1):
        count = fragment_count(sentence)
        yield f"sentence {number}: {count} fragment{'s' if count > 1 else ''}"
        yield from (f"  {line}" for line in fragment_lines(document, sentence))


def _words(parse: Forest, fragment: Fragment) -> str:
    """The words of its tree; `...` marks where other fragments interrupt it."""
    tokens = parse.document.tokens
    words: list[str] = []
    last = None
    for index in parse.subtree(fragment.root):
        if last is not None and index > last + 1:
            words.append("...")
        words.append(tokens[index].form)
        last = index
    return " ".join(words)


def _place(document: Document, fragment: Fragment) -> str:
    known = []
    if fragment.parent is not None:
        known.append(f"in {fragment.parent + 1}")
    if fragment.sites:
        known.append("at " + " or ".join(document.tokens[site].form for site in fragment.sites))
    return f" ({'; '.join(known)})" if known else ""
