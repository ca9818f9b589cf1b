"""Networks as files: whatever the text holds, a program that reads the file gets it back."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from coindex.core.errors import CoindexError
from coindex.texts.graphs.cypher import literal
from coindex.texts.graphs.network import Edge, Network, Node
from coindex.texts.graphs.writing import SUFFIXES, WRITERS, network_text

NASTY = "O'Neil \"<b>&amp;\\u0027; DROP\n=cmd|' /C"
NETWORK = Network(
    nodes=(
        Node("1", "Ann Lee", {"type": "person", "aliases": ("Ms Lee", "Ann"), "mentions": 4}),
        Node("2", NASTY, {"type": "place", "famous": True, "share": 0.5}),
    ),
    edges=(
        Edge("1", "2", "work for", 2.0, {"polarity": "negative", "start": 3}),
        Edge("1", "2", "=love`", attributes={"text": NASTY}),
    ),
    title="A & B",
)
GRAPHML = {"g": "http://graphml.graphdrawing.org/xmlns"}
GEXF = {"g": "http://gexf.net/1.3"}


def test_graphml_holds_everything() -> None:
    root = ET.fromstring(network_text(NETWORK, "graphml"))
    keys = {key.get("id"): key for key in root.findall("g:key", GRAPHML)}
    ann, nasty = root.findall("g:graph/g:node", GRAPHML)

    def values(element: ET.Element) -> dict[str | None, str | None]:
        known = element.findall("g:data", GRAPHML)
        return {keys[one.get("key")].get("attr.name"): one.text for one in known}

    assert values(ann) == {
        "label": "Ann Lee",
        "type": "person",
        "aliases": "Ms Lee | Ann",
        "mentions": "4",
    }
    assert values(nasty) == {"label": NASTY, "type": "place", "famous": "true", "share": "0.5"}
    types = {key.get("attr.name"): key.get("attr.type") for key in keys.values()}
    assert (types["mentions"], types["famous"], types["share"]) == ("long", "boolean", "double")
    first, second = root.findall("g:graph/g:edge", GRAPHML)
    assert (first.get("source"), first.get("target")) == ("1", "2")
    assert values(first)["weight"] == "2.0"
    assert values(second) == {"label": "=love`", "weight": "1.0", "text": NASTY}


@pytest.mark.parametrize(("directed", "default"), [(True, "directed"), (False, "undirected")])
def test_who_meets_whom_has_no_direction(directed: bool, default: str) -> None:
    network = replace(NETWORK, directed=directed)
    (graph,) = ET.fromstring(network_text(network, "graphml")).findall("g:graph", GRAPHML)
    assert graph.get("edgedefault") == default
    (graph,) = ET.fromstring(network_text(network, "gexf")).findall("g:graph", GEXF)
    assert graph.get("defaultedgetype") == default


def test_gexf_holds_everything() -> None:
    root = ET.fromstring(network_text(NETWORK, "gexf"))
    titles = {
        one.get("id"): one.get("title")
        for one in root.findall("g:graph/g:attributes[@class='node']/g:attribute", GEXF)
    }
    ann, nasty = root.findall("g:graph/g:nodes/g:node", GEXF)
    known = ann.findall("g:attvalues/g:attvalue", GEXF)
    assert {titles[one.get("for")]: one.get("value") for one in known} == {
        "type": "person",
        "aliases": "Ms Lee | Ann",
        "mentions": "4",
    }
    assert nasty.get("label") == NASTY
    first, _ = root.findall("g:graph/g:edges/g:edge", GEXF)
    assert (first.get("label"), first.get("weight")) == ("work for", "2.0")


def test_jsonld_says_what_its_names_mean() -> None:
    value = json.loads(network_text(NETWORK, "jsonld"))
    ann, nasty = value["nodes"]
    assert (ann["@type"], ann["label"], ann["aliases"]) == ("Person", "Ann Lee", ["Ms Lee", "Ann"])
    assert (nasty["@type"], nasty["label"]) == ("Place", NASTY)
    assert value["edges"][0]["source"] == ann["@id"]
    assert value["edges"][0]["target"] == nasty["@id"]
    assert value["@context"]["aliases"] == "alternateName"
    used = {name for item in (*value["nodes"], *value["edges"]) for name in item}
    assert {name for name in used if not name.startswith("@")} <= set(value["@context"])


def test_no_text_ends_a_quotation_of_cypher() -> None:
    written = network_text(NETWORK, "cypher").splitlines()
    assert len(written) == 4
    assert written[0] == (
        "MERGE (n:Entity {id: '1'}) SET n:Person, n += {label: 'Ann Lee', type: 'person', "
        "aliases: ['Ms Lee', 'Ann'], mentions: 4};"
    )
    assert "[r:WORK_FOR {id: 0}]" in written[2]
    assert "[r:`=LOVE``` {id: 1}]" in written[3]
    assert literal("a'b") == r"'a\'b'"
    assert literal("a\\'; DROP") == r"'a\\\'; DROP'"
    assert literal("\\u0027") == r"'\\' + 'u0027'"
    assert literal(("x", "y\n")) == r"['x', 'y\n']"


def test_tables_have_a_row_each_and_no_formula() -> None:
    nodes = list(csv.DictReader(io.StringIO(network_text(NETWORK, "nodes"))))
    assert [row["label"] for row in nodes] == ["Ann Lee", NASTY]
    assert nodes[0]["aliases"] == "Ms Lee | Ann"
    edges = list(csv.DictReader(io.StringIO(network_text(NETWORK, "csv"))))
    assert [row["label"] for row in edges] == ["work for", "'=love`"]
    assert edges[0]["source_label"] == "Ann Lee"
    assert edges[0]["polarity"] == "negative"


def test_characters_that_xml_forbids_do_not_break_a_file() -> None:
    network = Network((Node("1", "a\x00b\x1b"),))
    for style in ("graphml", "gexf"):
        ET.fromstring(network_text(network, style))


def test_bad_networks_and_styles_are_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        Network((Node("1"), Node("1")))
    with pytest.raises(ValueError, match="no node"):
        Network((Node("1"),), (Edge("1", "2"),))
    with pytest.raises(CoindexError, match="graphml"):
        network_text(NETWORK, "graphm")
    assert set(SUFFIXES) == set(WRITERS)
