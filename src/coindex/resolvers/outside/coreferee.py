"""coreferee's chains (Hudson 2021): rules and small networks on top of a spaCy pipeline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.resolvers.outside.clusters import Clustering, Place, from_characters, imported


@dataclass(frozen=True, slots=True)
class Coreferee(Clustering):
    """The chains of coreferee, each mention linked to the one before it. Its mentions are single
    words, the heads of phrases; a mention of several words, *Ann and Bob*, is the phrase from the
    first to the last.
    """

    model: str = "en_core_web_lg"
    """The name of an installed spaCy pipeline that coreferee has a model for."""
    library: ClassVar[str] = "coreferee"

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        parsed = _loaded(self.model)(document.text)
        chains = parsed._.coref_chains or ()
        places = ([_place(parsed, mention) for mention in chain] for chain in chains)
        return from_characters(document, places)


def _place(parsed: Any, mention: Any) -> Place:
    first, last = parsed[min(mention)], parsed[max(mention)]
    return int(first.idx), int(last.idx + len(last.text))


@lru_cache(maxsize=2)
def _loaded(model: str) -> Any:
    imported("coreferee", "coreferee")
    spacy = imported("spacy", "spacy")
    try:
        pipeline = spacy.load(model)
    except OSError as error:
        raise CoindexError(
            Message(
                "spaCy has no model {model!r}; install it with: python -m spacy download {model_2}",
                model=model,
                model_2=model,
            )
        ) from error
    pipeline.add_pipe("coreferee")
    return pipeline
