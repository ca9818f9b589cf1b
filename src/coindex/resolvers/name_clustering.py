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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, groupby, takewhile
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Span
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
        Form(own, _gender_of(members), tuple(one.number for one in members), _scenes(members))
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
    if expression.features.number == Number.PLURAL or lexicon.words(
        language, "people", "title.plural"
    ).intersection(expression.name.titles):
        return Name(())
    span = expression.full.minimum or expression.full.span
    before = lexicon.words(language, "people", "name.before")
    *first, last = document.tokens[span.start : span.end]
    tokens = dropwhile(
        lambda token: (
            (token.upos in _BEFORE or token.form.lower() in before)
            and not _is_title(token.form.lower(), language)
        ),
        first,
    )
    spelled = (form for token in (*tokens, last) if (form := token.form.strip("_"))[:1].isalpha())
    forms = [form for form, _ in groupby(spelled)]
    if lexicon.words(language, "grammar", "joining").intersection(map(str.lower, forms)):
        return Name(())
    whole = name(forms, language)
    behind, particles = name_words(language, "behind"), name_words(language, "particle")
    inside = takewhile(
        lambda word: (
            word.lower() not in behind and (word[0].isupper() or word.lower() in particles)
        ),
        whole.spelled,
    )
    words = tuple(map(normalised, inside))
    general = lexicon.words(language, "people", "title.general")
    # *Dorothea Mr. Casaubon*, where two names met
    words = (*words[:1], *takewhile(lambda word: word not in general, words[1:]))
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


def _scenes(members: Iterable[Expression]) -> frozenset[Scene]:
    return frozenset(
        (one.sentence, one.quotation.span if one.quotation is not None else None) for one in members
    )


def _gender_of(members: list[Expression]) -> int:
    """The gender that most mentions have; the parser may be wrong about a few."""
    counts = Counter(constraints_on(expression) & (MAN | WOMAN) for expression in members)
    counts.pop(0, None)
    return counts.most_common(1)[0][0] if counts else 0


# Forms of names, from the most explicit ones to the least

DOMINANT = 3
"""How many times as often as all others a person must be named to bear a doubtful form, too."""
TOGETHER = 2
TOGETHER_SHARE = 0.01
"""Sentences that must name two forms side by side for them to be two people, and their least share
of the rarer form's mentions. In four novels the forms of one person stood together in at most one
sentence, those of a family mostly in more.
"""
FEMALE = 0.5
"""From which share of women on a first name is not the husband's in *Mrs. Ann Dale*."""
SLIP = 10
"""How many times as often another bearer of the surname must be named for one who is named once or
twice to be doubtful.
"""
Scene = tuple[int, Span | None]
"""A sentence and the quotation in it: narration and speech name the same person differently."""


@dataclass(frozen=True, slots=True)
class Form:
    """A name as it is written, titles included, with what it says, the numbers of the expressions
    that have it, and where they stand.
    """

    name: Name
    constraints: int
    places: tuple[int, ...]
    scenes: frozenset[Scene] = frozenset()
    is_first: bool = False
    """Whether its only word is a first name: *Lizzy*, *Mrs. Charles*."""
    is_husbands: bool = False
    """Whether a wife has the name of her husband: *Mrs. Charles Dale*."""

    @property
    def count(self) -> int:
        return len(self.places)

    @property
    def title(self) -> str:
        """The last one, but the wife's in *Mrs. Dr. Dale*."""
        if not self.name.titles:
            return ""
        return self.name.titles[0 if self.constraints & WOMAN else -1].rstrip(".")

    @property
    def given(self) -> str:
        has_given = (self.is_first or len(self.name.words) > 1) and not self.is_husbands
        return self.name.given if has_given else ""

    @property
    def surname(self) -> str:
        return "" if self.is_first else self.name.surname


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
        return frozenset(form.surname for form in self.forms if form.surname)

    @property
    def given(self) -> frozenset[str]:
        return frozenset(form.given for form in self.forms if form.given)

    def admits(self, form: Form, language: str) -> bool:
        """Whether neither gender nor titles nor first names speak against a form."""
        return not contradictory(self.constraints | form.constraints) and not any(
            different_people(own.name, form.name, language) for own in self.forms
        )

    def is_beside(self, form: Form) -> bool:
        """Whether sentences name both, so that they are two: *Mr. Dale greeted Charles Dale*."""
        together = sum(len(own.scenes & form.scenes) for own in self.forms)
        return together >= max(TOGETHER, TOGETHER_SHARE * min(self.count, form.count))


class NameGrouping:
    """From forms to people, from the most explicit forms to the least."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._ranks = lexicon.words(language, "people", "title.rank")
        self._with_given = self._ranks | lexicon.words(language, "people", "title.given")
        self._spouse = {
            title.rstrip(".") for title in lexicon.words(language, "people", "title.spouse")
        }
        self._general = lexicon.words(language, "people", "title.general")
        self._saints = lexicon.words(language, "people", "title.saint")
        self._forces = lexicon.words(language, "people", "title.forces")
        self._neutral = lexicon.words(language, "people", "title.neutral")
        self._people: list[NamedPerson] = []
        self._forms: list[Form] = []

    def people(self, forms: Sequence[Form]) -> list[NamedPerson]:
        """Forms come with the most frequent first, and so do people."""
        first_names = self._first_names(forms)
        self._forms = [
            replace(
                form,
                is_first=len(form.name.words) == 1 and form.name.given in first_names,
                is_husbands=self._is_husbands(form),
            )
            for form in forms
        ]
        full = [form for form in self._forms if len(form.name.words) > 1]
        titled = [form for form in self._forms if len(form.name.words) == 1 and form.title]
        single = [form for form in self._forms if len(form.name.words) == 1 and not form.title]
        # The most explicit forms come first: a surname alone can only be given to people who are
        # already known by more.
        for some, fitting in (
            (full, self._by_full_name),
            ([form for form in single if form.is_first], self._by_first_name),
            (titled, self._by_title),
            ([form for form in single if not form.is_first], self._by_surname),
        ):
            for form in some:
                person = fitting(form)
                if person is None:
                    self._people.append(NamedPerson(form))
                else:
                    person.forms.append(form)
        return sorted(self._people, key=lambda person: -person.count)

    def _first_names(self, forms: Sequence[Form]) -> frozenset[str]:
        """Single words that are not surnames: those more often before a surname than behind a first
        name, or else not behind *Mr* and the like.
        """
        given: Counter[str] = Counter()
        surnames: Counter[str] = Counter()
        titled: set[str] = set()
        for form in forms:
            if len(form.name.words) > 1:
                given[form.name.given] += form.count
                surnames[form.name.surname] += form.count
            elif form.title and form.title not in self._with_given:
                titled.add(form.name.given)
        return frozenset(
            word
            for form in forms
            for word in form.name.words
            if given[word] > surnames[word] or not (surnames[word] or word in titled)
        )

    def _is_husbands(self, form: Form) -> bool:
        return (
            len(form.name.words) > 1
            and form.title in self._spouse
            and bool(form.constraints & WOMAN)
            and lexicon.first_names(self._language).get(form.name.given, 0) < FEMALE
        )

    def _able(self, form: Form) -> list[NamedPerson]:
        return [person for person in self._people if person.admits(form, self._language)]

    def _given(self, form: Form) -> list[NamedPerson]:
        """Those with this first name, or a pet form of it."""
        word = form.given
        same = [person for person in self._able(form) if word in person.given]
        return same or [
            person
            for person in self._able(form)
            if any(self._may_be_short(word, own, len(form.name.words)) for own in person.given)
        ]

    def _may_be_short(self, one: str, other: str, words: int) -> bool:
        """A pet form, or before a surname an initial: *J. Dale*."""
        initial = words > 1 and 1 in (len(one), len(other)) and one[0] == other[0]
        return initial or same_given(one, other, self._language)

    def _by_full_name(self, form: Form) -> NamedPerson | None:
        """The same surname and first name: *Eliza Bennet*, *Miss Elizabeth Bennet*."""
        if form.is_husbands:
            return None
        return only_one(person for person in self._given(form) if form.surname in person.surnames)

    def _by_first_name(self, form: Form) -> NamedPerson | None:
        """*Lizzy* is *Elizabeth Bennet*; *Kitty* is not *Lady Catherine*, who has a rank; *Mary* is
        not *Mary King*, who comes with a new surname when most has been said about *Mary*.
        """
        fitting = self._given(form)
        exact = any(form.given in person.given for person in fitting)
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
            form.surname in person.surnames
            and (len(form.name.words) > 1 or form.title)
            and form.places[0] <= place
            for form in self._forms
            if form not in person.forms
        )

    def _by_title(self, form: Form) -> NamedPerson | None:
        """*Mr. Darcy* by surname; *Sir William*, *Miss Eliza* and *Mr. Fred* by first name."""
        if form.is_first:
            return self._by_title_and_given(form)
        bearers = [
            person for person in self._bearers(form) if not self._differs_in_rank(person, form)
        ]
        same = [person for person in bearers if form.title in person.titles]
        if form.title in self._general and self._has_rivals(form):
            same = []
            bearers = [one for one in bearers if not self._is_called_with_given(one, form.title)]
        if not same and form.title in self._spouse and form.constraints & WOMAN:
            # *Mrs. Bennet* is nobody for certain if someone else has the surname, or if an
            # unmarried woman has it.
            women = [person for person in bearers if not person.titles]
            return None if self._has_unmarried(form.surname) or len(bearers) > 1 else sole(women)
        return sole(same or bearers)

    def _bearers(self, form: Form) -> list[NamedPerson]:
        """Those with the surname who are not named beside the form, without slips: *Ezry Dale*
        once, and *Ezra Dale* often.
        """
        able = [
            person
            for person in self._able(form)
            if form.surname in person.surnames and not person.is_beside(form)
        ]
        most = max((person.count for person in able), default=0)
        return [person for person in able if person.count * SLIP >= most or person.count > TOGETHER]

    def _has_rivals(self, form: Form) -> bool:
        """Whether several may be called so: men for *Mr.* and *Mrs.*, maidens for *Miss*."""
        family = [person for person in self._people if form.surname in person.surnames]
        wife = form.title in self._spouse and form.constraints & WOMAN
        women = [
            person
            for person in family
            if person.constraints & WOMAN and not person.titles & self._spouse
        ]
        men = [person for person in family if not person.constraints & WOMAN]
        return len(women if form.constraints & WOMAN and not wife else men) > 1

    def _by_title_and_given(self, form: Form) -> NamedPerson | None:
        if form.title in self._saints:
            return None
        named = [person for person in self._given(form) if not self._differs_in_rank(person, form)]
        same = [person for person in named if form.title in person.titles]
        unranked = [person for person in named if not self._ranks.intersection(person.titles)]
        return only_one(same or (named if form.title in self._ranks else unranked))

    def _differs_in_rank(self, person: NamedPerson, form: Form) -> bool:
        """*General Dale* is neither *Captain Dale* nor *Mr. Dale*, and *Captain Dale* not *Lucy
        Dale*, unless a longer name has both titles: *Captain Henry Dale*.
        """
        if any(self._same_title(form.title, title) for title in person.titles):
            return False
        if form.title in self._neutral and person.constraints & WOMAN:
            return True
        if form.constraints & WOMAN and not person.constraints & WOMAN:
            return bool(self._neutral & person.titles)
        special = person.titles - self._general - self._ranks
        if form.title in self._general or form.title in self._ranks:
            return bool(special & self._forces) and form.title in self._general
        civil = person.titles & self._general and not person.given
        return bool(special) or bool(form.title in self._forces and civil)

    def _same_title(self, one: str, other: str) -> bool:
        """Whether both are short for one: *Dr* and *Doc*, *Capt* and *Captain*."""
        return one == other or any(
            is_short_for(one, title) and is_short_for(other, title) for title in self._neutral
        )

    @staticmethod
    def _is_called_with_given(person: NamedPerson, title: str) -> bool:
        """*Miss Elliot* is the eldest sister, *Mr. Dale* the eldest brother; younger ones are *Miss
        Anne* and *Mr. John Dale*.
        """
        return any(
            form.title == title and (form.given or form.is_husbands) for form in person.forms
        )

    def _has_unmarried(self, surname: str) -> bool:
        """*Mrs. Dalloway* is *Clarissa Dalloway*, unless a woman is called *Miss Dalloway*."""
        return any(
            form.title and form.title not in self._spouse and form.constraints & WOMAN
            for person in self._people
            for form in person.forms
            if form.surname == surname
        )

    def _by_surname(self, form: Form) -> NamedPerson | None:
        """The man before the women who bear it, if he is the only one."""
        bearers = self._bearers(form)
        men = [person for person in bearers if not person.constraints & WOMAN]
        return sole(men or [one for one in bearers if not self._is_called_by_first_name(one)])

    @staticmethod
    def _is_called_by_first_name(person: NamedPerson) -> bool:
        """Then a bare surname is hardly hers: *Clara* is not the servant *Dale*."""
        return any(form.is_first and not form.title for form in person.forms)


def is_short_for(short: str, title: str) -> bool:
    """Whether its letters are some of a title's, in order, from the first: *lt*, *lieutenant*."""
    letters = iter(title)
    return short == title or (
        1 < len(short) < 5 and short[0] == title[0] and all(letter in letters for letter in short)
    )


def sole(fitting: Sequence[NamedPerson]) -> NamedPerson | None:
    """The person, if there is exactly one."""
    return fitting[0] if len(fitting) == 1 else None


def only_one(fitting: Iterable[NamedPerson]) -> NamedPerson | None:
    """The only one, or one who is named far more often than the others."""
    people = sorted(fitting, key=lambda person: -person.count)
    if len(people) > 1 and people[0].count < DOMINANT * people[1].count:
        return None
    return people[0] if people else None
