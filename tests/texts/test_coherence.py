"""Centers, transitions and the entity grid: the worked examples of the papers."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import SpecError
from coindex.texts.coherence.coherence import Coherence, Coherer, cohere


def inline(folder: Path, text: str) -> Annotated:
    labels = sorted({piece.split()[0] for piece in text.split("{")[1:]})
    path = folder / "example.inline"
    types = "\n".join(f"{label}: person" for label in labels)
    path.write_text(f"# id: example\n\n{text}\n---\n{types}\n", encoding="utf-8")
    return next(iter(formats.read(path)))


def measured(folder: Path, text: str, **options: str) -> Coherence:
    return Coherer(**options)(inline(folder, text))  # type: ignore[arg-type]


def course(coherence: Coherence) -> list[tuple[str | None, str]]:
    """Backward-looking center and transition of each utterance after the first."""
    return [
        (one.backward, "" if one.transition is None else one.transition.label)
        for one in coherence.utterances[1:]
    ]


def test_brennan_friedman_and_pollard(tmp_path: Path) -> None:
    """Their example of four utterances, in the reading that their algorithm prefers."""
    text = (
        "{b +Brennan+} drives {a an *Alfa* Romeo}. {b She} drives too fast. "
        "{f +Friedman+} races {b her} on weekends. {f She} often beats {b her}."
    )
    found = measured(tmp_path, text)
    assert course(found) == [("b", "CONTINUE"), ("b", "RETAIN"), ("f", "SMOOTH-SHIFT")]
    assert found.utterances[2].forward == ("f", "b")


def test_a_rough_shift_and_none(tmp_path: Path) -> None:
    """The table's last cell: a new center that is not preferred; then no center at all."""
    text = (
        "{b +Brennan+} met {f +Friedman+}. {b She} saw {c +Carol+}. {d +Dora+} called {c her}. "
        "{e +Eve+} left."
    )
    found = measured(tmp_path, text)
    assert course(found) == [("b", "CONTINUE"), ("c", "ROUGH-SHIFT"), (None, "NONE")]


def test_grosz_joshi_and_weinstein(tmp_path: Path) -> None:
    """Their two discourses about John in the music store: one continues,
    the other changes back and forth.
    """
    smooth = (
        "{j +John+} went to {s {j his} favorite music *store*}. {j He} had frequented {s the "
        "*store*} for many years. {j He} was excited. {j He} arrived just as {s the *store*} was "
        "closing."
    )
    changing = (
        "{j +John+} went to {s {j his} favorite music *store*}. {s It} was good to {j +John+}. "
        "{j He} was excited. {s It} was closing just as {j +John+} arrived."
    )
    assert course(measured(tmp_path, smooth, utterance="sentence")) == [("j", "CONTINUE")] * 3
    assert course(measured(tmp_path, changing, utterance="sentence")) == [
        ("j", "RETAIN"),
        ("j", "CONTINUE"),
        ("j", "RETAIN"),
    ]


def test_segments_begin_anew(tmp_path: Path) -> None:
    text = "{a +Ann+} left.\n\n{a +Ann+} slept. {a She} dreamt."
    whole = measured(tmp_path, text)
    parts = measured(tmp_path, text, segment="paragraph")
    assert [label for _, label in course(whole)] == ["CONTINUE", "CONTINUE"]
    assert [label for _, label in course(parts)] == ["", "CONTINUE"]


def test_the_grid_has_the_best_role_of_each_sentence(tmp_path: Path) -> None:
    text = "{a +Ann+} saw {b {a her} *brother*}. {c A *dog*} barked. {b He} fed {c it}."
    found = measured(tmp_path, text)
    assert found.grid == {"a": "S--", "b": "O-S", "c": "-SO"}
    assert found.steps == {"S-": 1, "--": 1, "O-": 1, "-S": 2, "SO": 1}
    assert (found.lengths, found.distances) == ((2, 2, 2), (0, 2, 1))


def test_texts_without_entities_are_resolved() -> None:
    found = cohere("Ann lost a key. She found it.")
    assert [found.names[name] for name in found.utterances[1].forward] == ["Ann", "a key"]
    assert found.density == 1


def test_zeros_lower_the_density() -> None:
    found = cohere("Ana perdió la llave. No la encontró. Lloró.")
    assert found.density is not None and found.density < 1
    assert found.left_out == 2


def test_options_are_checked() -> None:
    with pytest.raises(SpecError, match="utterance is one of sentence, conjoined"):
        cohere("Ann left.", utterance="paragraph")
