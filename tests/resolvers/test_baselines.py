"""Baselines and the oracle."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Entity, Kind
from coindex.core.errors import MissingLayer
from coindex.resolvers.oracle import Oracle
from coindex.testing import bracketed, check_resolver
from coindex.testing.contracts import check_component
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked

SHE = "Gender=Fem|Number=Sing|Person=3|PronType=Prs"
TEXT = (
    (
        "Ann/Ann/PROPN/2/nsubj/Number=Sing saw/see/VERB/0/root/VerbForm=Fin "
        "Mary/Mary/PROPN/2/obj/Number=Sing"
    ),
    f"She/she/PRON/2/nsubj/{SHE} smiled/smile/VERB/0/root/VerbForm=Fin",
    f"Sue/Sue/PROPN/2/nsubj/Number=Sing hit/hit/VERB/0/root/VerbForm=Fin her/she/PRON/2/obj/{SHE}",
)


def test_recent_and_subject() -> None:
    recent, subject = Worked("recent", parsed(*TEXT)), Worked("subject", parsed(*TEXT))
    assert (recent.antecedent("She"), subject.antecedent("She")) == ("Mary", "Ann")
    assert recent.antecedent("her") == subject.antecedent("her") == "She"
    assert recent.rejected("her") == {"Sue": "principle B"}


def test_the_window_is_counted_in_sentences() -> None:
    assert Worked("recent(window=0)", parsed(*TEXT)).antecedent("She") == ""


def test_random_depends_on_seed_and_document_alone() -> None:
    document = parsed(*TEXT)
    chosen = [Worked(f"random(seed={seed})", document).decisions for seed in range(20)]
    assert chosen == [Worked(f"random(seed={seed})", document).decisions for seed in range(20)]
    assert len({decisions[0].antecedent for decisions in chosen}) == 2


def test_one_entity_and_none() -> None:
    document = parsed(*TEXT)
    assert not Worked("singletons", document).decisions
    links = Worked("one", document).decisions
    assert [link.antecedent for link in links[1:]] == [link.anaphor for link in links[:-1]]
    assert len(links) == 4


def oracle(key: Annotation) -> list[str]:
    document = parsed(*TEXT)
    mentions = registry.build("detectors", "nominals").detect(document)
    decisions = Oracle().resolve(document, mentions, key=key)
    return [
        "" if one.antecedent is None else document.tokens[one.antecedent.start].form
        for one in decisions
    ]


def test_the_oracle_knows() -> None:
    document = parsed(*TEXT)
    found = {
        document.tokens[m.start].form: m
        for m in registry.build("detectors", "nominals").detect(document).mentions
    }

    def key(*forms: str) -> Annotation:
        return Annotation(
            "test",
            entities=(
                Entity("1", tuple(found[form]._replace(kind=Kind.UNKNOWN) for form in forms)),
            ),
        )

    assert oracle(key("Ann", "She", "her")) == ["Ann", "She"]
    assert oracle(key("Mary", "She")) == ["Mary", ""]
    assert oracle(key("Sue", "her")) == ["", ""], "what constraints forbid is no candidate"


def test_the_oracle_asks_for_the_key() -> None:
    document, annotation = bracketed("[Ann]1 saw [her]1 dog.")
    with pytest.raises(MissingLayer, match="needs the key"):
        registry.build("resolvers", "oracle").resolve(document, annotation.only_mentions())


def test_the_contract() -> None:
    document = parsed(*TEXT)
    items = [Annotated(document, registry.build("detectors", "nominals").detect(document))]
    for spec in ("recent", "subject", "random", "random(seed=7)", "singletons", "one"):
        check_resolver(registry.build("resolvers", spec), items)
    check_component(registry.build("resolvers", "oracle"))
