"""Our own JSON Lines."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    Source,
)
from coindex.core.document import (
    ROOT,
    Arc,
    Block,
    Document,
    Fragment,
    Multiword,
    Sentence,
    Span,
    Token,
)
from coindex.core.errors import FormatError
from coindex.core.layers import EVERYTHING, present
from coindex.core.problems import Problems
from coindex.formats.jsonl import SCHEMA, JsonLines, writer
from coindex.formats.jsonl.writer import values_of
from coindex.formats.records import dumped
from coindex.io.files import opened
from coindex.testing import check_format

TEXT = "Report\n\nAna  doesn't see it."
ANA, IT, ZERO = Span(1, 2), Span(5, 6), Span(2, 3)


def everything() -> Annotated:
    """A document in which every layer occurs."""
    document = Document(
        "demo/1",
        TEXT,
        "en",
        (
            Token(
                0,
                6,
                "Report",
                "report",
                "NOUN",
                "NN",
                "Number=Sing",
                ROOT,
                "root",
                "0:root",
                "Gloss=x",
            ),
            Token(8, 11, "Ana", "Ana", "PROPN", head=4, deprel="nsubj"),
            Token(11, 11, "she", "pro", "PRON", empty=True, deps="3:nsubj"),
            Token(13, 20, "does", "do", "AUX", head=4),
            Token(13, 20, "not", head=None),
            Token(25, 27, "it", head=4),
            Token(27, 28, "."),
        ),
        (
            Sentence(Span(0, 1), "s1", heading=True, comments=("# a", "# b")),
            Sentence(
                Span(1, 7),
                "s2",
                1,
                "Bob",
                multiwords=(Multiword(Span(3, 5), "doesn't", "Typo=Yes", "SpaceAfter=No"),),
                fragments=(Fragment(4), Fragment(5, 0, (3, 4))),
            ),
        ),
        {"genre": "news", "title": "x"},
        ((), (Arc(4, 0.75), Arc(ROOT, 0.1)), (), (), (), (), ()),
        (Block(0, 6, "heading"), Block(8, 28)),
        {"url": "https://example.org", "size": [1, 2]},
    )
    ana = Mention(
        (ANA,), 1, Kind.NAME, ANA, "m-1", attributes=(("infstat", "new"), ("infstat", "twice"))
    )
    twin = Mention((IT,))
    other_twin = Mention((IT,))
    pleonastic = Mention((IT,), reference=Reference.NONREFERENTIAL, subtype="cleft")
    parted = Mention((ANA, Span(3, 5)))
    zero = Mention((ZERO,), kind=Kind.ZERO)
    mentions = (ana, parted, zero, twin, other_twin, pleonastic)
    return Annotated(
        document,
        Annotation(
            "demo/1",
            Source("ann", "human"),
            mentions,
            (
                Entity("e1", (ana, zero), "person", (("salience", "high"),)),
                Entity("e2", (twin,)),
                Entity("the-thing", (other_twin,)),
            ),
            (
                Link(zero, (ana,), Relation.APPOSITION),
                Link(twin, (ana, parted), Relation.IDENTITY, "sum", True, (("by", "x"),)),
                Link(twin, (ana,), Relation.BRIDGING, "part"),
            ),
            (("header", "a-b"),),
        ),
    )


def line_of(item: Annotated) -> str:
    return "".join(chunk.text for chunk in JsonLines().write([item]))


SAMPLES = {"made_up.jsonl": line_of(everything())}


def read(
    tmp_path: Path, content: str, name: str = "a.jsonl", problems: Problems | None = None
) -> list[Annotated]:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return list(formats.read(path, "jsonl", problems))


def test_contract() -> None:
    (item,) = check_format(JsonLines(), SAMPLES)
    assert item == everything()


def test_the_sample_has_every_layer_and_all_survive() -> None:
    unparsed = Annotated(Document("plain", "Ana left."), Annotation("plain"))
    assert set(present(everything())) | set(present(unparsed)) == EVERYTHING == JsonLines.carries


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_a_line_is_written_in_pieces(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(writer, "_A_PIECE", size)
    pieces = [chunk.text for chunk in JsonLines().write([everything()])]
    assert len(pieces) > 10
    assert "".join(pieces) == dumped({"schema": SCHEMA, **values_of(everything())})


def test_equal_mentions_stay_two() -> None:
    (item,) = check_format(JsonLines(), SAMPLES)
    second, third = item.annotation.entities[1:]
    assert second.mentions == third.mentions
    assert second.mentions[0] is not third.mentions[0]


def test_defaults_are_left_out() -> None:
    document = Document(
        "d", "Hm.", tokens=(Token(0, 2, "Hm"), Token(2, 3, ".")), sentences=(Sentence(Span(0, 2)),)
    )
    assert values_of(Annotated(document, Annotation("d"))) == {
        "id": "d",
        "text": "Hm.",
        "tokens": [{"start": 0, "end": 2}, {"start": 2, "end": 3}],
        "sentences": [{"span": [0, 2]}],
    }


def test_indices_of_zero_are_kept(tmp_path: Path) -> None:
    token = Token(0, 2, "Hm", head=0)
    mention = Mention((Span(0, 1),), 0)
    document = Document(
        "d", "Hm", tokens=(token,), sentences=(Sentence(Span(0, 1), fragments=(Fragment(0, 0),)),)
    )
    item = Annotated(document, Annotation("d", mentions=(mention,)))
    assert read(tmp_path, line_of(item)) == [item]


def test_a_list_over_many_lines(tmp_path: Path) -> None:
    values = [
        json.loads(SAMPLES["made_up.jsonl"]),
        json.loads(SAMPLES["made_up.jsonl"]) | {"id": "two"},
    ]
    content = json.dumps(values, indent=2)
    assert [item.document.id for item in read(tmp_path, content, "a.json")] == ["demo/1", "two"]
    (single,) = read(tmp_path, json.dumps(values[0], indent=1), "b.json")
    assert single == everything()


def test_ids_come_from_the_file_where_there_are_none(tmp_path: Path) -> None:
    items = read(tmp_path, '{"text":"One."}\n\n{"text":"Two."}\n', "made.jsonl")
    assert [item.document.id for item in items] == ["made", "made-2"]


def test_mentions_may_be_named_by_id(tmp_path: Path) -> None:
    values = json.loads(SAMPLES["made_up.jsonl"])
    values["links"] = [{"anaphor": 3, "antecedents": ["m-1"]}]
    (item,) = read(tmp_path, json.dumps(values))
    assert item.annotation.links[0].antecedents == item.annotation.mentions[:1]


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("unknown key", {"lang": None, "lnag": "en"}),
    ("unknown schema", {"schema": "coindex-doc/9"}),
    ("value of the wrong type", {"text": 5}),
    ("value of the wrong type", {"tokens": {}}),
    ("value of the wrong type", {"tokens": [3]}),
    ("token outside the text", {"tokens": [{"start": 0, "end": 99}]}),
    ("value of the wrong type", {"tokens": [{"start": "0", "end": 1}]}),
    ("tokens out of order", {"tokens": [{"start": 3, "end": 4}, {"start": 0, "end": 1}]}),
    ("head outside the document", {"tokens": [{"start": 0, "end": 1, "head": 7}]}),
    ("head outside the document", {"tokens": [{"start": 0, "end": 1, "head": -2}]}),
    ("tokens in no sentence", {"sentences": []}),
    (
        "sentence outside the document or inside another",
        {"sentences": [{"span": [0, 7]}, {"span": [2, 3]}]},
    ),
    ("sentence outside the document or inside another", {"sentences": [{"span": [0, 99]}]}),
    ("arcs do not fit the tokens", {"arcs": [[]]}),
    ("block outside the text", {"blocks": [[5, 99]]}),
    ("mention outside the document", {"mentions": [{"parts": [[6, 9]]}]}),
    ("mention outside the document", {"mentions": [{"parts": [[3, 4], [1, 2]]}]}),
    ("mention outside the document", {"mentions": [{}]}),
    ("head outside the mention", {"mentions": [{"parts": [[1, 2]], "head": 4}]}),
    ("unknown value", {"mentions": [{"parts": [[1, 2]], "kind": "noun"}]}),
    ("mention id occurs twice", {"mentions": [{"parts": [[1, 2]], "id": "m"}] * 2}),
    ("entity id occurs twice", {"entities": [{"id": "e", "mentions": [0]}] * 2}),
    ("entity without mentions", {"entities": [{"id": "e"}]}),
    ("unknown mention", {"entities": [{"id": "e", "mentions": [77]}]}),
    ("unknown mention", {"links": [{"anaphor": "nobody", "antecedents": [0]}]}),
    ("link without antecedent", {"links": [{"anaphor": 0}]}),
]


@pytest.mark.parametrize(("message", "change"), WRONG)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, message: str, change: dict[str, Any]
) -> None:
    values = json.loads(SAMPLES["made_up.jsonl"]) | change
    content = f"\n{json.dumps(values)}\n"
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, content)
    assert caught.value.line == 2
    assert caught.value.remedy
    problems = Problems(lenient=True)
    assert len(read(tmp_path, content, problems=problems)) == 1
    assert problems.counts[message]


def test_other_keys_are_kept_and_written_again(tmp_path: Path) -> None:
    extra = {
        "url": "https://example.org",
        "source": "crawl",
        "links": ["a", "b"],
        "size": {"w": 1.5},
        "none": None,
    }
    own = {"id": 7, "text": "One.\n\nTwo.", "lang": "en", "meta": {"genre": "x"}}
    (row,) = read(tmp_path, json.dumps({**own, **extra}))
    document = row.document
    assert (document.id, document.language, document.extra, document.meta) == (
        "7",
        "en",
        extra,
        {"genre": "x"},
    )
    assert len(document.blocks) == 2
    assert read(tmp_path, line_of(row), "b.jsonl") == [row]
    values = json.loads(SAMPLES["made_up.jsonl"]) | {"extra": None, "url": "https://example.org"}
    (whole,) = read(tmp_path, json.dumps(values))
    assert whole.document.extra == {"url": "https://example.org"}
    assert read(tmp_path, line_of(whole), "b.jsonl") == [whole]


def test_a_misspelt_key_is_a_problem_where_the_right_one_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="unknown key: 'lnag'") as caught:
        read(tmp_path, json.dumps({"text": "One.", "lnag": "en"}))
    assert "did you mean 'lang'?" in caught.value.remedy.advice
    (row,) = read(tmp_path, json.dumps({"text": "One.", "texts": 2}))
    assert row.document.extra == {"texts": 2}


def test_what_is_not_json_is_named_with_line_and_column(tmp_path: Path) -> None:
    good = SAMPLES["made_up.jsonl"]
    content = good + '{"id": }\n' + good.replace("demo/1", "c")
    with pytest.raises(FormatError, match="not JSON") as caught:
        read(tmp_path, content)
    assert (caught.value.line, caught.value.column) == (2, 8)
    problems = Problems(lenient=True)
    assert [item.document.id for item in read(tmp_path, content, problems=problems)] == [
        "demo/1",
        "c",
    ]
    assert problems.counts == {"not JSON": 1}


@pytest.mark.parametrize(
    "content", ["[" * 100_000, '{"a":' * 100_000, "NaN", "1" * 5000, "", "[1, 2]", "null"]
)
def test_hopeless_json(tmp_path: Path, content: str) -> None:
    for name in ("a.jsonl", "a.json"):
        with pytest.raises(FormatError):
            read(tmp_path, content, name)
        assert not read(tmp_path, content, name, Problems(lenient=True))


def test_half_a_character(tmp_path: Path) -> None:
    content = '{"id":"a","text":"x\\ud800y"}\n'
    with pytest.raises(FormatError, match="lone surrogate"):
        read(tmp_path, content)
    (item,) = read(tmp_path, content, problems=Problems(lenient=True))
    assert item.document.text == "x\ufffdy"


def test_recognition(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(SAMPLES["made_up.jsonl"])
    assert list(formats.read(path, problems=Problems(lenient=True)))
    path.write_text('{"doc_key": "a", "sentences": [["a"]], "clusters": []}')
    with opened(path) as files:
        assert JsonLines().recognise(files[0]) == 0
        assert formats.recognised(files[0]) == "clusters"


def test_another_source(tmp_path: Path) -> None:
    item = everything()
    system = item._replace(annotation=item.annotation.from_source(Source("mitkov", "system")))
    assert read(tmp_path, line_of(system)) == [system]
    assert replace(system.annotation, source=item.annotation.source) == item.annotation


@pytest.mark.parametrize("lenient", [False, True])
def test_chains_without_their_text_are_not_a_document(tmp_path: Path, lenient: bool) -> None:
    path = tmp_path / "r.json"
    mention = {"start": 0, "end": 3, "text": "Ann", "kind": "name"}
    result = {"document": "d", "resolver": "hybrid", "entities": [{"mentions": [mention]}]}
    path.write_text(json.dumps(result), encoding="utf-8")
    with pytest.raises(FormatError, match="the output of resolve as JSON, which has chains but no"):
        list(formats.read(path, problems=Problems(lenient=lenient)))
