"""Splitters for LangChain and LlamaIndex: with the libraries where they are installed, else with
stand-ins that have what is used of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coindex.core.errors import MissingExtra

TEXT = "Ann Lee bought the old mill. She sold it in 1920."
PASSAGES = ["Ann Lee bought the old mill.", "Ann Lee sold the old mill in 1920."]
OURS = ("coindex.integrations.langchain", "coindex.integrations.llama_index")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Our modules are imported anew in each test."""
    for name in OURS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in OURS:
        sys.modules.pop(name, None)


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **members: Any) -> None:
    """A module of this name, in packages that are stand-ins, too."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        whole = ".".join(parts[:end])
        if whole not in sys.modules:
            monkeypatch.setitem(sys.modules, whole, ModuleType(whole))
    for member, value in members.items():
        monkeypatch.setattr(sys.modules[name], member, value, raising=False)


def test_a_splitter_for_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("langchain_text_splitters") is None:
        stand_in(monkeypatch, "langchain_core.documents", Document=SimpleNamespace)
        stand_in(monkeypatch, "langchain_text_splitters", TextSplitter=object)
    splitter = import_module(OURS[0]).CoindexSplitter(by="sentences", size=1)
    assert splitter.split_text(TEXT) == PASSAGES
    first, second = splitter.create_documents([TEXT], [{"source": "a"}])
    assert (first.page_content, second.page_content) == tuple(PASSAGES)
    start, end = second.metadata["start"], second.metadata["end"]
    assert TEXT[start:end] == "She sold it in 1920."
    assert second.metadata["source"] == "a"
    assert second.metadata["entities"] == [["Ann Lee"], ["the old mill"]]


class Node(SimpleNamespace):
    """What is used of a node of LlamaIndex."""

    def get_content(self) -> str:
        return str(self.text)


class Parser:
    """What is used of a node parser of LlamaIndex: fields as keywords."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def get_nodes_from_documents(self, nodes: list[Any]) -> Any:
        return self._parse_nodes(nodes)  # type: ignore[attr-defined]


def split_nodes(texts: list[str], node: Any) -> list[Node]:
    return [Node(text=text, metadata=dict(node.metadata)) for text in texts]


def test_a_node_parser_for_llama_index(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("llama_index") is None:
        stand_in(monkeypatch, "llama_index.core.node_parser", NodeParser=Parser)
        utilities = "llama_index.core.node_parser.node_utils"
        stand_in(monkeypatch, utilities, build_nodes_from_splits=split_nodes)
        source: Any = Node(text=TEXT, metadata={"source": "a"})
    else:
        source = import_module("llama_index.core").Document(text=TEXT, metadata={"source": "a"})
    parser = import_module(OURS[1]).CoindexNodeParser(by="sentences", size=1)
    first, second = parser.get_nodes_from_documents([source])
    assert [first.get_content(), second.get_content()] == PASSAGES
    assert second.metadata == {"source": "a", "entities": [["Ann Lee"], ["the old mill"]]}


@pytest.mark.parametrize(
    ("module", "library"), [(OURS[0], "langchain_core"), (OURS[1], "llama_index")]
)
def test_a_missing_library_is_named(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra):
        import_module(module)
