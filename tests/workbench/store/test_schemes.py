"""Schemes: files and back, what is wrong with them, and whether annotations follow them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coindex.core.errors import CoindexError, FormatError
from coindex.workbench.store.scheme.checking import violations
from coindex.workbench.store.scheme.files import (
    read_scheme,
    shipped_names,
    shipped_scheme,
    written_scheme,
)
from coindex.workbench.store.scheme.values import (
    EntityType,
    MentionAttribute,
    RelationType,
    Scheme,
    scheme_of,
)
from coindex.workbench.store.store import Store

SCHEME = Scheme(
    "People",
    types=(EntityType("PER", "person", "p", "Types"), EntityType("LOC")),
    attributes=(
        MentionAttribute("certain", ("yes", "no"), required=True, kinds=("personal",)),
        MentionAttribute("gloss"),
    ),
    relations=(RelationType("bridging", "part"), RelationType("apposition")),
    type_required=True,
    guidelines="# Types\n\n\"People\" are `PER`;\n'''not''' things.\n",
)
STATE: dict[str, Any] = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name"},
        {"parts": [[2, 3], [5, 6]], "kind": "personal", "attributes": [["certain", "yes"]]},
        {"zero": 4, "attributes": [["gloss", "anything"]]},
    ],
    "entities": [{"id": "1", "mentions": [0, 1], "type": "PER"}],
    "links": [{"anaphor": 1, "antecedents": [0], "relation": "bridging", "subtype": "part"}],
}


@pytest.mark.parametrize("style", ["toml", "json"])
@pytest.mark.parametrize("name", ["", *shipped_names()])
def test_files_are_read_back(name: str, style: str) -> None:
    scheme = shipped_scheme(name) if name else SCHEME
    assert read_scheme(written_scheme(scheme, style), f"scheme.{style}") == scheme


def test_shipped_schemes() -> None:
    assert set(shipped_names()) == {"gum", "ontonotes", "litbank", "gerdracor", "supar"}
    for name in shipped_names():
        scheme = shipped_scheme(name)
        headings = {line.lstrip("# ") for line in scheme.guidelines.splitlines() if "#" in line}
        sections = (
            *(one.section for one in scheme.types),
            *(one.section for one in scheme.attributes),
            *(one.section for one in scheme.relations),
        )
        assert {section for section in sections if section} <= headings, "each section exists"
    with pytest.raises(CoindexError, match="did you mean 'gum'"):
        shipped_scheme("gumm")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "not a scheme"),
        ({"schema": "coindex-scheme/9"}, "not a scheme"),
        ({"tipes": []}, "unknown key 'tipes'.*did you mean 'types'"),
        ({"types": {}}, "types is not a list"),
        ({"types": ["PER"]}, "types, number 1: not a table"),
        ({"types": [{"label": "x"}]}, "number 1: name is missing"),
        ({"types": [{"name": "x", "keys": "x"}]}, "unknown key 'keys'"),
        ({"types": [{"name": "x", "key": "xy"}]}, "not a single character"),
        ({"types": [{"name": "x"}, {"name": "x"}]}, "type 'x' is there twice"),
        ({"types": [{"name": "x", "key": "k"}, {"name": "y", "key": "k"}]}, "key of a type 'k'"),
        ({"types": [{"name": "a\nb"}]}, "control characters"),
        ({"type_required": "yes"}, "type_required is not yes or no"),
        ({"attributes": [{"name": "x", "values": "yes"}]}, "values is not a list"),
        ({"attributes": [{"name": "x", "values": ["a", "a"]}]}, "a value twice"),
        ({"attributes": [{"name": "x", "kinds": ["pronoun"]}]}, "kinds 'pronoun' is not known"),
        ({"relations": [{"relation": "part"}]}, "relation 'part' is not known"),
    ],
)
def test_what_is_wrong_with_a_scheme(values: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        scheme_of(values, "scheme.toml")


@pytest.mark.parametrize("text", ["{", "= 1", "[" * 5000, "a = '"])
def test_files_that_are_not_schemes(text: str) -> None:
    with pytest.raises(FormatError, match=r"^scheme.toml: neither TOML nor JSON"):
        read_scheme(text, "scheme.toml")


def test_an_annotation_that_follows_its_scheme() -> None:
    assert list(violations(SCHEME, STATE)) == []
    assert list(violations(Scheme(), {**STATE, "links": []})) == []


def test_violations() -> None:
    state: dict[str, Any] = {
        "mentions": [
            {"parts": [[0, 1]], "kind": "name"},
            {"parts": [[2, 3], [5, 6]], "kind": "personal", "attributes": [["certain", "maybe"]]},
            {"zero": 4, "kind": "personal"},
        ],
        "entities": [
            {"id": "1", "mentions": [0], "type": "person"},
            {"id": "2", "mentions": [1, 2]},
        ],
        "links": [
            {"anaphor": 1, "antecedents": [0], "relation": "bridging"},
            {"anaphor": 2, "antecedents": [0, 1], "subtype": "split"},
            {"anaphor": 2, "antecedents": [0], "subtype": "ana"},
        ],
    }
    listed = list(violations(SCHEME, state))
    assert [(one.place, one.missing) for one in listed] == [
        ("0-1", False),
        ("2-3+5-6", True),
        ("2-3+5-6", False),
        ("∅4", True),
        ("2-3+5-6", False),
        ("∅4", False),
    ]
    assert listed[0].message.startswith("the scheme has no entity type 'person'")
    assert listed[2].message.startswith("certain cannot be 'maybe'")
    assert listed[3].message == "certain is missing"
    assert "no relation 'identity ana'" in listed[5].message
    plain = Scheme(kind_required=True)
    [one] = violations(plain, {"mentions": [{"parts": [[0, 1]]}]})
    assert one.missing


def test_the_store_keeps_one_scheme_for_each_project(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.db")
    first, second = store.projects.add("first").id, store.projects.add("second").id
    assert store.schemes.find(first) is None
    store.schemes.save(first, SCHEME)
    store.schemes.save(first, shipped_scheme("litbank"))
    store.schemes.save(second, SCHEME)
    assert store.schemes.find(first) == shipped_scheme("litbank")
    store.projects.delete(second)
    store.schemes.remove(first)
    assert store.schemes.find(first) is store.schemes.find(second) is None
    store.close()
