"""A small experiment, carried out once for all tests of reports: two modes, a
response, markup in texts and names.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan, Response
from coindex.experiment.results import Results
from tests.experiment.material import MEASURES, QUICK, document

RESPONSE = '<b>other & "system"</b>'
NASTY = "</script><script>alert(1)</script>&<!--\N{GRINNING FACE}"
"""Markup, and a character that takes two places in JavaScript."""
SLICES = ("genre", "form", "distance", "kind")


def material() -> list[Annotated]:
    return [*(document(number) for number in range(5)), _nasty(document(5))]


def _nasty(item: Annotated) -> Annotated:
    """With markup instead of its first verb, and in its name."""
    verb = item.document.tokens[1]
    more = len(NASTY) - len(verb.form)
    text = item.document.text[: verb.start] + NASTY + item.document.text[verb.end :]
    later = (t._replace(start=t.start + more, end=t.end + more) for t in item.document.tokens[2:])
    tokens = (item.document.tokens[0], verb._replace(form=NASTY, end=verb.end + more), *later)
    changed = replace(item.document, id="<i>wall</i>", text=text, tokens=tokens)
    return Annotated(changed, replace(item.annotation, document="<i>wall</i>"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `COINDEX_CACHE` must point for a command that reads these results."""
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="session")
def results(cache: Path) -> Results:
    corpus, response = cache / "made-up.jsonl", cache / "response.jsonl"
    formats.write(material(), corpus, "jsonl")
    formats.write([replace_first(item) for item in material()[:4]], response, "jsonl")
    plan = Plan(
        (str(corpus),),
        ("given",),
        resolvers=QUICK,
        measures=MEASURES,
        slices=SLICES,
        draws=100,
        responses=(Response(RESPONSE, str(response)),),
    )
    return Experiment(
        plan.checked(), registry.build("engines", "serial"), DiskCache(cache / "experiments")
    ).run()


def replace_first(item: Annotated) -> Annotated:
    """Without its first entity."""
    return Annotated(item.document, replace(item.annotation, entities=item.annotation.entities[1:]))
