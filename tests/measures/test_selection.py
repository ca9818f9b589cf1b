"""Which mentions a group selects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span, Token
from coindex.measures.selection import form_class, selected, type_of

TOKENS = (
    Token(0, 0, "", feats="Number=Sing|Person=3", empty=True),
    Token(0, 0, "", feats="Number=Sing|Person=1", empty=True),
    Token(0, 0, "", empty=True),
    Token(0, 4, "esta", upos="PRON", feats="PronType=Dem"),
    Token(5, 8, "ana", upos="PROPN"),
)
KINDS = (Kind.ZERO, Kind.ZERO, Kind.ZERO, Kind.DEMONSTRATIVE, Kind.NAME)
TEXT = Document("d", "esta ana", "es", TOKENS)
MENTIONS = [Mention((Span(i, i + 1),), i, kind) for i, kind in enumerate(KINDS)]


@pytest.mark.parametrize(
    ("group", "places"),
    [
        ("third", [0, 2, 3]),
        ("pronouns", [0, 1, 2, 3]),
        ("ZERO", [0, 1, 2]),
        ("ZER3", [0, 2]),
        ("zero", [0, 1, 2]),
    ],
)
def test_zeros_and_demonstratives_are_pronouns(group: str, places: list[int]) -> None:
    assert [m.start for m in MENTIONS if selected(group, TEXT, m)] == places


def test_demonstratives_count_where_subjects_are_left_out() -> None:
    assert [type_of(TEXT, m) for m in MENTIONS] == ["ZER3", "ZE12", "ZER3", "DEMO", "NAME"]
    assert type_of(replace(TEXT, language="en"), MENTIONS[3]) == "OTHER"


def test_slices_by_form_are_forms_of_pronouns_and_kinds_of_the_rest() -> None:
    classes = [form_class(TEXT, mention) for mention in MENTIONS]
    assert classes == ["zero", "zero", "zero", "esta", "name"]
    nominal = Mention((Span(3, 5),), 4, Kind.NOMINAL)
    assert form_class(TEXT, nominal) == "nominal"
