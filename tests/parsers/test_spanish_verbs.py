"""Infinitives of Spanish verbs, and features of commands."""

from __future__ import annotations

import pytest

from coindex_es.verbs import as_command, lemma_of


@pytest.mark.parametrize(
    ("form", "feats", "infinitive"),
    [
        ("prometió", "Mood=Ind", "prometer"),
        ("sienten", "Mood=Ind", "sentir"),
        ("sienten", "Mood=Sub", "sentar"),
        ("Sienta", "Mood=Imp|Person=2", "sentar"),
        ("durmieron", "Mood=Ind", "dormir"),
        ("arranque", "Mood=Sub", "arrancar"),
        ("exijan", "Mood=Sub", "exigir"),
        ("agradezco", "Mood=Ind", "agradecer"),
        ("constituyen", "Mood=Ind", "constituir"),
        ("continúa", "Mood=Ind", "continuar"),
        ("mantuviera", "Mood=Sub", "mantener"),
        ("estuvieran", "Mood=Sub", "estar"),
        ("produjeron", "Mood=Ind", "producir"),
        ("propondrá", "Mood=Ind", "proponer"),
        ("llegaremos", "Mood=Ind", "llegar"),
        ("devueltas", "VerbForm=Part", "devolver"),
        ("veían", "Mood=Ind", "ver"),
        ("vi", "Mood=Ind", "ver"),
        ("mantén", "Mood=Imp|Person=2", "mantener"),
        ("sabés", "Mood=Ind", "saber"),
        ("huelen", "Mood=Ind", "oler"),
        ("haría", "Mood=Cnd", "hacer"),
    ],
)
def test_an_impossible_lemma_gives_way_to_an_infinitive(
    form: str, feats: str, infinitive: str
) -> None:
    assert lemma_of(form, "xyz", feats) == infinitive


def test_other_lemmas_stay() -> None:
    assert lemma_of("tendrán", "tender", "Mood=Ind") == "tender"
    assert lemma_of("zurupeteó", "zurupetear", "Mood=Ind") == "zurupetear"
    assert lemma_of("", "", "") == ""


def test_commands() -> None:
    assert as_command("Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin") == (
        "Mood=Imp|Number=Sing|Person=2|VerbForm=Fin"
    )
    assert as_command("Mood=Sub|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin") == (
        "Mood=Imp|Number=Plur|Person=3|VerbForm=Fin"
    )
    assert as_command("VerbForm=Inf") == "VerbForm=Inf" and as_command("") == ""
