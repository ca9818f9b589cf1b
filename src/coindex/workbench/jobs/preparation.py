"""Prepares the folder of a worker: plan, uploaded responses, and
documents of the project as a corpus.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench.editing.pairs import annotated
from coindex.workbench.jobs import FINISHED, PLAN
from coindex.workbench.jobs.finished import finished_items
from coindex.workbench.services import Shelf
from coindex.workbench.standings import standings
from coindex.workbench.store.runs import TUNING, StoredRun
from coindex.workbench.store.store import Store
from coindex.workbench.uploads import one_line


class Preparation:
    def __init__(self, store: Store, shelf: Shelf) -> None:
        self._store, self._shelf = store, shelf

    def __call__(self, run: StoredRun, folder: Path) -> None:
        plan: dict[str, Any] = json.loads(run.plan)
        if run.task == TUNING:
            self._prepare_tuning(run, plan, folder)
            return
        sources, documents = plan.pop("sources"), plan.pop("documents", None)
        plan["corpora"] += [str(self._corpus(run, name, documents, folder)) for name in sources]
        plan["responses"] = [
            {
                "name": response.name,
                "path": str(_place(response.filename, response.content, folder / str(number))),
            }
            for number, response in enumerate(self._store.runs.responses(run.id))
        ]
        (folder / PLAN).write_text(json.dumps(plan), encoding="utf-8")

    def _prepare_tuning(self, run: StoredRun, plan: dict[str, Any], folder: Path) -> None:
        """Plan and documents of a tuning; what proposes now is what it has to be better than."""
        proposer = self._store.proposers.find(run.project)
        plan |= {"present": RESOLVER, "present_name": RESOLVER}
        if proposer is not None:
            plan |= {"present": proposer.resolver, "present_name": f"run {proposer.run}"}
        formats.write(
            finished_items(self._store, self._shelf, run.project), folder / FINISHED, "jsonl"
        )
        (folder / PLAN).write_text(json.dumps(plan), encoding="utf-8")

    def _corpus(
        self, run: StoredRun, name: str, documents: Sequence[int] | None, folder: Path
    ) -> Path:
        """The project's documents with the annotation of one source as the key; only those with
        these numbers, if there are any.
        """
        project = self._store.projects.find(run.project).name
        safe = "".join(
            c if c.isalnum() or c in " -_." else "_" for c in one_line(f"{project} {name}")
        )
        path = folder / "corpora" / f"{safe.strip(' .') or 'project'}.jsonl"
        formats.write(self._items(run, name, documents), path, "jsonl")
        return path

    def _items(
        self, run: StoredRun, name: str, documents: Sequence[int] | None
    ) -> Iterator[Annotated]:
        source = self._store.revisions.source(run.project, name)
        stored = self._store.documents.all(run.project)
        chosen = [one for one in stored if documents is None or one.id in documents]
        any_document = False
        for standing in standings(self._store, self._shelf, run.project, [source], chosen):
            any_document = True
            yield annotated(standing.document, source, standing.states[0])
        if not any_document:
            raise CoindexError(Message("{name!r} has not annotated any document", name=name))


def _place(filename: str, content: bytes, folder: Path) -> Path:
    folder.mkdir()
    path = folder / filename
    path.write_bytes(content)
    return path
