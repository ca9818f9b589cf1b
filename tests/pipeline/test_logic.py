"""Logical forms of three small documents."""

from __future__ import annotations

from coindex.core import registry
from coindex.core.annotation import Annotation, Entity, Mention, Reference
from coindex.core.document import Document, Span
from coindex.pipeline.logic import logic
from tests.detectors.parses import parsed

SHE, IT = "Gender=Fem|Number=Sing|Person=3|PronType=Prs", "Number=Sing|Person=3|PronType=Prs"
THEY = "Number=Plur|Person=3|PronType=Prs"
KEY = (
    f"""Ana/Ana/PROPN/2/nsubj lost/lose/VERB/0/root/VerbForm=Fin her/her/PRON/4/nmod:poss/{SHE}|Poss=Yes
    key/key/NOUN/2/obj/Number=Sing""",
    f"She/she/PRON/2/nsubj/{SHE} found/find/VERB/0/root/VerbForm=Fin it/it/PRON/2/obj/{IT}",
)
PARK = (
    f"""The/the/DET/2/det key/key/NOUN/5/nsubj:pass/Number=Sing was/be/AUX/5/aux:pass/VerbForm=Fin not/not/PART/5/advmod
    found/find/VERB/0/root/VerbForm=Part by/by/ADP/7/case Bob/Bob/PROPN/5/obl in/in/ADP/10/case the/the/DET/10/det
    park/park/NOUN/5/obl/Number=Sing because/because/SCONJ/14/mark Ana/Ana/PROPN/14/nsubj had/have/AUX/14/aux
    hidden/hide/VERB/5/advcl/VerbForm=Part it/it/PRON/14/obj/{IT}""",
    f"""She/she/PRON/2/nsubj/{SHE} knew/know/VERB/0/root/VerbForm=Fin that/that/SCONJ/5/mark Bob/Bob/PROPN/5/nsubj
    wanted/want/VERB/2/ccomp/VerbForm=Fin to/to/PART/7/mark leave/leave/VERB/5/xcomp/VerbForm=Inf""",
    f"It/it/PRON/2/nsubj/{IT} rained/rain/VERB/0/root/VerbForm=Fin",
)
SHOP = (
    """The/the/DET/2/det man/man/NOUN/6/nsubj/Number=Sing who/who/PRON/4/nsubj/PronType=Rel
    called/call/VERB/2/acl:relcl/VerbForm=Fin us/we/PRON/4/obj/Person=1|PronType=Prs owned/own/VERB/0/root/VerbForm=Fin
    a/a/DET/8/det shop/shop/NOUN/6/obj/Number=Sing""",
    f"""Ana/Ana/PROPN/4/nsubj and/and/CCONJ/3/cc Bob/Bob/PROPN/1/conj gave/give/VERB/0/root/VerbForm=Fin
    him/he/PRON/4/iobj/Gender=Masc|Number=Sing|Person=3|PronType=Prs the/the/DET/7/det book/book/NOUN/4/obj/Number=Sing
    they/they/PRON/9/nsubj/{THEY} bought/buy/VERB/7/acl:relcl/VerbForm=Fin""",
    f"""They/they/PRON/4/nsubj/{THEY} were/be/AUX/4/cop/VerbForm=Fin good/good/ADJ/4/amod
    friends/friend/NOUN/0/root/Number=Plur""",
    (
        f"They/they/PRON/3/nsubj/{THEY} were/be/AUX/3/cop/VerbForm=Fin "
        "happy/happy/ADJ/0/root/Degree=Pos"
    ),
    f"""It/it/PRON/5/nsubj/{IT} was/be/AUX/5/cop/VerbForm=Fin in/in/ADP/5/case the/the/DET/5/det
    house/house/NOUN/0/root/Number=Sing of/of/ADP/7/case Ana/Ana/PROPN/5/nmod""",
)


def annotated(document: Document, *entities: str) -> Annotation:
    """Entities are written as the words of their mentions, each with which
    occurrence it is if not the first.
    """
    found = registry.build("detectors", "nominals(coordinations='all')").detect(document).mentions
    groups = [
        tuple(_named(document, found, name) for name in entity.split(", ")) for entity in entities
    ]
    return Annotation(
        document.id,
        mentions=found,
        entities=tuple(Entity(str(n), g) for n, g in enumerate(groups, 1)),
    )


def _named(document: Document, mentions: tuple[Mention, ...], name: str) -> Mention:
    words, _, occurrence = name.partition("#")
    return [one for one in mentions if one.text(document) == words][int(occurrence or 1) - 1]


def test_the_key() -> None:
    document = parsed(*KEY)
    lines = logic(document, annotated(document, "Ana, her, She", "her key, it"))
    assert lines == ["lose(e1, x1:Ana, x2:key)", "poss(x1, x2)", "find(e2, x1, x2)"]


def test_passive_negation_adverbials_complements_and_control() -> None:
    document = parsed(*PARK)
    annotation = annotated(document, "The key, it", "Bob, Bob#2", "Ana, She")
    rain = next(index for index, token in enumerate(document.tokens) if token.form == "It")
    idle = Mention((Span(rain, rain + 1),), rain, reference=Reference.NONREFERENTIAL)
    mentions = tuple(one for one in annotation.mentions if one.start != rain)
    assert logic(
        document, Annotation("test", mentions=(*mentions, idle), entities=annotation.entities)
    ) == [
        "find(e1, x1:Bob, x2:key)",
        "not(e1)",
        "in(e1, x3:park)",
        "because(e1, e2)",
        "hide(e2, x4:Ana, x2)",
        "know(e3, x4, e4)",
        "want(e4, x1, e5)",
        "leave(e5, x1)",
        "rain(e6)",
    ]


def test_relative_clauses_coordinations_and_copulas() -> None:
    document = parsed(*SHOP)
    lines = logic(
        document,
        annotated(
            document,
            "The man who called us, him",
            "Ana and Bob, they, They, They#2",
            "Ana, Ana#2",
            "a shop, It",
        ),
    )
    assert lines == [
        "own(e1, x1:man, x2:shop)",
        "call(e2, x1, x3:we)",
        "give(e3, x4:Ana+Bob, x5:book, x1)",
        "buy(e4, x4, x5)",
        "be(e5, x4, x6:friend)",
        "happy(e6, x4)",
        "be(e7, x2)",
        "in(e7, x7:house)",
        "of(x7, x8:Ana)",
    ]


def test_a_predicate_of_the_same_entity_and_a_sum() -> None:
    document = parsed(
        "Ana/Ana/PROPN/4/nsubj is/be/AUX/4/cop/VerbForm=Fin a/a/DET/4/det "
        "doctor/doctor/NOUN/0/root/Number=Sing",
        "Ana/Ana/PROPN/4/nsubj and/and/CCONJ/3/cc Bob/Bob/PROPN/1/conj "
        "met/meet/VERB/0/root/VerbForm=Fin",
    )
    lines = logic(document, annotated(document, "Ana, a doctor, Ana#2"))
    assert lines == ["doctor(e1, x1:Ana)", "meet(e2, x1+x2:Bob)"]


def test_nothing_said() -> None:
    assert logic(Document("empty", ""), Annotation("empty")) == []
    assert logic(parsed("Oh/oh/INTJ/0/root"), Annotation("test")) == []
