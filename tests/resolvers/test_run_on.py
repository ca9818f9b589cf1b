"""Sentences without end: what is looked at for an anaphor stays the same, and the
work grows with the text alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.language.syntax.binding import violates
from coindex.language.syntax.shallow import LONGEST
from coindex.resolvers import disjointness
from coindex.resolvers.ranking import MOST
from coindex.resolvers.rosana import MOST as MOST_OF_ROSANA
from coindex.resolvers.rosana import admission
from tests.detectors.parses import parsed

SHE = "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs"
HER = "Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs"
IT = "Number=Sing|Person=3|PronType=Prs"
WORDS = 9
BOUNDED = (
    *(
        "sieve",
        "sieve(pronouns='first')",
        "kennedy_boguraev",
        "cogniac",
        "cogniac(widening=(8,))",
        "mitkov",
        "mars",
    ),
    *("supar", "rap", "recent", "subject", "random"),
)
BINDING = ("sieve", "rosana", "recent", "subject", "hobbs", "slist", "lrc", "bfp", "supar")


@cache
def run_on(clauses: int) -> Document:
    """*Ann lost her key and she found it, Ann lost ...*: one sentence,
    all verbs joined to the first.
    """
    said = []
    for first in range(0, clauses * WORDS, WORDS):
        joined = "2/conj" if first else "0/root"
        said.append(
            f"Ann/Ann/PROPN/{first + 2}/nsubj/Number=Sing lost/lose/VERB/{joined}/VerbForm=Fin "
            f"her/she/PRON/{first + 4}/nmod:poss/{HER} key/key/NOUN/{first + 2}/obj/Number=Sing "
            f"and/and/CCONJ/{first + 7}/cc she/she/PRON/{first + 7}/nsubj/{SHE} "
            f"found/find/VERB/{first + 2}/conj it/it/PRON/{first + 7}/obj/{IT} "
            f",/,/PUNCT/{first + 2}/punct"
        )
    return parsed(" ".join(said))


def decisions(resolver: str, document: Document) -> list[Decision]:
    mentions = registry.build("detectors", "nominals").detect(document)
    return list(registry.build("resolvers", resolver).resolve(document, mentions))


def bounded(resolver: str, most: int) -> str:
    return (
        f"{resolver[:-1]}, most={most})" if resolver.endswith(")") else f"{resolver}(most={most})"
    )


@pytest.mark.parametrize("resolver", BOUNDED)
@pytest.mark.parametrize("most", [20, 150])
def test_candidates_are_bounded(resolver: str, most: int) -> None:
    """What stands in the same stretch is looked at in full by some."""
    found = decisions(bounded(resolver, most), run_on(45))
    here = LONGEST * 5 // WORDS if resolver in ("kennedy_boguraev", "rap") else 0
    assert len(found) > 60
    assert 20 <= max(one.considered for one in found) <= most + here


@pytest.mark.parametrize("resolver", [*BOUNDED, "rosana"])
def test_bounds_are_there_unasked(resolver: str) -> None:
    """`tests/faults` has a sentence that exceeds them."""
    built: Any = registry.build("resolvers", resolver)
    assert built.most == (MOST_OF_ROSANA if resolver == "rosana" else MOST)


def test_ordinary_sentences_do_not_feel_the_bound() -> None:
    document = parsed(*[run_on_clause(number) for number in range(40)])
    for resolver in (
        "sieve",
        "recent",
        "supar",
        "rosana",
        "kennedy_boguraev",
        "rap",
        "mitkov",
        "mars",
        "cogniac",
    ):
        assert decisions(resolver, document) == decisions(bounded(resolver, 1_000_000), document)


def run_on_clause(number: int) -> str:
    name = ("Ann", "Eve", "Sue")[number % 3]
    return (
        f"{name}/{name}/PROPN/2/nsubj/Number=Sing lost/lose/VERB/0/root/VerbForm=Fin "
        f"her/she/PRON/4/nmod:poss/{HER} key/key/NOUN/2/obj/Number=Sing and/and/CCONJ/7/cc "
        f"she/she/PRON/7/nsubj/{SHE} found/find/VERB/2/conj it/it/PRON/7/obj/{IT} ././PUNCT/2/punct"
    )


@pytest.mark.parametrize("resolver", BINDING)
def test_binding_is_tested_in_proportion_to_the_text(
    resolver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(clauses: int) -> int:
        document, count = run_on.__wrapped__(clauses), Count(violates)
        with monkeypatch.context() as patch:
            patch.setattr(disjointness, "violates", count)
            patch.setattr(admission, "violates", count)
            decisions(resolver, document)
        return count.calls

    once, twice = work(25), work(50)
    assert twice <= 2.4 * once


class Count:
    """A function with a counter of its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.calls = function, 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return self.function(*given, **named)
