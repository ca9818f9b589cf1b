"""Parts of a corpus that are scored separately: by document or genre, or by the kind of anaphor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import AlignedPair, Anaphoric, Measure
from coindex.measures.extent import in_order, length_band, spread_band
from coindex.measures.selection import form_class, kind_of, type_of
from coindex.measures.windows import by_spread, window_name

OF_DOCUMENTS: Mapping[str, Callable[[AlignedPair], str]] = {
    "document": lambda pair: pair.document.id,
    "genre": lambda pair: pair.document.genre or "unknown",
    "phenomenon": lambda pair: pair.document.meta.get("phenomenon", "unknown"),
    "length": lambda pair: length_band(pair.document),
    "window": window_name,
}
OF_ENTITIES: Mapping[str, Callable[[AlignedPair, str], Mapping[str, AlignedPair]]] = {
    "spread": by_spread,
}
"""Slices that measures of whole entities have, too: the pair of each slice, given a view."""
NUMBERED = ("length", "window", "spread")
"""Slices that are sorted by their numbers."""


def sorted_slices(by: str, names: Iterable[str]) -> list[str]:
    """Slices in the order in which they are listed."""
    return sorted(names, key=in_order if by in NUMBERED else None)


def distance_band(pair: AlignedPair, mention: Mention) -> str:
    """How many sentences back the nearest earlier mention of the key entity is, as a band."""
    entity = pair.key_entity.get(mention.parts)
    earlier = [other for other in entity.mentions if other.start < mention.start] if entity else []
    if not earlier:
        return "none before"
    sentence = pair.document.sentence_index
    distance = sentence(mention.start) - sentence(earlier[-1].start)
    return "same sentence" if not distance else str(distance) if distance < 3 else "3 or more"


def spread(pair: AlignedPair, mention: Mention) -> str:
    """How far the key entity of a mention reaches, as a band."""
    entity = pair.key_entity.get(mention.parts)
    return spread_band(pair.document, entity) if entity else "in no entity of the key"


OF_ANAPHORS: Mapping[str, Callable[[AlignedPair, Mention], str]] = {
    "form": lambda pair, mention: form_class(pair.document, mention),
    "kind": lambda pair, mention: str(kind_of(pair.document, mention)),
    "type": lambda pair, mention: type_of(pair.document, mention),
    "distance": distance_band,
    "spread": spread,
}


def unsplit(measures: Iterable[Measure], by: Iterable[str]) -> str:
    """Which slices some measures do not have, and why; empty if they have all of them."""
    kinds = [name for name in by if name in OF_ANAPHORS and name not in OF_ENTITIES]
    whole = [registry.spec_of(one) for one in measures if not isinstance(one, Anaphoric)]
    if not kinds or not whole:
        return ""
    return Message(
        "no slices of {whole} by {kinds}: whole documents are judged, not anaphors",
        whole=", ".join(whole),
        kinds=", ".join(kinds),
    )


def check_slice(by: str) -> None:
    known = (*OF_DOCUMENTS, *OF_ANAPHORS)
    if by not in known:
        raise CoindexError(
            Message("cannot split by {by!r}; {suggestion}", by=by, suggestion=suggestion(by, known))
        )
