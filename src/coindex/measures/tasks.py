"""Shared tasks: the measures, matching and options with which each was scored, under one name."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message


class Task(NamedTuple):
    """A shared task. The first measure is the one that ranks systems."""

    name: str
    title: str
    format: str
    """The format of submissions."""
    measures: tuple[str, ...]
    zeros: str = "dependent"


def _coref(view: str, *, singletons: bool = False) -> tuple[str, ...]:
    """The mean of the three measures of the field, these, and LEA."""
    kept = "" if singletons else "(singletons=False)"
    return tuple(f"{name}{kept}@{view}" for name in ("CoNLL", "MUC", "B3", "CEAFe", "LEA"))


_UA = ("CoNLL", "MUC", "B3", "CEAFe", "CEAFm", "LEA", "BLANC")

TASKS = {
    task.name: task
    for task in (
        Task(
            "conll12",
            "CoNLL-2012: unrestricted coreference in OntoNotes (Pradhan et al. 2012)",
            "conll",
            tuple(f"{name}@exact" for name in ("CoNLL", "MUC", "B3", "CEAFe", "CEAFm", "BLANC")),
        ),
        Task(
            "codi22",
            "CODI-CRAC 2022: anaphora, bridging and deixis in dialogue (Yu et al. 2022)",
            "anaphora",
            (
                *(f"SplitAntecedents({name!r})@exact" for name in _UA),
                *(f"Bridging({level!r})@exact" for level in ("anaphor", "link", "entity")),
                *(f"DiscourseDeixis({name!r}, singletons=True)@exact" for name in _UA),
            ),
            zeros="linear",
        ),
        Task(
            "crac22",
            "CRAC 2022: multilingual coreference (Žabokrtský et al. 2022)",
            "conllu",
            (*_coref("partial"), "Zeros@partial"),
            zeros="linear",
        ),
        Task(
            "crac26",
            "CRAC 2026: multilingual coreference; scored so since 2024 (Novák et al. 2024)",
            "conllu",
            (
                *_coref("head"),
                "CoNLL(singletons=False)@partial",
                "CoNLL(singletons=False)@exact",
                "CoNLL@head",
                "Zeros@head",
            ),
        ),
    )
}


def task_of(name: str) -> Task:
    if name not in TASKS:
        raise CoindexError(
            Message(
                "no shared task is called {name!r}: {suggestion}",
                name=name,
                suggestion=suggestion(name, TASKS),
            )
        )
    return TASKS[name]
