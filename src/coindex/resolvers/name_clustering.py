"""The people that a book names: all its names, grouped by who bears them before anything else is
resolved.

Names are compared once for the whole book, as forms (*Miss Eliza Bennet*, *Lizzy*, *Mrs. Bennet*)
and not mention by mention: first names with a surname, then a title with one name, then single
words. A form that fits two people equally well is a person of its own, so that one doubtful name
never merges two.

After the idea of Vala et al. (2015), Mr. Bennet, his coachman, and the Archbishop walk into a bar
but only one of them gets recognized; the rules are our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Number
from coindex.language.nominals.names import (
    Name,
    different_people,
    name,
    name_words,
    normalised,
    same_given,
)
from coindex.language.nominals.nouns import is_first_name
from coindex.resolvers.entity_constraints import MAN, SEVERAL, WOMAN, constraints_on, contradictory

_BEFORE = frozenset({"ADJ", "DET", "PUNCT"})
PEOPLE = frozenset({"person", "animal"})
LONG = 20_000
"""Tokens from which on a text counts as a book."""
PERSONAL = 0.5
"""The least share of mentions of a form that must be of people, unless it has a title."""


class Bearer(NamedTuple):
    """Who bears a name: a number from 1, and what the names say, in bits."""

    number: int
    constraints: int


def bearers_of(discourse: Discourse, names: str) -> Mapping[Expression, Bearer]:
    """The bearers of names, after the parameter `names` of a resolver; none for short texts."""
    book = names == "book" or (names == "auto" and len(discourse.document.tokens) >= LONG)
    return name_clusters(discourse) if book else {}


@by_identity(4)
def name_clusters(discourse: Discourse) -> Mapping[Expression, Bearer]:
    """The bearer of each name of a person in a document; do not change the result."""
    language = discourse.document.language
    by_name = _mentions(discourse)
    forms = [
        Form(own, _gender_of(members), tuple(one.number for one in members))
        for own, members in by_name.items()
    ]
    people = NameGrouping(language).people(
        sorted(forms, key=lambda form: (-form.count, form.places))
    )
    bearers = {
        form.name: Bearer(number, person.constraints)
        for number, person in enumerate(people, 1)
        for form in person.forms
    }
    chosen = {
        expression: bearers[own]
        for own, members in by_name.items()
        for expression in members
        if not contradictory(constraints_on(expression) | bearers[own].constraints)
    }
    return {**_couples(discourse, len(people) + 1), **_titled(discourse, people, bearers), **chosen}


def _couples(discourse: Discourse, first: int) -> dict[Expression, Bearer]:
    """*Mr. and Mrs. Bennet*, who are neither of the two."""
    joining = lexicon.words(discourse.document.language, "grammar", "joining")
    numbers: dict[tuple[str, ...], int] = {}
    pairs: dict[Expression, Bearer] = {}
    for expression in discourse.expressions:
        if expression.kind is Kind.NAME and joining.intersection(expression.name.words):
            words = (*expression.name.titles, *expression.name.words)
            number = numbers.setdefault(words, first + len(numbers))
            pairs[expression] = Bearer(number, SEVERAL)
    return pairs


def _titled(
    discourse: Discourse, people: Sequence[NamedPerson], bearers: Mapping[Name, Bearer]
) -> dict[Expression, Bearer]:
    """*The Admiral*, where one person alone, or one far more often than others, is called so."""
    ranks = lexicon.words(discourse.document.language, "people", "title.neutral")
    chosen = {rank: only_one(one for one in people if rank in one.titles) for rank in ranks}
    return {
        expression: bearers[person.forms[0].name]
        for expression in discourse.expressions
        if expression.kind is Kind.NAME
        and not expression.name.titles
        and len(expression.name.words) == 1
        and (person := chosen.get(expression.name.words[0])) is not None
    }


def _mentions(discourse: Discourse) -> dict[Name, list[Expression]]:
    """Names of people with their mentions; *the Miss Bennets* are several."""
    language = discourse.document.language
    mentions: dict[Name, list[Expression]] = {}
    for expression in discourse.expressions:
        if expression.kind is Kind.NAME and (own := personal_name(expression)).words:
            mentions.setdefault(own, []).append(expression)
    words = Counter(word for own, members in mentions.items() for word in own.words * len(members))
    return {
        own: members
        for own, members in mentions.items()
        if _is_person(own, members, language)
        and words[own.surname] * DOMINANT > words[own.surname.removesuffix("s")]
    }


def personal_name(expression: Expression) -> Name:
    """The name of a person without what surrounds it: *poor Jane*, *_Darcy_*, *Ann of York*; empty
    for families and couples: *the Bennets*, *Mr. and Mrs. Bennet*.
    """
    document = expression.discourse.document
    language = document.language
    if expression.features.number == Number.PLURAL:
        return Name(())
    span = expression.full.minimum or expression.full.span
    tokens = list(
        dropwhile(lambda token: token.upos in _BEFORE, document.tokens[span.start : span.end])
    )
    forms = [form for token in tokens if (form := token.form.strip("_"))]
    if lexicon.words(language, "grammar", "joining").intersection(map(str.lower, forms)):
        return Name(())
    whole = name((form for form in forms if form[0].isalpha()), language)
    behind, particles = name_words(language, "behind"), name_words(language, "particle")
    inside = takewhile(
        lambda word: (
            word.lower() not in behind and (word[0].isupper() or word.lower() in particles)
        ),
        whole.spelled,
    )
    words = tuple(map(normalised, inside))
    if not words or (len(words) == 1 and not whole.titles and _is_title(words[0], language)):
        return Name(())
    return Name(words, tuple(title.rstrip(".") for title in whole.titles))


def _is_title(word: str, language: str) -> bool:
    return word in lexicon.words(language, "people", "title")


def _is_person(own: Name, members: list[Expression], language: str) -> bool:
    """By its title, else by the types of its mentions, else by its first name."""
    if own.titles:
        return True
    typed = [expression.type for expression in members if expression.type]
    if typed:
        return sum(type in PEOPLE for type in typed) / len(typed) >= PERSONAL
    return is_first_name(own, language)


def _gender_of(members: list[Expression]) -> int:
    """The gender that most mentions have; the parser may be wrong about a few."""
    counts = Counter(constraints_on(expression) & (MAN | WOMAN) for expression in members)
    counts.pop(0, None)
    return counts.most_common(1)[0][0] if counts else 0


# Forms of names, from the most explicit ones to the least

DOMINANT = 3
"""How many times as often as all others a person must be named to bear a doubtful form, too."""


@dataclass(frozen=True, slots=True)
class Form:
    """A name as it is written, titles included, with what it says and the numbers of the
    expressions that have it.
    """

    name: Name
    constraints: int
    places: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.places)

    @property
    def title(self) -> str:
        return self.name.titles[-1].rstrip(".") if self.name.titles else ""


class NamedPerson:
    """Forms of one bearer."""

    def __init__(self, form: Form) -> None:
        self.forms = [form]

    @property
    def count(self) -> int:
        return sum(form.count for form in self.forms)

    @property
    def constraints(self) -> int:
        found = 0
        for form in self.forms:
            found |= form.constraints
        return found

    @property
    def first(self) -> int:
        return min(form.places[0] for form in self.forms)

    @property
    def titles(self) -> frozenset[str]:
        return frozenset(form.title for form in self.forms if form.title)

    @property
    def surnames(self) -> frozenset[str]:
        """Last words of names with a first name, and single words behind a title that goes with
        surnames.
        """
        return frozenset(
            form.name.surname for form in self.forms if len(form.name.words) > 1 or form.title
        )

    @property
    def given(self) -> frozenset[str]:
        """First words of names of several words, and single words that are not surnames."""
        surnames = self.surnames
        return frozenset(
            form.name.given
            for form in self.forms
            if len(form.name.words) > 1 or form.name.given not in surnames
        )

    def admits(self, form: Form, language: str) -> bool:
        """Whether neither gender nor titles nor first names speak against a form."""
        return not contradictory(self.constraints | form.constraints) and not any(
            different_people(own.name, form.name, language) for own in self.forms
        )


class NameGrouping:
    """From forms to people, from the most explicit forms to the least."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._ranks = lexicon.words(language, "people", "title.rank")
        self._with_given = self._ranks | lexicon.words(language, "people", "title.given")
        self._spouse = lexicon.words(language, "people", "title.spouse")
        self._people: list[NamedPerson] = []
        self._forms: list[Form] = []
        self._surnames: frozenset[str] = frozenset()

    def people(self, forms: list[Form]) -> list[NamedPerson]:
        """Forms come with the most frequent first, and so do people."""
        self._forms = forms
        self._surnames = frozenset(map(self._surname, forms))
        full = [form for form in forms if len(form.name.words) > 1]
        titled = [form for form in forms if len(form.name.words) == 1 and form.title]
        single = [form for form in forms if len(form.name.words) == 1 and not form.title]
        first = [form for form in single if self._is_first(form.name)]
        last = [form for form in single if not self._is_first(form.name)]
        for some, fitting in (
            (full, self._by_full_name),
            (first, self._by_first_name),
            (titled, self._by_title),
            (last, self._by_surname),
        ):
            for form in some:
                self._add(form, fitting)
        return sorted(self._people, key=lambda person: -person.count)

    def _surname(self, form: Form) -> str:
        """What is a surname for sure: behind a first name, or behind *Mr* and the like."""
        certain = len(form.name.words) > 1 or (form.title and form.title not in self._with_given)
        return form.name.surname if certain else ""

    def _is_first(self, own: Name) -> bool:
        return own.given not in self._surnames

    def _add(self, form: Form, fitting: Callable[[Form], NamedPerson | None]) -> None:
        person = fitting(form)
        if person is None:
            self._people.append(NamedPerson(form))
        else:
            person.forms.append(form)

    def _able(self, form: Form) -> list[NamedPerson]:
        return [person for person in self._people if person.admits(form, self._language)]

    def _given(self, form: Form) -> list[NamedPerson]:
        """Those with this first name, or a pet form of it."""
        word = form.name.given
        same = [person for person in self._able(form) if word in person.given]
        return same or [
            person
            for person in self._able(form)
            if any(same_given(word, own, self._language) for own in person.given)
        ]

    def _by_full_name(self, form: Form) -> NamedPerson | None:
        """The same surname and first name: *Eliza Bennet*, *Miss Elizabeth Bennet*."""
        return only_one(
            person for person in self._given(form) if form.name.surname in person.surnames
        )

    def _by_first_name(self, form: Form) -> NamedPerson | None:
        """*Lizzy* is *Elizabeth Bennet*; *Kitty* is not *Lady Catherine*, who has a rank; *Mary* is
        not *Mary King*, who comes with a new surname when most has been said about *Mary*.
        """
        fitting = self._given(form)
        exact = any(form.name.given in person.given for person in fitting)
        middle = form.places[form.count // 2]
        return only_one(
            person
            for person in fitting
            if (person.first <= middle or self._is_family(person, middle))
            and self._may_be_short_for(form, person, exact=exact)
        )

    def _may_be_short_for(self, form: Form, person: NamedPerson, *, exact: bool) -> bool:
        """A person of rank has no pet name, and is mostly called by the rank."""
        return not self._ranks.intersection(person.titles) or (exact and form.count < person.count)

    def _is_family(self, person: NamedPerson, place: int) -> bool:
        """Whether another person with the same surname was named before: *Miss Lydia Bennet*."""
        return any(
            self._surname(form) in person.surnames and form.places[0] <= place
            for form in self._forms
            if form not in person.forms
        )

    def _by_title(self, form: Form) -> NamedPerson | None:
        """*Mr. Darcy* by surname, *Sir William* by first name, where the title goes with one."""
        word = form.name.given
        if form.title in self._with_given and self._is_first(form.name):
            named = self._given(form)
            same = [person for person in named if form.title in person.titles]
            unranked = [person for person in named if not self._ranks.intersection(person.titles)]
            return only_one(same or (named if form.title in self._ranks else unranked))
        bearers = [
            person
            for person in self._able(form)
            if word in person.surnames and not self._is_man_of_rank(person, form)
        ]
        if form.title in self._spouse and form.constraints & WOMAN:
            # *Mrs. Bennet* is nobody for certain if someone else has the surname, or if an
            # unmarried woman has it.
            women = [person for person in bearers if person.titles <= {form.title}]
            return None if self._has_unmarried(word) or len(bearers) > 1 else only_one(women)
        if form.title in self._ranks:
            bearers = [person for person in bearers if form.title in person.titles]
        elif form.title in self._with_given and len(bearers) > 1:
            bearers = [one for one in bearers if not self._is_called_with_given(one, form.title)]
        elif not form.constraints and self._has_woman(word):
            bearers = [person for person in bearers if not person.constraints & WOMAN]
        return only_one(bearers)

    def _is_man_of_rank(self, person: NamedPerson, form: Form) -> bool:
        """*Captain Harville* is not *Miss Harville*, unless other names say that she is a woman."""
        neutral = lexicon.words(self._language, "people", "title.neutral")
        return bool(
            form.constraints & WOMAN and not person.constraints & WOMAN and neutral & person.titles
        )

    @staticmethod
    def _is_called_with_given(person: NamedPerson, title: str) -> bool:
        """*Miss Elliot* is the eldest sister; a younger one is *Miss Anne*."""
        return any(form.title == title and form.name.given in person.given for form in person.forms)

    def _has_woman(self, surname: str) -> bool:
        """Whether a woman has this surname and a title: then *Captain Harville* is a man."""
        return any(
            form.title and form.constraints & WOMAN and form.name.surname == surname
            for form in self._forms
        )

    def _has_unmarried(self, surname: str) -> bool:
        """*Mrs. Dalloway* is *Clarissa Dalloway*, unless a woman is called *Miss Dalloway*."""
        return any(
            form.title and form.title not in self._spouse and form.constraints & WOMAN
            for person in self._people
            for form in person.forms
            if form.name.surname == surname
        )

    def _by_surname(self, form: Form) -> NamedPerson | None:
        """The man before the women who bear it."""
        bearers = [person for person in self._able(form) if form.name.given in person.surnames]
        return only_one([one for one in bearers if not one.constraints & WOMAN] or bearers)


def only_one(fitting: Iterable[NamedPerson]) -> NamedPerson | None:
    """The only one, or one who is named far more often than the others."""
    people = sorted(fitting, key=lambda person: -person.count)
    if len(people) > 1 and people[0].count < DOMINANT * people[1].count:
        return None
    return people[0] if people else None
