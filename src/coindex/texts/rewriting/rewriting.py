"""A rewritten text: what was changed and why, what was left and why, and offsets both ways."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.interface.catalogues import ENGLISH, speaking
from coindex.interface.translation import fixed, say, translate
from coindex.texts.edits import Edit, Offsets, edited
from coindex.texts.rewriting.certainty import Opinion
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.judging import Judge, Judgement
from coindex.texts.rewriting.page import STYLE, ReplacementMark, marked_html


class Change(NamedTuple):
    """`old` at the characters `start` to `end` of the old text became `new`, at `new_start` to
    `new_end` of the new one.

    `name` is the name of the entity, `origin` the characters of the old text where it is named (for
    several antecedents, each), `certainty` that of the link between the two.
    """

    start: int
    end: int
    old: str
    new_start: int
    new_end: int
    new: str
    name: str
    origin: tuple[tuple[int, int], ...]
    certainty: float
    mention: Mention

    @property
    def reason(self) -> str:
        what = say("“{words}”", words=self.old)
        if self.mention.kind is Kind.ZERO:
            what = say("the subject that is left out")
        elif not self.old:
            possessive = self.mention.kind is Kind.POSSESSIVE
            what = say("the possessor") if possessive else say("the clitic")
        certainty = fixed(self.certainty, 2)
        return say(
            "{what} is {name}, certainty {value}", what=what, name=self.name, value=certainty
        )


class Kept(NamedTuple):
    """A mention that stays as it is, and why."""

    start: int
    end: int
    text: str
    reason: Left
    certainty: float
    mention: Mention


@dataclass(frozen=True)
class Rewriting:
    """A text that stands on its own: `rewriting.text`, `rewriting.changes`, `rewriting.kept`."""

    document: Document
    """The old text with its parse."""
    text: str
    """The new text."""
    changes: tuple[Change, ...]
    """What was replaced or inserted, in textual order."""
    kept: tuple[Kept, ...]
    """The mentions that were considered and left as they are."""
    choices: Choices = field(default_factory=Choices)
    """The choices that were made."""
    resolver: str = ""
    """The resolver whose chains the names come from."""

    def __repr__(self) -> str:
        return f"<Rewriting {self.document.id!r}: {self.summary()}>"

    @cached_property
    def _offsets(self) -> Offsets:
        return Offsets(Edit(one.start, one.end, one.new) for one in self.changes)

    def to_new(self, offset: int) -> int:
        """Return the offset in the new text of a character of the old one; for a replaced one, that
        of its replacement.
        """
        return self._offsets.to_new(offset)

    def to_old(self, offset: int) -> int:
        """Return the offset in the old text of a character of the new one; for an inserted one,
        that of the text that it replaces.
        """
        return self._offsets.to_old(offset)

    @property
    def replaced(self) -> int:
        """How many mentions were made explicit; one may take two changes."""
        return len({change.mention for change in self.changes})

    @property
    def reasons(self) -> dict[str, int]:
        """How many mentions were left for which reason, the most frequent first."""
        return dict(Counter(str(one.reason) for one in self.kept).most_common())

    def summary(self) -> str:
        """`5 replaced, 2 left`."""
        return say("{replaced} replaced, {left} left", replaced=self.replaced, left=len(self.kept))

    def report(self) -> str:
        """Return the counts, with a line for each reason."""
        lines = [f"{count:>5}  {translate(reason)}" for reason, count in self.reasons.items()]
        return "\n".join([self.summary(), *lines])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values, with character offsets."""
        value: dict[str, Any] = {
            "document": self.document.id,
            "resolver": self.resolver,
            "text": self.text,
            "replaced": self.replaced,
            "left": self.reasons,
            "changes": [_change_at(change) for change in self.changes],
            "kept": [
                {
                    "start": one.start,
                    "end": one.end,
                    "text": one.text,
                    "reason": str(one.reason),
                    "certainty": round(one.certainty, 3),
                }
                for one in self.kept
            ],
        }
        if self.document.extra:
            value["extra"] = dict(self.document.extra)
        return value

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @property
    def marks(self) -> list[ReplacementMark]:
        """The old text's changes and the mentions that stay, as a page shows them."""
        changes = [
            ReplacementMark(one.start, one.end, one.old, one.reason, one.new)
            for one in self.changes
        ]
        kept = [
            ReplacementMark(one.start, one.end, one.text, _why_left(one.reason))
            for one in self.kept
        ]
        return sorted([*changes, *kept])

    def _repr_html_(self) -> str:
        return f"<style>{STYLE}</style>{marked_html(self.document.text, self.marks)}"


def _why_left(reason: Left) -> str:
    return say("left: {reason}", reason=translate(reason))


def _change_at(change: Change) -> dict[str, Any]:
    with speaking(ENGLISH):  # JSON is for programs
        reason = change.reason
    return {
        "start": change.start,
        "end": change.end,
        "old": change.old,
        "new_start": change.new_start,
        "new_end": change.new_end,
        "new": change.new,
        "name": change.name,
        "origin": [list(place) for place in change.origin],
        "certainty": round(change.certainty, 3),
        "reason": reason,
    }


def rewriting(
    document: Document,
    annotation: Annotation,
    decisions: Sequence[Decision],
    choices: Choices,
    opinions: Sequence[Opinion] = (),
) -> Rewriting:
    """Rewrite a resolved document; `opinions` are what other resolvers say about it."""
    judged = list(Judge(document, annotation, decisions, choices, opinions).judgements())
    return assembled(document, judged, choices, annotation.source.name)


def assembled(
    document: Document, judged: Iterable[Judgement], choices: Choices, resolver: str = ""
) -> Rewriting:
    """The rewriting that results from judgements."""
    replaced, kept = [], []
    for one in judged:
        if one.left is not None:
            start, end = _characters(document, one.mention)
            text = document.text[start:end]
            kept.append(Kept(start, end, text, one.left, one.certainty, one.mention))
        else:
            replaced += [(edit, one) for edit in one.edits]
    replaced.sort(key=lambda pair: pair[0])
    offsets = Offsets(edit for edit, _ in replaced)
    changes = []
    for number, (edit, one) in enumerate(replaced):
        assert one.name is not None
        changes.append(
            Change(
                edit.start,
                edit.end,
                document.text[edit.start : edit.end],
                *offsets.place(number),
                edit.text,
                one.name.text,
                tuple(_characters(document, mention) for mention in one.name.mentions),
                one.certainty,
                one.mention,
            )
        )
    text = edited(document.text, offsets.edits)
    return Rewriting(document, text, tuple(changes), tuple(kept), choices, resolver)


def _characters(document: Document, mention: Mention) -> tuple[int, int]:
    return document.tokens[mention.start].start, document.tokens[mention.end - 1].end
