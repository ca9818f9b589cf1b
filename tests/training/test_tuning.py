"""Tuning: weights find a preference planted in a made-up corpus, the same way each
time, and survive in a profile.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.errors import CoindexError, SpecError
from coindex.core.protocols import Counts
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.rosana.evidence import EVIDENCE
from coindex.training import profile
from coindex.training.search import Weights, climb, tidied
from coindex.training.tuning import Example, Tuned, Tuning, examples, weights_of, with_weights
from tests.cli.calling import coindex

NAMES = ("Ann", "Eve", "Mia", "Zoe", "Ida", "Lea")
WOMAN = "Gender=Fem|Number=Sing"
ROSANA = f"rosana(without={('SYR', *EVIDENCE)!r})"
SHE = f"{WOMAN}|Person=3|PronType=Prs"


def corpus(documents: int = 12) -> str:
    """*Ann greeted Eve. She smiled.*, and it is always Eve who smiles."""
    lines = []
    for number in range(documents):
        one, other = NAMES[number % 6], NAMES[(number + 1 + number // 6) % 6]
        rows = (
            (one, "PROPN", WOMAN, 2, "nsubj", "Entity=(e1-person-1-)"),
            ("greeted", "VERB", "_", 0, "root", "_"),
            (other, "PROPN", WOMAN, 2, "obj", "Entity=(e2-person-1-)"),
            (".", "PUNCT", "_", 2, "punct", "_"),
        )
        then = (
            ("She", "PRON", SHE, 2, "nsubj", "Entity=(e2-person-1-)"),
            ("smiled", "VERB", "_", 0, "root", "_"),
            (".", "PUNCT", "_", 2, "punct", "_"),
        )
        lines += [
            f"# newdoc id = d{number}",
            "# global.Entity = eid-etype-head-other",
            f"# meta::genre = g{number % 2}",
        ]
        for sentence in (rows, then):
            lines += [
                f"{place}\t{form}\t{form.lower()}\t{tag}\t_\t{said}\t{head}\t{relation}\t_\t{misc}"
                for place, (form, tag, said, head, relation, misc) in enumerate(sentence, 1)
            ]
            lines.append("")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tuning") / "smiles.conllu"
    made.write_text(corpus(), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def given(path: Path) -> list[Example]:
    return list(examples(Pipeline("given"), formats.read(path)))


def tuned(given: list[Example], resolver: str, seed: int = 7, rounds: int = 200) -> Tuned:
    return Tuning(rounds=rounds, seed=seed).run(registry.build("resolvers", resolver), given)


@pytest.fixture(scope="module")
def fitted(given: list[Example]) -> Callable[[str], Tuned]:
    """Each resolver tuned once for all tests that only look at the result."""
    return cache(partial(tuned, given))


@pytest.mark.parametrize(
    "resolver", [ROSANA, "rap(weights={'parallelism': 0})", "mars", "mitkov", "kennedy_boguraev"]
)
def test_a_planted_preference_is_found_and_holds_for_documents_never_seen(
    given: list[Example], fitted: Callable[[str], Tuned], resolver: str
) -> None:
    found = fitted(resolver)
    assert found.held_out.before < 1
    assert found.training.after == found.held_out.after == 1
    assert found.training.documents + found.held_out.documents == len(given)


def test_log_linear_weights_are_computed_in_three_rounds(
    given: list[Example], fitted: Callable[[str], Tuned]
) -> None:
    found = fitted("supar")
    assert found.training.after == found.held_out.after == 1
    assert found.rounds == 3
    assert found.after["strong: object"] > 0 > found.after["strong: subject"]
    assert found.after["zero: object"] == 0, "there is no zero in this corpus"
    assert tuned(given, "supar").after == found.after


def test_weights_that_only_came_along_go_back(fitted: Callable[[str], Tuned]) -> None:
    found = fitted(ROSANA)
    assert found.after["DOP"] > found.after["SUP"]
    unused = {"EEP", "PGP", "IOP", "APP", "WDM", "HEUR"}
    assert {name: found.after[name] for name in unused} == {
        name: found.before[name] for name in unused
    }


def test_the_same_seed_gives_the_same_weights(given: list[Example]) -> None:
    first, again, other = (tuned(given, ROSANA, seed, 40) for seed in (7, 7, 8))
    assert first == again
    assert first.after != other.after


def test_a_factor_switched_off_is_left_alone() -> None:
    assert "SYR" not in weights_of(registry.build("resolvers", "rosana(without='SYR')"))
    assert weights_of(registry.build("resolvers", "rosana(weights={'SYR': 3})"))["SYR"] == 3
    assert weights_of(registry.build("resolvers", "rap(weights={'subject': 3})"))["subject"] == 3


def test_a_resolver_without_weights_cannot_be_tuned() -> None:
    with pytest.raises(CoindexError, match="hobbs cannot be tuned"):
        weights_of(registry.build("resolvers", "hobbs"))


def test_signs_are_kept_and_steps_never_get_worse() -> None:
    start = {"bonus": 5.0, "penalty": -5.0, "open": 0.0}

    def judge(weights: Weights, document: int) -> Counts:
        return (
            -abs(weights["bonus"] + 3)
            - abs(weights["penalty"] - 3)
            - abs(weights["open"] + document),
            1,
        )

    def value(counts: Counts) -> float:
        return counts[0] / counts[1]

    steps = climb(start, judge, value, 5, Random(3))
    values = []
    for _ in range(150):
        step = next(steps)
        values.append(sum(row[0] for row in step.rows))
        assert step.weights["bonus"] >= 0 >= step.weights["penalty"]
    assert values == sorted(values)
    assert step.weights["bonus"] < 1
    assert step.weights["penalty"] > -1
    assert step.weights["open"] == pytest.approx(-2, abs=1)
    assert tidied(step, start, judge, value).weights["bonus"] == step.weights["bonus"]


@pytest.mark.parametrize("resolver", [ROSANA, "mitkov"])
def test_a_profile_gives_the_weights_back(
    fitted: Callable[[str], Tuned], tmp_path: Path, resolver: str
) -> None:
    found = fitted(resolver)
    written = tmp_path / "smiles.toml"
    profile.write(written, found, {"corpus": 'made "up" \\ here'})
    option = "weights" if resolver == "mitkov" else "profile"
    again = registry.build("resolvers", f"{resolver.partition('(')[0]}({option}={str(written)!r})")
    assert weights_of(again).items() >= found.after.items()
    told = tomllib.loads(written.read_text(encoding="utf-8"))["tuned"]
    assert told["corpus"] == 'made "up" \\ here'
    assert told["held-out"]["after"] == 1


def test_what_is_no_profile_is_said_to_be_none(given: list[Example], tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read"):
        registry.build("resolvers", f"mars(weights={str(tmp_path / 'none.toml')!r})")
    with pytest.raises(CoindexError, match=r"NAME\.toml"):
        profile.check_name(tmp_path / "weights.json")
    with pytest.raises(CoindexError, match="too few"):
        Tuning().run(registry.build("resolvers", "rosana"), given[:1])


def test_with_weights_leaves_the_rest_as_it_is() -> None:
    resolver = with_weights(registry.build("resolvers", "rosana(window=3)"), {"SYR": 1.0})
    assert registry.spec_of(resolver) == "rosana(weights=(('SYR', 1.0),), window=3)"


def test_the_command_writes_a_profile_and_says_what_it_is_worth(path: Path, tmp_path: Path) -> None:
    written = tmp_path / "smiles.toml"
    done = coindex(
        "tune", ROSANA, path, "--rounds", "40", "--seed", "7", "--genre", "g0, g1", "-o", written
    )
    assert done.returncode == 0, done.stderr
    assert "held out" in done.stdout
    assert done.stdout.strip().splitlines()[-1].startswith("rosana(without=('SYR', ")
    assert tomllib.loads(written.read_text(encoding="utf-8"))["tuned"]["genre"] == "g0, g1"
    assert {path.name for path in tmp_path.iterdir()} == {"smiles.toml", "smiles.seen.npz"}


def test_a_corpus_without_a_parse_is_parsed(tmp_path: Path) -> None:
    bare = tmp_path / "bare.inline"
    bare.write_text("# id: bare\n# language: en\n\n{a +Ann+} smiled. {a She} left.\n")
    (example,) = examples(Pipeline(), formats.read(bare), own=True)
    assert all(token.upos for token in example.document.tokens)


def test_a_parse_that_a_document_has_is_kept(path: Path) -> None:
    items = list(formats.read(path))[:1]
    (example,) = examples(Pipeline(), items, own=True)
    assert example.document.tokens == items[0].document.tokens


def test_one_document_has_no_interval_and_missing_genres_are_noted(path: Path) -> None:
    done = coindex(
        "tune", ROSANA, path, "--rounds", "1", "--genre", "g0, news", "--held-out", "0.01"
    )
    assert done.returncode == 0, done.stderr
    assert "held out: one document has no interval and no p" in done.stdout
    (held_out,) = (line for line in done.stdout.splitlines() if line.startswith("held out  "))
    assert len(held_out.split()) == 6
    assert "note: no document of genre news" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hobbs"], "cannot be tuned"),
        (["rosana", "-o", "weights.json"], "NAME.toml"),
        (["rosana", "--genre", "letter"], "nothing to fit weights to"),
    ],
)
def test_the_command_says_what_is_wrong_before_it_starts(
    path: Path, arguments: list[str], said: str
) -> None:
    done = coindex("tune", arguments[0], path, *arguments[1:])
    assert done.returncode == 2
    assert said in done.stderr
