"""Passes over proper names: the same name, its variants, acronyms, and countries with their other names."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.language.agreement import Animacy
from coindex.language.names import PARTICLES, Variant, acronym, nation_of, variant
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve.scene import Proposal, Scene, nested

_PARTIAL = frozenset({Variant.SURNAME, Variant.GIVEN, Variant.INITIALS})
_KEPT = 12


def same_name(scene: Scene) -> Iterator[Proposal]:
    """The same words, titles, determiners and modifiers aside."""
    latest: dict[tuple[str, ...], Expression] = {}
    for expression in _names(scene):
        words = expression.name.words
        earlier = latest.get(words)
        if earlier is not None and scene.open(expression) and _agree(scene, expression, earlier):
            yield Proposal(expression, earlier)
        latest[words] = expression


def name_variant(scene: Scene) -> Iterator[Proposal]:
    """A person by surname, first name or initials; anything else by the first or last word of its name."""
    latest: dict[str, list[Expression]] = {}
    for expression in _names(scene):
        words = expression.name.words
        if scene.open(expression):
            known = {e.number: e for word in {words[0], words[-1]} for e in latest.get(word, ())}
            for number in sorted(known, reverse=True):
                earlier = known[number]
                if _varies(scene, expression, earlier) and _agree(scene, expression, earlier):
                    yield Proposal(expression, earlier)
                    break
        for word in {words[0], words[-1]} - PARTICLES:
            held = latest.setdefault(word, [])
            held.append(expression)
            del held[:-_KEPT]


def _names(scene: Scene) -> Iterator[Expression]:
    return (e for e in scene.discourse.expressions if e.kind is Kind.NAME and e.name.words)


def _agree(scene: Scene, one: Expression, other: Expression) -> bool:
    return not nested(one, other) and not scene.clash(one, other, persons=False)


def personal(scene: Scene, expression: Expression) -> bool:
    """By its own features or by those of its entity."""
    features = scene.group(expression).features
    return features.animacy == Animacy.ANIMATE or expression.type == "person"


def _varies(scene: Scene, later: Expression, earlier: Expression) -> bool:
    if personal(scene, later) or personal(scene, earlier):
        return variant(later.name, earlier.name, person=True) in _PARTIAL
    return False


def acronyms(scene: Scene) -> Iterator[Proposal]:
    """*WHO* and *World Health Organization*, in either order."""
    by_letters: dict[str, Expression] = {}
    for expression in scene.phrases:
        name = expression.name
        if len(name.spelled) == 1:
            letters = name.spelled[0].replace(".", "")
            if len(letters) > 1 and letters.isupper():
                earlier = by_letters.get(letters)
                if earlier is not None and scene.open(expression) and not scene.joined(expression, earlier):
                    if not nested(expression, earlier):
                        yield Proposal(expression, earlier)
                by_letters.setdefault(letters, expression)
        elif name.spelled:
            letters = "".join(word[0] for word in name.spelled if word[0].isupper())
            earlier = by_letters.get(letters)
            if earlier is not None and scene.open(expression) and acronym(earlier.name, name):
                if not nested(expression, earlier):
                    yield Proposal(expression, earlier)
            by_letters.setdefault(letters, expression)


def countries(scene: Scene) -> Iterator[Proposal]:
    """*America* after *the United States*; an adjective that is no country's name is left alone."""
    language = scene.discourse.document.language
    latest: dict[str, Expression] = {}
    for expression in _names(scene):
        nation = nation_of(" ".join(expression.name.spelled), language)
        if not nation:
            continue
        earlier = latest.get(nation)
        if earlier is not None and scene.open(expression) and not nested(expression, earlier):
            yield Proposal(expression, earlier)
        latest[nation] = expression
