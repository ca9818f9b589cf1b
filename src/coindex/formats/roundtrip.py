"""What a format loses of a document, measured: it is written, read again and compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Link, Mention, Relation
from coindex.core.document import ROOT, Document, Sentence, Token
from coindex.core.errors import FormatError
from coindex.core.layers import Layer, is_name, is_zero, layer_of, present
from coindex.core.problems import Problems
from coindex.core.protocols import Reader, Writer
from coindex.io.files import File, Files, InMemory

Said = tuple[object, ...]
_OF_MENTIONS = {Layer.MENTIONS, Layer.ZEROS, Layer.DISCONTINUOUS}


class Fact(NamedTuple):
    """Something that a document or its annotation says about `about`.

    Its loss is counted as the first of `layers` that the format does not carry, or as the last. It
    rests on the facts `on`: where one of these is lost, that explains its loss.
    """

    layers: tuple[Layer, ...]
    said: Said
    about: object
    on: tuple[Said, ...] = ()


class Loss(NamedTuple):
    """A fact that does not come back, and the layer that it is counted as."""

    layer: Layer
    fact: Fact
    explained: bool
    """Whether what it rests on is lost, too: the kind of a mention that is lost, for example."""


def losses(item: Annotated, writer: Writer) -> Counter[Layer]:
    """How much of each layer is lost when a document is written in a format.

    A format that cannot be read is taken at its word: all is lost that it does not carry.
    """
    if not isinstance(writer, Reader):
        counts = present(item).items()
        return Counter({layer: n for layer, n in counts if layer not in writer.carries})
    lost: defaultdict[Layer, set[object]] = defaultdict(set)
    for layer, fact, explained in measured(item, writer, writer):
        if not explained or layer not in writer.carries:
            lost[layer].add(fact.about)
    gone = set().union(*(lost[layer] for layer in _OF_MENTIONS & writer.carries))
    for entity in item.annotation.entities:  # where all mentions are gone, so is the entity
        if {id(mention) for mention in entity.mentions} <= gone:
            lost[Layer.ENTITIES].add(id(entity))
    return +Counter({layer: len(things) for layer, things in lost.items()})


def measured(item: Annotated, writer: Writer, reader: Reader) -> Iterator[Loss]:
    """Everything that a document says before it is written, and no longer when it is read again."""
    gone: set[Said] = set()
    for fact in _missing(item, returned(item, writer, reader)):
        gone.add(fact.said)
        foreign = (layer for layer in fact.layers if layer not in writer.carries)
        yield Loss(next(foreign, fact.layers[-1]), fact, any(one in gone for one in fact.on))


def returned(item: Annotated, writer: Writer, reader: Reader) -> Annotated:
    """The document as it is read after writing; an empty one if it cannot be read."""
    contents: dict[str, list[str]] = {}
    for chunk in writer.write([item]):
        contents.setdefault(chunk.name or f"document{writer.suffixes[0]}", []).append(chunk.text)
    files: list[File] = [
        InMemory(Path(name), name, name, content="".join(pieces).encode())
        for name, pieces in contents.items()
    ]
    try:
        first = next(iter(reader.read(Files(files, "written"), Problems(lenient=True))), None)
    except FormatError:
        first = None
    return first or Annotated(Document("", ""), Annotation(""))


def _missing(before: Annotated, after: Annotated) -> Iterator[Fact]:
    old, new = before.document, after.document
    same_words = _words(old) == _words(new)
    same_empty = _empty(old) == _empty(new)
    if same_words:
        places = _numbers(old), _numbers(new)
    elif _solid(old.text) == _solid(new.text):
        places = _characters(old), _characters(new)
    else:
        places = _aligned(old, new)
    first, second = (
        _Side(item, list(own), empty=same_empty)
        for item, own in zip((before, after), places, strict=True)
    )
    if old != new:
        yield from _lost_of_tokens(first, second)
        yield from _absent(first.of_document(), second.of_document())
        yield from _lost_boundaries(first, second)
    if before.annotation != after.annotation or not (same_words and same_empty):
        yield from _absent(first.of_annotation(), second.of_annotation())


def _absent(before: Iterable[Fact], after: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one side that the other does not state, or not as often."""
    known = Counter(fact.said for fact in after)
    for fact in before:
        known[fact.said] -= 1
        if known[fact.said] < 0:
            yield fact


def _words(document: Document) -> list[str]:
    return [token.form for token in document.tokens if not token.empty]


def _empty(document: Document) -> int:
    return sum(token.empty for token in document.tokens)


def _solid(text: str) -> str:
    return "".join(text.split())


def _numbers(document: Document) -> Iterator[Said]:
    """Words by number; empty tokens by that of the word before."""
    words = zeros = 0
    for token in document.tokens:
        words, zeros = (words, zeros + 1) if token.empty else (words + 1, 0)
        yield words, zeros


def _characters(document: Document) -> Iterator[Said]:
    """Tokens by their characters, without white space, where words are cut anew."""
    solid = [0]
    for character in document.text:
        solid.append(solid[-1] + (not character.isspace()))
    counts: Counter[Said] = Counter()
    for token in document.tokens:  # words of a multiword token may share its characters
        place = (token.empty, solid[token.start], solid[token.end])
        counts[place] += 1
        yield *place, counts[place]


def _aligned(old: Document, new: Document) -> tuple[Iterator[Said], Iterator[Said]]:
    """Tokens by number in the first document, where texts differ."""
    first, second = ([token.form for token in document.tokens] for document in (old, new))
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    known = {b + step: a + step for a, b, size in blocks for step in range(size)}
    mine: Iterator[Said] = ((index,) for index in range(len(old.tokens)))
    return mine, ((known[i],) if i in known else ("new", i) for i in range(len(new.tokens)))


_NOTHING = Token(0, 0, "")


class _Side:
    """A document and its annotation as facts.

    `places` of tokens are the same in what was written and in what was read again. A mention is
    its words alone if not all empty tokens came back.
    """

    def __init__(self, item: Annotated, places: list[Said], *, empty: bool) -> None:
        self.document, self.annotation = item
        self.places, self._empty = places, empty
        self.entity_of = {
            id(mention): entity
            for entity in self.annotation.entities
            for mention in entity.mentions
        }
        self._said: dict[int, Said] = {}

    def beginning(self, sentence: Sentence) -> Said:
        """The place of the first word: an empty token before it may not be carried."""
        tokens = self.document.tokens
        words = (index for index in range(*sentence.span) if not tokens[index].empty)
        return self.places[next(words, sentence.span.start)]

    def of_document(self) -> Iterator[Fact]:
        document = self.document
        spacing = Layer.SPACING if document.tokens else Layer.TEXT
        layers: dict[Layer, Sequence[object]] = {
            spacing: [document.text] if document.text.strip() else [],
            Layer.LANGUAGE: [document.language] if document.language else [],
            Layer.BLOCKS: [block for block in document.blocks if block.role != "paragraph"],
            Layer.META: list(document.meta.items()),
            Layer.EXTRA: [(key, str(value)) for key, value in document.extra.items()],
            Layer.ARCS: [(index, arcs) for index, arcs in enumerate(document.arcs) if arcs],
        }
        for layer, things in layers.items():
            for thing in things:
                said = "text" if layer is spacing else layer
                yield Fact((layer,), (said, thing), thing)
        yield from self._sentences()

    def _sentences(self) -> Iterator[Fact]:
        paragraph = 0
        for sentence in self.document.sentences:
            place = self.beginning(sentence)
            begin = ("begin", place)
            if sentence.span.start:
                yield Fact((Layer.SENTENCES,), begin, begin)
            if sentence.paragraph != paragraph:
                yield Fact((Layer.PARAGRAPHS,), ("paragraph", place), place, (begin,))
                paragraph = sentence.paragraph
            layers: dict[Layer, Sequence[object]] = {
                Layer.SENTENCE_NAMES: (sentence.id,),
                Layer.HEADINGS: (sentence.heading,),
                Layer.SPEAKERS: (sentence.speaker,),
                Layer.FRAGMENTS: sentence.fragments,
                Layer.COMMENTS: sentence.comments,
            }
            for layer, things in layers.items():
                for thing in things:
                    if thing:
                        yield Fact((layer,), (layer, place, thing), (place, thing), (begin,))
            for span, *rest in sentence.multiwords:
                own = tuple(self.places[index] for index in range(*span))
                tokens = tuple(("token", one) for one in own)
                yield Fact((Layer.MULTIWORDS,), ("multiword", own, *rest), own, tokens)

    def of_annotation(self) -> Iterator[Fact]:
        annotation = self.annotation
        yield Fact((Layer.SOURCE,), ("source", *annotation.source), "source")
        for pair in annotation.attributes:
            yield Fact((Layer.MARKS,), ("mark", *pair), pair)
        for mention in annotation.mentions:
            yield from self._mention(mention)
        for entity in annotation.entities:
            yield from self._entity(entity)
        for link in annotation.links:
            yield from self._link(link)

    def _mention(self, mention: Mention) -> Iterator[Fact]:
        said, about = self._name(mention), id(mention)
        entity = self.entity_of.get(about)
        alone = entity is not None and entity.singleton
        layers = (
            *([Layer.MARKABLES] if entity is None else [Layer.SINGLETONS] if alone else []),
            Layer.MENTIONS,
            *([Layer.DISCONTINUOUS] if len(mention.parts) > 1 else []),
            *([Layer.ZEROS] if is_zero(mention, self.document) else []),
        )
        yield Fact(layers, said, about)
        minimum = mention.minimum and tuple(self.places[index] for index in range(*mention.minimum))
        for layer, value in {
            Layer.MENTION_NAMES: mention.id if is_name(mention.id) else "",
            Layer.HEADS: () if mention.head is None else self.places[mention.head],
            Layer.KINDS: mention.kind if mention.kind is not Kind.UNKNOWN else "",
            Layer.MINIMA: minimum,
            Layer.REFERENCE: mention.reference,
            Layer.SUBTYPES: mention.subtype,
        }.items():
            if value:
                yield Fact((layer,), (layer, said, value), about, (said,))
        for pair in mention.attributes:
            yield Fact((Layer.ATTRIBUTES,), ("attribute", said, *pair), (about, pair), (said,))

    def _name(self, mention: Mention) -> Said:
        if (name := self._said.get(id(mention))) is None:
            tokens = self.document.tokens
            whole = self._empty or is_zero(mention, self.document)
            places = (self.places[i] for i in mention.tokens if whole or not tokens[i].empty)
            name = self._said[id(mention)] = ("mention", *places)
        return name

    def _entity(self, entity: Entity) -> Iterator[Fact]:
        first = self._name(entity.mentions[0])
        about, layer = id(entity), (Layer.ENTITIES,)
        for mention in entity.mentions[1:]:
            name = self._name(mention)
            yield Fact(layer, ("together", first, name), about, (first, name))
        if entity.singleton:
            alone = id(entity.mentions[0])
            yield Fact((Layer.SINGLETONS, *layer), ("entity", first), alone, (first,))
        if is_name(entity.id):
            yield Fact((Layer.ENTITY_NAMES,), ("name", first, entity.id), about, (first,))
        if entity.type:
            yield Fact((Layer.TYPES,), ("type", first, entity.type), about, (first,))
        for pair in entity.attributes:
            yield Fact(
                (Layer.ENTITY_ATTRIBUTES,), ("of entity", first, *pair), (about, pair), (first,)
            )

    def _link(self, link: Link) -> Iterator[Fact]:
        layer, about = layer_of(link), id(link)
        names = [self._name(mention) for mention in link.antecedents]
        own = (self._name(link.anaphor), *names)
        if layer is not Layer.LINKS:
            # Some formats state these links of entities, so that any mention of one will do.
            entities = [self.entity_of.get(id(mention)) for mention in link.antecedents]
            names = [
                self._name(entity.mentions[0]) if entity else name
                for entity, name in zip(entities, names, strict=True)
            ]
        said = ("link", own[0], *sorted(names, key=repr))
        yield Fact((layer,), said, about, own)
        on = (*own, said)
        if link.relation not in (Relation.IDENTITY, Relation.BRIDGING):
            yield Fact((Layer.RELATIONS,), ("related", *said, link.relation), about, on)
        if link.optional:
            yield Fact((Layer.OPTIONAL,), ("optional", *said), about, on)
        if link.subtype:
            yield Fact((Layer.LINK_SUBTYPES,), ("subtype", *said, link.subtype), about, on)
        for pair in link.attributes:
            yield Fact((Layer.LINK_ATTRIBUTES,), ("of link", *said, *pair), (about, pair), on)

    def head(self, token: Token) -> Said:
        if token.head is None:
            return ()
        return (self.places[token.head] if token.head != ROOT else (ROOT,), token.deprel)


def _lost_of_tokens(before: _Side, after: _Side) -> Iterator[Fact]:
    """Facts about tokens, token by token: a set of all of them would be as large as the file."""
    again = dict(zip(after.places, after.document.tokens, strict=True))
    for place, token in zip(before.places, before.document.tokens, strict=True):
        own = Layer.EMPTY if token.empty else Layer.TOKENS
        other = again.get(place)
        on: tuple[Said, ...] = ()
        if other is None or other.empty != token.empty:
            other, on = _NOTHING, (("token", place),)
            yield Fact((own,), *on, place)
        elif other.form != token.form and not token.empty:
            on = (("form", place),)
            yield Fact((own,), *on, place)
        if token.empty and token.form and other.form != token.form:
            yield Fact((Layer.EMPTY_FORMS,), ("empty form", place), place, on)
        # A shortcut, as most tokens keep everything; heads are numbers within their own document
        # and need a look.
        if token[3:-1] == other[3:-1] and token.head in (None, ROOT):
            continue
        for layer, value, kept in (
            (Layer.LEMMAS, token.lemma, other.lemma),
            (Layer.UPOS, token.upos, other.upos),
            (Layer.XPOS, token.xpos, other.xpos),
            (Layer.FEATS, token.feats, other.feats),
            (Layer.SYNTAX, before.head(token), after.head(other)),
            (Layer.ENHANCED, token.deps, other.deps),
            (Layer.MISC, _entries(token) - _entries(other), set()),
        ):
            if value and value != kept:
                yield Fact((layer,), (layer, place), place, on)


def _entries(token: Token) -> set[str]:
    return set(filter(None, token.misc.split("|")))


def _lost_boundaries(before: _Side, after: _Side) -> Iterator[Fact]:
    """Places where a sentence is cut in two."""
    old, new = (set(map(side.beginning, side.document.sentences)) for side in (before, after))
    for place in sorted(new - old, key=repr) if old else ():
        yield Fact((Layer.SENTENCES,), ("cut", place), place)
