"""The contract of corpora."""

from __future__ import annotations

from coindex import formats
from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError
from coindex.core.protocols import Collection
from coindex.testing.contracts.soundness import check_annotated, check_component

UNKNOWN = "no such part"


def check_corpus(corpus: Collection) -> None:
    """The corpus is found as a whole and part by part, contains valid documents with distinct ids,
    and refuses other parts.
    """
    check_component(corpus)
    for part in ("", *corpus.parts):
        _check_found(corpus.find(part), part)
    try:
        corpus.find(UNKNOWN)
    except CoindexError as error:
        assert UNKNOWN in str(error), f"the message does not name the missing part: {error}"
    else:
        raise AssertionError("a part that does not exist was found")


def _check_found(corpus: Corpus, part: str) -> None:
    assert corpus.name.endswith(f"/{part}" if part else corpus.name), (
        f"{corpus.name} does not name its part {part!r}"
    )
    assert corpus.path.exists(), f"{corpus.path} is not there"
    seen: set[str] = set()
    for item in formats.read(corpus.path, corpus.format):
        check_annotated(item)
        assert item.document.id not in seen, f"document {item.document.id!r} is there twice"
        seen.add(item.document.id)
    assert seen, f"{corpus.name} contains no document"
