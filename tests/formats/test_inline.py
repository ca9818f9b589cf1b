"""Inline brackets."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind, Mention, Reference, Relation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import Action
from coindex.formats.inline import Inline
from coindex.testing import check_format

SAMPLE = r"""# id: ferry
# genre: press
# language: en

{mara +Mara Venn+, {mara:apposition the *pilot* {mara who} steers {ferry the *ferry*}}},
{loss:verbal *lost*} {key {mara her} *key*}.

{-ambient It} rained. {loss:event This} cost \{2*3\} hours;
{pair:split=mara+ferry They} blamed {pair each other}.

When {osei:cataphor he} called, {osei +Osei+} saw {mara:optional,or=ferry her}.
---
mara: person singular feminine
ferry: object singular
"""
SAMPLES = {"ferry.inline": SAMPLE}


def read(folder: Path, content: str, problems: Problems | None = None) -> Annotated:
    (folder / "x.inline").write_text(content)
    return next(iter(formats.read(folder / "x.inline", "inline", problems)))


@pytest.fixture
def sample() -> Annotated:
    (item,) = check_format(Inline(), SAMPLES)
    return item


def named(item: Annotated, words: str) -> Mention:
    return next(m for m in item.annotation.mentions if m.text(item.document) == words)


def test_the_text_is_the_original(sample: Annotated) -> None:
    assert sample.document.id == "ferry"
    assert sample.document.meta == {"genre": "press"}
    assert sample.document.text.startswith(
        "Mara Venn, the pilot who steers the ferry,\nlost her key.\n\nIt rained."
    )
    assert "cost {2*3} hours;\nThey blamed each other." in sample.document.text


def test_entities_and_their_descriptions(sample: Annotated) -> None:
    mara = next(entity for entity in sample.annotation.entities if entity.id == "mara")
    assert [mention.text(sample.document) for mention in mara.mentions] == [
        "Mara Venn, the pilot who steers the ferry",
        "the pilot who steers the ferry",
        "who",
        "her",
        "her",
    ]
    assert (mara.type, mara.attributes) == (
        "person",
        (("number", "singular"), ("gender", "feminine")),
    )


def test_kinds_and_cores(sample: Annotated) -> None:
    whole = named(sample, "Mara Venn, the pilot who steers the ferry")
    assert (whole.kind, whole.minimum, whole.head) == (Kind.NAME, (0, 2), None)
    pilot = named(sample, "the pilot who steers the ferry")
    assert (pilot.kind, pilot.head) == (Kind.NOMINAL, 4)
    kinds = {
        words: named(sample, words).kind for words in ("who", "her", "each other", "lost", "This")
    }
    assert kinds == {
        "who": Kind.RELATIVE,
        "her": Kind.POSSESSIVE,
        "each other": Kind.RECIPROCAL,
        "lost": Kind.VERBAL,
        "This": Kind.DEMONSTRATIVE,
    }


def test_reference(sample: Annotated) -> None:
    rain = named(sample, "It")
    assert (rain.reference, rain.subtype) == (Reference.NONREFERENTIAL, "ambient")
    assert all(rain not in entity.mentions for entity in sample.annotation.entities)
    assert named(sample, "he").reference is Reference.CATAPHORIC


def test_links_say_what_entities_cannot(sample: Annotated) -> None:
    links = {link.anaphor.text(sample.document): link for link in sample.annotation.links}
    assert links["the pilot who steers the ferry"].relation is Relation.APPOSITION
    assert links["This"].relation is Relation.DISCOURSE
    split = links["They"]
    assert [m.text(sample.document) for m in split.antecedents] == ["her", "the ferry"]
    assert links["her"].optional
    assert links["her"].attributes == (("or", "ferry"),)


def test_zeros_are_empty_tokens_before_their_verb(tmp_path: Path) -> None:
    item = read(
        tmp_path, "# language: es\n\n{ana +Ana+} llegó. {ana:3s ∅} Cantó y no {ana ∅} rio.\n"
    )
    document = item.document
    assert document.text == "Ana llegó. Cantó y no rio."
    assert [token.form for token in document.tokens] == [
        "Ana",
        "llegó",
        ".",
        "",
        "Cantó",
        "y",
        "no",
        "",
        "rio",
        ".",
    ]
    (ana,) = item.annotation.entities
    assert [(m.kind, m.start) for m in ana.mentions] == [
        (Kind.NAME, 0),
        (Kind.ZERO, 3),
        (Kind.ZERO, 7),
    ]
    assert document.sentences[-1].span.end == len(document.tokens)
    assert document.tokens[3].feats == "Number=Sing|Person=3"


def test_enclitics_are_parts_of_words(tmp_path: Path) -> None:
    item = read(
        tmp_path, "# language: es\n\nQuiso dár{ana:dative,enclitic se}{carta:enclitic lo} ya.\n"
    )
    assert item.document.text == "Quiso dárselo ya."
    assert [m.text(item.document) for m in item.annotation.mentions] == ["se", "lo"]
    assert item.annotation.mentions[0].attributes == (("dative", "yes"), ("enclitic", "yes"))


WRONG = [
    ("closing bracket without an opening one", "a } b", 3),
    ("bracket is not closed", "{a +Ann+ b", 1),
    ("core is not closed", "{a the *dog}", 12),
    ("second core in one bracket", "{a *one* and +Two+}", 14),
    ("mention without a core", "{a the dog}", 1),
    ("bracket without a label", "{ dog}", 1),
    ("unknown attribute", "{a:cataphora she}", 1),
    ("no mention of the entity", "{a:split=b+c They}", 1),
]


@pytest.mark.parametrize(("message", "line", "column"), WRONG)
def test_mistakes_are_named_with_their_place(
    tmp_path: Path, message: str, line: str, column: int
) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, f"# id: x\n\n{line}\n")
    assert caught.value.message.startswith(message)
    assert (caught.value.line, caught.value.column) == (3, column)
    assert caught.value.remedy


def test_brackets_without_cores_can_be_read_leniently(tmp_path: Path) -> None:
    """As language models write them."""
    with pytest.raises(FormatError) as caught:
        read(tmp_path, "{a the dog} barked.\n")
    assert Action.READ_LENIENTLY in [step.action for step in caught.value.remedy.steps]
    item = read(tmp_path, "{a the dog} barked.\n", Problems(lenient=True))
    assert [mention.text(item.document) for mention in item.annotation.mentions] == ["the dog"]


@pytest.mark.parametrize(("message", "line", "column"), WRONG)
def test_lenient_reading_counts_mistakes(
    tmp_path: Path, message: str, line: str, column: int
) -> None:
    problems = Problems(lenient=True)
    read(tmp_path, f"{line}\n", problems)
    assert problems.counts[message] >= 1


def test_descriptions_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no mention of the entity: bob"):
        read(tmp_path, "{a +Ann+}\n---\na: person\nbob: person\n")
