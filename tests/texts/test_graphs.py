"""Graphs of resolved texts: which entities are nodes, and what the edges between them say."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import coindex
from coindex.core.annotation import Annotation, Link
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.graphs.graph import Graph, combined, summed
from coindex.texts.graphs.relations import Relations


def graph_of(marked: str, language: str = "en", select: str = "all", group: str = "") -> Graph:
    """The graph of a text whose chains are marked; the entity `group` is all others together."""
    item = bracketed(marked)
    parser = f"bundled(language={language!r})"
    document = next(Pipeline(parser).parsed([Document("test", item.document.text, language)]))
    key = key_on(document, item)
    links: tuple[Link, ...] = ()
    if group:
        (they,) = next(one.mentions for one in key.entities if one.id == group)
        links = (Link(they, tuple(one.mentions[0] for one in key.entities if one.id in "12")),)
    annotation = Annotation(document.id, key.source, key.mentions, key.entities, links)
    return Relations(document, annotation).graph(select)


def statements(graph: Graph) -> set[tuple[str, str, str]]:
    labels = {node.id: node.label for node in graph.nodes}
    return {(labels[edge.source], edge.label, labels[edge.target]) for edge in graph.edges}


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("[Ann]1 met [Bob]2 in [York]3.", {("Ann", "meet", "Bob"), ("Ann", "meet in", "York")}),
        ("[Carl]1 was seen by [Bob]2.", {("Bob", "see", "Carl")}),
        ("[Ann]1 and [Bob]2 met [Carl]3.", {("Ann", "meet", "Carl"), ("Bob", "meet", "Carl")}),
        ("[Ann]1 likes [[her]1 dog]2.", {("Ann", "like", "the dog"), ("Ann", "have", "the dog")}),
        (
            "[Ann]1 met [Bob]2, who hates [York]3.",
            {("Ann", "meet", "Bob"), ("Bob", "hate", "York")},
        ),
        ("[Ann]1 hurt [herself]1.", {("Ann", "hurt", "Ann")}),
        ("[Ann]1 lost [it]2.", {("Ann", "lose", "it")}),
    ],
)
def test_clauses_and_possessors_are_edges(marked: str, expected: set[tuple[str, str, str]]) -> None:
    assert statements(graph_of(marked)) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Ada was born in London.", "en", ("Ada", "be born in", "London")),
        ("Ana fue detenida en Lima.", "es", ("Ana", "ser detenida en", "Lima")),
        (
            "Ada built the Analytical Engine. The Analytical Engine was big.",
            "en",
            ("Ada", "build", "the Analytical Engine"),
        ),
        ("Ann met her sister Eva Lee in York.", "en", ("Ann", "have sister", "Eva Lee")),
        (
            "Ana vive en Lima. Su hermana Eva es la alcaldesa de Cuenca.",
            "es",
            ("Ana", "tener hermana", "Eva"),
        ),
        ("Ann is the mayor of York.", "en", ("Ann", "mayor of", "York")),
        ("Ann gave Bob the Blue Book.", "en", ("Ann", "give to", "Bob")),
        ("Ann set Bob aside.", "en", ("Ann", "set aside", "Bob")),
        ("Ann added Bob to the list.", "en", ("Ann", "add", "Bob")),
        (
            "Ann loves her best-known song, The Old Mill. The Old Mill is long.",
            "en",
            ("Ann", "have best-known song", "the Old Mill"),
        ),
        (
            "Ann lives beside the River Skara. The River Skara is long.",
            "en",
            ("Ann", "live beside", "the River Skara"),
        ),
        (
            "The forms of York have to be sent by August. Ann needs the forms.",
            "en",
            ("the forms of York", "be sent by", "August"),
        ),
    ],
)
def test_labels_say_what_the_text_says(
    text: str, language: str, expected: tuple[str, str, str]
) -> None:
    document = Document("test", text, language)
    assert expected in statements(coindex.resolve(document).graph())


@pytest.mark.parametrize(
    "text",
    [
        "Ann let Bob go.",
        "Dear Mr Ash, dear Mrs Bell,",
        "Send the form to Ann. The form is long.",
        "Ann did it herself.",
        "According to Ann, Bob slept.",
        "Omar left. Omar's was eaten by Eva.",
        "Ann Lee rose as chair. Ann Lee came as the chair.",
    ],
)
def test_what_is_not_said_of_two_is_no_edge(text: str) -> None:
    assert not statements(coindex.resolve(text).graph())


def test_shares_and_sums_are_amounts() -> None:
    text = "Charles Babbage owns eight percent of Acme. Acme bought Bolt for 240 million euros."
    amounts = {
        edge.label: edge.attributes.get("amount") for edge in coindex.resolve(text).graph().edges
    }
    assert amounts == {"own": "eight percent", "buy": "240 million euros"}


def test_uncertain_edges_are_left_out_unless_asked_for() -> None:
    text = "Tom saw Bob in Leeds. His landlady shouted at him, and her brother hit him."
    result = coindex.resolve(text)
    every = result.graph(min_confidence=0.0).edges
    assert {edge.attributes["certainty"] for edge in every} != {1.0}
    sure = [edge for edge in every if float(str(edge.attributes["certainty"])) >= 0.9]
    assert list(result.graph(min_confidence=0.9).edges) == sure


def test_a_group_does_what_its_members_do() -> None:
    graph = graph_of("[Ann]1 met [Bob]2. [They]9 left [York]3.", group="9")
    assert {("Ann", "leave", "York"), ("Bob", "leave", "York")} <= statements(graph)
    assert "9" not in {node.id for node in graph.nodes}


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("[Ann]1 met [Bob]2.", ("positive", "past", "", "")),
        ("[Ann]1 does not like [Bob]2.", ("negative", "present", "", "")),
        ("[Ann]1 will visit [Bob]2.", ("positive", "future", "", "")),
        ("[Ann]1 may marry [Bob]2.", ("positive", "", "may", "")),
        ("[Ann]1 has [no car]2.", ("negative", "present", "", "")),
        ("Carl says that [Ann]1 hates [Bob]2.", ("positive", "present", "", "say")),
        ("[Ann]1 did not want to see [Bob]2.", ("negative", "past", "", "want")),
        ("Carl will be sad if [Ann]1 leaves [Bob]2.", ("positive", "present", "", "if")),
    ],
)
def test_edges_say_whether_and_when(marked: str, expected: tuple[str, ...]) -> None:
    names = ("polarity", "tense", "modality", "embedded")
    (edge,) = graph_of(marked).edges
    assert tuple(edge.attributes[name] for name in names) == expected


def test_edges_say_where() -> None:
    graph = graph_of("It rained. [Ann Lee]1 met [the old man]2.")
    (edge,) = graph.edges
    text = "It rained. Ann Lee met the old man."
    known = edge.attributes
    assert known["sentence"] == 2
    assert known["text"] == "Ann Lee met the old man."
    assert text[int(str(known["start"])) : int(str(known["end"]))] == "met"
    assert text[int(str(known["source_start"])) : int(str(known["source_end"]))] == "Ann Lee"
    assert text[int(str(known["target_start"])) : int(str(known["target_end"]))] == "the old man"
    assert (known["source_role"], known["target_role"]) == ("agent", "patient")


def test_spanish_has_recipients_zeros_and_types() -> None:
    text = "Ana no vendió la casa a Pedro. Vivió en Francia."
    graph = coindex.resolve(text).graph("all")
    assert {("Ana", "vender", "la casa"), ("Ana", "vender a", "Pedro")} <= statements(graph)
    assert ("Ana", "vivir en", "Francia") in statements(graph)
    types = {node.label: node.attributes["type"] for node in graph.nodes}
    assert (types["Ana"], types["Francia"]) == ("person", "place")
    sold = [edge for edge in graph.edges if edge.label.startswith("vender")]
    assert {edge.attributes["polarity"] for edge in sold} == {"negative"}
    assert "recipient" in {edge.attributes["target_role"] for edge in sold}


def test_nodes_have_names_types_and_mentions() -> None:
    marked = "[Ann Lee]1 saw [a dog]2. [Ms Lee]1 fed [it]2 and [a cat]3."
    nodes = {node.label: node for node in graph_of(marked, select="repeated").nodes}
    assert set(nodes) == {"Ann Lee", "the dog"}
    ann = nodes["Ann Lee"].attributes
    assert (ann["aliases"], ann["mentions"], ann["proper"]) == (("Ms Lee",), 2, True)
    assert ann["offsets"] == ("test:0-7", "test:19-25")
    assert {node.label for node in graph_of(marked, select="named").nodes} == {"Ann Lee"}
    assert len(graph_of(marked, select="all").nodes) == 3
    with pytest.raises(CoindexError, match="named"):
        graph_of(marked, select="name")


def test_equal_edges_are_summed() -> None:
    graph = graph_of("[Ann]1 saw [Bob]2. [She]1 saw [him]2. [She]1 never saw [him]2.")
    assert len(graph.edges) == 3
    sums = {edge.attributes["polarity"]: edge.weight for edge in summed(graph).edges}
    assert sums == {"positive": 2.0, "negative": 1.0}


def test_documents_are_combined() -> None:
    graph = graph_of("[Ann]1 saw [Bob]2.", select="named")
    apart = combined([graph, graph])
    assert len(apart.nodes) == 4
    assert len(apart.edges) == 2
    merged = combined([graph, graph], merge=True)
    assert {node.label: node.attributes["mentions"] for node in merged.nodes} == {
        "Ann": 2,
        "Bob": 2,
    }
    assert summed(merged).edges[0].weight == 2.0


ANN = "Ann Lee, a painter, lives in Leeds with Bob Ash. She sold Bob Ash a portrait of the harbour."
SAME = "The painter Ann Lee has shown a portrait in Leeds. Bob Ash praised Ms Lee for her harbour."
OTHER = "Ann Lee keeps goal for Dundee. The goalkeeper hurt her knee against Perth."


def graphs_of(*texts: str) -> list[Graph]:
    documents = [Document(f"d{number}", text, "en") for number, text in enumerate(texts)]
    return [coindex.resolve(document).graph("named") for document in documents]


def test_a_person_of_two_documents_is_one_node_and_a_namesake_another() -> None:
    nodes = combined(graphs_of(ANN, SAME, OTHER), merge=True).nodes
    places = [
        {place.partition(":")[0] for place in cast("tuple[str, ...]", node.attributes["offsets"])}
        for node in nodes
        if node.label == "Ann Lee"
    ]
    assert places == [{"d0", "d1"}, {"d2"}]


def test_ids_stay_when_documents_are_added_behind() -> None:
    first = {node.id for node in combined(graphs_of(ANN, OTHER), merge=True).nodes}
    more = {node.id for node in combined(graphs_of(ANN, OTHER, SAME), merge=True).nodes}
    assert first <= more
    assert any(id.startswith("ann-lee-") for id in first)


def test_titles_sexes_and_first_names_keep_people_apart() -> None:
    texts = (
        "Mr Lee met Bob Ash and Eva Paz in Leeds. He waved.",
        "Mrs Lee met Bob Ash and Eva Paz in Leeds. She waved.",
    )
    nodes = combined(graphs_of(*texts), merge=True).nodes
    assert len([node for node in nodes if node.label.endswith("Lee")]) == 2
    assert len([node for node in nodes if node.label == "Bob Ash"]) == 1


def test_ranks_keep_people_apart_in_short_texts() -> None:
    text = "General Tilney spoke to Captain Tilney. Mr. Tilney laughed at Captain Tilney."
    labels = {node.label for node in coindex.resolve(text).graph().nodes}
    assert labels == {"General Tilney", "Captain Tilney", "Mr. Tilney"}


def test_a_graph_is_saved_as_its_name_says(tmp_path: Path) -> None:
    graph = graph_of("[Ann]1 saw [Bob]2.")
    graph.save(tmp_path / "a.gexf")
    assert (tmp_path / "a.gexf").read_text(encoding="utf-8") == graph.to("gexf")
    graph.save(tmp_path / "b.txt", "csv")
    assert (tmp_path / "b.txt").read_text(encoding="utf-8").startswith("source,")
    with pytest.raises(CoindexError, match=r"\.graphml"):
        graph.save(tmp_path / "a.doc")
    assert not (tmp_path / "a.doc").exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Marta se casó con Luis en Vigo.", {("Marta", "casarse con", "Luis")}),
        ("Los primos se mudaron a Lugo ayer.", {("los primos", "mudarse a", "Lugo")}),
        ("Marta se lo regaló a Luis en Vigo.", {("Marta", "regalar a", "Luis")}),
        ("El piso ubicado en Lugo le gusta a Marta.", {("el piso", "ubicado en", "Lugo")}),
        ("La carta escrita por Marta llegó a Vigo.", {("Marta", "escribir", "la carta")}),
        (
            "Marta la compró en Electro Vega, en Gijón, y no funciona.",
            {("Marta", "comprar en", "Electro Vega")},
        ),
    ],
)
def test_labels_are_spanish(text: str, expected: set[tuple[str, str, str]]) -> None:
    result = coindex.resolve(text, parser="bundled(language='es')")
    assert expected <= statements(result.graph("all"))


def test_a_place_inside_a_name_of_a_person_is_no_attribute() -> None:
    result = coindex.resolve("María de los Ángeles Rey vive en Lugo desde hace años.")
    assert statements(result.graph("all")) == {("María de los Ángeles Rey", "vivir en", "Lugo")}


def test_neither_is_negative_in_spanish() -> None:
    text = "El inquilino no venderá el piso. El inquilino tampoco podrá hacerle reformas."
    edges = coindex.resolve(text).graph("all").edges
    assert {edge.attributes["polarity"] for edge in edges} == {"negative"}


def test_spanish_possessors_stand_behind() -> None:
    text = "Irene Pascual nació en Soria. Su abuelo la llevó a Cuba. El abuelo escribía a mi tía."
    labels = {node.label for node in coindex.resolve(text).graph("all").nodes}
    assert {"el abuelo de Irene Pascual", "mi tía"} <= labels


def test_descriptions_begin_with_a_small_letter() -> None:
    result = coindex.resolve("Their old neighbours sold the boat. The boat was red.")
    assert "their old neighbours" in {node.label for node in result.graph("all").nodes}


def test_the_article_of_a_name_keeps_its_capital() -> None:
    result = coindex.resolve("Emilia Pardo nació en La Coruña hace años y vive en el Ferrol.")
    assert {"La Coruña", "el Ferrol"} <= {node.label for node in result.graph("all").nodes}
