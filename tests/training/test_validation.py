"""Cross-validation: every document is held out once, and the gain is that of the held-out ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Entity
from coindex.core.errors import CoindexError
from coindex.pipeline.pipeline import Pipeline
from coindex.training.tuning import Example, Tuning, examples
from coindex.training.validation import cross_validated
from tests.training.test_tuning import corpus

VOTE = "vote(voters=('subject', 'recent'))"


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    """In each document, *she* is the woman who was mentioned last, and not the subject."""
    path = tmp_path_factory.mktemp("validation") / "smiles.conllu"
    path.write_text(corpus(), encoding="utf-8")
    return list(examples(Pipeline("given", detector="gold"), formats.read(path)))


def test_the_gain_is_that_of_documents_held_out(given: list[Example]) -> None:
    steps: list[tuple[int, int]] = []
    validated = cross_validated(
        Tuning(),
        registry.build("resolvers", VOTE),
        given,
        present=registry.build("resolvers", "recent"),
        hear=lambda done, total: steps.append((done, total)),
    )
    assert (validated.gain.before, validated.gain.after) == (0, 1)
    assert validated.gain.documents == len(given) == 12
    assert validated.gain.difference.interval == (1, 1)
    assert (validated.over_present.before, validated.over_present.after) == (1, 1)
    assert steps[-1] == (18, 18) and [done for done, _ in steps] == list(range(1, 19))
    spec = registry.spec_of(validated.resolver)
    assert registry.build("resolvers", spec) == validated.resolver
    again = [
        one.antecedent
        for one in registry.build("resolvers", spec).resolve(given[0].document, given[0].mentions)
    ]
    assert again[-1] == given[0].mentions.mentions[1]


def test_a_document_is_never_judged_by_what_was_learned_from_it(given: list[Example]) -> None:
    """With two documents that contradict each other, each is resolved as the other one asks."""
    document, mentions = given[1].document, given[1].mentions
    first, second, pronoun = mentions.mentions
    subject = replace(
        given[1].key.annotation,
        entities=(Entity("1", (first, pronoun)), Entity("2", (second,))),
    )
    other = Example(Annotated(document, subject), document, mentions)
    validated = cross_validated(Tuning(), registry.build("resolvers", VOTE), [given[0], other])
    assert (validated.folds, validated.gain.after) == (2, 0)


def test_one_document_is_too_few(given: list[Example]) -> None:
    with pytest.raises(CoindexError, match="too few"):
        cross_validated(Tuning(), registry.build("resolvers", VOTE), given[:1])
