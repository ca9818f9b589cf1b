"""CRAFT's Knowtator-2 files."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Reference, Relation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.craft import Craft
from coindex.io.files import opened
from coindex.testing import check_format

TEXT = "The mouse (MS) slept.\n\nIt seems that old, very old mice wake it. The animal ate.\n"
MARKED = [
    ("chain1", "IDENTITY chain", [(0, 9)]),
    ("np1", "Noun Phrase", [(0, 9)]),
    ("np2", "Noun Phrase", [(11, 13)]),
    ("ap1", "APPOS relation", [(0, 9)]),
    ("it1", "Nonreferential pronoun", [(23, 25)]),
    ("np3", "Noun Phrase", [(37, 40), (51, 55)]),
    ("np4", "Noun Phrase", [(61, 63)]),
    ("np5", "Noun Phrase", [(65, 75)]),
    ("ap2", "APPOS relation", [(61, 75)]),
    ("chain2", "IDENTITY chain", [(61, 63)]),
]
RELATED = [
    ("chain1", "Coreferring strings", "np5"),
    ("chain1", "Coreferring strings", "ap1"),
    ("ap1", "APPOS Head", "np1"),
    ("ap1", "APPOS Attributes", "np2"),
    ("ap2", "APPOS Head", "np4"),
    ("ap2", "APPOS Attributes", "np5"),
    ("chain2", "Coreferring strings", "ap2"),
    ("chain2", "Coreferring strings", "np3"),
]


def project(
    marked: list[tuple[str, str, list[tuple[int, int]]]], related: list[tuple[str, str, str]]
) -> str:
    lines = ["<knowtator-project>", '<document id="77" text-file="77.txt">']
    for name, kind, places in marked:
        spans = "".join(
            f'<span end="{end}" id="s" start="{start}">{TEXT[start:end]}</span>'
            for start, end in places
        )
        lines.append(
            f'<annotation annotator="Eve" id="{name}" type="identity"><class '
            f'id="{kind}"/>{spans}</annotation>'
        )
    lines.append('<graph-space id="g">')
    lines += [f'<vertex annotation="{name}" id="v_{name}"/>' for name, _, _ in marked]
    lines += [
        f'<triple id="t" subject="v_{a}" property="{what}" object="v_{b}"/>'
        for a, what, b in related
    ]
    return "\n".join([*lines, "</graph-space>", "</document>", "</knowtator-project>", ""])


XML = project(MARKED, RELATED)
SAMPLES = {"articles/txt/77.txt": TEXT, "coreference-annotation/knowtator-2/77.xml": XML}


def read(folder: Path, content: str, problems: Problems | None = None) -> list[Annotated]:
    (folder / "77.xml").write_text(content)
    (folder / "77.txt").write_text(TEXT)
    return list(formats.read(folder, "craft", problems))


def test_contract() -> None:
    (item,) = check_format(Craft(), SAMPLES)
    assert (item.document.id, item.document.text) == ("77", TEXT[:-1])
    assert item.annotation.attributes == (("annotator", "Eve"),)
    assert [(mention.id, mention.text(item.document)) for mention in item.annotation.mentions] == [
        ("np1", "The mouse"),
        ("np2", "MS"),
        ("it1", "It"),
        ("np3", "old mice"),
        ("ap2", "it. The animal"),
        ("np4", "it"),
        ("np5", "The animal"),
    ]


def test_chains_are_entities_and_heads_stand_for_appositions() -> None:
    (item,) = check_format(Craft(), SAMPLES)
    found = [
        (entity.id, [mention.id for mention in entity.mentions])
        for entity in item.annotation.entities
    ]
    assert found == [("chain1", ["np1", "np5"]), ("chain2", ["np3", "ap2"])]
    assert item.annotation.mentions[4].attributes == (("class", "APPOS relation"),)


def test_appositions_are_links() -> None:
    (item,) = check_format(Craft(), SAMPLES)
    found = [
        (link.anaphor.id, link.antecedents[0].id, link.attributes) for link in item.annotation.links
    ]
    assert found == [("np2", "np1", (("id", "ap1"),)), ("np5", "np4", (("id", "ap2"),))]
    assert all(link.relation is Relation.APPOSITION for link in item.annotation.links)


def test_nonreferential_pronouns() -> None:
    (item,) = check_format(Craft(), SAMPLES)
    marked = [m.id for m in item.annotation.mentions if m.reference is Reference.NONREFERENTIAL]
    assert marked == ["it1"]


WRONG = [
    ("span outside the text", XML.replace('end="25"', 'end="2500"')),
    ("span outside the text", XML.replace('end="25"', 'end="x"')),
    ("text differs from the text under the offsets", XML.replace(">It<", ">At<")),
    ("annotation without class or span", XML.replace('<class id="Nonreferential pronoun"/>', "")),
    (
        "annotation id occurs twice",
        XML.replace('id="np4" type', 'id="np3" type').replace('"v_np4"', '"v_np3"'),
    ),
    ("relation to an unknown annotation", XML.replace('object="v_np3"', 'object="v_np99"')),
    ("unknown relation", project(MARKED, [*RELATED, ("chain1", "Part of", "np3")])),
    ("apposition without head or attribute", project(MARKED, RELATED[:-3] + RELATED[-2:])),
]


@pytest.mark.parametrize(("message", "content"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, content: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, content)
    assert caught.value.line > 1
    assert caught.value.column >= 1
    problems = Problems(lenient=True)
    assert len(read(tmp_path, content, problems)) == 1
    assert problems.counts[message] == 1


def test_appositions_in_a_circle(tmp_path: Path) -> None:
    marked = [
        ("a", "APPOS relation", [(0, 9)]),
        ("b", "APPOS relation", [(0, 9)]),
        ("c", "Noun Phrase", [(11, 13)]),
    ]
    related = [
        ("a", "APPOS Head", "b"),
        ("b", "APPOS Head", "a"),
        ("a", "APPOS Attributes", "c"),
        ("b", "APPOS Attributes", "c"),
    ]
    (item,) = read(tmp_path, project(marked, related))
    assert len(item.annotation.links) == 2


def test_annotations_without_a_text(tmp_path: Path) -> None:
    (tmp_path / "77.xml").write_text(XML)
    with pytest.raises(FormatError, match=r"annotations without their text: 77\.txt"):
        list(formats.read(tmp_path))


def test_truncated(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="not well-formed"):
        read(tmp_path, XML[:500])


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "77.xml").write_text(XML)
    with opened(tmp_path) as files:
        assert formats.recognised(files[0]) == "craft"
