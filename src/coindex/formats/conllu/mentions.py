"""A mention from the fields of its bracket."""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core.annotation import Kind, Mention, Reference
from coindex.core.document import Span, Token
from coindex.formats.conllu.fields import Fields

_KINDS = {str(kind): kind for kind in Kind}
_REFERENCES = {str(reference): reference for reference in Reference}
_UNKNOWN, _UNMARKED = Kind.UNKNOWN, Reference.UNMARKED


def mention_of(parts: tuple[Span, ...], fields: Fields, tokens: Sequence[Token]) -> Mention:
    """The mention; words of `head` or `minimum` that are not in it are left out."""
    _, number, numbers, attributes, ours, _ = fields
    if ours or len(numbers) > 1 or len(parts) > 1:
        return _elaborate(parts, fields, tokens)
    start, end = parts[0]
    head, minimum = None, None
    if numbers and start < (after := start + numbers[0]) <= end:
        head, minimum = after - 1, parts[0] if end - start == 1 else Span(after - 1, after)
    elif 0 < number <= end - start:
        head = start + number - 1
    return Mention(parts, head, _UNKNOWN, minimum, "", _UNMARKED, "", attributes)


def _elaborate(parts: tuple[Span, ...], fields: Fields, tokens: Sequence[Token]) -> Mention:
    inside = (
        range(*parts[0]) if len(parts) == 1 else [index for part in parts for index in range(*part)]
    )
    head = inside[fields.head - 1] if 0 < fields.head <= len(inside) else None
    minimum = None
    places = [inside[number - 1] for number in fields.minimum if 0 < number <= len(inside)]
    if places:
        minimum = Span(min(places), max(places) + 1)
        head = _head(places, inside, tokens)
    ours = fields.ours
    return Mention(
        parts,
        head,
        _KINDS.get(ours.get("kind", ""), _UNKNOWN),
        _minimum(ours, inside) or minimum,
        "",
        _REFERENCES.get(ours.get("ref", ""), _UNMARKED),
        ours.get("sub", ""),
        fields.attributes,
    )


def _head(places: Sequence[int], inside: Sequence[int], tokens: Sequence[Token]) -> int | None:
    """The word of a minimal span that depends on none of the others; of several, the first that
    heads the mention.
    """
    tops = [place for place in places if tokens[place].head not in places]
    outer = [place for place in tops if tokens[place].head not in inside]
    return next(iter(outer or tops), None)


def _minimum(ours: dict[str, str], inside: Sequence[int]) -> Span | None:
    bounds = ours.get("min", "").split("..")
    if len(bounds) != 2 or not all(
        bound.isdecimal() and 0 < int(bound[:6]) <= len(inside) for bound in bounds
    ):
        return None
    first, last = (inside[int(bound[:6]) - 1] for bound in bounds)
    return Span(first, last + 1)
