"""What an experiment reads: corpora, responses of other systems, and documents that do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.experiment.plan import Response
from tests.experiment.material import MEASURES, QUICK, carried_out, corpus, document, planned


def test_documents_without_a_parse(tmp_path: Path) -> None:
    items = [document(number) for number in range(2)]
    tokens = tuple(
        token._replace(head=None, deprel="", upos="", xpos="") for token in items[1].document.tokens
    )
    items[1] = items[1]._replace(document=replace(items[1].document, tokens=tokens))
    formats.write(items, tmp_path / "half.jsonl", "jsonl")
    results, experiment = carried_out(planned(str(tmp_path / "half.jsonl")), tmp_path / "cache")
    assert {tuple(run.problems) for run in results.runs} == {("d01",)}
    assert "has no parse of its own" in results.runs[0].problems["d01"]
    assert experiment.counts.steps["parse"] == 2, "what failed once is not tried again and again"


def responded(folder: Path, items: list[Annotated], name: str = "theirs") -> Response:
    path = folder / f"{name}.conll"
    formats.write(items, path, "conll")
    return Response(name, str(path))


def test_another_systems_response_joins(tmp_path: Path) -> None:
    path = corpus(tmp_path)
    perfect = responded(tmp_path, [document(number) for number in range(6)])
    results, _ = carried_out(planned(path, responses=(perfect,)), tmp_path / "cache")
    for group in results.groups:
        (theirs,) = (run for run in results.runs_of(group) if run.condition.resolver == "theirs")
        row = results.row(theirs.condition, MEASURES[0])
        assert row is not None and row.value == 1
        assert "given:own|parser:given|response:theirs" in row.signature
        made = results.comparisons(group, MEASURES[0])
        with_theirs = [one for one in made if "theirs" in (one.first, one.second)]
        assert len(with_theirs) == len(QUICK) - 1, "the oracle is no system"
        signed = results.signature(group, MEASURES[0], with_theirs[0])
        assert f"|given:{group.given}|" in signed and "|response:theirs|" in signed
        assert theirs.speed is None
        assert not theirs.problems
        assert [len(pair.decisions) for pair in theirs.pairs()] == [0] * 6


def test_a_response_with_other_tokens_and_documents_missing_or_changed(tmp_path: Path) -> None:
    items = [document(number) for number in range(3)]
    tokens = items[1].document.tokens
    text = items[1].document.text.replace("it", "id")
    changed = replace(
        items[1].document,
        text=text,
        tokens=tuple(t._replace(form=t.form.replace("it", "id")) for t in tokens),
    )
    responses = (responded(tmp_path, [items[0], items[1]._replace(document=changed)]),)
    results, _ = carried_out(planned(corpus(tmp_path, 3), responses=responses), tmp_path / "cache")
    run = results.runs[-1]
    assert set(run.problems) == {"d01", "d02"}
    assert "different texts from character" in run.problems["d01"]
    assert run.problems["d02"] == "the response does not have this document"
    row = results.row(run.condition, MEASURES[1])
    assert row is not None and row.value == pytest.approx(1 / 3)


def test_a_response_to_something_else(tmp_path: Path) -> None:
    item = document(0)
    other = Annotated(replace(item.document, id="else"), replace(item.annotation, document="else"))
    plan = planned(corpus(tmp_path, 2), responses=(responded(tmp_path, [other]),))
    with pytest.raises(
        CoindexError, match="none of its 1 documents is in the corpus, whose first is called 'd00'"
    ):
        carried_out(plan, tmp_path / "cache")


def test_a_key_is_laid_over_another_parse(tmp_path: Path) -> None:
    results, _ = carried_out(planned(corpus(tmp_path, 2), parsers=("bundled",)), tmp_path / "cache")
    for run in results.runs:
        for pair in run.pairs():
            assert pair.document.arcs, "as the parser made it"
            assert [
                [m.text(pair.document) for m in entity.mentions] for entity in pair.key.entities
            ] == [
                [m.text(item.document) for m in entity.mentions]
                for item in [document(int(pair.document.id[1:]))]
                for entity in item.annotation.entities
            ]
    assert not any(run.problems for run in results.runs)


def test_two_corpora_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    paths = corpus(tmp_path, 2), corpus(tmp_path / "other", 3)
    results, _ = carried_out(planned(*paths, detectors=("gold",)), tmp_path / "cache")
    assert [described.name for described in results.corpora] == list(paths)
    assert [described.documents for described in results.corpora] == [2, 3]


def test_a_corpus_without_documents(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(CoindexError, match=r"empty\.jsonl"):
        carried_out(planned(str(tmp_path / "empty.jsonl")), tmp_path / "cache")
