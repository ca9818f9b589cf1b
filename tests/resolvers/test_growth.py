"""Long texts: however much came before, an anaphor is decided by looking at a few candidates."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.resolvers.classic.search import FARTHEST
from coindex.resolvers.rosana.recollection import KEPT
from tests.detectors.parses import parsed

TIMES = 100
SHE = "Gender=Fem|Number=Sing|Person=3|PronType=Prs"
HE = "Gender=Masc|Number=Sing|Person=3|PronType=Prs"
SIGHTING = (
    (
        "Ann/Ann/PROPN/3/nsubj/Number=Sing Lee/Lee/PROPN/1/flat/Number=Sing "
        "saw/see/VERB/0/root/VerbForm=Fin the/the/DET/5/det house/house/NOUN/3/obj/Number=Sing "
        "././PUNCT/3/punct"
    ),
    (
        "The/the/DET/2/det houses/house/NOUN/5/nsubj/Number=Plur of/of/ADP/4/case "
        "Lee/Lee/PROPN/2/nmod/Number=Sing fell/fall/VERB/0/root/VerbForm=Fin "
        f"when/when/SCONJ/8/mark she/she/PRON/8/nsubj/{SHE} left/leave/VERB/5/advcl/VerbForm=Fin "
        "././PUNCT/5/punct"
    ),
    (
        "A/a/DET/2/det house/house/NOUN/3/nsubj/Number=Sing fell/fall/VERB/0/root/VerbForm=Fin "
        "././PUNCT/3/punct"
    ),
)
FALL = (
    "The/the/DET/2/det house/house/NOUN/3/nsubj/Number=Sing fell/fall/VERB/0/root/VerbForm=Fin "
    "././PUNCT/3/punct"
)
LEFT = (
    "They/they/PRON/2/nsubj/Number=Plur|Person=3|PronType=Prs "
    "left/leave/VERB/0/root/VerbForm=Fin ././PUNCT/2/punct"
)


def decisions(resolver: str, document: Document) -> list[Decision]:
    mentions = registry.build("detectors", "nominals").detect(document)
    return list(registry.build("resolvers", resolver).resolve(document, mentions))


LEARNED = ("hybrid", "auto", "vote")
"""The classic constraints on top of the learned model; `tests/faults` looks at them."""


@pytest.mark.parametrize(
    "name", sorted({*registry.installed("resolvers")} - {"oracle", "neural", *LEARNED})
)
def test_candidates_do_not_grow_with_the_text(name: str) -> None:
    document = parsed(*SIGHTING * TIMES)
    half = len(document.tokens) // 2
    found = decisions(name, document)
    early = [one.considered for one in found if half // 2 <= one.anaphor.start < half]
    late = [one.considered for one in found if one.anaphor.start >= half + half // 2]
    assert late == early


def test_nouns_and_names_bring_back_the_last_few_entities() -> None:
    """Each house is a new one."""
    found = decisions("rosana(attempt_indefinites=True)", parsed(*SIGHTING * TIMES))
    assert max(one.considered for one in found if not one.anaphor.kind.pronominal) <= KEPT
    lees = [one for one in found if one.rule == "name"]
    assert {len(one.admissible) for one in lees[2:]} == {2}, (
        "one candidate for each form of the name"
    )


@pytest.mark.parametrize("name", ["hobbs", "lrc", "slist", "bfp"])
def test_a_search_is_given_up(name: str) -> None:
    """No house is *they*."""
    last = decisions(name, parsed(*[FALL] * (FARTHEST + 100), LEFT))[-1]
    assert last.antecedent is None
    assert last.considered == FARTHEST


def test_assignments_that_all_contradict_themselves_are_given_up() -> None:
    """*He* and *him* can only be Bob, and cannot both be: no choice for each *she* helps."""
    names = ("Eve", "Sue", "Mary", "Jane", "Lucy", "Emma", "Kate")
    women = " ".join(f"{name}/{name}/PROPN/1/conj/Number=Sing" for name in names)
    first = (
        f"Ann/Ann/PROPN/10/nsubj/Number=Sing {women} Bob/Bob/PROPN/1/conj/Number=Sing "
        "met/meet/VERB/0/root"
    )
    said = [
        f"she/she/PRON/{place + 1}/nsubj/{SHE} "
        f"said/say/VERB/{max(0, place - 1)}/{'ccomp' if place > 1 else 'root'}"
        for place in range(1, 25, 2)
    ]
    last = f"he/he/PRON/26/nsubj/{HE} saw/see/VERB/24/ccomp him/he/PRON/26/obj/{HE}"
    found = decisions("bfp(utterance='sentence')", parsed(first, " ".join((*said, last))))
    assert len(found) == 14
