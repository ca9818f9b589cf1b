"""A decision in plain sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from coindex.core import registry
from coindex.core.annotation import Kind, Mention, Reference
from coindex.core.decision import Candidate, Decision, Reason, ReasonedDecision, TracedDecision
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.glossary import Glossary, explanations
from coindex.core.protocols import Delegating, Reasoning
from coindex.interface.translation import fixed, say, term, translate, with_decimals
from coindex.language.nominals.features import disagreement

LISTED = 6
"""How many admissible and how many excluded candidates an explanation lists; the rest is counted.
"""
_NAMED = 3
"""How many candidates are named for each feature in which they disagree."""
_MOST = 60
"""If there are more candidates, none is named."""
_EXCLUDED = 2
"""How many excluded candidates are named beside the runner-up."""
_LIKELY = 0.5
"""The probability of being new from which an indefinite pronoun is not expected to refer back."""
_BY_CHANCE = ("probability", "new entity", "")
"""Rules that say only that a resolver counted."""
_FEATURES = ("number", "person", "gender", "animacy")
_ONE = re.compile(r"\b(1 \w+)s\b")


def explained(document: Document, decision: Decision, mentions: Sequence[Mention] = ()) -> str:
    """Why an anaphor was resolved as it was, or left open.

    With all `mentions` of the document, the nearest of the dropped candidates that the decision
    only counts are named.
    """
    if isinstance(decision, ReasonedDecision):
        return "\n".join(_with_reasons(document, decision))
    lines = [f"{_named(document, decision.anaphor)}: {_outcome(document, decision)}"]
    lines += [
        f"  {sentence}" for sentence in _counts(decision, _dropped(document, decision, mentions))
    ]
    admissible = list(decision.admissible)
    for candidate in admissible[:LISTED]:
        lines.append(f"  - {_named(document, candidate.mention)}{_merits(candidate)}")
    if len(admissible) > LISTED:
        lines.append("  - " + say("and {count} more", count=len(admissible) - LISTED))
    for candidate in [candidate for candidate in decision.candidates if candidate.rejected][
        :LISTED
    ]:
        ruled_out = say("ruled out by {reason}", reason=term(candidate.rejected))
        lines.append(f"  x {_named(document, candidate.mention)}: {ruled_out}")
    for mention, reason in decision.refused:
        given_up = say("preferred, but given up: {reason}", reason=term(reason))
        lines.append(f"  x {_named(document, mention)}: {given_up}")
    if isinstance(decision, TracedDecision) and decision.looked:
        passes = ", ".join(map(term, decision.looked))
        lines.append("  " + say("looked at by: {passes}", passes=passes))
    return "\n".join(lines)


def reasoned(
    document: Document, decisions: Sequence[Decision], resolver: str
) -> tuple[Decision, ...]:
    """The decisions with what speaks for them, if their resolver can tell."""
    if not decisions or any(isinstance(one, ReasonedDecision) for one in decisions):
        return tuple(decisions)
    try:
        built = registry.build("resolvers", resolver)
        if isinstance(built, Delegating):
            built = registry.build("resolvers", built.chosen(document))
    except CoindexError:  # the answer of a file, or of a plug-in that is not here
        return tuple(decisions)
    return built.reasoned(document, decisions) if isinstance(built, Reasoning) else tuple(decisions)


def is_first_mention(decision: Decision) -> bool:
    """Whether a noun phrase or name is found to be mentioned for the first time, which leaves
    nothing open. So are *I* and *you* that others refer back to; *nobody* refers to nothing.
    """
    if decision.new is None or decision.antecedents or decision.related is not None:
        return False
    kind = decision.anaphor.kind
    if isinstance(decision, ReasonedDecision) and decision.begins:
        return True
    return not kind.pronominal or (kind is Kind.INDEFINITE and decision.new > _LIKELY)


def _with_reasons(document: Document, decision: ReasonedDecision) -> Iterator[str]:
    """At most five lines: what was decided, what speaks for it, the runner-up and what speaks
    against it, what was ruled out, and how many candidates are not named.
    """
    yield f"{_named(document, decision.anaphor)}: {_decided(document, decision)}"
    facts = [one for one in decision.facts if one.speaks_for]
    if facts:
        yield "  " + say("for it: {facts}", facts=_listed(facts))
    chances = {one.mention: one.score for one in decision.candidates}
    named = {*decision.antecedents}
    excluded = dict(_ruled_out(document, decision))
    if (second := decision.runner_up) is not None:
        runner_up = _named(document, second)
        chance = per_cent(chances[second])
        if decision.antecedents:
            line = say("runner-up: {mention}, {chance}", mention=runner_up, chance=chance)
        else:
            line = say("likeliest candidate: {mention}, {chance}", mention=runner_up, chance=chance)
        against = [one for one in decision.facts if not one.speaks_for]
        # Taken out, since the line of what was ruled out must not name the runner-up again.
        if reasons := excluded.pop(second, "") or _listed(against):
            line += "; " + say("against it: {facts}", facts=reasons)
        yield f"  {line}"
        named.add(second)
    some = list(excluded.items())[:_EXCLUDED]
    if some:
        parts = (f"{_named(document, mention)}, {reason}" for mention, reason in some)
        yield "  " + say("not possible: {list}", list="; ".join(parts))
        named |= {mention for mention, _ in some}
    left = decision.considered - len(named & chances.keys())
    if left > 0:
        yield "  " + say("candidates that are not shown: {count}", count=left)


def _decided(document: Document, decision: Decision) -> str:
    is_first = is_first_mention(decision)
    outcome = say("first mention") if is_first else _chosen(document, decision)
    if decision.rule not in _BY_CHANCE:
        outcome += say(", by {rule}", rule=term(decision.rule))
    sure = decision.confidence
    return outcome if sure is None else f"{outcome}, {per_cent(sure)}"


def _listed(facts: Iterable[Reason]) -> str:
    return ", ".join(translate(one.says) for one in facts)


def _ruled_out(document: Document, decision: ReasonedDecision) -> Iterator[tuple[Mention, str]]:
    """The candidates that a rule excludes, each with the rule and the phrase that it is about."""
    triggers = dict(decision.triggers)
    for candidate in decision.candidates:
        phrase = triggers.get(candidate.mention)
        if phrase is None or candidate.mention in decision.together:
            continue
        reason = say("ruled out by {reason}", reason=term(candidate.rejected))
        if phrase != candidate.mention:
            reason += say(", because of {mention}", mention=_named(document, phrase))
        yield candidate.mention, reason


def per_cent(chance: float) -> str:
    """A probability as people write it: `97 %`."""
    if 0.995 <= chance < 1:
        return say("over 99 %")
    if 0 < chance < 0.005:
        return say("under 1 %")
    return f"{100 * chance:.0f} %"


def legend(glossary: Glossary, decisions: Iterable[Decision]) -> str:
    """The meaning of the names in these decisions, as far as `explained` writes them; empty if no
    name is explained.
    """
    entries = explanations(glossary, map(_shown, decisions))
    if not entries:
        return ""
    return "\n".join(
        [
            say("What the names mean:"),
            *(f"  {_term(name)}: {translate(text, 'meanings')}" for name, text in entries.items()),
        ]
    )


def _shown(decision: Decision) -> Decision:
    """The decision without the candidates and counts that the sentences leave out."""
    if isinstance(decision, ReasonedDecision):
        triggers = dict(decision.triggers)
        excluded = (one for one in decision.candidates if one.mention in triggers)
        shown = [one._replace(admitted="", factors=()) for one in excluded]
        second = [one for one in shown if one.mention == decision.runner_up]
        others = [one for one in shown if one.mention != decision.runner_up][:_EXCLUDED]
        rule = "" if decision.rule in _BY_CHANCE else decision.rule
        return replace(decision, rule=rule, candidates=(*second, *others), dropped=(), refused=())
    rejected = [candidate for candidate in decision.candidates if candidate.rejected]
    counted = decision.considered and decision.new is None
    return replace(
        decision,
        candidates=(*decision.admissible[:LISTED], *rejected[:LISTED]),
        dropped=decision.dropped if counted else (),
    )


def _named(document: Document, mention: Mention) -> str:
    sentence = document.sentence_index(mention.start) + 1
    words = _short(_words(document, mention))
    return say("“{words}” (sentence {number})", words=words, number=sentence)


def _words(document: Document, mention: Mention) -> str:
    """The words of a mention; a zero pronoun is shown with the word it precedes: `∅ cierra`."""
    return mention.text(document) or " ".join(
        ["∅", *(t.form for t in document.tokens[mention.end : mention.end + 1])]
    )


def _short(text: str) -> str:
    return " ".join((text if len(text) <= 50 else f"{text[:47]}...").split())


def _outcome(document: Document, decision: Decision) -> str:
    how = say(", by {rule}", rule=term(decision.rule)) if decision.rule else ""
    if decision.confidence is not None:
        how += say(", confidence {value}", value=fixed(decision.confidence, 2))
    return _chosen(document, decision) + how


def _chosen(document: Document, decision: Decision) -> str:
    if decision.related is not None and not decision.antecedents:
        return say("is related to {mention}", mention=_named(document, decision.related))
    if not decision.antecedents:
        return say("left open")
    named = [_named(document, mention) for mention in decision.antecedents]
    group = named[0]
    if decision.together:
        first = ", ".join(named[:-1])
        group = say("{first} and {last} together", first=first, last=named[-1])
    return say("refers to {mention}", mention=group)


def _chance(score: float) -> str:
    return f": {with_decimals(f'{score:.3g}')}" if score else ""


def _dropped(
    document: Document, decision: Decision, mentions: Sequence[Mention]
) -> Mapping[str, list[str]]:
    """The nearest of the candidates that are only counted, by the feature in which they disagree.

    Many decisions name them as examples. Otherwise they are named only if the nearest mentions, as
    many as were considered, fill whole sentences, include all listed candidates, and in each
    feature have as many that disagree as the decision counts.
    """
    if decision.examples:
        named: dict[str, list[str]] = {}
        for mention, reason in decision.examples:
            named.setdefault(reason, []).append(_short(_words(document, mention)))
        return named
    counted = {name: count for name, count in decision.dropped if name in _FEATURES}
    if not counted or decision.considered > _MOST:
        return {}
    anaphor = decision.anaphor
    end = document.sentence_of(anaphor.start).span.end
    near = [
        mention
        for mention in sorted(mentions, key=_place, reverse=True)
        if mention.start < end
        and mention != anaphor
        and mention.reference is not Reference.NONREFERENTIAL
    ]
    before = [mention for mention in near if _place(mention) < _place(anaphor)]
    for pool in (before, near):  # some resolvers look ahead in the sentence
        # The counts are all that is known, so that only a pool that reproduces them may be named.
        disagreeing = _disagreeing(document, decision, pool)
        if {name: len(some) for name, some in disagreeing.items()} == counted:
            return {
                name: [_short(_words(document, mention)) for mention in some[:_NAMED]]
                for name, some in disagreeing.items()
            }
    return {}


def _disagreeing(
    document: Document, decision: Decision, pool: Sequence[Mention]
) -> Mapping[str, list[Mention]]:
    """By feature, those of the first mentions that do not agree with the anaphor, if these can be
    the ones that were considered.
    """
    considered, further = pool[: decision.considered], pool[decision.considered :]
    listed = {candidate.mention for candidate in decision.candidates}
    if len(considered) < decision.considered or not listed <= set(considered):
        return {}
    first = document.sentence_index(considered[-1].start)
    if further and document.sentence_index(further[0].start) == first:
        return {}
    by_feature: dict[str, list[Mention]] = {}
    for mention in considered:
        if mention in listed:
            continue
        if name := disagreement(document, decision.anaphor, mention):
            by_feature.setdefault(name, []).append(mention)
    return by_feature


def _place(mention: Mention) -> int:
    return mention.start if mention.head is None else mention.head


def _counts(decision: Decision, named: Mapping[str, list[str]]) -> list[str]:
    if not decision.considered:
        return []
    if decision.new is not None:
        return [
            say(
                "Candidates: {count}; new with a probability of {chance}.",
                count=decision.considered,
                chance=with_decimals(f"{decision.new:.3g}"),
            )
        ]
    sentences = [
        say(
            "Candidates: {count}; agreeing in form: {agreeing}; passing every constraint: {left}.",
            count=decision.considered,
            agreeing=decision.agreeing,
            left=len(decision.admissible),
        )
    ]
    if decision.dropped:
        parts = (
            say("{count} by {reason}", count=count, reason=term(name))
            + _in_brackets(named.get(name, []))
            for name, count in decision.dropped
        )
        sentences.append(say("Dropped: {list}.", list=", ".join(parts)))
    return sentences


def _in_brackets(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _term(name: str) -> str:
    """A name as it is shown: *1 sentences back* is *1 sentence back*."""
    return term(_ONE.sub(r"\1", name))


def _merits(candidate: Candidate) -> str:
    admitted = (
        say("; admitted by {reason}", reason=_admission(candidate.admitted))
        if candidate.admitted
        else ""
    )
    if not candidate.factors:
        chance = _chance(candidate.score)
        return f"{chance}{admitted}" if chance else admitted.replace(";", ":", 1)
    parts = ", ".join(f"{_term(name)} {value:+g}" for name, value in candidate.factors)
    return f": {candidate.score:g} = {parts}{admitted}"


def _admission(name: str) -> str:
    """Why a candidate is admitted; the same word can be the name of a preference."""
    key = f"admitted: {name}"
    return known if (known := term(key)) != key else term(name)
