"""The nested spelling of `coindex-doc/1`: sentences hold their tokens, and each sentence counts from 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coindex.core.annotation import Relation
from coindex.core.remedies import leniently
from coindex.formats.building import Builder
from coindex.formats.records import Record, kept
from coindex.formats.standoff import runs

_RELATIONS = {"ident": Relation.IDENTITY, "appos": Relation.APPOSITION, "bridge": Relation.BRIDGING}
_TOKEN = ("i", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc", "empty", "ws")


def nested(record: Record) -> bool:
    sentences = record.values.get("sentences")
    found = sentences if isinstance(sentences, list) else []
    return any(isinstance(item, dict) and "tokens" in item for item in found)


def flattened(record: Record) -> Record:
    """The same with indices that run through the document, and a text made of the forms."""
    words = _Words(record)
    mentions = list(_mentions(record, words))
    own = {
        "mentions": [mention for mention, _ in mentions],
        "entities": list(_entities(record, mentions)),
        "links": [_link(item) for item in record.records("links")],
    }
    return record.within({**record.values, **words.values(), **own}, record.inside)


class _Words:
    """Tokens of all sentences, and where each sentence's own numbering leads."""

    def __init__(self, record: Record) -> None:
        self.builder = Builder("")
        self.numbers: list[dict[str, int]] = []
        self.tokens: list[dict[str, Any]] = []
        self.sentences: list[dict[str, Any]] = []
        for sentence in record.records("sentences"):
            self._sentence(sentence)

    def _sentence(self, sentence: Record) -> None:
        first, numbers = len(self.tokens), dict[str, int]()
        items = list(sentence.records("tokens"))
        for position, item in enumerate(items):
            item.only(_TOKEN)
            name = str(item.values.get("i", position))
            if name in numbers:
                item.report("token number occurs twice", name, leniently("keeps both"))
            numbers[name] = len(self.tokens)
            self.tokens.append(self._token(item))
        for item, token in zip(items, self.tokens[first:], strict=True):
            self._head(item, token, numbers)
        self.builder.end_sentence()
        rest = {key: value for key, value in sentence.values.items() if key != "tokens"}
        self.sentences.append(rest | {"span": [first, len(self.tokens)]})
        self.numbers.append(numbers)

    def _token(self, item: Record) -> dict[str, Any]:
        form = item.string("form")
        if item.truth("empty"):
            index = self.builder.empty(form)
        else:
            index = self.builder.word(form, space_after=item.values.get("ws") is not False)
        place = self.builder.tokens[index]
        rest = {key: value for key, value in item.values.items() if key not in ("i", "ws", "head")}
        return rest | {"start": place.start, "end": place.end, "form": form}

    def _head(self, item: Record, token: dict[str, Any], numbers: dict[str, int]) -> None:
        head = item.values.get("head")
        if head in (None, -1):
            token["head"] = head
        elif str(head) in numbers:
            token["head"] = numbers[str(head)]
        else:
            item.report("head outside the sentence", str(head), leniently("takes it as unknown"))

    def values(self) -> dict[str, Any]:
        return {"text": self.builder.document().text, "tokens": self.tokens, "sentences": self.sentences}

    def indices(self, item: Record, key: str) -> list[int]:
        """The tokens an item names, in its sentence or, without one, in the document."""
        sentence = item.integer("sent")
        found = [self._index(item, sentence, value) for value in item.items(key)]
        return [index for index in found if index is not None]

    def head(self, item: Record) -> int | None:
        value = item.values.get("head")
        return None if value is None else self._index(item, item.integer("sent"), value)

    def _index(self, item: Record, sentence: int | None, value: Any) -> int | None:
        index = None
        if sentence is None:
            index = value if isinstance(value, int) else None
        elif 0 <= sentence < len(self.numbers):
            index = self.numbers[sentence].get(str(value))
        if index is None:
            item.report("unknown token", repr(value))
        return index


def _mentions(record: Record, words: _Words) -> Iterator[tuple[dict[str, Any], str]]:
    """Mentions with the ids of their entities."""
    for item in record.records("mentions"):
        item.only(("id", "sent", "tokens", "head", "min", "type", "status", "entity", "attributes"))
        minimum, status = runs(words.indices(item, "min")), item.string("status", "obligatory")
        marked = [["status", status]] if status != "obligatory" else []
        values = kept(
            id=item.string("id"),
            parts=[list(part) for part in runs(words.indices(item, "tokens"))],
            head=words.head(item),
            minimum=[minimum[0].start, minimum[-1].end] if minimum else None,
            kind=item.string("type").lower(),
            attributes=[list(pair) for pair in item.pairs("attributes")] + marked,
        )
        yield values, item.string("entity")


def _entities(record: Record, mentions: list[tuple[dict[str, Any], str]]) -> Iterator[dict[str, Any]]:
    members: dict[str, list[int]] = {}
    for number, (_, entity) in enumerate(mentions):
        if entity:
            members.setdefault(entity, []).append(number)
    for item in record.records("entities"):
        item.only(("id", "etype", "attributes"))
        numbers = members.pop(item.string("id"), [])
        attributes = [list(pair) for pair in item.pairs("attributes")]
        yield {
            "id": item.string("id"),
            "type": item.string("etype"),
            "mentions": numbers,
            "attributes": attributes,
        }
    for name, numbers in members.items():
        yield {"id": name, "mentions": numbers}


def _link(item: Record) -> dict[str, Any]:
    item.only(("from", "to", "type", "status"))
    to, kind = item.values.get("to"), item.string("type", "ident")
    return kept(
        anaphor=item.values.get("from"),
        antecedents=to if isinstance(to, list) else [to],
        relation=_RELATIONS.get(kind, kind),
        optional=item.string("status") == "optional",
    )
