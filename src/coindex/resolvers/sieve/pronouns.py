"""The pass for pronouns of the third person: the most salient entity that agrees, within a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.core.decision import Candidate
from coindex.language.agreement import clash
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve.salience import WINDOW, family, of_entity, relative_to, standing
from coindex.resolvers.sieve.scene import Proposal, Scene, nested
from coindex.resolvers.sieve.weights import WEIGHTS

LISTED = 12
FAR = 12
HOOK = None


def third_person(scene: Scene) -> Iterator[Proposal]:
    marks: dict[Expression, tuple[str, ...]] = {}
    for pronoun in scene.anaphoric:
        if scene.open(pronoun):
            yield _resolved(scene, pronoun, marks)


def _resolved(scene: Scene, pronoun: Expression, marks) -> Proposal:
    dropped: Counter[str] = Counter()
    weights = WEIGHTS[family(pronoun)]
    candidates = []
    considered = agreeing = 0
    for back in range(FAR + 1):
        if back > WINDOW and (candidates or family(pronoun) != "he"):
            break
        if pronoun.sentence - back < 0:
            break
        for e in scene.discourse.sentences[pronoun.sentence - back]:
            if e.number >= pronoun.number:
                break
            considered += 1
            reason = _excluded(scene, pronoun, e)
            if reason not in ("number", "person", "gender", "animacy"):
                agreeing += 1
            if reason:
                dropped[reason] += 1
                continue
            if e not in marks:
                marks[e] = standing(scene, e)
            ms = (*marks[e], *relative_to(scene, pronoun, e), *of_entity(pronoun, scene.group(e), e))
            candidates.append((e, ms))
    none = ("none",) if family(pronoun) == "this" else ()
    if HOOK:
        HOOK(pronoun, candidates, none)
    scored = []
    for e, ms in candidates:
        factors = tuple((m, weights[m]) for m in ms if m in weights)
        scored.append((sum(v for _, v in factors), e, factors))
    scored.sort(key=lambda c: (-c[0], -c[1].number))
    least = sum(weights.get(m, 0) for m in none) - 10 if none else -1000
    best = scored[0][1] if scored and scored[0][0] > least else None
    return Proposal(
        pronoun,
        best,
        tuple(Candidate(e.mention, factors=f, score=s) for s, e, f in scored[:LISTED]),
        considered,
        agreeing,
        tuple(dropped.items()),
    )


def _excluded(scene: Scene, pronoun: Expression, e: Expression) -> str:
    if e.kind in (Kind.INDEFINITE, Kind.RECIPROCAL):
        return "indefinite"
    own, group = scene.group(pronoun), scene.group(e)
    if own is group:
        return "same"
    reason = clash(own.features, group.features)
    if reason:
        return reason
    if nested(pronoun, e):
        return "i-within-i"
    for member in group.in_sentence(pronoun.sentence):
        reason = scene.discourse.disjoint(pronoun, member)
        if reason:
            return reason
    return ""


def clause_between(scene: Scene, inner: Expression, outer: Expression) -> bool:
    """*Children who love their parents*: inside a clause on a noun, a pronoun may well mean the noun."""
    forest = scene.discourse.forest
    token = inner.head
    while token not in (outer.head, -1):
        if forest.clausal[token]:
            return outer.head in forest.ancestors(token)
        token = forest.heads[token]
    return False
