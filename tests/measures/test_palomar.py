"""The types of Spanish anaphors."""

from __future__ import annotations

from pathlib import Path

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.io.files import File, Files
from coindex.measures.palomar import type_of
from coindex.measures.projection import project

TEXT = """# id: carta
# language: es

{ana +Ana+} abrió {carta la *carta* de {hermano {ana su} *hermano*}}. {-inherent Se} {ana:3s ∅} sentó y {carta la}
{ana:3s ∅} leyó. Pensó en {hermano él}; {hermano él} era {hombre:predicate un *hombre* raro}. {carta Esta} decía poco
del {viaje *viaje*}, y por {viaje eso} {ana:3s ∅} llamó a {luis +Luis+} para {yo:1s ∅}
leér{luis:enclitic,dative se}{carta:enclitic la}. {ana:reflexive Se} {ana:3s ∅} miró.
---
ana: person
carta: object
hermano: person
hombre: person
viaje: event
luis: person
yo: person
"""


def letter(folder: Path) -> Annotated:
    path = folder / "carta.inline"
    path.write_text(TEXT, encoding="utf-8")
    return next(formats.read_files(Files([File(path, "carta.inline", "carta")], "carta"), "inline"))


def test_types(tmp_path: Path) -> None:
    document, key = letter(tmp_path)
    found = [
        (document.surface(mention.span) or document.tokens[mention.end].form, type_)
        for mention in key.mentions
        if (type_ := type_of(document, mention))
    ]
    assert found == [
        ("la carta de su hermano", "DD"),
        ("su", "POSS"),
        ("sentó", "OPR"),
        ("la", "CPPR"),
        ("leyó", "OPR"),
        ("él", "PPRinPP"),
        ("él", "PPRnotPP"),
        ("Esta", "DPRnotPP"),
        ("viaje", "DD"),
        ("eso", "DPRinPP"),
        ("llamó", "OPR"),
        ("se", "CPPR"),
        ("la", "CPPR"),
        ("Se", "RPR"),
        ("miró", "OPR"),
    ]


def test_zeros_without_heads_correspond_by_the_word_behind(tmp_path: Path) -> None:
    document, key = letter(tmp_path)
    zeros = [token for token in document.tokens if token.empty]
    fewer = [token for token in document.tokens if token not in zeros[1:2]]
    other = Document("carta", document.text, "es", tuple(fewer), document.sentences[:0])
    found = project(key, document, other)
    assert found.lost == 1
    moved = [
        one for one in found.annotation.mentions if one.start >= 0 and other.tokens[one.start].empty
    ]
    assert [other.tokens[one.end].form for one in moved] == ["sentó", "llamó", "leér", "miró"]
