"""Plans: from TOML to components, and errors that name file, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.core.errors import CoindexError
from coindex.core.spec import several
from coindex.experiment import plan_file
from coindex.experiment.conditions import OWN
from coindex.experiment.plan import Plan, Response
from coindex.report.tables.contents import checked_parts

PLANS = list(plan_file.plans_of_papers().values())


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_plan_says_what_it_says_and_the_rest_is_usual(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "theirs.conll").touch()
    path = written(
        tmp_path,
        'corpora = ["texts", "embedded"]\nresolvers = ["mitkov(window=2)", "mitkov"]\nslices = '
        '["genre"]\nseed = 7\n'
        '[[responses]]\nname = "theirs"\npath = "theirs.conll"\ncorpus = "texts"\n',
    )
    plan = plan_file.read(path)
    assert plan.corpora == (str(tmp_path / "texts"), "embedded")
    assert plan.resolvers == ("mitkov",), "the same in two spellings is one"
    assert plan.responses == (
        Response("theirs", str(tmp_path / "theirs.conll"), str(tmp_path / "texts")),
    )
    assert (plan.seed, plan.slices, plan.parsers) == (7, ("genre",), ("bundled",))


def test_relative_pronouns_are_occurrences_in_rosanas_experiments() -> None:
    plan = plan_file.read(plan_file.plan_path("rosana-table3"))
    assert plan.detectors == ("nominals(relatives=True)",)
    assert all("profile='2001'" in resolver for resolver in plan.resolvers)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "seed = ",
            "not TOML: Invalid value (at end of document) (a plan has lines such as seed = 1)",
        ),
        ('seed = "7"', "seed: '7' (write a whole number)"),
        ("seed = true", "seed: True (write a whole number)"),
        ('resolver = ["rap"]', "unknown key 'resolver' (did you mean 'resolvers'?"),
        ('resolvers = "rap"', "resolvers: 'rap' (write a list of strings: resolvers = [\"...\"])"),
        ('resolvers = ["rapp"]', "resolvers: no resolver is called 'rapp'; did you mean 'rap'?"),
        ('resolvers = ["rap(windo=2)"]', "rap has no parameter 'windo'"),
        ("resolvers = []", "resolvers: name at least one resolver or response"),
        ('measures = ["CoNLL@hed"]', "measures: no view is called 'hed'; did you mean 'head'?"),
        ('slices = ["gender"]', "slices: cannot split by 'gender'"),
        ("draws = 0", "draws: 0 is less than 1"),
        ('responses = "x"', "responses: 'x' (write [[responses]] with name, path"),
        ('[[responses]]\nname = "a"', "(write [[responses]] with name, path"),
        (
            '[[responses]]\nname = "a"\npath = "missing.conll"',
            "missing.conll: no such file or folder",
        ),
    ],
)
def test_errors_name_file_key_and_remedy(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(CoindexError) as caught:
        plan_file.read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)


def test_a_plan_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CoindexError, match="no such file"):
        plan_file.read(tmp_path / "nothing.toml")


def test_a_response_has_a_name_of_its_own(tmp_path: Path) -> None:
    path = str(written(tmp_path, ""))
    for names in (("rap",), ("theirs", "theirs"), ("",)):
        with pytest.raises(CoindexError, match="is used twice"):
            Plan(
                resolvers=("rap",), responses=tuple(Response(name, path) for name in names)
            ).checked()
    with pytest.raises(CoindexError, match="which the plan does not have"):
        Plan(responses=(Response("theirs", path, "elsewhere"),)).checked()


def test_everything_is_combined_with_everything(tmp_path: Path) -> None:
    path = str(written(tmp_path, ""))
    plan = Plan(
        parsers=("given", "bundled"),
        detectors=("gold", "nominals"),
        resolvers=("rap", "rosana", "oracle"),
        responses=(Response("theirs", path),),
    ).checked()
    conditions = list(plan.conditions("c"))
    assert len(conditions) == len(set(conditions)) == 2 * 2 * 3 + 2
    assert [condition.detector for condition in conditions[-2:]] == [OWN, OWN]


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_our_own_plans_can_be_read(path: Path) -> None:
    plan, show, paper = plan_file.read_file(path)
    assert plan.title and plan.note and plan.resolvers and paper
    assert checked_parts(several(show))


def test_plans_that_come_with_coindex_have_names(tmp_path: Path) -> None:
    assert {
        "disclosure",
        "rosana-table3",
        "supar",
        "workbench",
    } <= plan_file.plans_of_papers().keys()
    own = written(tmp_path, "")
    assert plan_file.plan_path(str(own)) == own
    with pytest.raises(CoindexError, match="did you mean 'workbench'"):
        plan_file.plan_path("workbnch")
