"""Decisions as sent to the browser, with mentions by index."""

from __future__ import annotations

import re
from math import isfinite

from pydantic import BaseModel

from coindex.core import registry
from coindex.core.annotation import Annotation, Mention
from coindex.core.decision import Candidate, Decision, ReasonedDecision
from coindex.core.document import Document
from coindex.formats.jsonl.writer import Numbers
from coindex.interface.catalogues import ENGLISH, interfaces, speaking
from coindex.interface.translation import translate
from coindex.pipeline.explanation import explained
from coindex.pipeline.fragment_lists import fragment_lines
from coindex.ranking import CONSTRAINT_TERMS
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.states import MentionState, State

_SUFFIX = re.compile(r" given | with ")


class CandidateView(BaseModel):
    """A possible antecedent; `rejected` names the constraint that dropped it."""

    mention: int
    rejected: str = ""
    admitted: str = ""
    score: float | None = None
    factors: list[tuple[str, float | None]] = []


class DecisionView(BaseModel):
    """What a resolver did with one anaphor; `why` says it in words, `fragments` are
    those of its sentence's parse. `together` are the antecedents of a group,
    `related` is what a bridging anaphor depends on. `translations` are `why` in the other
    languages of the interface, if it names facts, which pages cannot put into words.
    """

    anaphor: int
    antecedent: int | None = None
    rule: str = ""
    considered: int = 0
    agreeing: int = 0
    confidence: float | None = None
    candidates: list[CandidateView] = []
    dropped: list[tuple[str, int]] = []
    refused: list[tuple[int, str]] = []
    why: str = ""
    translations: dict[str, str] = {}
    fragments: list[str] = []
    together: list[int] = []
    related: int | None = None


class Decided(BaseModel):
    """An annotation and the decisions behind it; mentions numbered beyond the
    annotation's list are in `more`.

    `glossary` explains the names of rules, constraints and preferences; a key with `*` stands for a
    family of names.
    """

    annotation: State
    decisions: list[DecisionView] = []
    more: list[MentionState] = []
    glossary: dict[str, str] = {}


def decided(
    layout: Layout,
    annotation: Annotation,
    decisions: tuple[Decision, ...],
    glossary: dict[str, str] | None = None,
    parse: Document | None = None,
) -> Decided:
    """`parse` is the document as the resolver had it, with the fragments of its parse."""
    state = layout.state(annotation)
    views, more = views_of(layout, annotation, decisions, len(state.mentions), parse)
    return Decided(annotation=state, decisions=views, more=more, glossary=glossary or {})


def views_of(
    layout: Layout,
    annotation: Annotation,
    decisions: tuple[Decision, ...],
    listed: int,
    parse: Document | None,
) -> tuple[list[DecisionView], list[MentionState]]:
    """The decisions, and the mentions that they name beside the `listed` ones of the annotation."""
    numbers = _Numbers(annotation.mentions, listed)
    with speaking(ENGLISH):  # what is stored; pages put it into other languages
        views = [_view(layout, decision, numbers, parse) for decision in decisions]
    return views, [layout.mention_state(mention) for mention in numbers.more]


def glossary_of(source: str, document: Document) -> dict[str, str]:
    """What the names in the decisions of a source mean, which is `RESOLVER given
    ANNOTATOR with STAGES`, or part of it.

    Candidates that the resolver does not name are discarded by agreement and binding theory.
    """
    terms = {**CONSTRAINT_TERMS, **registry.glossary(_SUFFIX.split(source)[0], document)}
    return {name: translate(text, "meanings") for name, text in terms.items()}


class _Numbers:
    def __init__(self, mentions: tuple[Mention, ...], listed: int) -> None:
        self._numbers, self._own, self._listed = Numbers(mentions), len(mentions), listed

    def __getitem__(self, mention: Mention) -> int:
        number = self._numbers[mention]
        return number if number < self._own else number - self._own + self._listed

    @property
    def more(self) -> list[Mention]:
        return self._numbers.mentions[self._own :]


def _view(
    layout: Layout, decision: Decision, numbers: _Numbers, parse: Document | None
) -> DecisionView:
    return DecisionView(
        anaphor=numbers[decision.anaphor],
        antecedent=None if decision.antecedent is None else numbers[decision.antecedent],
        rule=decision.rule,
        considered=decision.considered,
        agreeing=decision.agreeing,
        confidence=_finite(decision.confidence),
        candidates=[_candidate(candidate, numbers) for candidate in decision.candidates],
        dropped=list(decision.dropped),
        refused=[(numbers[mention], reason) for mention, reason in decision.refused],
        why=explained(layout.document, decision),
        translations=_translations(layout.document, decision),
        fragments=[]
        if parse is None
        else fragment_lines(parse, parse.sentence_of(decision.anaphor.start)),
        together=[numbers[mention] for mention in decision.together],
        related=None if decision.related is None else numbers[decision.related],
    )


def _translations(document: Document, decision: Decision) -> dict[str, str]:
    if not isinstance(decision, ReasonedDecision):
        return {}
    translations = {}
    for code in interfaces():
        if code != ENGLISH:
            with speaking(code):
                translations[code] = explained(document, decision)
    return translations


def _candidate(candidate: Candidate, numbers: _Numbers) -> CandidateView:
    return CandidateView(
        mention=numbers[candidate.mention],
        rejected=candidate.rejected,
        admitted=candidate.admitted,
        score=_finite(candidate.score),
        factors=[(name, _finite(value)) for name, value in candidate.factors],
    )


def _finite(value: float | None) -> float | None:
    """The number, or `None` for infinity, which JSON does not have."""
    return None if value is None or not isfinite(value) else float(value)
