"""Scores responses against their key: the one implementation for the command, Python, experiments
and the workbench.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.core import registry
from coindex.core.annotation import GOLD, Annotated
from coindex.core.errors import AlignmentError, CoindexError
from coindex.core.messages import Message
from coindex.core.protocols import AlignedPair, Anaphoric, Measure, Overlapping
from coindex.experiment.conditions import OWN, Condition, Signing
from coindex.experiment.response_pairs import Given, Key, Observations, Pairing, sentenced
from coindex.experiment.rows import Basis, Row, rows_of
from coindex.formats import spans
from coindex.measures.alignment import check_view
from coindex.measures.comparison import Comparison, Contender, compared
from coindex.measures.judging import Judged, Judges, joined
from coindex.measures.overlap import Overlap
from coindex.measures.pair import Pair
from coindex.measures.pairing import NOTHING, Notes
from coindex.measures.purposes import SCORING
from coindex.measures.significance import DRAWS, SEED
from coindex.measures.slices import OF_ANAPHORS, OF_ENTITIES, check_slice, unsplit
from coindex.measures.tasks import task_of
from coindex.measures.windows import windows
from coindex.pipeline.pipeline import PARSER, with_parse

if TYPE_CHECKING:
    from coindex.experiment.seen import Exposure

USUAL = Pairing()
_CROSSING = Message("crossing mentions")
TASK_ALONE = "a shared task brings its measures: name either the task or measures"


def score(
    key: Given,
    response: Given,
    *measures: str,
    by: str | Sequence[str] = (),
    intervals: bool = False,
    pairing: Pairing = USUAL,
    window: int = 0,
    as_of: str = "",
) -> list[Row]:
    """Return the values of each measure: `score("key.conllu", "response.conll", "CoNLL", "LEA")`.

    Key and response are paths, or documents in memory; a key may also be the name of a corpus. `by`
    splits them by document, genre, length, window, form, kind, type, distance or spread;
    `intervals` are bootstrap intervals over documents. With a `window`, documents are judged in
    windows of this many words. `as_of` names a shared task (conll12, codi22, crac22, crac26), which
    brings its measures.
    """
    split = (by,) if isinstance(by, str) and by else tuple(by)
    name = Path(response).stem if isinstance(response, Path | str) else "response"
    if as_of and measures:
        raise CoindexError(TASK_ALONE)
    scoring = Scoring(
        measures or SCORING, split, intervals=intervals, pairing=pairing, window=window
    )
    if as_of:
        scoring = scoring.of_task(as_of)
    return list(scoring.run(Key.of(key), {name: response}).rows)


class JudgedResponse:
    """One response, judged document by document; `parser` made the sentences of the key, if it had
    none.
    """

    def __init__(self, name: str, measures: Sequence[Measure], by: Sequence[str] = ()) -> None:
        self.name, self.parser = name, "given"
        self.ids: list[str] = []
        self.judged: list[Judged] = []
        self.exposed: dict[str, bool] = {}
        """Which documents its system has seen in training, as far as it says what it learned
        from.
        """
        self._measures, self._by = measures, by
        self._judges = Judges(measures, by)
        self._only: AlignedPair | None = None

    def add(self, pair: AlignedPair, id: str, parsed: AlignedPair | None = None) -> None:
        """Add a document; `parsed` is the same pair with a parse, for measures that need one, if
        the key has none.
        """
        first = not self.ids
        self.add_judged(self._judges(pair, parsed), id)
        self._only = pair if first else None

    def judge(self, pair: AlignedPair) -> Judged:
        """Judge one document by all measures."""
        return self._judges(pair)

    def add_windows(self, pair: Pair, id: str, parsed: Pair | None, words: int) -> None:
        """As `add`, for a document that is judged in windows of this many words."""
        parsed_windows = {one.number: one for one in windows(parsed, words)} if parsed else {}
        parts = [self._judges(one, parsed_windows.get(one.number)) for one in windows(pair, words)]
        self.add_judged(joined(parts) if parts else self._judges(pair), id)

    def add_judged(self, judged: Judged, id: str) -> None:
        """As `add`, for a document that has been judged already; a single document then has no
        intervals.
        """
        self._only = None
        self.ids.append(id)
        self.judged.append(judged)

    @property
    def syntactic(self) -> bool:
        """Whether a measure needs the parse of the key."""
        return self._judges.syntactic

    @property
    def tabular(self) -> bool:
        """Whether a table of exact overlaps is sufficient for the measures."""
        return self._judges.tabular

    def add_tables(self, pairs: Iterable[tuple[str, Overlapping]]) -> None:
        """As `add`, for measures that are `tabular`; all of them, or none if `pairs` raises an
        error.
        """
        judged: dict[str, Judged] = {}
        for id, pair in pairs:
            judged[id] = self._judges.of_table(pair)
            del pair
        self.ids += judged
        self.judged += judged.values()

    @property
    def seen(self) -> tuple[str, ...]:
        """The documents that its system has seen in training."""
        return tuple(id for id in self.ids if self.exposed.get(id))

    def leave_out(self, ids: Collection[str]) -> None:
        """Forget documents."""
        kept = [place for place, id in enumerate(self.ids) if id not in ids]
        self.judged = [self.judged[place] for place in kept]
        self.ids = [self.ids[place] for place in kept]
        self._only = None

    def rows(self, signing: Signing) -> Iterator[Row]:
        """The rows; intervals are computed if `signing` has draws."""
        return rows_of(Basis(self.judged, signing, self._pairs), self._measures, self._by)

    def _pairs(self) -> Iterable[AlignedPair]:
        """The pair of a single document."""
        return () if self._only is None else (self._only,)

    def contender(self, place: int, ids: Sequence[str]) -> Contender:
        """The counts by the measure at that position, with documents in the order of `ids`."""
        by_id = dict(zip(self.ids, self.judged, strict=True))
        counts = [by_id[id].counts[place] for id in ids]
        outcomes = {
            (id, anaphor): right
            for id, one in by_id.items()
            for anaphor, right in (one.outcomes[place] if one.outcomes else {}).items()
        }
        return Contender(self.name, counts, outcomes)


class Scores:
    """Responses to one key: rows, comparisons, and what is unusual about them."""

    def __init__(self, scoring: Scoring, key: Key) -> None:
        self.scoring, self.measures = scoring, scoring.built()
        self.responses: list[JudgedResponse] = []
        self.seen: dict[str, Observations] = {}
        self.left_out = 0
        """How many documents were left out because a system has seen them."""
        self._key = key

    def begin(self, name: str) -> JudgedResponse:
        """A new response, to which documents can be added."""
        self.seen[name] = Observations.empty(lenient=self.scoring.pairing.lenient)
        self.responses.append(JudgedResponse(name, self.measures, self.scoring.by))
        return self.responses[-1]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of each response in turn."""
        draws = self.scoring.draws if self.scoring.intervals else 0
        return tuple(row for one in self.responses for row in one.rows(self._signing(one, draws)))

    @cached_property
    def comparisons(self) -> Mapping[str, list[Comparison]]:
        """Every two responses, by each measure."""
        if not self.comparable:
            return {}
        first, *others = self.responses
        for other in others:
            if set(other.ids) != set(first.ids):
                raise AlignmentError(
                    Message(
                        "{first} and {other} have different documents and cannot be compared",
                        first=first.name,
                        other=other.name,
                    )
                )
        by_measure = {}
        for place, measure in enumerate(self.measures):
            contenders = [one.contender(place, first.ids) for one in self.responses]
            comparisons = compared(
                measure, contenders, draws=self.scoring.draws, seed=self.scoring.seed
            )
            by_measure[registry.spec_of(measure)] = comparisons
        return by_measure

    @property
    def corpus(self) -> str:
        """The name of the key."""
        return self._key.name

    @property
    def documents(self) -> int:
        return len(self.responses[0].ids)

    @property
    def comparable(self) -> bool:
        """Whether there are several responses, and several documents to exchange between them."""
        return len(self.responses) > 1 and self.documents > 1

    def signature(self, one: Comparison) -> str:
        """Everything that the numbers of a comparison depend on."""
        count = len(self.comparisons[registry.spec_of(one.measure)])
        by_name = {response.name: response for response in self.responses}
        first, second = by_name[one.first], by_name[one.second]
        other = self._signing(second, 0).condition
        signing = self._signing(first, self.scoring.draws, [second])
        return signing.of_comparison(one.measure, self.documents, other, comparisons=count)

    @cached_property
    def _corpus(self) -> str:
        return self._key.mark

    def _signing(
        self, response: JudgedResponse, draws: int, others: Sequence[JudgedResponse] = ()
    ) -> Signing:
        condition = Condition(self._key.name, response.parser, "none", OWN, response.name)
        options = (*self.scoring.options, *self._exposure(response, *others))
        return Signing(self._corpus, condition, options, draws, self.scoring.seed)

    def _exposure(self, *responses: JudgedResponse) -> Iterator[str]:
        count = len(responses[0].ids)
        if any(one.exposed for one in responses):
            yield f"seen:{len({id for one in responses for id in one.seen})}/{count}"
        if self.left_out:
            yield f"unseen:{count}/{count + self.left_out}"

    def leave_out_seen(self) -> None:
        """Leave out, for all responses, the documents that any system has seen in training."""
        out = {id for one in self.responses for id in one.seen}
        if out.issuperset(self.responses[0].ids):
            raise CoindexError(
                Message("{name}: each document was seen in training", name=self._key.name),
                remedy="name other texts, or keep those that were seen",
            )
        self.left_out = len(out)
        for one in self.responses:
            one.leave_out(out)

    def warnings(self) -> Iterator[str]:
        """Which systems have seen documents in training, and which."""
        seen = {one.name: one.seen for one in self.responses if one.seen}
        if seen:
            from coindex.experiment.seen import warnings

            yield from warnings(seen, self.documents)

    def remarks(self) -> Iterator[str]:
        """Reasons why something that was asked for is missing."""
        if self.left_out:
            from coindex.experiment.seen import left_out

            yield left_out(self._key.name, self.left_out)
        if remark := unsplit(self.measures, self.scoring.by):
            yield remark
        whole = [one for one in self.measures if not isinstance(one, Anaphoric)]
        if self.scoring.intervals and self.documents == 1 and whole:
            yield Message(
                "no intervals of {specs}: documents are drawn, and there is only one",
                specs=_specs(whole),
            )
        alone = sum(row.documents == 1 for row in self.rows if row.by)
        if self.scoring.intervals and alone:
            yield Message("no intervals of slices with a single document: {alone:,}", alone=alone)
        if len(self.responses) > 1 and self.documents == 1:
            yield "no comparison of the responses: documents are exchanged, and there is only one"


def _specs(measures: Iterable[Measure]) -> str:
    return ", ".join(map(registry.spec_of, measures))


class _Exposures:
    """What systems have seen, asked only if the user names training data, or if the response says
    that a resolver of ours made it: the usual files are scored without loading fingerprints and
    numpy, half of the time of a short run.
    """

    def __init__(self, declared: Sequence[str]) -> None:
        self._declared = declared

    def seen(self, name: str, response: Annotated) -> bool | None:
        """Whether the system behind a response has seen its document; None if it is not known."""
        source = response.annotation.source
        resolver = "" if source.role == GOLD.role else source.name.partition("(")[0]
        if not self._declared and resolver not in registry.names("resolvers"):
            return None
        return self._known.seen_by_response(name, response)

    @cached_property
    def _known(self) -> Exposure:
        from coindex.experiment.seen import Exposure, declarations

        return Exposure(declarations(self._declared))


@dataclass(frozen=True, slots=True)
class Scoring:
    """How responses are scored: measures as component strings, slices, and how files are read."""

    measures: tuple[str, ...] = SCORING
    by: tuple[str, ...] = ()
    intervals: bool = False
    pairing: Pairing = USUAL
    draws: int = DRAWS
    seed: int = SEED
    window: int = 0
    task: str = ""
    """The shared task whose measures these are."""
    seen: tuple[str, ...] = ()
    """What systems learned from that do not say so themselves: `NAME=PATH`."""
    unseen: bool = False
    """Whether documents that a system has seen in training are left out."""

    def of_task(self, name: str) -> Scoring:
        """The same as a shared task scored: with its measures, and its way of matching zeros."""
        task = task_of(name)
        pairing = replace(self.pairing, zeros=task.zeros)
        return replace(self, measures=task.measures, pairing=pairing, task=task.name)

    def built(self) -> list[Measure]:
        """The measures; an error if something cannot be done, before anything is read."""
        measures = [registry.build("measures", text) for text in self.measures]
        for measure in measures:
            check_view(measure.view)
        for by in self.by:
            check_slice(by)
            if (
                by in OF_ANAPHORS
                and by not in OF_ENTITIES
                and not any(isinstance(measure, Anaphoric) for measure in measures)
            ):
                raise CoindexError(
                    Message(
                        "{specs} cannot be split by {by}: whole documents are judged, not "
                        "anaphors; split by document or genre, or take a measure of anaphors such "
                        "as Success, Antecedents or Anchors",
                        specs=_specs(measures),
                        by=by,
                    )
                )
        return measures

    @property
    def options(self) -> tuple[str, ...]:
        """The part of signatures about what is not the default."""
        windows = (f"window:{self.window}",) if self.window else ()
        task = (f"as-of:{self.task}",) if self.task else ()
        return self.pairing.options + windows + task

    def run(
        self, key: Key, responses: Mapping[str, Given], *, decisions: Path | None = None
    ) -> Scores:
        """Score responses, given by name; `decisions` is a file with those of the only response."""
        scores, exposure = Scores(self, key), _Exposures(self.seen)
        for name, given in responses.items():
            response, seen = scores.begin(name), scores.seen[name]
            if decisions is not None or not self._add_spans(response, key, given, seen):
                self._add_documents(response, key, given, seen, decisions, exposure)
        if self.unseen:
            scores.leave_out_seen()
        return scores

    def _add_spans(
        self, response: JudgedResponse, key: Key, given: Given, seen: Observations
    ) -> bool:
        """Score files read as spans alone, if possible, and return whether it was; 2.5 times as
        fast as documents.
        """
        if (
            not response.tabular
            or self.window
            or self.seen
            or self.pairing.format
            or key.path is None
            or not isinstance(given, Path | str)
        ):
            return False
        if not (spans.looks_plain(key.path) and spans.looks_plain(Path(given))):
            return False
        notes = Notes.empty()
        try:
            response.add_tables(_span_pairs(key.path, Path(given), notes))
        except spans.Unusual:
            return False
        seen.notes.key.update(+notes.key)
        seen.notes.response.update(+notes.response)
        return True

    def _add_documents(
        self,
        response: JudgedResponse,
        key: Key,
        given: Given,
        seen: Observations,
        decisions: Path | None,
        exposure: _Exposures,
    ) -> None:
        def noted(prepare: Callable[[Annotated], Annotated]) -> Callable[[Annotated], Annotated]:
            def prepared(item: Annotated) -> Annotated:
                ready = prepare(item)
                response.parser = response.parser if ready is item else PARSER
                return ready

            return prepared

        answers = given if isinstance(given, Path | str) else tuple(given)
        cut = noted(sentenced) if "distance" in self.by else None
        pairs = self.pairing.pairs(key, answers, seen, decisions=decisions, prepare=cut)
        again: Iterator[Pair | None] = repeat(None)
        if response.syntactic:
            quiet = Observations.empty(lenient=self.pairing.lenient)
            again = self.pairing.pairs(
                key, answers, quiet, decisions=decisions, prepare=noted(with_parse)
            )
        for pair, parsed_pair in zip(pairs, again, strict=False):
            exposed = exposure.seen(response.name, Annotated(pair.document, pair.response))
            if exposed is not None:
                response.exposed[pair.document.id] = exposed
            if self.window:
                response.add_windows(pair, pair.document.id, parsed_pair, self.window)
            else:
                response.add(pair, pair.document.id, parsed_pair)


class _SpanPair:
    """A key and a response of which only spans are known."""

    def __init__(self, key: spans.SpanDocument, response: spans.SpanDocument) -> None:
        self._key, self._response = key.entities, response.entities
        self._overlaps: dict[bool, Overlap] = {}

    def overlap(self, view: str, *, singletons: bool = True) -> Overlap:
        if singletons not in self._overlaps:
            self._overlaps[singletons] = Overlap.of(
                self._key, self._response, singletons=singletons
            )
        return self._overlaps[singletons]


def _span_pairs(key: Path, response: Path, notes: Notes) -> Iterator[tuple[str, _SpanPair]]:
    """Pairs from files with the same documents in the same order; raises `Unusual` for
    all others.
    """
    responses = spans.spans(response)
    seen: set[str] = set()
    for ours in spans.spans(key):
        theirs = next(responses, None)
        if theirs is None or ours.id != theirs.id or ours.words != theirs.words or ours.id in seen:
            raise spans.Unusual
        seen.add(ours.id)
        yield ours.id, _SpanPair(ours, theirs)
        notes.key[Message("{what} in the key", what=_CROSSING)] += ours.crossing
        notes.response[Message("{what} in the response", what=_CROSSING)] += theirs.crossing
        notes.response[NOTHING] += not ours.entities and not theirs.entities
    if next(responses, None) is not None:
        raise spans.Unusual
