"""Passes over proper names: the same name, its variants, acronyms, and
countries with their other names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.names import (
    Name,
    Variant,
    acronym,
    formal_names,
    name_words,
    nation_of,
    normalised,
    variant,
)
from coindex.resolvers.sieve.scene import JoinProposal, Scene, nested

_PARTIAL = frozenset({Variant.SURNAME, Variant.GIVEN, Variant.INITIALS})
_KEPT = 12
"""How many earlier names with the same word are compared."""


def characters(scene: Scene) -> Iterator[JoinProposal]:
    """The names of one bearer, where all names of a book are known."""
    latest: dict[int, Expression] = {}
    for expression in scene.discourse.expressions:
        bearer = scene.entities.bearers.get(expression)
        if bearer is not None:
            if bearer.number in latest and scene.open(expression):
                yield JoinProposal(expression, latest[bearer.number])
            latest[bearer.number] = expression


def same_name(scene: Scene) -> Iterator[JoinProposal]:
    """Link names with the same words, ignoring titles, determiners and modifiers."""
    latest: dict[tuple[str, ...], dict[tuple[str, ...], Expression]] = {}
    for expression in scene.names:
        words = scene.name(expression).words
        known = latest.setdefault(words, {})
        if scene.open(expression):
            for titles in sorted(known, key=lambda titles: known[titles].number, reverse=True):
                if _agree(scene, expression, known[titles]):
                    yield JoinProposal(expression, known[titles])
                    break
        known[scene.name(expression).titles] = expression


def name_variant(scene: Scene) -> Iterator[JoinProposal]:
    """Link a person's names by surname, first name or initials."""
    latest: dict[str, list[Expression]] = {}
    for expression in scene.names:
        words = _personal_part(scene, expression).words
        surnames = words if get_language(_language(expression)).double_surnames else ()
        edges = {words[0], words[-1], *surnames} - name_words(_language(expression), "particle")
        edges |= formal_names(words[0], _language(expression))
        if scene.open(expression):
            known = {other.number: other for word in edges for other in latest.get(word, ())}
            for number in sorted(known, reverse=True):
                if _varies(scene, expression, known[number]) and _agree(
                    scene, expression, known[number]
                ):
                    yield JoinProposal(expression, known[number])
                    break
        for word in edges:
            held = latest.setdefault(word, [])
            held.append(expression)
            del held[:-_KEPT]


def _agree(scene: Scene, one: Expression, other: Expression) -> bool:
    return not nested(one, other) and not scene.clash(one, other, persons=False)


def _varies(scene: Scene, later: Expression, earlier: Expression) -> bool:
    if not (_person(scene, later) or _person(scene, earlier)):
        return False
    language = _language(later)
    return (
        variant(
            _personal_part(scene, later),
            _personal_part(scene, earlier),
            person=True,
            language=language,
        )
        in _PARTIAL
    )


def _person(scene: Scene, expression: Expression) -> bool:
    """Whether it is a person, by its entity or by its type."""
    return (
        scene.group(expression).features.animacy == Animacy.ANIMATE or expression.type == "person"
    )


def _language(expression: Expression) -> str:
    return expression.discourse.document.language


def _personal_part(scene: Scene, expression: Expression) -> Name:
    """The name of the person alone: *Greg Kot* in *Greg Kot of the Chicago Tribune*."""
    name, behind = scene.name(expression), name_words(_language(expression), "behind")
    for place, word in enumerate(name.words):
        if place and word in behind:
            return Name(name.words[:place], name.titles, name.spelled[:place])
    return name


def spouses(scene: Scene) -> Iterator[JoinProposal]:
    """Link *Mrs Thornbury* to the wife in *Emil Thornbury and his wife*: the spouse of a bearer of
    that surname, if no one else has the name.
    """
    language = scene.discourse.document.language
    wives, husbands = (lexicon.words(language, "people", f"spouse.{g}") for g in ("female", "male"))
    married = [e for e in scene.phrases if e.lemma in wives or e.lemma in husbands]
    for expression in scene.names if married else ():
        if not scene.open(expression) or len(expression.name.words) != 1:
            continue
        titles = lexicon.words(language, "people", "title.spouse").intersection(
            expression.name.titles
        )
        fitting = {
            scene.group(one): one
            for one in married
            if titles and one.number < expression.number and _shares(scene, one, expression)
        }
        if len(fitting) == 1:
            yield JoinProposal(expression, next(iter(fitting.values())))


def _shares(scene: Scene, spouse: Expression, named: Expression) -> bool:
    """Whether the partner of a spouse has the surname, and the genders agree."""
    partner = _partner(scene, spouse)
    if partner is None or scene.clash(spouse, named, persons=False):
        return False
    return any(name.surname == named.name.surname for name in scene.group(partner).names)


def _partner(scene: Scene, spouse: Expression) -> Expression | None:
    """The partner in *Emil's wife*; in *Emil Thornbury and his wife* the pronoun has not been
    resolved yet, and means the conjunct.
    """
    owner = scene.possessor(spouse)
    if owner is None or not owner.pronominal:
        return owner
    before = [e for e in scene.discourse.sentences[spouse.sentence] if e.number < spouse.number]
    return next((e for e in reversed(before) if e.name.words and not nested(e, spouse)), None)


def acronyms(scene: Scene) -> Iterator[JoinProposal]:
    """Link *WHO* and *World Health Organization*, in either order."""
    short: dict[str, Expression] = {}
    long: dict[str, Expression] = {}
    for expression in scene.names:
        name = scene.name(expression)
        letters = _letters(name)
        if len(letters) < 2:
            continue
        earlier = (long if len(name.spelled) == 1 else short).get(letters)
        fits = earlier is not None and _abbreviates(name, scene.name(earlier))
        if (
            earlier is not None
            and fits
            and scene.open(expression)
            and not nested(expression, earlier)
        ):
            yield JoinProposal(expression, earlier)
        (short if len(name.spelled) == 1 else long)[letters] = expression


def _abbreviates(one: Name, other: Name) -> bool:
    return acronym(one, other) or acronym(other, one)


def _letters(name: Name) -> str:
    if len(name.spelled) == 1:
        letters = name.spelled[0].replace(".", "")
        return letters if letters.isupper() else ""
    return "".join(word[0] for word in name.spelled if word[0].isupper())


def countries(scene: Scene) -> Iterator[JoinProposal]:
    """Link *America* to *the United States*; *French* and *the French* are not *France*."""
    language = scene.discourse.document.language
    latest: dict[str, Expression] = {}
    for expression in scene.names:
        spelled = " ".join(scene.name(expression).spelled)
        nation = nation_of(spelled, language)
        if not nation or normalised(spelled).removesuffix("s") in _demonyms(language):
            continue
        earlier = latest.get(nation)
        if earlier is not None and scene.open(expression) and not nested(expression, earlier):
            yield JoinProposal(expression, earlier)
        latest[nation] = expression


def demonyms(scene: Scene) -> Iterator[JoinProposal]:
    """Link *France* and *the French*, in either order."""
    language = scene.discourse.document.language
    latest: dict[str, Expression] = {}
    for expression in scene.names:
        nation = nation_of(" ".join(scene.name(expression).spelled), language)
        if nation:
            earlier = latest.get(nation)
            if earlier is not None and scene.open(expression) and not nested(expression, earlier):
                yield JoinProposal(expression, earlier)
            latest[nation] = expression


def relaxed_head(scene: Scene) -> Iterator[JoinProposal]:
    """Link a name, not of a person, to an earlier one of the same type that has its head and all
    its other words: *the Treaty of Rome*, *the Treaty*.
    """
    latest: dict[str, list[Expression]] = {}
    for expression in scene.names:
        held = latest.setdefault(expression.form, [])
        if scene.open(expression):
            for earlier in reversed(held):
                if _has_words_of(scene, earlier, expression) and _agree(scene, expression, earlier):
                    yield JoinProposal(expression, earlier)
                    break
        held.append(expression)
        del held[:-_KEPT]


def _has_words_of(scene: Scene, earlier: Expression, later: Expression) -> bool:
    if earlier.type != later.type or _person(scene, later) or _person(scene, earlier):
        return False
    return set(scene.name(later).words) <= set(scene.name(earlier).words)


@cache
def _demonyms(language: str) -> frozenset[str]:
    rows = lexicon.table(language, "countries")
    words = (word for row in rows if len(row) > 1 for word in row[1].split())
    return frozenset(normalised(word.replace("-", " ")).removesuffix("s") for word in words)
