"""What the documentation of other components for spaCy shows, done with this one's name.

`docs/integrations.md` lists the same usages; a test compares the two lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

spacy = pytest.importorskip("spacy")

PAGE = Path(__file__).parents[2] / "docs/integrations.md"
TEXT = (
    "Although he was fond of his garden, Tom had neglected it. He and his sister said they needed "
    "a rest. They travelled to Denmark because they liked the country very much."
)
LINES = (
    "0: he(1), his(5), Tom(8), He(13), his(15)",
    "1: garden(6), it(11)",
    "2: [He(13); sister(16)], they(18), They(23), they(28)",
    "3: Denmark(26), country(31)",
)
MARA = "Mara opened the letter. She smiled."


class Usage(NamedTuple):
    library: str
    source: str
    code: str
    check: Callable[..., None]


USAGES: list[Usage] = []
FASTCOREF = ("fastcoref", "README, Spacy component")
STARTED = ("coreferee", "README, 1.2.1 Getting started")
MODEL = ("coreferee", "README, 2 Interacting with the data model")
COMPONENT = ("spacy-experimental", "spacy.io/api/coref")
SAVING = ("spaCy", "spacy.io/usage/saving-loading")
PROCESSES = ("spaCy", "spacy.io/usage/processing-pipelines")


def usage(source: tuple[str, str], code: str) -> Callable[[Callable[..., None]], None]:
    return lambda check: USAGES.append(Usage(*source, code, check))


@cache
def pipeline() -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    return nlp


@cache
def resolved() -> Any:
    return pipeline()(TEXT)


@usage(FASTCOREF, "doc._.coref_clusters")
def _() -> None:
    assert pipeline()(MARA)._.coref_clusters == [[(0, 4), (24, 27)]]


@usage(FASTCOREF, 'nlp(text, component_cfg={"coindex": {"resolve_text": True}})')
def _() -> None:
    doc = pipeline()(MARA, component_cfg={"coindex": {"resolve_text": True}})
    assert doc._.resolved_text == "Mara opened the letter. Mara smiled."


@usage(FASTCOREF, 'nlp.pipe(texts, component_cfg={"coindex": {"resolve_text": True}})')
def _() -> None:
    docs = pipeline().pipe([MARA, MARA], component_cfg={"coindex": {"resolve_text": True}})
    assert {doc._.resolved_text for doc in docs} == {"Mara opened the letter. Mara smiled."}


@usage(STARTED, "doc._.coref_chains.print()")
def _(capsys: pytest.CaptureFixture[str]) -> None:
    resolved()._.coref_chains.print()
    assert tuple(capsys.readouterr().out.splitlines()) == LINES


@usage(STARTED, "doc[13]._.coref_chains.print()")
def _(capsys: pytest.CaptureFixture[str]) -> None:
    resolved()[13]._.coref_chains.print()
    assert capsys.readouterr().out.splitlines() == [LINES[0], LINES[2]]


@usage(STARTED, "doc._.coref_chains.resolve(doc[28])")
def _() -> None:
    doc = resolved()
    assert [token.text for token in doc._.coref_chains.resolve(doc[28])] == ["Tom", "sister"]
    assert [token.text for token in doc._.coref_chains.resolve(doc[11])] == ["garden"]
    assert doc._.coref_chains.resolve(doc[8]) is None  # nothing is more specific
    assert doc._.coref_chains.resolve(doc[2]) is None  # not a mention


@usage(MODEL, "len(doc._.coref_chains)")
def _() -> None:
    assert len(resolved()._.coref_chains) == 4


@usage(MODEL, "doc._.coref_chains[1].pretty_representation")
def _() -> None:
    assert resolved()._.coref_chains[1].pretty_representation == LINES[1]


@usage(MODEL, "len(doc._.coref_chains[1])")
def _() -> None:
    assert len(resolved()._.coref_chains[1]) == 2


@usage(MODEL, "doc._.coref_chains[1][1]")
def _() -> None:
    mention = resolved()._.coref_chains[1][1]
    assert repr(mention) == "[11]" and mention.pretty_representation == "it(11)"


@usage(MODEL, "doc._.coref_chains[1][1][0]")
def _() -> None:
    mention = resolved()._.coref_chains[1][1]
    assert len(mention) == 1 and mention[0] == mention.root_index == 11


@usage(MODEL, "for chain in doc._.coref_chains: for mention in chain: print(mention)")
def _() -> None:
    mentions = [str(mention) for chain in resolved()._.coref_chains for mention in chain]
    assert mentions[5:8] == ["[6]", "[11]", "[13, 16]"]


@usage(MODEL, "doc._.coref_chains")
def _() -> None:
    shown = repr(resolved()._.coref_chains)
    assert shown.startswith("[0: [1], [5], [8], [13], [15], 1: [6], [11], 2: [13, 16], [18]")


@usage(MODEL, "doc._.coref_chains.pretty_representation")
def _() -> None:
    assert resolved()._.coref_chains.pretty_representation == "; ".join(LINES)


@usage(MODEL, "doc._.coref_chains[2].index")
def _() -> None:
    assert resolved()._.coref_chains[2].index == 2


@usage(MODEL, "doc._.coref_chains[3].most_specific_mention_index")
def _() -> None:
    chains = resolved()._.coref_chains
    assert chains[3].most_specific_mention_index == 0
    assert chains[0][chains[0].most_specific_mention_index].pretty_representation == "Tom(8)"


@usage(MODEL, "doc.to_disk(path); Doc(nlp.vocab).from_disk(path)")
def _(tmp_path: Path) -> None:
    resolved().to_disk(tmp_path / "doc")
    doc = spacy.tokens.Doc(pipeline().vocab).from_disk(tmp_path / "doc")
    assert doc._.coref_chains.pretty_representation == "; ".join(LINES)


@usage(COMPONENT, 'coref = nlp.add_pipe("coindex"); coref(doc)')
def _() -> None:
    nlp = spacy.blank("en")
    doc = nlp(MARA)
    coref = nlp.add_pipe("coindex")
    assert coref(doc) is doc and len(doc.spans) == 1


@usage(COMPONENT, 'doc.spans["coref_clusters_1"]')
def _() -> None:
    doc = resolved()
    assert [span.text for span in doc.spans["coref_clusters_2"]] == ["his garden", "it"]
    assert "coref_clusters_0" not in doc.spans


@usage(COMPONENT, "for doc in coref.pipe(docs, batch_size=50)")
def _() -> None:
    nlp = spacy.blank("en")
    coref = nlp.add_pipe("coindex")
    docs = [nlp.make_doc(MARA) for _ in range(3)]
    assert [len(doc.spans) for doc in coref.pipe(docs, batch_size=2)] == [1, 1, 1]


@usage(COMPONENT, "clusters = coref.predict([doc1, doc2])")
def _() -> None:
    nlp = pipeline()
    docs = [nlp.make_doc(MARA), nlp.make_doc("It rained.")]
    assert nlp.get_pipe("coindex").predict(docs) == [[[(0, 1), (5, 6)]], []]
    assert not docs[0].spans


@usage(COMPONENT, "coref.set_annotations([doc1, doc2], clusters)")
def _() -> None:
    doc = pipeline().make_doc(MARA)
    pipeline().get_pipe("coindex").set_annotations([doc], [[[(0, 1), (5, 6)]]])
    assert [span.text for span in doc.spans["coref_clusters_1"]] == ["Mara", "She"]
    assert doc._.coref_clusters == [[(0, 4), (24, 27)]]
    assert doc._.coref_chains.pretty_representation == "0: Mara(0), She(5)"


@usage(COMPONENT, "coref.to_disk(path); coref.from_disk(path)")
def _(tmp_path: Path) -> None:
    coref = spacy.blank("en").add_pipe("coindex", config={"resolver": "sieve"})
    coref.to_disk(tmp_path / "coref")
    assert spacy.blank("en").add_pipe("coindex").from_disk(tmp_path / "coref").resolver == "sieve"


@usage(COMPONENT, "coref_bytes = coref.to_bytes(); coref.from_bytes(coref_bytes)")
def _() -> None:
    stored = spacy.blank("en").add_pipe("coindex", config={"prefix": "chains"}).to_bytes()
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex").from_bytes(stored)
    assert list(nlp(MARA).spans) == ["chains_1"]


@usage(SAVING, "DocBin(docs=docs).to_bytes(); DocBin().from_bytes(data).get_docs(nlp.vocab)")
def _() -> None:
    from spacy.tokens import DocBin

    (doc,) = DocBin().from_bytes(DocBin(docs=[resolved()]).to_bytes()).get_docs(pipeline().vocab)
    assert [span.text for span in doc.spans["coref_clusters_2"]] == ["his garden", "it"]
    assert doc._.coref_clusters == resolved()._.coref_clusters


@usage(SAVING, "nlp.to_disk(path); spacy.load(path)")
def _(tmp_path: Path) -> None:
    pipeline().to_disk(tmp_path / "pipeline")
    assert len(spacy.load(tmp_path / "pipeline")(MARA).spans) == 1


@usage(PROCESSES, "nlp.pipe(texts, n_process=2, batch_size=2000)")
def _() -> None:
    resolved()  # the models are loaded before the processes start
    docs = list(pipeline().pipe([TEXT, MARA], n_process=2, batch_size=1))
    assert [len(doc._.coref_chains) for doc in docs] == [4, 1]
    assert docs[0]._.coindex == resolved()._.coindex


@pytest.mark.parametrize("one", USAGES, ids=lambda one: f"{one.library}: {one.code}")
def test_it_works_as_documented(one: Usage, request: pytest.FixtureRequest) -> None:
    wanted = one.check.__annotations__.keys() - {"return"}
    one.check(**{name: request.getfixturevalue(name) for name in wanted})


def test_the_page_lists_these_usages() -> None:
    rows = re.findall(r"^\| ([\w-]+) \| ([^|]+) \| `(.+)` \|$", PAGE.read_text("utf-8"), re.M)
    assert rows == [(one.library, one.source, one.code) for one in USAGES]
    others = [one for one in USAGES if one.library != "spaCy"]
    assert len(others) >= 20
