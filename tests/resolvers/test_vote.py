"""Votes on pronouns: by default the first voter decides; weights give others a say."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.errors import SpecError
from coindex.core.protocols import Resolver
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.vote import Vote
from coindex.testing import check_resolver
from tests.training.test_tuning import corpus
from tests.workbench.material import PARSED

VOTERS = ("subject", "recent")
SUBJECT, RECENT = "personal: subject", "personal: recent"


def parsed(text: str, folder: Path) -> Annotated:
    """A document with detected mentions."""
    path = folder / "text.conllu"
    path.write_text(text, encoding="utf-8")
    [item] = formats.read(path)
    return Annotated(item.document, Pipeline("given").mentions(item.document))


@pytest.fixture
def smile(tmp_path: Path) -> Annotated:
    """*Ann greeted Eve. She smiled.*"""
    return parsed(corpus(1), tmp_path)


def decisions(resolver: Resolver, item: Annotated) -> list[Decision]:
    return list(resolver.resolve(item.document, item.annotation))


def test_contract() -> None:
    check_resolver(Vote(VOTERS), parses=5)
    check_resolver(Vote(VOTERS, (("personal: recent", 3.0),)), parses=5)


def test_without_weights_the_first_voter_decides(smile: Annotated) -> None:
    for voters in (VOTERS, VOTERS[::-1]):
        own = decisions(registry.build("resolvers", voters[0]), smile)
        chosen = [(one.anaphor, one.antecedent) for one in decisions(Vote(voters), smile)]
        assert chosen == [(one.anaphor, one.antecedent) for one in own]
        assert any(antecedent for _, antecedent in chosen)


def test_votes_are_counted_by_entity(tmp_path: Path) -> None:
    """*Ann lost her key. She looked for it.*: the nearest is *her*, the subject is *Ann*."""
    item = parsed(PARSED, tmp_path)
    antecedents = {
        name: next(
            one.antecedent
            for one in decisions(registry.build("resolvers", name), item)
            if one.anaphor.text(item.document) == "She"
        )
        for name in VOTERS
    }
    assert antecedents["subject"] != antecedents["recent"]
    [she] = [
        one for one in decisions(Vote(VOTERS), item) if one.anaphor.text(item.document) == "She"
    ]
    [candidate] = [one for one in she.candidates if SUBJECT in dict(one.factors)]
    assert RECENT in dict(candidate.factors)


def test_weights_let_another_voter_decide(smile: Annotated) -> None:
    [first] = decisions(Vote(VOTERS), smile)
    [other] = decisions(Vote(VOTERS, ((RECENT, 3.0), (SUBJECT, 0.5))), smile)
    named = [one.antecedent and one.antecedent.text(smile.document) for one in (first, other)]
    assert named == ["Ann", "Eve"]
    assert other.confidence is not None and 0.5 < other.confidence < 1
    assert [one.score for one in other.candidates[:2]] == [3.0, 0.5]


def test_a_recording_asks_each_voter_once(smile: Annotated) -> None:
    recording = Vote(VOTERS).recording()
    votes = recording.votes(smile.document, smile.annotation, None)
    assert recording.votes(smile.document, smile.annotation, None) is votes
    assert decisions(recording, smile) == decisions(Vote(VOTERS), smile)


def test_the_detector_is_that_of_the_first_voter(smile: Annotated) -> None:
    pipeline = Pipeline(detector="auto", resolver="vote")
    usual = Pipeline(detector="auto", resolver="auto")
    assert pipeline.detector_for(smile.document) == usual.detector_for(smile.document)
    assert "vote" not in registry.distinct("resolvers")


@pytest.mark.parametrize("voters", [(), ("nobody",), ("recent", "vote")])
def test_voters_that_are_refused(voters: tuple[str, ...]) -> None:
    with pytest.raises(SpecError):
        Vote(voters)
