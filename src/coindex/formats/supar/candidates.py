"""Adds the candidates that a resolver considered to the anaphors, where the writer of candidate
files finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from coindex.core.annotation import Annotated, Annotation, Mention, Reference
from coindex.core.decision import Candidate, Decision
from coindex.formats.supar.writer import Writing


def with_candidates(item: Annotated, decisions: Iterable[Decision], window: int) -> Annotated:
    """Every anaphor with its candidates before and after constraints; a pronoun without an
    antecedent is an exophor.

    Palomar et al. 2001: a pronoun for which constraints leave no candidate refers to something
    outside the text. A description without an antecedent is new, and gets no candidates.
    """
    writing = Writing(item, window)
    anaphoric = (one for one in decisions if one.antecedents or one.anaphor.kind.pronominal)
    noted = {decision.anaphor: _noted(decision, writing) for decision in anaphoric}
    return Annotated(item.document, _replaced(item.annotation, noted))


def _noted(decision: Decision, writing: Writing) -> Mention:
    anaphor = decision.anaphor
    rest = [pair for pair in anaphor.attributes if pair[0] not in ("antecedents", "constraints")]
    listed = [
        ("antecedents", _places(decision.candidates, anaphor, writing)),
        ("constraints", _places(decision.admissible, anaphor, writing)),
    ]
    open_ = not decision.antecedents and anaphor.reference is Reference.UNMARKED
    reference = Reference.EXOPHORIC if open_ else anaphor.reference
    return anaphor._replace(reference=reference, attributes=(*rest, *listed))


def _places(candidates: Sequence[Candidate], anaphor: Mention, writing: Writing) -> str:
    """Candidates, nearest first, in the order of the search."""
    nearest = sorted(candidates, key=lambda candidate: abs(anaphor.start - candidate.mention.start))
    return ";".join(dict.fromkeys(writing.place(candidate.mention) for candidate in nearest))


def noted_decisions(item: Annotated, *, rejected: str) -> Iterator[Decision]:
    """The candidate lists of an annotation as decisions; candidates that are only in the first list
    are `rejected`.

    The antecedent is the solution: that of the anaphor's link, or the mention before it in its
    entity.
    """
    writing = Writing(item, 0)
    at = {writing.place(mention): mention for mention in reversed(item.annotation.mentions)}
    for mention in item.annotation.mentions:
        lists = dict(mention.attributes)
        if "antecedents" not in lists:
            continue
        listed = [place for place in lists["antecedents"].split(";") if place in at]
        fitting = lists.get("constraints")
        kept = set(listed if fitting is None else fitting.split(";"))
        candidates = [Candidate(at[place], "" if place in kept else rejected) for place in listed]
        best_first = sorted(candidates, key=lambda candidate: bool(candidate.rejected))
        solution = writing.solution(mention)
        yield Decision(mention, solution, "", tuple(best_first), len(candidates))


def _replaced(annotation: Annotation, noted: dict[Mention, Mention]) -> Annotation:
    def new(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
        return tuple(noted.get(mention, mention) for mention in mentions)

    return replace(
        annotation,
        mentions=new(annotation.mentions),
        entities=tuple(
            entity._replace(mentions=new(entity.mentions)) for entity in annotation.entities
        ),
        links=tuple(
            link._replace(
                anaphor=noted.get(link.anaphor, link.anaphor), antecedents=new(link.antecedents)
            )
            for link in annotation.links
        ),
    )
