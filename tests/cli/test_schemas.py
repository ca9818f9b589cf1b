"""Every output format in JSON has a schema in the package, and real output fits it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex import book, corpora, resolve
from coindex.cli.schemas import schema, schema_names
from coindex.core.annotation import Annotation
from coindex.formats import decisions
from tests.cli.calling import coindex

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed: make check")

TEXT = (
    "Ann Lee works in Oslo. She lost her key. It was old.\n\n"
    "“I found it in the car,” said Bob Stone. Ann met Bob. They were happy. The wheels shone.\n"
)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """By schema, values that commands and functions have written."""
    folder = tmp_path_factory.mktemp("outputs")
    (folder / "t.txt").write_text(TEXT, encoding="utf-8")
    (folder / "rows.jsonl").write_text(json.dumps({"text": TEXT, "id": "r", "page": 3}) + "\n")
    (folder / "texts.jsonl").write_text('{"text": "Ann slept.", "id": "a"}\n{"text": 3}\n')

    def run(*arguments: str) -> str:
        done = coindex(*arguments, folder=folder)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def lines(text: str) -> Iterator[Any]:
        return map(json.loads, text.splitlines())

    def of(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    run("resolve", "t.txt", "-o", "key.jsonl")
    run("resolve", "t.txt", "-o", "response.jsonl", "--resolver", "sieve")
    run("compare", "key.jsonl", "--resolvers", "sieve,recent", "-o", "cmp")
    run("pseudonymise", "t.txt", "-o", "hidden", "--key", "names.json")
    run("resolve", "texts.jsonl", "-o", "job", "--engine", "serial")
    result = resolve(TEXT, resolver="rosana")
    both = ("key.jsonl", "response.jsonl")
    tables = [
        *(("score", *both), ("errors", *both), ("agree", *both)),
        *((command, "key.jsonl") for command in ("stats", "disclose", "replay")),
        *((command, "t.txt") for command in ("mentions", "cohere", "book")),
        *(("compare", "key.jsonl", "--resolvers", "sieve"), ("corpora", "list")),
    ]
    gold = corpora.find("embedded-es")
    run("convert", str(gold.path), "gold.jsonl")
    return {
        "resolved": [
            *lines(run("resolve", "t.txt", "--as", "json")),
            *lines(run("resolve", "t.txt", "--as", "json", "--why")),
            *lines(run("resolve", "rows.jsonl", "--as", "json", "--why", "--resolver", "rosana")),
        ],
        "doc": [*lines(of("key.jsonl")), *lines(of("gold.jsonl"))],
        "error": [*lines(of("job/errors.jsonl"))],
        "decisions": [
            *lines(
                "".join(
                    decisions.lines(
                        result.decisions, result.annotation.mentions, document="d", system="rosana"
                    )
                )
            )
        ],
        "tables": [json.loads(run(*command, "--as", "json")) for command in tables],
        "results": [json.loads(of("cmp/results.json"))],
        "passages": [
            *lines(run("chunks", "t.txt", "--as", "jsonl", "--sentences", "2", "--header")),
            *lines(run("chunks", "rows.jsonl", "--as", "jsonl")),
        ],
        "rewritten": [*lines(run("rewrite", "rows.jsonl", "--as", "json"))],
        "graph": [json.loads(run("graph", "t.txt", "--as", "jsonld"))],
        "book": [book(TEXT).to_dict()],
        "pseudonyms": [json.loads(of("names.json"))],
        "issues": [json.loads(run("check", "response.jsonl", "--as", "json", "--fail-on", "none"))],
    }


def test_real_output_fits_its_schema(outputs: dict[str, list[Any]]) -> None:
    assert sorted(outputs) == schema_names()
    for name, values in outputs.items():
        rules = json.loads(schema(name))
        jsonschema.Draft202012Validator.check_schema(rules)
        assert values, name
        for value in values:
            jsonschema.validate(value, rules, jsonschema.Draft202012Validator)


Change = Callable[[Any], None]
FAULTS: list[tuple[str, Change]] = [
    ("resolved", lambda value: value["entities"][0]["mentions"][0].update(start=-1)),
    ("resolved", lambda value: value["entities"][0].update(nam="Ann")),
    ("doc", lambda value: value["tokens"][0].pop("end")),
    ("tables", lambda value: value[0]["rows"][0].update(more=[])),
    ("passages", lambda value: value.pop("text")),
    ("graph", lambda value: value["edges"][0].pop("source")),
    ("pseudonyms", lambda value: value["documents"][0]["edits"].append([1, 2])),
    ("results", lambda value: value["rows"][0].update(interval=[1])),
]


@pytest.mark.parametrize(("name", "change"), FAULTS)
def test_a_schema_refuses_what_is_not_of_its_format(
    name: str, change: Change, outputs: dict[str, list[Any]]
) -> None:
    value = json.loads(json.dumps(outputs[name][0]))
    change(value)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, json.loads(schema(name)))


def test_schemas_are_listed_and_shown() -> None:
    listed = coindex("list", "schemas").stdout
    assert [line.split()[0] for line in listed.splitlines()[1:]] == schema_names()
    assert "coindex resolve --as json" in listed
    assert coindex("show", "schemas/doc").stdout == schema("doc")
    wrong = coindex("show", "schemas/docs")
    assert wrong.returncode == 2 and "did you mean 'doc'" in wrong.stderr


def test_the_page_of_formats_names_every_schema() -> None:
    page = (Path(__file__).parents[2] / "docs/formats.md").read_text(encoding="utf-8")
    assert not [name for name in schema_names() if f"`{name}`" not in page]
    assert (
        Annotation("a").source.role
        in json.loads(schema("doc"))["properties"]["source"]["properties"]["role"]["enum"]
    )
