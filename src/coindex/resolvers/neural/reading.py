"""The mentions of a document for the model: those that it finds itself under a scheme, or those it
is given.

The former are the expressions that the rules propose, each with the probability that it is a
mention under the scheme, and with edges of its own; so the features are those with which the model
was trained.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coindex.core import registry
from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.document import Document, Span
from coindex.core.errors import SpecError, suggestion
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy, Number
from coindex.language.nominals.mentions import has_chances, mention_chance
from coindex.language.nominals.noun_phrases import conjunction, conjuncts
from coindex.language.nominals.pronouns import pronouns
from coindex.language.speech.labels import labels
from coindex.language.speech.quotation_marks import Quoted, quoted
from coindex.language.syntax.tree import Forest
from coindex.models.antecedents import AntecedentModel, Floats, Ints, Vectors
from coindex.resolvers.entity_constraints import SEVERAL, constraints_on
from coindex.resolvers.neural.states import Rows, Spans, material, seen

LEARNED = "learned"
"""The name of the detector in the source of its mentions."""
_PROPOSALS = "nominals(coordinations='all', expletives='keep', adverbs={adverbs})"
PARSED = "gum"
"""The scheme after which parsers learn which words head mentions."""
_TOGETHER = -1.0
"""What the log-odds of model and parser that an expression is a mention have to add up to; chosen
on training genres that neither has seen.
"""
_TINY = 1e-4
"""Nothing is surer than this, or than its opposite."""
_SOON = 2
"""How many sentences after a coordination a pronoun for it is expected."""
UNTYPED = "mention"
"""The type of mentions under a scheme without types."""


@dataclass(frozen=True, slots=True)
class MentionReading:
    """Expressions of a discourse, and the mention of each in the answer."""

    discourse: Discourse
    expressions: Sequence[Expression]
    mentions: tuple[Mention, ...]
    rows: Rows


def reading(
    document: Document, mentions: Annotation, model: AntecedentModel, scheme: str
) -> MentionReading:
    """The model's own mentions, if the given mentions are those it found; else the
    given mentions.
    """
    if mentions.source.name == LEARNED:
        own = own_reading(document, model, scheme=scheme)
        if {*own.mentions} == {*mentions.mentions}:
            return own
    parsed = discourse(document, mentions)
    read = material(model, parsed)
    vectors = seen(model, read, scheme_number(model, scheme)).vectors
    given = tuple(expression.mention for expression in parsed.expressions)
    result = MentionReading(
        parsed, parsed.expressions, given, Rows(vectors, read.classes, read.marks)
    )
    given_readings(document, model)[scheme] = result
    return result


@by_identity(1)
def given_readings(document: Document, model: AntecedentModel) -> dict[str, MentionReading]:
    """The last readings of given mentions, by scheme, so that decisions and reasons share them."""
    return {}


def proposals(document: Document, scheme: str) -> Annotation:
    """The expressions that may be mentions under a scheme."""
    detector = _PROPOSALS.format(adverbs=scheme == PARSED)
    return registry.build("detectors", detector).detect(document)


@by_identity(1)
def own_reading(document: Document, model: AntecedentModel, *, scheme: str) -> MentionReading:
    """The model's own mentions, cached until the next document, so that detector and resolver share
    them.
    """
    number = scheme_number(model, scheme)
    proposed = proposals(document, model.schemes[number])
    spoken = parsed = discourse(
        document, proposed
    )  # the sieve, whose chains are features, shares it
    if spoken.document is not document:  # the model was trained without speakers of turns
        parsed = Discourse(document, proposed)
    read = material(model, parsed)
    probable = _probable(model, model.schemes[number], parsed)
    joint = np.array([one.kind is Kind.COORDINATION for one in parsed.expressions], np.bool_)
    found = seen(
        model, read, number, lambda rows, spans: probable(rows, spans.chance) | joint[rows]
    )
    spans = found.spans
    likely = probable(np.arange(len(spans.chance)), spans.chance)
    sure = {*np.flatnonzero(likely).tolist()}
    likely[[*_binders(parsed, sure), *_referred_to(parsed, sure)]] = True
    for pair in filter(is_either, parsed.expressions):
        heads = conjuncts(parsed.forest, pair.head)
        likely[[one.number for one in parsed.sentences[pair.sentence] if one.head in heads]] = False
        likely[pair.number] = True
    likely[_named_within(parsed, likely)] = False
    chosen = _distinct(np.flatnonzero(likely), spans)
    expressions = [spoken.expressions[row] for row in chosen]
    quotations = _by_sentence(document, [*quoted(document), *_labels(document)])
    mentions = tuple(
        _mention(expression, model, spans, row, quotations.get(expression.sentence, ()))
        for expression, row in zip(expressions, chosen, strict=True)
    )
    places = np.searchsorted(found.rows, chosen)
    # The vectors take most of the memory for a long document: those of all proposals go one by one
    # as those of the mentions come.
    vectors: list[NDArray[Any]] = [*found.vectors]
    del found
    for number, part in enumerate(vectors):
        vectors[number] = part[places]
    rows = Rows(Vectors._make(vectors), read.classes[chosen], read.marks[chosen])
    return MentionReading(spoken, expressions, mentions, rows)


def _probable(
    model: AntecedentModel, scheme: str, parsed: Discourse
) -> Callable[[Ints, Floats], NDArray[np.bool_]]:
    """A function that says which expressions, given with the model's probability, are mentions
    under a scheme: by the model or, under the one that parsers learn, by model and parser. A
    coordination has no head of its own to which the parser could give a probability.
    """
    least = model.least[scheme]
    if scheme != PARSED or not has_chances(parsed.document):
        return lambda rows, chance: chance >= least
    tokens = parsed.document.tokens
    by_parser = _log_odds(
        np.array(
            [
                0.5 if one.kind is Kind.COORDINATION else mention_chance(tokens[one.head])
                for one in parsed.expressions
            ]
        )
    )
    enough = _log_odds(np.array(least)) + _TOGETHER
    return lambda rows, chance: _log_odds(chance) + by_parser[rows] >= enough


def _log_odds(chance: NDArray[np.floating]) -> NDArray[np.float64]:
    clipped = np.clip(chance.astype(np.float64), _TINY, 1 - _TINY)
    odds: NDArray[np.float64] = np.log(clipped / (1 - clipped))
    return odds


def _binders(parsed: Discourse, chosen: set[int]) -> list[int]:
    """Coordinations that bind a reciprocal among the mentions: *Mei and Rahul argued with each
    other*.
    """
    pairs = parsed.reflexives.items()
    return [
        binder.number
        for reciprocal, binder in pairs
        if binder.kind is Kind.COORDINATION and reciprocal.number in chosen
    ]


def _referred_to(parsed: Discourse, chosen: set[int]) -> list[int]:
    """Coordinations of persons among the mentions to which a plural pronoun may refer: *Yusuf and
    Elif thanked the waitress. They left.*
    """
    plural = {parsed.expressions[number].sentence for number in chosen if _they(parsed, number)}
    if not plural:
        return []
    single = {
        expression.head: _person(expression)
        for expression in map(parsed.expressions.__getitem__, chosen)
        if expression.kind is not Kind.COORDINATION and _one(expression)
    }
    return [
        expression.number
        for expression in parsed.expressions
        if expression.kind is Kind.COORDINATION
        and not plural.isdisjoint(range(expression.sentence, expression.sentence + _SOON + 1))
        and single.keys() >= (heads := {*conjuncts(parsed.forest, expression.head)})
        and any(single[head] for head in heads)
        and conjunction(parsed.forest, expression.head)
        in lexicon.words(parsed.document.language, "grammar", "joining")
    ]


def is_either(expression: Expression) -> bool:
    """Whether it is one person of either gender: *he or she*, *his or her*."""
    if expression.kind is not Kind.COORDINATION:
        return False
    parse, document = expression.discourse.forest, expression.discourse.document
    members = conjuncts(parse, expression.head)
    known = [pronouns(document.language).get(document.tokens[one].form.lower()) for one in members]
    genders = {one.gender for one in known if one is not None and one.person == "3"}
    joined = conjunction(parse, expression.head)
    alternative = lexicon.words(document.language, "grammar", "alternative")
    return (
        len(members) == len(genders) == 2 == len([*filter(None, known)]) and joined in alternative
    )


def _named_within(parsed: Discourse, likely: NDArray[np.bool_]) -> list[int]:
    """Names in a phrase of the same person or thing, without a comma, in languages whose scheme has
    the phrase alone: *el concejal Andrés Molina*.
    """
    if get_language(parsed.document.language).gender != "grammatical":
        return []
    parse, tokens, found = parsed.forest, parsed.document.tokens, []
    for number in np.flatnonzero(likely).tolist():
        inner = parsed.expressions[number]
        if parse.labels[inner.head] != "appos" or inner.kind is Kind.COORDINATION:
            continue
        outer = parsed.by_head.get(parse.heads[inner.head])
        if (
            outer is not None
            and outer.head < inner.head
            and likely[outer.number]
            and all(token.upos != "PUNCT" for token in tokens[outer.head : inner.head])
        ):
            found.append(number)
    return found


def _they(parsed: Discourse, number: int) -> bool:
    expression = parsed.expressions[number]
    return expression.pronominal and bool(constraints_on(expression) & SEVERAL)


def _person(expression: Expression) -> bool:
    return expression.features.animacy == Animacy.ANIMATE


def _one(expression: Expression) -> bool:
    """Whether it may be one person: *Sasha*, but also *Milan*."""
    named = _person(expression) or expression.kind is Kind.NAME
    return named and not expression.features.number & Number.PLURAL


def _distinct(rows: Ints, spans: Spans) -> Ints:
    """The rows without those whose words another, more probable expression has."""
    best: dict[tuple[int, int], int] = {}
    for row in rows.tolist():
        place = int(spans.first[row]), int(spans.last[row])
        if place not in best or spans.chance[row] > spans.chance[best[place]]:
            best[place] = row
    return np.array(sorted(best.values()), np.int64)


def _mention(
    expression: Expression,
    model: AntecedentModel,
    spans: Spans,
    row: int,
    quotations: Sequence[Quoted],
) -> Mention:
    proposed = expression.mention
    span = _inside(expression, Span(int(spans.first[row]), int(spans.last[row]) + 1), quotations)
    least = proposed.minimum or span
    core = Span(max(span.start, least.start), min(span.end, least.end))
    kind = model.types[int(spans.type[row])]
    return proposed._replace(
        parts=(span,),
        minimum=core if core.length > 0 else Span(expression.head, expression.head + 1),
        attributes=(("type", kind),) if kind != UNTYPED else (),
    )


def _labels(document: Document) -> list[Quoted]:
    """The names of speakers before what they say, which no mention joins with it."""
    starts = [token.start for token in document.tokens]
    places = (
        (bisect_left(starts, one.own), bisect_left(starts, one.end))
        for one in labels(document.text, document.language)
    )
    # A mention that begins with the name begins inside of this.
    return [Quoted(Span(begin - 1, end), 0, False) for begin, end in places]


def _by_sentence(
    document: Document, quotations: Sequence[Quoted]
) -> Mapping[int, Sequence[Quoted]]:
    """The quotations that begin or end in each sentence: no others cross a mention in it."""
    starts = [sentence.span.start for sentence in document.sentences]
    found: dict[int, dict[Quoted, None]] = {}
    for one in quotations:
        (opens, closes), *_ = one
        for place in (opens, closes):
            found.setdefault(bisect_right(starts, place) - 1, {})[one] = None
    return {sentence: [*some] for sentence, some in found.items()}


def _inside(expression: Expression, span: Span, quotations: Sequence[Quoted]) -> Span:
    """The part of a span with the head that crosses neither the ends of its sentence, and so of its
    turn, nor the end of a quotation, nor the beginning of one that is somebody's words.
    """
    head = expression.head
    sentence = expression.discourse.document.sentences[expression.sentence].span
    start, end = max(span.start, sentence.start), min(span.end, sentence.end)
    for (opens, closes), _, is_speech, _ in quotations:
        leaves = opens < start < closes < end
        enters = is_speech and start < opens < end < closes
        if opens <= head < closes:
            start = opens if enters else start
            end = closes if leaves else end
        else:
            start = closes if leaves else start
            end = opens if enters else end
    tokens = expression.discourse.document.tokens
    first = _after_preposition(expression.discourse.forest, head, start)
    return Span(first, end - (end - 1 > head and tokens[end - 1].form == ":"))


def _after_preposition(parse: Forest, head: int, start: int) -> int:
    """Where a mention begins that would begin with the preposition of its own phrase or of one
    around it: *según el concejal Andrés Molina* is *Andrés Molina*; *at least four days* stays.
    """
    governor = parse.heads[head]
    if start < head and parse.labels[start] == "case" and parse.heads[start] in (head, governor):
        return governor + 1 if start < governor < head else start + 1
    return start


def scheme_number(model: AntecedentModel, scheme: str) -> int:
    """The number of a scheme; the model's own choice, if none is named."""
    if scheme not in model.schemes:
        known = filter(None, model.schemes)
        raise SpecError(f"no scheme is called {scheme!r}: {suggestion(scheme, known)}")
    return model.schemes.index(scheme or model.scheme)
