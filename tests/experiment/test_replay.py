"""Replay: the actions of each link, counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from coindex.core.annotation import Annotation, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.core.protocols import Correct
from coindex.experiment.replay import Effort, actions_without_proposals, replayed
from coindex.testing import bracketed


@pytest.mark.parametrize(
    ("number", "numbered", "expected"),
    [
        (1, 5, 3),  # go there, L, 1
        (1, 12, 4),  # 1 could be the beginning of 10: Enter
        (12, 30, 4),  # go there, L, 1, 2
        (3, 200, 4),
        (25, 200, 4),
        (12, 200, 5),  # 12 could be the beginning of 120
        (201, 200, 6),  # go there, the list of entities, three letters, Enter
    ],
)
def test_actions_without_proposals(number: int, numbered: int, expected: int) -> None:
    assert actions_without_proposals(number, numbered) == expected


@dataclass(frozen=True)
class Planned:
    """Proposes mentions by number: the antecedent of each anaphor, and its other candidates."""

    plan: dict[int, tuple[int | None, tuple[int, ...]]]

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        given = mentions.mentions
        for place, (chosen, others) in self.plan.items():
            antecedent: Mention | None = None if chosen is None else given[chosen]
            listed = tuple(Candidate(given[other]) for other in others)
            assert correct is not None, "the annotator's decisions are kept"
            correct(given[place], antecedent)
            yield Decision(given[place], antecedent, candidates=listed)


def test_right_proposals_and_listed_candidates_take_one_action() -> None:
    text = bracketed("[Ann]1 met [Eve]2 and [Mia]3 .\n[She]1 waved , [she]2 smiled , [she]3 left .")
    #                  0         1         2           3            4              5
    plan = Planned({3: (0, (0,)), 4: (0, (0, 1)), 5: (None, (0, 1))})
    replay = replayed(plan, text.document, text.annotation.only_mentions(), text.annotation)
    # Ann is the third before, Eve the third before, Mia the third before: 3 actions each
    assert replay.all == Effort(links=3, without=9, assisted=1 + 1 + 3, right=1, listed=1)
    nothing = replayed(Planned({}), text.document, text.annotation.only_mentions(), text.annotation)
    assert nothing.all == Effort(links=3, without=9, assisted=9)


def test_rejected_candidates_and_those_without_a_key_do_not_count() -> None:
    names = " ".join(f"[N{number}]{number}" for number in range(11))
    text = bracketed(f"{names} .\n[it]0 fell .")
    plan = Planned({11: (None, (*range(1, 10), 0))})
    replay = replayed(plan, text.document, text.annotation.only_mentions(), text.annotation)
    # the eleventh of eleven: go there, L, 1, 1
    assert replay.all == Effort(links=1, without=4, assisted=4)
