"""Zero pronouns of key and response laid over each other: the same ones match, and
what was missed counts as missed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex import formats
from coindex.cli import app
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Kind
from coindex.core.chains import resolved
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.measures.errors import Shape, errors
from coindex.measures.success import Success
from coindex.models.session import available
from coindex.pipeline.zero_alignment import judged, with_key_zeros
from tests.detectors.spanish import FEM, FIN, PRON, bare, spanish

TEXT = """# id: carta
# language: es

{ana +Ana+} abrió {carta la *carta*}. {ana:3s ∅} No {carta la} leyó.
---
ana: person
carta: object
"""
SENTENCES = (
    f"""Ana/Ana/PROPN/2/nsubj/{FEM} abrió/abrir/VERB/0/root/{FIN} la/el/DET/4/det/Definite=Def|PronType=Art
    carta/carta/NOUN/2/obj/{FEM} ././PUNCT/2/punct""",
    f"""No/no/ADV/3/advmod la/él/PRON/3/obj/{FEM}|{PRON} leyó/leer/VERB/0/root/{FIN} ././PUNCT/3/punct""",
)


def letter(folder: Path) -> Annotated:
    path = folder / "carta.inline"
    path.write_text(TEXT, encoding="utf-8")
    return next(formats.read(path, "inline"))


def on_text(document: Document, text: str) -> Document:
    """A parse made of words and single spaces, on the characters of the text."""
    tokens, end = [], 0
    for token in document.tokens:
        start = text.index(token.form, end)
        end = start if token.empty else start + len(token.form)
        tokens.append(token._replace(start=start, end=end))
    for index, token in enumerate(tokens):
        if token.empty:
            place = tokens[index + 1].start
            tokens[index] = token._replace(start=place, end=place)
    return Document("carta", text, "es", tuple(tokens), document.sentences)


def test_what_the_parse_lacks_is_missed_and_everything_else_moves_along(tmp_path: Path) -> None:
    item = letter(tmp_path)
    parse = on_text(bare(*SENTENCES), item.document.text)
    given = registry.build("detectors", "nominals").detect(parse)
    ana, carta, la = given.mentions
    decision = Decision(la, carta, "recent", (Candidate(carta), Candidate(ana, "gender")))
    pair = judged(
        parse, item, resolved(parse, given, (decision,), source=given.source), (decision,)
    )
    assert [token.form or "∅" for token in pair.document.tokens[5:]] == [
        "No",
        "la",
        "∅",
        "leyó",
        ".",
    ]
    zero = next(m for m in pair.key.mentions if m.kind is Kind.ZERO)
    assert pair.document.tokens[zero.start].empty and len(pair.key.entities[0].mentions) == 2
    assert pair.decisions[0].anaphor.start == 6 and [
        c.mention.start for c in pair.decisions[0].candidates
    ] == [2, 0]
    assert Success("third", view="head").counts(pair) == (1, 1, 1, 2)
    missing = [error for error in errors(pair, "head") if error.shape is Shape.MISSING]
    assert [error.mention for error in missing] == [zero]


def test_the_person_of_a_zero_is_the_keys(tmp_path: Path) -> None:
    item = letter(tmp_path)
    parse = on_text(spanish(*SENTENCES), item.document.text)
    first = tuple(t._replace(feats="Number=Sing|Person=1") if t.empty else t for t in parse.tokens)
    wrong = Document("carta", parse.text, "es", first, parse.sentences)
    pair = judged(wrong, item, Annotation("carta"))
    assert pair.document.tokens[7].feature("Person") == "3" and pair.document.tokens[7].empty


def test_gold_mentions_have_the_keys_zeros(tmp_path: Path) -> None:
    item = letter(tmp_path)
    both = on_text(spanish(*SENTENCES), item.document.text)
    assert (
        with_key_zeros(on_text(bare(*SENTENCES), item.document.text), item).tokens[7].deps
        == "3:nsubj"
    )
    none = item._replace(
        document=Document("carta", both.text, "es", on_text(bare(*SENTENCES), both.text).tokens)
    )
    assert with_key_zeros(both, none) is both
    assert sum(token.empty for token in with_key_zeros(both, item).tokens) == 1


PARSER = "bundled(language='es', zeros='none')"


@pytest.mark.skipif(not available("es"), reason="no Spanish model")
def test_compare_and_errors_count_missed_zeros(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    letter(tmp_path)
    path, measure = str(tmp_path / "carta.inline"), "Success(of='zero')@head"
    options = [
        "--parser",
        PARSER,
        "--resolvers",
        "oracle",
        "--measures",
        measure,
        "--by",
        "form",
        "--as",
        "json",
    ]
    done = CliRunner().invoke(app, ["compare", path, *options])
    gold, detected = (table["rows"] for table in json.loads(done.stdout)[:2])
    assert (gold[0]["Success zero"], detected[0]["Success zero"]) == (1.0, 0.0)
    told = CliRunner().invoke(
        app, ["errors", path, "--resolver", "oracle", "--parser", PARSER, "--as", "json"]
    )
    shapes, causes, *_ = json.loads(told.stdout)
    assert shapes["rows"] == [{"shape": "missing", "zero": 1, "all": 1}]
    assert causes["rows"] == [{"cause": "not detected", "zero": 1, "all": 1}]
