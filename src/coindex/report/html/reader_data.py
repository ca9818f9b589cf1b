"""Documents with all that was decided in them, as short JSON for the page; `data.js` reads it.

    {id, genre, text, sentences: first characters, speakers: {sentence: name},
     spans: [[start, end, ...], ...], zeros: {span: words}, gold: [[span, ...], ...] chains,
     pronouns of the standard disclosure:
       [[span, column, reason, referential, same sentence, category], ...],
     bases, the mentions that runs share, and what they are in the key:
       [{spans, own, gold, types, judged, by}],
     runs: {number: {basis, chains, decisions, antecedents, anchors, outcomes, errors,
       pronouns}}}

Spans are characters. `spans` of a basis are numbers of spans: first `own` mentions of the response,
then those only the key has; `gold` are their counterparts there, -1 without. `types` has a digit
for each; `judged` are places of those that are called right or wrong, `by` the slices they fall
into. `antecedents` and `anchors` have a digit for the cell of each mention of the response,
`outcomes` a letter for each judged one, `errors` are [fault, span, fault, span ...].

A decision is [anaphor, antecedent, rule, considered, agreeing, confidence, candidates, dropped,
refused, together, told]; candidates are [span, fate, span, fate ...], dropped [constraint, count
...], refused [span, reason ...], together [span ...], told [sentence ...]. What many documents
share is represented by its number in one of the lists of `SharedValues`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from string import ascii_lowercase, digits
from typing import Any, Generic, TypeVar

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.decision import Candidate, Decision, ReasonedDecision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Counts
from coindex.measures.antecedents import CELLS
from coindex.measures.errors import Error
from coindex.measures.pair import all_mentions
from coindex.measures.selection import GROUPS, type_of
from coindex.measures.slices import OF_ANAPHORS
from coindex.measures.success import proposals
from coindex.pipeline.explanation import explained, reasoned
from coindex.report.judgement import MeasureJudgement
from coindex.report.mention_names import MentionNames
from coindex.report.survey import DocumentSurvey

TYPES = GROUPS["all"]
DIGITS = digits + ascii_lowercase
"""One digit for each type, of which there are more than ten; JavaScript reads them in base 36."""
Packed = dict[str, Any]
LINKED = "linked"
"""The rule of a response without decisions."""
LINKED_TERMS: Glossary = {LINKED: "as the response has it; how it came about is not known"}


Item = TypeVar("Item", bound=Hashable)


class Numbered(Generic[Item]):
    """Each item once, represented by its number."""

    def __init__(self, *first: Item) -> None:
        self._numbers = {item: number for number, item in enumerate(first)}

    def __getitem__(self, item: Item) -> int:
        return self._numbers.setdefault(item, len(self._numbers))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._numbers)


class SharedValues:
    """Values that documents share: words; fates of candidates (rejected, admitted, score, factors);
    faults (shape, cause).
    """

    def __init__(self) -> None:
        self.words = Numbered("")
        self.fates: Numbered[tuple[Any, ...]] = Numbered()
        self.faults: Numbered[tuple[int, int]] = Numbered()

    def lists(self) -> Packed:
        return {name: list(getattr(self, name)) for name in ("words", "fates", "faults")}


class SpanNumbers:
    """Spans of a document's text, each once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers: dict[tuple[int, ...], int] = {}

    def over(self, document: Document) -> SpanNumbers:
        """The same spans, given by the tokens of another parse: systems that were given other zero
        pronouns have other tokens.
        """
        spans = SpanNumbers(document)
        spans._numbers = self._numbers
        return spans

    def __getitem__(self, mention: Mention) -> int:
        return self.add(mention.parts)

    def add(self, parts: Iterable[tuple[int, int]]) -> int:
        """Add a span, given by tokens, and return its number."""
        tokens = self._document.tokens
        edges = tuple(
            edge for start, end in parts for edge in (tokens[start].start, tokens[end - 1].end)
        )
        return self._numbers.setdefault(edges, len(self._numbers))

    def all(self) -> list[tuple[int, ...]]:
        return list(self._numbers)


def packed(
    reading: DocumentSurvey,
    shared: SharedValues,
    slices: Sequence[str],
    *,
    with_reasons: bool = True,
) -> Packed:
    first = next(iter(reading.judgements.values())).pair
    document = first.document
    spans = SpanNumbers(document)
    bases: list[Packed] = []
    gold = [_chain(entity, spans) for entity in _chains(first.key.entities)]
    zeros = zeros_called([first.key], document, spans)
    runs: Packed = {}
    for place, judgement in reading.judgements.items():
        pair = judgement.pair
        own = spans.over(pair.document)
        basis = _basis(judgement, bases, own, shared, slices)
        runs[str(place)] = _run(judgement, basis, own, shared, with_reasons=with_reasons)
        zeros = zeros_called([pair.response], pair.document, own) | zeros
    cases = _pronouns(reading, spans, shared)
    for number, run in runs.items():
        run["pronouns"] = "".join(case.outcomes[number][:1] for case in reading.pronouns)
    tokens = document.tokens
    return {
        "id": document.id,
        "genre": document.genre,
        "text": document.text,
        "sentences": [tokens[sentence.span.start].start for sentence in document.sentences],
        "speakers": {place: s.speaker for place, s in enumerate(document.sentences) if s.speaker},
        "spans": spans.all(),
        "zeros": zeros,
        "gold": gold,
        "pronouns": cases,
        "bases": bases,
        "runs": runs,
    }


def zeros_called(
    annotations: Iterable[Annotation], document: Document, spans: SpanNumbers
) -> dict[int, str]:
    """The words for zero pronouns, by their entity in the first annotation that has them."""
    zero_names: dict[int, str] = {}
    for annotation in annotations:
        names = MentionNames(document, annotation)
        for mention in all_mentions(annotation):
            if document.tokens[mention.start].empty and not mention.text(document):
                zero_names.setdefault(spans[mention], names[mention])
    return zero_names


def _chains(entities: Sequence[Entity]) -> list[Entity]:
    """Entities of two or more mentions, by first mention."""
    return sorted(
        (e for e in entities if not e.singleton),
        key=lambda e: (e.mentions[0].start, -e.mentions[0].end),
    )


def _chain(entity: Entity, spans: SpanNumbers) -> list[int]:
    return list(dict.fromkeys(spans[mention] for mention in entity.mentions))


def _pronouns(reading: DocumentSurvey, spans: SpanNumbers, shared: SharedValues) -> list[list[int]]:
    return [
        [
            spans.add(case.parts),
            shared.words[case.column],
            shared.words[case.reason],
            int(case.referential),
            int(case.intrasentential),
            shared.words[case.sort],
        ]
        for case in reading.pronouns
    ]


def _basis(
    judgement: MeasureJudgement,
    bases: list[Packed],
    spans: SpanNumbers,
    shared: SharedValues,
    slices: Sequence[str],
) -> int:
    """The basis of runs that were given the same mentions, which they share."""
    pair = judgement.pair
    own = all_mentions(pair.response)
    partner = pair.counterparts(judgement.view)
    more = [mention for mention, outcome in judgement.success if not outcome.identified]
    # What the response lacks follows what it has, so that `own` tells them apart.
    everything = [*own, *more]
    place = {mention: number for number, mention in enumerate(everything)}
    judged = [mention for mention, _ in judgement.success]
    basis: Packed = {
        "spans": [spans[mention] for mention in everything],
        "own": len(own),
        "gold": [spans[partner[m]] if m in partner else -1 for m in own] + [spans[m] for m in more],
        "types": "".join(
            DIGITS[TYPES.index(type_of(pair.document, mention))] for mention in everything
        ),
        "judged": [place[mention] for mention in judged],
        "by": {
            by: [shared.words[OF_ANAPHORS[by](pair, m)] for m in judged]
            for by in slices
            if by in OF_ANAPHORS
        },
    }
    if basis not in bases:
        bases.append(basis)
    return bases.index(basis)


def _run(
    judgement: MeasureJudgement,
    basis: int,
    spans: SpanNumbers,
    shared: SharedValues,
    *,
    with_reasons: bool,
) -> Packed:
    pair = judgement.pair
    decisions = (
        _told(judgement) if with_reasons else ((decision, ()) for decision in pair.decisions)
    )
    decided = [_decision(*decision, spans, shared) for decision in decisions]
    linked = (
        []
        if pair.decisions
        else [[spans[a], spans[b], shared.words[LINKED]] for a, b in proposals(pair).items()]
    )
    faults = [
        number
        for error in judgement.errors
        for number in (_fault(error, shared), spans[error.mention])
    ]
    return {
        "basis": basis,
        "chains": [_chain(entity, spans) for entity in _chains(pair.response.entities)],
        "decisions": [*decided, *linked],
        "antecedents": "".join(_cell(counts) for _, counts in judgement.antecedents),
        "anchors": "".join(_cell(counts) for _, counts in judgement.anchors),
        "outcomes": "".join(outcome for _, outcome in judgement.success),
        "errors": faults,
    }


def _cell(counts: Counts) -> str:
    return str(counts.index(1)) if 1 in counts else str(len(CELLS))


def _told(judgement: MeasureJudgement) -> Iterator[tuple[Decision, Sequence[str]]]:
    """The decisions, with what speaks for each in sentences, if its resolver can tell."""
    pair = judgement.pair
    for decision in reasoned(pair.document, pair.decisions, pair.response.source.name):
        reasons = explained(pair.document, decision) if decision.antecedents else ""
        has_reasons = isinstance(decision, ReasonedDecision)
        yield decision, [line.strip() for line in reasons.splitlines()[1:] if has_reasons]


def _decision(
    decision: Decision, told: Sequence[str], spans: SpanNumbers, shared: SharedValues
) -> list[Any]:
    row = [
        spans[decision.anaphor],
        -1 if decision.antecedent is None else spans[decision.antecedent],
        shared.words[decision.rule],
        decision.considered,
        decision.agreeing,
        _short(decision.confidence),
        [
            n
            for candidate in decision.candidates
            for n in (spans[candidate.mention], _fate(candidate, shared))
        ],
        [number for name, count in decision.dropped for number in (shared.words[name], count)],
        [
            number
            for mention, reason in decision.refused
            for number in (spans[mention], shared.words[reason])
        ],
        [spans[mention] for mention in decision.together],
        [shared.words[line] for line in told],
    ]
    while row[-1] in ([], None, 0) and len(row) > 3:
        row.pop()
    return row


def _fate(candidate: Candidate, shared: SharedValues) -> int:
    factors = tuple(
        n for name, value in candidate.factors if value for n in (shared.words[name], _short(value))
    )
    score = _short(candidate.score) if candidate.factors or candidate.score else None
    return shared.fates[
        shared.words[candidate.rejected], shared.words[candidate.admitted], score, *factors
    ]


def _fault(error: Error, shared: SharedValues) -> int:
    return shared.faults[shared.words[str(error.shape)], shared.words[error.cause]]


def _short(value: float | None) -> float | int | None:
    """The number with four digits, which are enough for readers."""
    if value is None:
        return None
    rounded = float(f"{value:.4g}")
    return int(rounded) if rounded.is_integer() else rounded
