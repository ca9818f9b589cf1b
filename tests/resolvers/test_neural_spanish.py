"""The learned resolver on Spanish: its own model over the parser's pieces, zeros and clitics,
agreement, rules.
"""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coindex.core.annotation import Kind
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError
from coindex.language.discourse.discourse import discourse
from coindex.language.nominals.agreement import Gender, Number, Person
from coindex.models.antecedents import FILE, SharedEncoder, antecedents, bundled_folder
from coindex.pipeline.pipeline import Pipeline, resolve
from coindex.resolvers.neural import Neural
from coindex.resolvers.neural.choices import choices
from coindex.resolvers.neural.features import counterpart
from coindex.resolvers.neural.rules import INFLUENCED

SPANISH = bundled_folder("es")
ANA = "Ana abre la verja y la cierra tras de sí. Luego Marta le dio su llave."
VECINOS = (
    "La directora saludó a los vecinos. Ellos la miraron. El cartero llegó tarde y ella lo esperó. "
    "Luego se fueron, y él les escribió una carta. La leyeron."
)


@cache
def resolved(text: str, resolver: str = "neural") -> Any:
    return resolve(Document("texto", text, language="es"), resolver=resolver)


def chains(text: str) -> list[list[str]]:
    found = resolved(text)
    return [
        [mention.text(found.document) or "∅" for mention in entity.mentions]
        for entity in found.annotation.entities
        if not entity.singleton
    ]


def test_zeros_and_clitics_are_in_chains() -> None:
    found = resolved(ANA)
    kinds = {mention.kind for entity in found.annotation.entities for mention in entity.mentions}
    assert Kind.ZERO in kinds
    assert {"la verja", "la"} in [set(chain) for chain in chains(ANA)]


def test_the_language_chooses_the_model() -> None:
    assert antecedents("", 1, "small", "es").scheme == "embedded"
    assert antecedents("", 1, "small", "en").scheme == "gum"
    with pytest.raises(CoindexError, match="no large model is available for language 'es'"):
        antecedents("", 1, "large", "es")
    with pytest.raises(SpecError, match="no scheme is called 'gum'"):
        resolved(ANA, "neural(scheme='gum')")


def test_no_pronoun_contradicts_its_entity() -> None:
    found = resolved(VECINOS)
    number = {one.mention: one for one in discourse(found.document, found.annotation).expressions}
    groups = [[number[one] for one in entity.mentions] for entity in found.annotation.entities]
    assert any(len(group) > 2 for group in groups)
    for group in groups:
        for one in (member for member in group if member.pronominal):
            for other in group:
                assert not {one.features.gender, other.features.gender} >= {
                    Gender.MASCULINE,
                    Gender.FEMININE,
                }
                assert not {one.features.number, other.features.number} >= {
                    Number.SINGULAR,
                    Number.PLURAL,
                }


def test_what_agreement_forbids_is_said() -> None:
    reasons = {
        reason
        for decision in resolved(VECINOS).decisions
        for reason in (
            *(candidate.rejected for candidate in decision.candidates),
            *(name for name, _ in decision.dropped),
        )
    }
    assert {"gender", "number"} <= reasons


def test_the_choice_of_the_rules_is_more_probable(monkeypatch: pytest.MonkeyPatch) -> None:
    model = antecedents("", 1, "small", "es")
    assert model.rules > 0
    document = next(Pipeline().parsed([Document("texto", ANA, language="es")]))
    mentions = Pipeline(detector="nominals").mentions(document)
    chosen = choices(discourse(document, mentions))

    def chances() -> dict[object, float]:
        decisions: list[Decision] = [*Neural().resolve(document, mentions)]
        return {
            decision.anaphor: candidate.score
            for decision in decisions
            for candidate in decision.candidates
            for anaphor, antecedent in chosen.items()
            if (anaphor.mention, antecedent.mention) == (decision.anaphor, candidate.mention)
        }

    more = chances()
    monkeypatch.setattr(model, "rules", 0.0)
    less = chances()
    assert less
    assert all(more[anaphor] > chance for anaphor, chance in less.items() if chance < 0.99)


def test_the_encoder_is_that_of_the_parser(tmp_path: Path) -> None:
    """Vectors of pieces are what the parser's file has, and another file is refused."""
    shared = json.loads((SPANISH / "about.json").read_text(encoding="utf-8"))["shared"]
    encoder = SharedEncoder(SPANISH.parent, **shared)
    found = encoder.vectors([7, 7, 2])
    assert found.shape == (3, 384)
    assert np.array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])
    content = bytearray((SPANISH.parent / FILE).read_bytes())
    content[shared["rows"]] ^= 1
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(CoindexError, match="is not the parser"):
        SharedEncoder(tmp_path, **shared)
    with pytest.raises(CoindexError, match="is not the parser"):
        SharedEncoder(tmp_path / "none", **shared)


def test_vectors_of_pieces_are_stored_once() -> None:
    """The resolver's file does not repeat what lies in the parser's."""
    shared = json.loads((SPANISH / "about.json").read_text(encoding="utf-8"))["shared"]
    own = (SPANISH / "words.onnx").read_bytes()
    parser, width = (SPANISH.parent / FILE).read_bytes(), shared["size"][1]
    for piece in (7, 1000, 20_000):
        start = shared["rows"] + piece * width
        assert parser[start : start + width] not in own
    together = sum(file.stat().st_size for file in SPANISH.parent.rglob("*") if file.is_file())
    assert together < 40_000_000


def test_a_copied_model_needs_its_parser(tmp_path: Path) -> None:
    shutil.copytree(SPANISH, tmp_path / "mine")
    with pytest.raises(CoindexError, match="is not the parser"):
        antecedents(str(tmp_path / "mine"))


def test_parser_and_resolver_are_small_together() -> None:
    files = [path for path in SPANISH.parent.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 40_000_000


def test_counterparts_of_pronouns() -> None:
    document = next(Pipeline().parsed([Document("texto", VECINOS, language="es")]))
    mentions = Pipeline(detector="nominals").mentions(document)
    found = {
        (one.form or "∅", one.features.person, one.features.number): counterpart(one)
        for one in discourse(document, mentions).expressions
        if one.pronominal
    }
    assert found["ellos", Person.THIRD, Number.PLURAL] == "they"
    assert found["ella", Person.THIRD, Number.SINGULAR] == "she"
    assert found["lo", Person.THIRD, Number.SINGULAR] == "him"


def test_who_is_asked_does_it() -> None:
    text = "Ana Ruiz habló con la ministra y le pidió que dimitiera."
    (ruled,) = (one for one in resolved(text, "hybrid").decisions if one.rule == INFLUENCED)
    assert ruled.antecedent.text(resolved(text, "hybrid").document) == "le"


@pytest.mark.parametrize(
    "text", ["—Tienes una fisura, Miguel. ¿Te duele?", "Rocío, ¿te duele? Tienes una fisura."]
)
def test_who_is_called_by_name_is_you(text: str) -> None:
    found = resolved(text, "hybrid")
    person = max(found.annotation.entities, key=lambda one: len(one.mentions))
    assert {mention.kind for mention in person.mentions} >= {Kind.NAME, Kind.ZERO, Kind.PERSONAL}


def test_labels_say_who_speaks() -> None:
    talk = "Olga: ¿Tienes las llaves?\nRaúl: Las dejé en tu mesa.\nOlga: ¿Me llamas?\nRaúl: Sí."
    chains = {entity.mentions[0]: entity for entity in resolved(talk, "hybrid").annotation.entities}
    document = resolved(talk, "hybrid").document
    of = {mention: one for one in chains.values() for mention in one.mentions}
    words = {mention.text(document): mention for mention in of}
    zeros = [mention for mention in of if mention.kind is Kind.ZERO]
    assert [of[zero] is of[words["Raúl"]] for zero in zeros] == [True, True, True]
    assert of[words["Me"]] is of[words["tu"]] is not of[words["Raúl"]]


@pytest.mark.parametrize(
    ("text", "writer", "reader"),
    [
        (
            "Hola, Lucía:\nAyer hablé con Marta. ¿Se lo dices tú a Pedro?\nUn abrazo,\nInés",
            "Inés",
            "Lucía",
        ),
        (
            "Hola, Marta:\nMañana llego. ¿Vienes a buscarme?\nUn abrazo fuerte,\nPablo",
            "Pablo",
            "Marta",
        ),
        (
            "Querida Ana:\nTe mando las fotos. Dime si te gustan.\nUn beso,\nLola",
            "Lola",
            "Ana",
        ),
    ],
)
def test_a_letter_names_its_writer_and_its_reader(text: str, writer: str, reader: str) -> None:
    result = resolved(text, "hybrid")
    chains = [[one.text(result.document) for one in entity.mentions] for entity in result.entities]
    by_name = {name: words for words in chains for name in (writer, reader) if name in words}
    assert {*by_name} == {writer, reader} and by_name[writer] is not by_name[reader]
    assert len(by_name[writer]) > 1 and len(by_name[reader]) > 1


def test_a_name_after_un_saludo_cordial_is_who_writes() -> None:
    text = "Estimada señora Robles:\nLe escribo para confirmarle la reserva.\n"
    result = resolved(f"{text}Un saludo cordial,\nTomás Ibarra", "hybrid")
    found = [one for one in result.decisions if one.anaphor.text(result.document) == "Tomás Ibarra"]
    assert found[0].antecedent is not None and not found[0].antecedent.text(result.document)
    assert found[0].rule == "speaker name"


def test_a_title_and_its_name_are_one_mention() -> None:
    text = "Según el concejal Andrés Molina, el plan costará mucho. Molina lo dijo ayer."
    result = resolve(text)
    words = [mention.text(result.document) for mention in result.annotation.mentions]
    assert "el concejal Andrés Molina" in words
    assert "Andrés Molina" not in words
    assert not any(one.startswith("Según") for one in words)
    chains = [[one.text(result.document) for one in chain.mentions] for chain in result.entities]
    assert ["el concejal Andrés Molina", "Molina"] in chains
