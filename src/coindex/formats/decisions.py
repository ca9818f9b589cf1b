"""Decisions of resolvers as JSON Lines: `coindex-decisions/1`, one record per anaphor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from coindex.core.annotation import Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.records import Record, dumped, records, without_empty
from coindex.io.files import File

SCHEMA = "coindex-decisions/1"
_KEYS = (
    "schema",
    "doc",
    "mention",
    "type",
    "system",
    "n_candidates",
    "n_after_morph",
    "n_after_constraints",
)
_MORE = (
    *("candidates", "antecedent", "rule", "attempted", "dropped", "refused", "confidence", "new"),
    *("together", "related", "examples"),
)
_CANDIDATE = ("mention", "score", "factors", "admitted", "rejected")


class Recorded(NamedTuple):
    """A decision, its document and the system that made it."""

    document: str
    system: str
    decision: Decision


def to_json(
    decision: Decision, mentions: Sequence[Mention], *, document: str, system: str = ""
) -> str:
    """A decision as one line. Mentions are named by their id if it is unique, else by their
    position in the list.
    """
    return _line(decision, _Names(mentions), document, system)


def lines(
    decisions: Iterable[Decision], mentions: Sequence[Mention], *, document: str, system: str = ""
) -> Iterator[str]:
    """The lines of many decisions."""
    names = _Names(mentions)
    return (_line(decision, names, document, system) for decision in decisions)


def _line(decision: Decision, name: _Names, document: str, system: str) -> str:
    values: dict[str, Any] = {"schema": SCHEMA, "doc": document, "mention": name(decision.anaphor)}
    values |= without_empty(type=str(decision.anaphor.kind), system=system)
    values |= {
        "n_candidates": decision.considered,
        "n_after_morph": decision.agreeing,
        "n_after_constraints": len(decision.admissible),
        "candidates": [_candidate(candidate, name) for candidate in decision.candidates],
        "antecedent": None if decision.antecedent is None else name(decision.antecedent),
        "rule": decision.rule,
        "attempted": bool(decision.antecedents),
    }
    values |= without_empty(
        dropped=[list(pair) for pair in decision.dropped],
        refused=[[name(mention), reason] for mention, reason in decision.refused],
        confidence=decision.confidence,
        new=decision.new,
        together=[name(mention) for mention in decision.together],
        related=None if decision.related is None else name(decision.related),
        examples=[[name(mention), reason] for mention, reason in decision.examples],
    )
    return dumped(values)


class _Names:
    def __init__(self, mentions: Sequence[Mention]) -> None:
        uses = Counter(mention.id for mention in mentions)
        self._names: dict[Mention, str | int] = {}
        for number, mention in enumerate(mentions):
            unique = mention.id and uses[mention.id] == 1
            self._names.setdefault(mention, mention.id if unique else number)

    def __call__(self, mention: Mention) -> str | int:
        return self._names[mention]


def _candidate(candidate: Candidate, name: _Names) -> dict[str, Any]:
    factors = [list(pair) for pair in candidate.factors]
    rest = without_empty(factors=factors, admitted=candidate.admitted, rejected=candidate.rejected)
    return {"mention": name(candidate.mention), "score": candidate.score, **rest}


def read(
    file: File, mentions_of: Callable[[str], Sequence[Mention]], problems: Problems
) -> Iterator[Recorded]:
    """The decisions of a file; `mentions_of` gives the mentions of a document."""
    document, mentions = "", _Mentions(())
    for record in records(file, problems):
        if record.string("doc") != document:
            document = record.string("doc")
            mentions = _Mentions(mentions_of(document))
        decision = _decision(record, mentions)
        if decision is not None:
            yield Recorded(document, record.string("system"), decision)


def from_json(record: Record, mentions: Sequence[Mention]) -> Decision | None:
    """One decision; `None` if its anaphor is not among the mentions."""
    return _decision(record, _Mentions(mentions))


class _Mentions:
    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._mentions = mentions
        self._by_id = {mention.id: mention for mention in mentions if mention.id}

    def __call__(self, value: Any, record: Record) -> Mention | None:
        mention = self._by_id.get(value) if isinstance(value, str) else None
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and 0 <= value < len(self._mentions)
        ):
            mention = self._mentions[value]
        if mention is None:
            record.report("unknown mention", repr(value))
        return mention


def _decision(record: Record, mentions: _Mentions) -> Decision | None:
    record.only(_KEYS + _MORE)
    if record.string("schema", SCHEMA) != SCHEMA:
        record.report(
            "unknown schema", record.string("schema"), leniently("reads what it understands")
        )
    anaphor = mentions(record.values.get("mention"), record)
    if anaphor is None:
        return None
    antecedent, related = record.values.get("antecedent"), record.values.get("related")
    together = (mentions(value, record) for value in record.items("together"))
    return Decision(
        anaphor,
        None if antecedent is None else mentions(antecedent, record),
        record.string("rule"),
        tuple(_candidates(record, mentions)),
        record.integer("n_candidates") or 0,
        record.integer("n_after_morph") or 0,
        tuple((name, int(count)) for name, count in _amounts(record, "dropped")),
        tuple(_with_reasons(record, "refused", mentions)),
        record.number("confidence"),
        record.number("new"),
        tuple(mention for mention in together if mention is not None),
        None if related is None else mentions(related, record),
        tuple(_with_reasons(record, "examples", mentions)),
    )


def _candidates(record: Record, mentions: _Mentions) -> Iterator[Candidate]:
    for item in record.records("candidates"):
        item.only(_CANDIDATE)
        mention = mentions(item.values.get("mention"), item)
        if mention is not None:
            factors = tuple(_amounts(item, "factors"))
            score = item.number("score") or 0.0
            yield Candidate(
                mention, item.string("rejected"), item.string("admitted"), factors, score
            )


def _amounts(record: Record, key: str) -> Iterator[tuple[str, float]]:
    """Names with numbers, from a list of pairs or an object."""
    value = record.values.get(key)
    for pair in list(map(list, value.items())) if isinstance(value, dict) else record.items(key):
        match pair:
            case [str(name), int() | float() as amount] if not isinstance(amount, bool):
                yield name, amount
            case _:
                record.report("value of the wrong type", f"{key} should hold names with numbers")


def _with_reasons(record: Record, key: str, mentions: _Mentions) -> Iterator[tuple[Mention, str]]:
    for pair in record.items(key):
        match pair:
            case [value, str(reason)]:
                mention = mentions(value, record)
                if mention is not None:
                    yield mention, reason
            case _:
                record.report("value of the wrong type", f"{key} should hold mentions with reasons")
