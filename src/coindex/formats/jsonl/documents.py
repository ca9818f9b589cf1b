"""Reading `coindex-doc/1`: JSON values into documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coindex.core.document import (
    ROOT,
    Arc,
    Block,
    Document,
    Fragment,
    Multiword,
    Sentence,
    Span,
    Token,
)
from coindex.core.remedies import leniently
from coindex.formats.records import Record, spans

KEYS = ("schema", "id", "lang", "text", "meta", "blocks", "tokens", "sentences", "arcs", "extra")
_TOKEN = tuple(Token._fields)
_SENTENCE = ("span", "id", "par", "speaker", "heading", "comments", "multiwords", "fragments")


def document(record: Record, name: str, extra: Mapping[str, Any] | None = None) -> Document:
    """The document of one JSON object; `extra` are the other values of the object."""
    text = record.string("text")
    tokens = _tokens(record, text)
    return Document(
        name,
        text,
        record.string("lang"),
        tokens,
        tuple(_sentences(record, len(tokens))),
        record.mapping("meta"),
        _arcs(record, len(tokens)),
        tuple(_blocks(record, len(text))),
        {**record.object("extra"), **(extra or {})},
    )


def _tokens(record: Record, text: str) -> tuple[Token, ...]:
    items = record.items("tokens")
    tokens, last = list[Token](), 0
    for number, value in enumerate(items):
        token = _sound_token(value, text, len(items))
        if token is None and isinstance(value, dict):
            token = _token(record.within(value, f"tokens[{number}]"), text, len(items))
        elif token is None:
            record.report("value of the wrong type", f"tokens[{number}] should be an object")
            token = Token(last, last, "")
        if token.start < last and not token.empty:
            record.report("tokens out of order", f"tokens[{number}]", leniently("shifts it"))
            token = token._replace(start=last, end=max(last, token.end))
        last = max(last, token.start)
        tokens.append(token)
    return tuple(tokens)


def _sound_token(value: Any, text: str, limit: int) -> Token | None:
    """The token, if nothing is wrong with it: the common case, which must be fast."""
    try:
        token = Token(**({"form": text[value["start"] : value["end"]]} | value))
    except (TypeError, KeyError):
        return None
    start, end, head = token.start, token.end, token.head
    sound = (
        type(start) is type(end) is int
        and 0 <= start <= end <= len(text)
        and (head is None or (type(head) is int and ROOT <= head < limit))
        and all(type(value) is str for value in token[2:7] + token[8:11])
        and type(token.empty) is bool
    )
    return token if sound else None


def _token(item: Record, text: str, limit: int) -> Token:
    item.only(_TOKEN)
    place = spans([item.integer("start"), item.integer("end")], len(text))
    if place is None:
        item.report("token outside the text", remedy=leniently("puts it at the end of the text"))
        place = (len(text), len(text))
    head = item.integer("head")
    if head is not None and not ROOT <= head < limit:
        item.report("head outside the document", str(head), leniently("treats it as unknown"))
        head = None
    return Token(
        *place,
        item.string("form", text[place[0] : place[1]]),
        item.string("lemma"),
        item.string("upos"),
        item.string("xpos"),
        _features(item),
        head,
        item.string("deprel"),
        item.string("deps"),
        item.string("misc"),
        item.truth("empty"),
    )


def _features(item: Record) -> str:
    if isinstance(item.values.get("feats"), dict):
        return "|".join(f"{name}={value}" for name, value in item.mapping("feats").items())
    return item.string("feats")


def _sentences(record: Record, tokens: int) -> Iterator[Sentence]:
    last = 0
    for item in record.records("sentences"):
        item.only(_SENTENCE)
        span = spans(item.values.get("span"), tokens)
        if span is None or span[0] < last or span[0] == span[1]:
            item.report(
                "sentence outside the document or inside another", str(item.values.get("span"))
            )
            continue
        if span[0] > last:
            item.report("tokens in no sentence", f"before {span[0]}", leniently("merges them"))
            yield Sentence(Span(last, span[0]))
        last = span[1]
        yield Sentence(
            Span(*span),
            item.string("id"),
            item.integer("par") or 0,
            item.string("speaker"),
            item.truth("heading"),
            tuple(_strings(item, "comments")),
            tuple(_multiwords(item, tokens)),
            tuple(_fragments(item, tokens)),
        )
    if last < tokens:
        record.report("tokens in no sentence", f"after {last}", leniently("merges them"))
        yield Sentence(Span(last, tokens))


def _strings(item: Record, key: str) -> Iterator[str]:
    for value in item.items(key):
        if isinstance(value, str):
            yield value
        else:
            item.report("value of the wrong type", f"{key} should hold strings")


def _multiwords(sentence: Record, tokens: int) -> Iterator[Multiword]:
    for item in sentence.records("multiwords"):
        item.only(("span", "form", "feats", "misc"))
        span = spans(item.values.get("span"), tokens)
        if span is None:
            item.report("multiword token outside the document")
        else:
            yield Multiword(
                Span(*span), item.string("form"), item.string("feats"), item.string("misc")
            )


def _fragments(sentence: Record, tokens: int) -> Iterator[Fragment]:
    items = list(sentence.records("fragments"))
    for item in items:
        item.only(("root", "parent", "sites"))
        root, parent, sites = item.integer("root"), item.integer("parent"), item.items("sites")
        inside = all(index_within(site, tokens) for site in [root, *sites])
        if root is None or not inside or not (parent is None or index_within(parent, len(items))):
            item.report("fragment outside the document")
        else:
            yield Fragment(root, parent, tuple(sites))


def index_within(value: Any, limit: int) -> bool:
    """An integer from zero up to a limit."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def _arcs(record: Record, tokens: int) -> tuple[tuple[Arc, ...], ...]:
    rows = record.items("arcs")
    if not rows:
        return ()
    fitting = all(
        isinstance(row, list) and all(_is_arc(arc, tokens) for arc in row) for row in rows
    )
    if len(rows) != tokens or not fitting:
        record.report("arcs do not fit the tokens", f"{len(rows)} for {tokens} tokens")
        return ()
    return tuple(tuple(Arc(head, probability) for head, probability in row) for row in rows)


def _is_arc(value: Any, tokens: int) -> bool:
    match value:
        case [int(head), int() | float()]:
            return ROOT <= head < tokens and not any(isinstance(part, bool) for part in value)
    return False


def _blocks(record: Record, length: int) -> Iterator[Block]:
    for number, value in enumerate(record.items("blocks")):
        place = spans(value[:2], length) if isinstance(value, list) else None
        role = value[2] if isinstance(value, list) and len(value) == 3 else "paragraph"
        if place is None or not isinstance(role, str):
            record.report("block outside the text", f"blocks[{number}]")
        else:
            yield Block(*place, role)
