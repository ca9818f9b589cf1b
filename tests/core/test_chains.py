"""From decisions to an annotation: links, entities, types."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.annotation import Mention, Reference, Relation, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision
from coindex.core.document import Span
from coindex.testing import bracketed

SYSTEM = Source("test", "system")


def test_decisions_become_links_and_entities() -> None:
    document, key = bracketed("[Ann] , [a doctor] , saw [Bob] . [She] left .")
    ann, doctor, bob, she = key.mentions
    decisions = [Decision(doctor, ann, "apposition"), Decision(bob), Decision(she, doctor)]
    found = resolved(document, key, decisions, source=SYSTEM)
    assert [entity.mentions for entity in found.entities] == [(ann, doctor, she), (bob,)]
    assert [entity.id for entity in found.entities] == ["1", "2"]
    assert [link.relation for link in found.links] == [Relation.APPOSITION, Relation.IDENTITY]
    assert found.source == SYSTEM
    alone = resolved(document, key, decisions, source=SYSTEM, singletons=False)
    assert [entity.mentions for entity in alone.entities] == [(ann, doctor, she)]


def test_what_does_not_refer_is_no_entity() -> None:
    document, key = bracketed("[It] rained on [Ann] .")
    rain, ann = key.mentions
    pleonastic = rain._replace(reference=Reference.NONREFERENTIAL)
    found = resolved(document, replace(key, mentions=(pleonastic, ann)), [], source=SYSTEM)
    assert found.mentions == (pleonastic, ann)
    assert [entity.mentions for entity in found.entities] == [(ann,)]


def test_the_commonest_type_of_the_heads_is_the_entitys() -> None:
    document, key = bracketed("[Ann] saw [her] in [it] .")
    tokens = tuple(
        token._replace(misc=f"EntityType={kind}") if kind else token
        for token, kind in zip(
            document.tokens, ["person", "", "person", "", "place", ""], strict=True
        )
    )
    document = replace(document, tokens=tokens)
    ann, her, it = key.mentions
    found = resolved(document, key, [Decision(her, ann), Decision(it, her)], source=SYSTEM)
    assert [entity.type for entity in found.entities] == ["person"]


def test_an_antecedent_behind_its_anaphor() -> None:
    document, key = bracketed("When [she] came , [Ann] left .")
    she, ann = key.mentions
    found = resolved(document, key, [Decision(she, ann)], source=SYSTEM)
    assert found.entities[0].mentions == (she, ann)
    assert ann == Mention((Span(4, 5),))
