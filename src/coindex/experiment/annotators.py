"""Annotations of the same documents by any number of annotators, as they are read and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation
from coindex.core.errors import AlignmentError, CoindexError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action, doing
from coindex.experiment.annotator_agreement import Agreeing, Agreement
from coindex.experiment.response_pairs import Given, Key
from coindex.experiment.rows import Row
from coindex.measures.panel import AnnotatorPanel


def agree(
    *annotations: Given,
    names: Sequence[str] = (),
    view: str = "exact",
    by: str | Sequence[str] = (),
    intervals: bool = False,
    distance: str = "passonneau",
    missing: str = "error",
) -> list[Row]:
    """Return the agreement of any number of annotators: `agree("a.jsonl", "b.jsonl")`.

    Each annotation is a path or documents in memory; `names` are the annotators', the names of
    their files if not given. The first rows are about all annotators: means over pairs, and
    Krippendorff's alpha. Rows with `by="pair"` are about two of them, with `by="annotator"` about
    one with each of the others, with `by="without"` about all but one. `by` splits alpha by
    document, genre, form, kind, type or entity. A document that an annotator lacks is an error,
    unless `missing` is `"empty"` or `"skip"`.
    """
    split = (by,) if isinstance(by, str) and by else tuple(by)
    agreeing = Agreeing(view, distance, split, intervals, missing)
    named = names or [
        Path(one).stem if isinstance(one, Path | str) else f"annotator {number}"
        for number, one in enumerate(annotations, 1)
    ]
    if len(set(named)) != len(annotations):
        raise CoindexError("each annotation needs a name of its own: give as many different names")
    reading = panels(dict(zip(named, annotations, strict=True)), agreeing)
    return list(reading.agreement.rows)


class PanelReading(NamedTuple):
    """The documents as all annotators have them, and what was counted while they were read."""

    panels: list[AnnotatorPanel]
    agreement: Agreement
    problems: dict[str, Problems]


def panels(annotations: Mapping[str, Given], agreeing: Agreeing) -> PanelReading:
    """Read the annotations and lay them over each other, document by document."""
    if len(annotations) < 2:
        raise CoindexError("agreement needs two annotators or more")
    keys = {name: Key.of(given) for name, given in annotations.items()}
    problems = {name: Problems(lenient=agreeing.lenient) for name in keys}
    items = {
        name: _by_id(name, key.read(agreeing.format, problems[name])) for name, key in keys.items()
    }
    counted = Agreement(agreeing, tuple(keys), lambda: "+".join(key.mark for key in keys.values()))
    laid = []
    for id in dict.fromkeys(id for documents in items.values() for id in documents):
        present = {name: documents[id] for name, documents in items.items() if id in documents}
        panel = _panel(id, present, tuple(keys), agreeing)
        if panel is not None:
            laid.append(panel)
            counted.add(panel)
    if not laid:
        raise AlignmentError("the annotators have no document in common: nothing to compare")
    return PanelReading(laid, counted, problems)


def _by_id(name: str, items: Iterable[Annotated]) -> dict[str, Annotated]:
    documents: dict[str, Annotated] = {}
    for item in items:
        if item.document.id in documents:
            raise AlignmentError(
                Message("{name} has the document {id!r} twice", name=name, id=item.document.id)
            )
        documents[item.document.id] = item
    return documents


def _panel(
    id: str, present: dict[str, Annotated], names: Sequence[str], agreeing: Agreeing
) -> AnnotatorPanel | None:
    lacking = [name for name in names if name not in present]
    if lacking and agreeing.missing == "error":
        raise AlignmentError(
            Message(
                "document {id!r} is in {present} but not in {lacking}",
                id=id,
                present=next(iter(present)),
                lacking=lacking[0],
            ),
            remedy=doing(
                Action.MISSING_IS_EMPTY, effect="counts it as one in which nothing was found"
            ),
        )
    if lacking and agreeing.missing == "empty":
        document = next(iter(present.values())).document
        nothing = Annotated(document, Annotation(id))
        present = {name: present.get(name, nothing) for name in names}
    return AnnotatorPanel.of(present) if len(present) > 1 else None
