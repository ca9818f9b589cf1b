"""Forms of names grouped into people, from the most explicit forms to the least."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from coindex.language import lexicon
from coindex.language.nominals.names import Name, different_people, same_given
from coindex.resolvers.claims import WOMAN, contradictory

DOMINANT = 3
"""How many times as often as all others a person must be named to bear a doubtful form, too."""


@dataclass(frozen=True, slots=True)
class Form:
    """A name as it is written, titles included, with what it claims and the numbers of the
    expressions that have it.
    """

    name: Name
    claims: int
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
    def claims(self) -> int:
        claimed = 0
        for form in self.forms:
            claimed |= form.claims
        return claimed

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
        return not contradictory(self.claims | form.claims) and not any(
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
        if form.title in self._spouse and form.claims & WOMAN:
            # *Mrs. Bennet* is nobody for certain if someone else has the surname, or if an
            # unmarried woman has it.
            women = [person for person in bearers if person.titles <= {form.title}]
            return None if self._has_unmarried(word) or len(bearers) > 1 else only_one(women)
        if form.title in self._ranks:
            bearers = [person for person in bearers if form.title in person.titles]
        elif form.title in self._with_given and len(bearers) > 1:
            bearers = [one for one in bearers if not self._is_called_with_given(one, form.title)]
        elif not form.claims and self._has_woman(word):
            bearers = [person for person in bearers if not person.claims & WOMAN]
        return only_one(bearers)

    def _is_man_of_rank(self, person: NamedPerson, form: Form) -> bool:
        """*Captain Harville* is not *Miss Harville*, unless other names say that she is a woman."""
        neutral = lexicon.words(self._language, "people", "title.neutral")
        return bool(form.claims & WOMAN and not person.claims & WOMAN and neutral & person.titles)

    @staticmethod
    def _is_called_with_given(person: NamedPerson, title: str) -> bool:
        """*Miss Elliot* is the eldest sister; a younger one is *Miss Anne*."""
        return any(form.title == title and form.name.given in person.given for form in person.forms)

    def _has_woman(self, surname: str) -> bool:
        """Whether a woman has this surname and a title: then *Captain Harville* is a man."""
        return any(
            form.title and form.claims & WOMAN and form.name.surname == surname
            for form in self._forms
        )

    def _has_unmarried(self, surname: str) -> bool:
        """*Mrs. Dalloway* is *Clarissa Dalloway*, unless a woman is called *Miss Dalloway*."""
        return any(
            form.title and form.title not in self._spouse and form.claims & WOMAN
            for person in self._people
            for form in person.forms
            if form.name.surname == surname
        )

    def _by_surname(self, form: Form) -> NamedPerson | None:
        """The man before the women who bear it."""
        bearers = [person for person in self._able(form) if form.name.given in person.surnames]
        return only_one([one for one in bearers if not one.claims & WOMAN] or bearers)


def only_one(fitting: Iterable[NamedPerson]) -> NamedPerson | None:
    """The only one, or one who is named far more often than the others."""
    people = sorted(fitting, key=lambda person: -person.count)
    if len(people) > 1 and people[0].count < DOMINANT * people[1].count:
        return None
    return people[0] if people else None
