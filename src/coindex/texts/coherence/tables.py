"""How texts hold together, as tables: a row for each text, each utterance, or each entity."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from coindex.core.messages import Message, messages
from coindex.interface.translation import say
from coindex.language.discourse.centers import Transition
from coindex.report.figures.bars import count_bars
from coindex.report.figures.svg import Figure
from coindex.report.table import Average, Cell, Share, Table
from coindex.texts.coherence.coherence import ABSENT, ROLES, Coherence

STEPS = tuple(before + after for before in ROLES for after in ROLES)
_TRANSITIONS = tuple(Transition)
_NOTES = messages(
    "transitions: shares of the utterances that follow another one in their segment",
    "distance: mean number of sentences back to the last mention; chains have two or more",
    "density: share of subjects and objects that are words rather than zero pronouns",
)


def summary(texts: Sequence[Coherence], settings: str) -> Table:
    """A row for each text, and one for all of them."""
    columns = messages(
        "text", "words", "utterances", *(one.label.lower() for one in _TRANSITIONS), "entities",
        "chains", "chain length", "longest", "distance", "mentions per 100 words", "density",
    )  # fmt: skip
    rows = [_row(text.id, [text]) for text in texts]
    if len(texts) > 1:
        rows.append(_row(Message("all"), texts))
    return Table(columns, rows, Message("Coherence"), (settings, *_NOTES))


def _row(name: str, texts: Sequence[Coherence]) -> list[Cell]:
    counts = [sum(text.transitions[one] for text in texts) for one in _TRANSITIONS]
    chains = [length for text in texts for length in text.chains]
    distances = [distance for text in texts for distance in text.distances]
    words = sum(text.words for text in texts)
    overt = sum(text.overt for text in texts)
    # A share is of the positions in which a subject could stand, said or left out.
    positions = overt + sum(text.left_out for text in texts)
    mentions = sum(sum(text.lengths) for text in texts)
    return [
        name,
        words,
        sum(len(text.utterances) for text in texts),
        *(Share(count / sum(counts)) if sum(counts) else None for count in counts),
        sum(len(text.lengths) for text in texts),
        len(chains),
        Average(fmean(chains)) if chains else None,
        max(chains, default=0),
        Average(fmean(distances)) if distances else None,
        Average(100 * mentions / words) if words else None,
        Share(overt / positions) if positions else None,
    ]


def centers(texts: Sequence[Coherence], settings: str) -> Table:
    """A row for each utterance: its centers and the transition to it."""
    rows: list[list[Cell]] = [
        [
            text.id,
            number,
            one.sentence + 1,
            text.names.get(one.backward, "") if one.backward is not None else "",
            ", ".join(text.names[name] for name in one.forward),
            "" if one.transition is None else Message(one.transition.label),
        ]
        for text in texts
        for number, one in enumerate(text.utterances, 1)
    ]
    columns = messages("text", "utterance", "sentence", "Cb", "Cf", "transition")
    return Table(columns, rows, Message("Centers"), (settings,))


def grid(texts: Sequence[Coherence], settings: str) -> Table:
    """A row for each entity, a letter for each sentence (Barzilay & Lapata 2008)."""
    rows: list[list[Cell]] = [
        [text.id, text.names[name], sum(role != ABSENT for role in roles), roles]
        for text in texts
        for name, roles in sorted(
            text.grid.items(), key=lambda row: -sum(role != ABSENT for role in row[1])
        )
    ]
    note = Message("S subject, O object, X other, - not mentioned, sentence by sentence")
    columns = messages("text", "entity", "sentences", "roles")
    return Table(columns, rows, Message("Entity grid"), (note, settings))


def steps(texts: Sequence[Coherence], settings: str) -> Table:
    """The features of the entity grid: how probable each step between roles is."""
    rows: list[list[Cell]] = []
    for text in texts:
        counts = text.steps
        total = counts.total()
        rows.append([text.id, *(Share(counts[step] / total) if total else None for step in STEPS)])
    note = Message("shares of all steps of an entity from one sentence to the next")
    columns = (Message("text"), *STEPS)
    return Table(columns, rows, Message("Steps in the entity grid"), (note, settings))


def transitions_figure(texts: Sequence[Coherence]) -> Figure:
    """How often each transition occurs in each text."""
    sorts = [Message(one.label.lower()) for one in _TRANSITIONS]
    counts = {
        (text.id, one.label.lower()): text.transitions[one] for text in texts for one in Transition
    }
    title = say("Transitions of centers")
    return count_bars("transitions", title, [text.id for text in texts], sorts, counts)
