"""A document that holds something of every layer, and what it says as single facts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    Source,
    in_order,
)
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
from coindex.core.layers import Layer, is_name, is_zero, layer_of

TEXT = (
    "Noticias  del norte\n\nAna y Luis llegaron.\n\n"
    "Dijeron que el viejo barco, azul ya, era un velero. Lo vieron con su vela."
)
FORMS = (
    "Noticias de el norte Ana y Luis llegaron . "
    "∅ Dijeron que el viejo barco , azul ya , era un velero . Lo vieron con su vela ."
)


def _tokens() -> tuple[Token, ...]:
    tokens, position = list[Token](), 0
    for index, form in enumerate(FORMS.split()):
        if form == "∅":
            zero = Token(
                TEXT.index("Dijeron"),
                TEXT.index("Dijeron"),
                "ellos",
                "él",
                "PRON",
                feats="Person=3",
                empty=True,
            )
            tokens.append(zero)
            continue
        if form in ("de", "el") and index < 3:
            start, end = TEXT.index("del"), TEXT.index("del") + 3
        else:
            start = TEXT.index(form, position)
            end = start + len(form)
        position = end
        tokens.append(
            Token(
                start,
                end,
                form,
                form.lower(),
                "X" if index % 3 else "NOUN",
                f"x{index % 4}",
                "Number=Sing",
            )
        )
    return tuple(tokens)


def _document() -> Document:
    spans = [Span(0, 4), Span(4, 9), Span(9, 23), Span(23, 29)]
    tokens = list(_tokens())
    for span in spans:
        words = [index for index in range(*span) if not tokens[index].empty]
        for index in words:
            root = index == words[1]
            tokens[index] = tokens[index]._replace(
                head=ROOT if root else words[1], deprel="root" if root else "dep:of"
            )
    tokens[5] = tokens[5]._replace(deps="2:cc|4:cc:and", misc="Gloss=and|Rank=2")
    sentences = (
        Sentence(
            spans[0], "s-1", heading=True, multiwords=(Multiword(Span(1, 3), "del", misc="Note=a"),)
        ),
        Sentence(spans[1], "s-2", 1, "Eva", fragments=(Fragment(5), Fragment(7, 0, (5,)))),
        Sentence(spans[2], "s-3", 2),
        Sentence(spans[3], "s-4", 2, "Luz"),
    )
    arcs = tuple(
        (Arc(ROOT, 0.75), Arc(0, 0.25)) if index == 5 else () for index in range(len(tokens))
    )
    blocks = (Block(0, 19, "heading"), Block(21, 41), Block(43, len(TEXT)))
    meta = {"genre": "news", "title": "Noticias"}
    extra = {"url": "https://example.org/1", "size": [2, 3]}
    return Document("rich", TEXT, "es", tuple(tokens), sentences, meta, arcs, blocks, extra)


def _annotation() -> Annotation:
    def one(start: int, end: int, kind: Kind = Kind.NOMINAL, **rest: object) -> Mention:
        return Mention((Span(start, end),), start, kind, **rest)  # type: ignore[arg-type]

    ana, luis = (
        one(4, 5, Kind.NAME, id="ana-1", attributes=(("number", "sing"),)),
        one(6, 7, Kind.NAME),
    )
    both = one(4, 7, Kind.COORDINATION)
    zero = one(9, 10, Kind.ZERO, reference=Reference.ANAPHORIC)
    ship = one(12, 15, minimum=Span(14, 15))._replace(head=14)
    parted = Mention((Span(13, 15), Span(16, 17)), 14, Kind.NOMINAL)
    sailer, it = one(20, 22), one(23, 24, Kind.PERSONAL, reference=Reference.ANAPHORIC)
    hers, sail = one(26, 27, Kind.POSSESSIVE), one(26, 28)
    empty = one(17, 18, Kind.PERSONAL, reference=Reference.NONREFERENTIAL, subtype="extraposition")
    links = (
        Link(zero, (ana, luis), subtype="split"),
        Link(sailer, (ship,), Relation.PREDICATION),
        Link(it, (ship,), optional=True, subtype="near", attributes=(("sure", "no"),)),
        Link(sail, (ship,), Relation.BRIDGING, "part"),
    )
    entities = (
        Entity("e1", (ana,), "person", (("gender", "feminine"),)),
        Entity("e2", (luis,), "person"),
        Entity("crew", (both, zero), "person"),
        Entity("the_ship", (ship, sailer, it), "ship"),
        Entity("e5", (parted, hers)),
    )
    mentions = in_order([ana, luis, both, zero, ship, parted, sailer, it, hers, sail, empty])
    return Annotation(
        "rich", Source("Luz", "human"), mentions, entities, links, (("drawn by", "hand"),)
    )


RICH = Annotated(_document(), _annotation())
UNPARSED = Annotated(
    Document("plain", TEXT, "es", blocks=(Block(0, 19, "heading"),)), Annotation("plain")
)


class Fact(NamedTuple):
    """Something a document or annotation says, and the layers without which it cannot be said."""

    layers: frozenset[Layer]
    said: tuple[object, ...]


class Facts:
    """All facts of an item; places are told so that they stay the same in a format
    that carries only some layers.
    """

    def __init__(self, item: Annotated, lost: Collection[Layer]) -> None:
        self.document, self.annotation = item
        self.lost = lost
        self.places = dict(self._places())
        self.groups = {
            id(mention): entity
            for entity in self.annotation.entities
            for mention in entity.mentions
        }

    def _places(self) -> Iterator[tuple[int, object]]:
        """Words by number, or by their characters where words are not carried;
        empty tokens by the word before.
        """
        words = zeros = 0
        for index, token in enumerate(self.document.tokens):
            if token.empty:
                zeros += 1
                yield index, (words, zeros)
                continue
            words, zeros = words + 1, 0
            text = self.document.text
            solid = ["".join(text[:at].split()) for at in (token.start, token.end)]
            yield index, (words, 0) if Layer.TOKENS not in self.lost else tuple(map(len, solid))

    def __iter__(self) -> Iterator[Fact]:
        for layers, said in (
            *self._document(),
            *self._sentences(),
            *self._tokens(),
            *self._annotation(),
        ):
            yield Fact(frozenset(layers), said)

    def _document(self) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        document = self.document
        if document.tokens:
            yield {Layer.SPACING}, ("text", document.text)
        else:
            yield {Layer.TEXT}, ("text", document.text)
        yield {Layer.LANGUAGE}, ("language", document.language)
        for block in document.blocks:
            if block.role != "paragraph":
                yield {Layer.BLOCKS}, ("block", *block)
        for pair in document.meta.items():
            yield {Layer.META}, ("meta", *pair)
        for key, value in document.extra.items():
            yield {Layer.EXTRA}, ("extra", key, str(value))
        for index, arcs in enumerate(document.arcs):
            if arcs:
                yield {Layer.ARCS}, ("arcs", index, arcs)

    def _sentences(self) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        for sentence in self.document.sentences:
            words = [i for i in range(*sentence.span) if not self.document.tokens[i].empty]
            place = self.places[words[0]], self.places[words[-1]]
            own = {Layer.SENTENCES, Layer.TOKENS}
            yield own, ("sentence", *place)
            yield own | {Layer.PARAGRAPHS}, ("paragraph", *place, sentence.paragraph)
            for layer, value in {
                Layer.SENTENCE_NAMES: sentence.id,
                Layer.HEADINGS: sentence.heading,
                Layer.SPEAKERS: sentence.speaker,
                Layer.FRAGMENTS: sentence.fragments,
            }.items():
                if value:
                    yield own | {layer}, (layer, *place, value)
            for comment in sentence.comments:
                yield own | {Layer.COMMENTS}, ("comment", *place, comment)
            for span, *rest in sentence.multiwords:
                yield (
                    own | {Layer.MULTIWORDS},
                    ("multiword", *map(self.places.get, range(*span)), *rest),
                )

    def _tokens(self) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        for index, token in enumerate(self.document.tokens):
            place, own = self.places[index], {Layer.EMPTY if token.empty else Layer.TOKENS}
            yield own, ("token", place)
            yield own | ({Layer.EMPTY_FORMS} if token.empty else set()), ("form", place, token.form)
            for layer, value in {
                Layer.LEMMAS: token.lemma,
                Layer.UPOS: token.upos,
                Layer.XPOS: token.xpos,
                Layer.FEATS: token.feats,
                Layer.ENHANCED: token.deps,
                Layer.SYNTAX: (self.places.get(token.head, ROOT), token.deprel)
                if token.head is not None
                else (),
            }.items():
                if value:
                    yield own | {layer}, (layer, place, value)
            for entry in filter(None, token.misc.split("|")):
                yield own | {Layer.MISC}, ("misc", place, entry)

    def _annotation(self) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        yield {Layer.SOURCE}, ("source", *self.annotation.source)
        for pair in self.annotation.attributes:
            yield {Layer.MARKS}, ("mark", *pair)
        for mention in self.annotation.mentions:
            yield from self._mention(mention)
        for entity in self.annotation.entities:
            yield from self._entity(entity)
        for link in self.annotation.links:
            yield from self._link(link)

    def _mention(self, mention: Mention) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        own, place = self._own(mention), self._place(mention)
        yield own, ("mention", place)
        minimum = mention.minimum and tuple(map(self.places.get, range(*mention.minimum)))
        for layer, value in {
            Layer.MENTION_NAMES: is_name(mention.id) and mention.id,
            Layer.HEADS: () if mention.head is None else self.places[mention.head],
            Layer.KINDS: mention.kind,
            Layer.MINIMA: minimum,
            Layer.REFERENCE: mention.reference,
            Layer.SUBTYPES: mention.subtype,
        }.items():
            if value:
                yield own | {layer}, (layer, place, value)
        for pair in mention.attributes:
            yield own | {Layer.ATTRIBUTES}, ("attribute", place, *pair)

    def _own(self, *mentions: Mention) -> set[Layer]:
        layers = {Layer.MENTIONS}
        for mention in mentions:
            entity = self.groups.get(id(mention))
            layers |= {Layer.DISCONTINUOUS} if len(mention.parts) > 1 else set()
            layers |= {Layer.ZEROS} if is_zero(mention, self.document) else set()
            layers |= (
                {Layer.MARKABLES}
                if entity is None
                else {Layer.SINGLETONS}
                if entity.singleton
                else set()
            )
        return layers

    def _place(self, mention: Mention) -> tuple[object, ...]:
        tokens = [self.document.tokens[index] for index in mention.tokens]
        silent = Layer.EMPTY not in self.lost or is_zero(mention, self.document)
        kept = [
            index
            for index, token in zip(mention.tokens, tokens, strict=True)
            if silent or not token.empty
        ]
        return tuple(self.places[index] for index in kept)

    def _entity(self, entity: Entity) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        first = self._place(entity.mentions[0])
        for mention in entity.mentions[1:] or entity.mentions:
            together = self._own(entity.mentions[0], mention) | {Layer.ENTITIES}
            yield together, ("member", first, self._place(mention))
        own = self._own(*entity.mentions[:2]) | {Layer.ENTITIES}
        if is_name(entity.id):
            yield own | {Layer.ENTITY_NAMES}, ("entity", first, entity.id)
        if entity.type:
            yield own | {Layer.TYPES}, ("type", first, entity.type)
        for pair in entity.attributes:
            yield own | {Layer.ENTITY_ATTRIBUTES}, ("of entity", first, *pair)

    def _link(self, link: Link) -> Iterator[tuple[set[Layer], tuple[object, ...]]]:
        own = self._own(link.anaphor, *link.antecedents) | {layer_of(link)}
        if link.relation not in (Relation.IDENTITY, Relation.BRIDGING):
            own |= {Layer.RELATIONS}
        antecedents = link.antecedents
        if (
            layer_of(link) is not Layer.LINKS
        ):  # some formats tell these of entities, so any mention of one will do
            entities = (self.groups.get(id(mention)) for mention in antecedents)
            firsts = zip(antecedents, entities, strict=True)
            antecedents = tuple(
                entity.mentions[0] if entity else mention for mention, entity in firsts
            )
        said = (self._place(link.anaphor), *sorted(map(self._place, antecedents)))
        yield own, ("link", *said, link.relation)
        if link.optional:
            yield own | {Layer.OPTIONAL}, ("optional", *said)
        if link.subtype:
            yield own | {Layer.LINK_SUBTYPES}, ("subtype", *said, link.subtype)
        for pair in link.attributes:
            yield own | {Layer.LINK_ATTRIBUTES}, ("of link", *said, *pair)


def silent_losses(before: Annotated, after: Annotated, lost: Collection[Layer]) -> set[Fact]:
    """What was said before and no longer is, although no layer it needs was announced as lost."""
    known = {fact.said for fact in Facts(after, lost)}
    return {
        fact
        for fact in Facts(before, lost)
        if fact.said not in known and not fact.layers & set(lost)
    }
