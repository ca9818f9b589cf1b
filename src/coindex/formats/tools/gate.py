"""GATE's bdocjs (Cunningham et al. 2013; gatenlp): a text, and sets of annotations that match each
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import one_file_each
from coindex.formats.records import Record, dumped, looks_like_json
from coindex.formats.standoff import utf16_units
from coindex.formats.tools.marks import CARRIED, MENTION, Mark, Marks, from_marks, tasks, to_marks
from coindex.io.files import File, Files

_CHAINS, _MATCHES = "MatchesAnnots", "matches"
_DEFAULT_SET = ("", "null")
"""How the set without a name is called in lists of chains: by Python and by Java."""
_UNTYPED = ("Pronoun", MENTION)


@dataclass(frozen=True, slots=True)
class Gate:
    """A document a file, with offsets as Python or as Java counts them.

    Chains are the lists of `MatchesAnnots` and the feature `matches`, as GATE's own coreference
    stores them; the type of an annotation is that of its entity.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".bdocjs",)
    carries: ClassVar[frozenset[Layer]] = CARRIED
    language: str = ""
    """Code of the language of the documents, which the files do not state."""
    mentions: tuple[str, ...] = (MENTION,)
    """Types of annotations that are mentions even if they match nothing."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and '"annotation_sets"' in sample:
            return 0.95
        return 0.2 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for record, default in tasks(files, problems, self.recognise):
            name = record.string("name") or default.removesuffix("-1")
            text = record.string("text")
            yield from_marks(record, name, text, self._marks(record, text), self.language)

    def _marks(self, record: Record, text: str) -> Marks:
        units = utf16_units(text) if record.string("offset_type") == "j" else []
        chains = record.within(record.object("features"), "features").object(_CHAINS)
        marks = Marks([], [])
        sets = record.object("annotation_sets")
        for name in sets:
            own = record.within(sets, "annotation_sets").object(name)
            listed: Any = chains.get(name) or next(
                (chains[key] for key in _DEFAULT_SET if not name and chains.get(key)), []
            )
            inside = record.within({"annotations": own.get("annotations"), _CHAINS: listed}, name)
            self._add_set(marks, inside, units)
        return marks

    def _add_set(self, marks: Marks, record: Record, units: list[int]) -> None:
        """Add the chains of a set, and its mentions."""
        chains = [chain for chain in record.items(_CHAINS) if isinstance(chain, list)]
        annotations = list(record.records("annotations"))
        for one in annotations:
            features = one.within(one.object("features"), one.inside)
            if features.values.get(_MATCHES):
                chains.append([one.values.get("id"), *features.items(_MATCHES)])
        # GATE has both: chains of the set, and a feature that lists what a mention matches.
        chained = {id for chain in chains for id in chain if isinstance(id, int)}
        prefix = record.inside
        for one in annotations:
            id, start, end = one.integer("id"), one.integer("start"), one.integer("end")
            kind = one.string("type")
            if id is None or start is None or end is None:
                continue
            if id in chained or kind in self.mentions:
                start, end = _character(units, start), _character(units, end)
                label = "" if kind in _UNTYPED else kind
                marks.spans.append(Mark(f"{prefix}:{id}", start, end, label))
        for chain in chains:
            ids = [f"{prefix}:{id}" for id in chain]
            marks.links.extend(pairwise(ids))

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, self.suffixes[0])


def _character(units: list[int], place: int) -> int:
    """A place in UTF-16 units as a character; one outside the text stays outside."""
    return units[place] if 0 <= place < len(units) else place


def _written(item: Annotated) -> Iterator[str]:
    marks = to_marks(item)
    before = dict(marks.links)
    chains: dict[str, list[int]] = {}
    first: dict[str, str] = {}
    for mark in marks.spans:
        begin = first[mark.id] = first.get(before.get(mark.id, ""), mark.id)
        chains.setdefault(begin, []).append(int(mark.id))
    annotations = [
        {
            "type": mark.label,
            "start": mark.start,
            "end": mark.end,
            "id": int(mark.id),
            "features": {_MATCHES: chains[first[mark.id]]},
        }
        for mark in marks.spans
    ]
    values: dict[str, Any] = {
        "annotation_sets": {
            "": {"name": "", "annotations": annotations, "next_annid": len(annotations) + 1}
        },
        "text": item.document.text,
        "features": {_CHAINS: {"": list(chains.values())}},
        "offset_type": "p",
        "name": item.document.id,
    }
    yield dumped(values)
