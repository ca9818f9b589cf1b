"""Attributes of spaCy's documents, spans and tokens, and how a result travels with a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc, Span, SpanGroup, Token
from srsly import msgpack_decoders, msgpack_encoders

from coindex.core.annotation import Annotated
from coindex.experiment.codec import packed, packed_decisions, unpacked, unpacked_decisions
from coindex.integrations.spacy.chains import ChainHolder, chains_of_document, forget_chains
from coindex.integrations.spacy.groups import own_groups
from coindex.pipeline.result import Result

_MARK = "__coindex_result__"
_MENTIONS = "coindex_mentions"


def keep(doc: Doc, result: Result | None) -> None:
    """Make this the result of a document, and forget what was made from an earlier one."""
    doc._.coindex = result
    forget_chains(doc)
    doc.user_data.pop(_MENTIONS, None)
    for name in ("resolved_text", "coref_clusters"):
        doc.user_data.pop(_key(name), None)


def register_attributes() -> None:
    """Register the attributes that are not registered yet, by this or by another component."""
    if not Doc.has_extension("coindex"):
        Doc.set_extension("coindex", default=None)
    for kind, name, getter in (
        (Doc, "coref_clusters", _clusters),
        (Doc, "coref_chains", chains_of_document),
        (Doc, "resolved_text", _resolved_text),
        (Span, "coref_cluster", _cluster),
        (Token, "coref_chains", _chains_of_token),
        (Token, "in_coref", _in_coref),
    ):
        if not kind.has_extension(name):
            kind.set_extension(name, getter=_getter(name, getter), setter=_setter(name))


def _key(name: str, start: int | None = None) -> Any:
    """Where spaCy keeps the value of an attribute."""
    return ("._.", name, start, None)


def _place(owner: Any) -> tuple[Doc, int | None]:
    return (owner, None) if isinstance(owner, Doc) else (owner.doc, getattr(owner, "idx", None))


def _getter(name: str, own: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The value that other code has set, else our own."""

    def value(owner: Any) -> Any:
        doc, start = _place(owner)
        key = _key(name, start)
        return doc.user_data[key] if key in doc.user_data else own(owner)

    return value


def _setter(name: str) -> Callable[[Any, Any], None]:
    """Other components have values under these names, and set them."""

    def set_value(owner: Any, value: Any) -> None:
        doc, start = _place(owner)
        doc.user_data[_key(name, start)] = value

    return set_value


def _clusters(doc: Doc) -> list[list[tuple[int, int]]]:
    """Chains as fastcoref has them: first character, and the one after the last."""
    return [[(span.start_char, span.end_char) for span in group] for group in own_groups(doc)]


def _resolved_text(doc: Doc) -> str:
    result = doc._.coindex
    return result.replaced() if isinstance(result, Result) else ""


def _cluster(span: Span) -> SpanGroup | None:
    """The group that has this span among its mentions."""
    groups = own_groups(span.doc)
    same = (group for group in groups if any(_same(span, one) for one in group))
    return next(same, None)


def _same(left: Span, right: Span) -> bool:
    return bool(left.start == right.start and left.end == right.end)


def _chains_of_token(token: Token) -> ChainHolder:
    return ChainHolder(chains_of_document(token.doc).by_token.get(token.i, ()))


def _in_coref(token: Token) -> bool:
    return token.i in _tokens(token.doc)


class _Tokens(frozenset[int]):
    """The tokens of all mentions; kept with the document, not saved with it."""


def _tokens(doc: Doc) -> _Tokens:
    tokens = doc.user_data.get(_MENTIONS)
    if not isinstance(tokens, _Tokens):
        spans = (span for group in own_groups(doc) for span in group)
        tokens = _Tokens(index for span in spans for index in range(span.start, span.end))
        doc.user_data[_MENTIONS] = tokens
    return tokens


def _encoded(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """What spaCy saves: results as plain values, and nothing of what can be made again."""
    if isinstance(value, Result):
        item = packed(Annotated(value.document, value.annotation))
        decisions = packed_decisions(value.decisions, value.annotation.mentions)
        return {_MARK: {**item, "decisions": decisions}}
    if isinstance(value, ChainHolder | _Tokens):
        return None
    return value if chain is None else chain(value)


def _decoded(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    if _MARK in value:
        stored = value[_MARK]
        item = unpacked(stored)
        decisions = unpacked_decisions(stored["decisions"], item.annotation.mentions)
        return Result(item.document, item.annotation, tuple(decisions))
    return value if chain is None else chain(value)


msgpack_encoders.register("coindex", func=_encoded)
msgpack_decoders.register("coindex", func=_decoded)
