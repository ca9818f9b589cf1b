"""Documents that hold something of every layer, with which `check_format` measures a format."""

from __future__ import annotations

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
