"""Stanza's coreference processor (Liu, Bauer, D'Oosterlinck, Potts & Manning 2024)."""

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
class StanzaCoref(Clustering):
    """The chains of Stanza's coreference processor, each mention linked to the one
    before it. Nothing is downloaded.
    """

    language: str = "en"
    """Code of the language whose models are used."""
    package: str = ""
    """Name of a coreference model; empty for the library's default."""
    folder: str = ""
    """Folder with Stanza's models; empty for the library's default."""
    library: ClassVar[str] = "stanza"

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        parsed = _loaded(self.language, self.package, self.folder)(document.text)
        clusters = (
            [_place(parsed, mention) for mention in chain.mentions] for chain in parsed.coref
        )
        return from_characters(document, clusters)


def _place(parsed: Any, mention: Any) -> Place:
    words = parsed.sentences[mention.sentence].words[mention.start_word : mention.end_word]
    return _edge(words[0], "start_char"), _edge(words[-1], "end_char")


def _edge(word: Any, name: str) -> int:
    """The character at which a word starts or ends; a word of a multiword token
    may have only that of the token.
    """
    own = getattr(word, name)
    return int(own if own is not None else getattr(word.parent, name))


@lru_cache(maxsize=2)
def _loaded(language: str, package: str, folder: str) -> Any:
    library = imported("stanza", "stanza")
    named: dict[str, Any] = {"dir": folder} if folder else {}
    if package:
        named["package"] = {"coref": package}
    try:
        return library.Pipeline(
            language, processors="tokenize,mwt,coref", download_method=None, verbose=False, **named
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise CoindexError(
            Message(
                "Stanza has no coreference model for {language!r}: {error}",
                language=language,
                error=error,
            )
        ) from error
