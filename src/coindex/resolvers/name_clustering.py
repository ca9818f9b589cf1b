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
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import dropwhile, groupby, pairwise, takewhile
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Number
from coindex.language.nominals.names import (
    Name,
    different_people,
    formal_names,
    is_short_for,
    name,
    name_words,
    normalised,
    same_given,
)
from coindex.language.nominals.nouns import is_first_name
from coindex.resolvers.addressing import NOTHING_SAID, Addressing, addressing
from coindex.resolvers.entity_constraints import MAN, SEVERAL, WOMAN, constraints_on, contradictory
from coindex.resolvers.narrator import NARRATOR, Narration, narration_of

_BEFORE = frozenset({"ADJ", "DET", "PUNCT"})
PEOPLE = frozenset({"person", "animal"})
YOUNG, OLD = "young", "old"
JUNIOR_OR_SENIOR = "suffixed"
GENERATIONS = frozenset({YOUNG, OLD})
_MARKS = GENERATIONS | {JUNIOR_OR_SENIOR}
"""Stand among the titles of a name; they tell a father and a son apart."""
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
    by_name = _generations_apart(_mentions(discourse))
    forms = [
        Form(
            own,
            _gender_of(members) or _gender_of_title(own, language),
            tuple(one.number for one in members),
            _scenes(members),
        )
        for own, members in by_name.items()
    ]
    names = {expression: own for own, members in by_name.items() for expression in members}
    narration = narration_of(discourse)
    grouping = NameGrouping(language, addressing(discourse, {**names, **narration.relatives}))
    people = grouping.people(sorted(forms, key=lambda form: (-form.count, form.places)))
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
    couples = _couples(discourse, len(people) + 1)
    unnamed = {stand: people.index(person) + 1 for stand, person in grouping.without_name.items()}
    narrated = _narrated(narration, unnamed, len(people) + len(couples) + 1, language)
    return {**couples, **_titled(discourse, people, bearers), **narrated, **chosen}


def _narrated(
    narration: Narration, numbers: dict[Name, int], first: int, language: str
) -> dict[Expression, Bearer]:
    """The narrator, *I*, and the narrator's relatives, *my mother*; `numbers` are those of the
    people who they are known to be.
    """
    words = {**dict.fromkeys(narration.narrator, NARRATOR), **narration.relatives}
    numbers = dict(numbers)
    for own in words.values():
        numbers.setdefault(own, first + len(numbers))
    return {
        expression: Bearer(numbers[own], _gender_of_title(own, language))
        for expression, own in words.items()
    }


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
    known = {
        own.surname
        for own, members in mentions.items()
        if len(own.words) > 1 and _is_person(own, members, language)
    }
    return {
        own: members
        for own, members in mentions.items()
        if _is_person(own, members, language, known)
        and words[own.surname] * DOMINANT > words[own.surname.removesuffix("s")]
    }


def _generations_apart(mentions: dict[Name, list[Expression]]) -> dict[Name, list[Expression]]:
    """Without *old* in *old Mr. Dale*, unless there is a *young Mr. Dale*."""
    marks = {own: GENERATIONS.intersection(own.titles) for own in mentions}
    by_surname: dict[str, set[str]] = {}
    for own, mark in marks.items():
        by_surname.setdefault(own.surname, set()).update(mark)
    joined: dict[Name, list[Expression]] = {}
    for own, members in mentions.items():
        if marks[own] and len(by_surname[own.surname]) < 2:
            titles = tuple(one for one in own.titles if one not in _MARKS)
            joined.setdefault(own._replace(titles=titles), []).extend(members)
        else:
            joined.setdefault(own, []).extend(members)
    return {own: sorted(members, key=lambda one: one.number) for own, members in joined.items()}


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
    roles, whole = _roles(whole, language)
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
    titled = bool(whole.titles or roles)
    if not words or (len(words) == 1 and not titled and _is_title(words[0], language)):
        return Name(())
    titles = (_plain_title(title, language) for title in (*whole.titles, *roles))
    return Name(words, (*_generation(document, span), *titles))


@cache
def _plain_title(title: str, language: str) -> str:
    """*Mr* for *Mr.* and *Mister*."""
    plain = title.rstrip(".'’")
    for usual in ("mr", "mrs"):
        if plain in lexicon.words(language, "people", f"title.{usual}"):
            return usual
    return plain


def _roles(whole: Name, language: str) -> tuple[tuple[str, ...], Name]:
    """Occupations and the like before a name, which are as good as titles: *Dairyman Crick*."""
    nouns = _role_nouns(language)
    words = [*zip(whole.words, whole.spelled, strict=True)]
    roles = []
    while len(words) > 1 and words[0][0] in nouns:
        roles.append(words.pop(0)[0])
    rest = Name(tuple(word for word, _ in words), whole.titles, tuple(form for _, form in words))
    return tuple(roles), rest


@cache
def _role_nouns(language: str) -> frozenset[str]:
    nouns = frozenset().union(
        *(
            lexicon.words(language, "people", f"{kind}.{gender}")
            for kind in ("title.role", "person", "kin")
            for gender in ("male", "female", "neutral")
        )
    )
    return nouns.difference(lexicon.first_names(language))


def _generation(document: Document, span: Span) -> tuple[str, ...]:
    """Whether *young* or *old* stands beside a name: *young Mr. Dale*, *Dale the younger*, *Dale,
    Jr.*
    """
    forms = [token.form.lower().rstrip(".") for token in document.tokens[span.start : span.end + 3]]
    before = document.tokens[span.start - 1].form.lower() if span.start else ""
    last = span.end - span.start - 1
    behind = [form for form in forms[last + 1 :] if form not in (",", "the", "(")][:1]
    for generation in (YOUNG, OLD):
        if lexicon.words(document.language, "people", f"name.{generation}").intersection(
            (before, *forms[:last])
        ):
            return (generation,)
        if lexicon.words(document.language, "people", f"suffix.{generation}").intersection(
            (*behind, *forms[last : last + 1])
        ):
            return (generation, JUNIOR_OR_SENIOR)
    return ()


def _is_title(word: str, language: str) -> bool:
    return word in lexicon.words(language, "people", "title")


def _is_person(
    own: Name, members: list[Expression], language: str, surnames: Collection[str] = ()
) -> bool:
    """By its title, else by the types of its mentions, else by its first name or known surname."""
    if any(title not in _MARKS for title in own.titles):
        return True
    typed = [expression.type for expression in members if expression.type]
    if typed:
        return sum(type in PEOPLE for type in typed) / len(typed) >= PERSONAL
    return is_first_name(own, language) or own.surname in surnames


_GENDERED = ("title", "title.role", "person", "kin")


def _gender_of_title(own: Name, language: str) -> int:
    """*Dairyman Crick* is a man."""
    for gender, constraint in (("male", MAN), ("female", WOMAN)):
        listed = frozenset().union(
            *(lexicon.words(language, "people", f"{kind}.{gender}") for kind in _GENDERED)
        )
        if any(title in listed or f"{title}." in listed for title in own.titles):
            return constraint
    return 0


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
OFTEN_TOGETHER = 0.2
"""From which share on a surname alone is somebody else than the full names beside it."""
FREQUENT, APART = 30, 0.07
"""How often *Mrs. Dale* and *Ann Dale* must be named, and in which share of the rarer one's
sentences they may stand together, to be one rather than mother and daughter: in 18 novels at most
.06 for one woman, and at least .09 for a daughter who is nowhere *Miss*.
"""
FAMILIAR = 10
"""How often, if they stand nowhere together, and the story hardly says *Ann*, as of a daughter."""
FEMALE = 0.5
"""From which share of women on a first name is not the husband's in *Mrs. Ann Dale*."""
SLIP = 10
"""How many times as often another bearer of the surname must be named for one who is named once or
twice to be doubtful.
"""
ANSWERS, ANSWERING = 3, 2
"""How often a person must answer to a name that is mostly used in speech, and how many times as
often as anybody else who has other names, to bear it; set by eye on ten novels.
"""
SURE_ANSWERS, SURE_ANSWERING = 5, 6
"""The same for a name that the story itself uses, and for somebody who has another first name."""
OBJECTIONS = 1 / 3
"""How often such a person may say the name, for each answer to it."""
SPOKEN = 0.75
"""From which share of mentions in quotations on a name is one for addressing people."""
VARIANT = 0.5
"""The same for one of two variants of a first name."""
ENDING = 4
"""The fewest letters of a pet name that is the end of a first name: *Trude*."""
Scene = tuple[int, Span | None]
"""A sentence and the quotation in it: narration and speech name the same person differently."""


@dataclass(frozen=True)
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

    @cached_property
    def title(self) -> str:
        """The last one, but the wife's in *Mrs. Dr. Dale*."""
        titles = [title for title in self.name.titles if title not in _MARKS]
        if not titles:
            return ""
        return titles[0 if self.constraints & WOMAN else -1].rstrip(".")

    @cached_property
    def generation(self) -> str:
        """*Young* or *old*, but not in *old Ann*, where it tells nobody apart."""
        marks = _MARKS.intersection(self.name.titles)
        if self.is_first and not self.title and JUNIOR_OR_SENIOR not in marks:
            return ""
        return next(iter(marks & GENERATIONS), "")

    @cached_property
    def given(self) -> str:
        has_given = (self.is_first or len(self.name.words) > 1) and not self.is_husbands
        return self.name.given if has_given else ""

    @cached_property
    def surname(self) -> str:
        return "" if self.is_first else self.name.surname


class NamedPerson:
    """Forms of one bearer."""

    def __init__(self, form: Form) -> None:
        self.forms: list[Form] = []
        self.count = self.constraints = 0
        self.first = form.places[0]
        self.titles: set[str] = set()
        self.surnames: set[str] = set()
        self.given: set[str] = set()
        self.generations: set[str] = set()
        self.add(form)

    def add(self, *forms: Form) -> None:
        for form in forms:
            self.forms.append(form)
            self.count += form.count
            self.constraints |= form.constraints
            self.first = min(self.first, form.places[0])
            for said, value in (
                (self.titles, form.title),
                (self.surnames, form.surname),
                (self.given, form.given),
                (self.generations, form.generation),
            ):
                if value:
                    said.add(value)

    def admits(self, form: Form, language: str) -> bool:
        """Whether neither gender nor titles nor first names speak against a form."""
        generations = self.generations | {form.generation} - {""}
        return (
            not contradictory(self.constraints | form.constraints)
            and len(generations) < 2
            and not any(
                # The grouping has rules of its own for ranks: a longer name may have both.
                different_people(own.name, form.name, language, ranks=False)
                for own in self.forms
            )
        )


class NameGrouping:
    """From forms to people, from the most explicit forms to the least."""

    def __init__(self, language: str, addressing: Addressing = NOTHING_SAID) -> None:
        self._language = language
        self._addressing = addressing
        self._ranks = lexicon.words(language, "people", "title.rank")
        self._with_given = self._ranks | lexicon.words(language, "people", "title.given")
        self._spouse = {
            title.rstrip(".") for title in lexicon.words(language, "people", "title.spouse")
        }
        self._general = lexicon.words(language, "people", "title.general")
        self._saints = lexicon.words(language, "people", "title.saint")
        self._kin = lexicon.words(language, "people", "title.kin")
        self._forces = lexicon.words(language, "people", "title.forces")
        self._neutral = lexicon.words(language, "people", "title.neutral")
        self._people: list[NamedPerson] = []
        self._forms: list[Form] = []
        self.without_name: dict[Name, NamedPerson] = {}
        """Who the narrator and the narrator's relatives, *my mother*, are."""

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
                    person.add(form)
        self._join_wives()
        self._join_by_address()
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
            elif form.title and form.title not in self._with_given | self._saints:
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

    def _admits(self, person: NamedPerson, form: Form) -> bool:
        return person.admits(form, self._language)

    def _given(self, form: Form) -> list[NamedPerson]:
        """Those with this first name, or a pet form of it."""
        word = form.given
        same = [
            person for person in self._people if word in person.given and self._admits(person, form)
        ]
        if len(form.name.words) == 1:
            same = [one for one in same if self._is_called(form, one)]
        return same or [
            person
            for person in self._people
            if any(self._may_be_short(word, own, len(form.name.words)) for own in person.given)
            and self._admits(person, form)
            and (len(form.name.words) > 1 or self._is_called(form, person))
            and not self._is_longer_than(form, person)
        ]

    def _is_longer_than(self, form: Form, person: NamedPerson) -> bool:
        """Whether a first name is more frequent than a person of whom only a pet form is known:
        *Christopher* is not *Kit Dale*, who is named twice.
        """
        return (
            len(form.name.words) == 1
            and person.count < form.count
            and any(form.given in formal_names(own, self._language) for own in person.given)
        )

    def _is_called(self, form: Form, person: NamedPerson) -> bool:
        """Whether one of two variants of a first name is mostly used in speech: a story that speaks
        of *Tom* and of *Thomas* has two men.
        """
        spoken = self._addressing.spoken
        own = [
            one
            for one in person.forms
            if one.is_first and not one.title and one.given != form.given
        ]
        exact = sum(one.count for one in person.forms if one.given == form.given)
        told = sum(one.count * (1 - spoken.get(one.name, 1)) for one in own)
        return (
            exact >= form.count
            or min(told, form.count * (1 - spoken.get(form.name, 1))) <= TOGETHER
            or spoken.get(form.name, 1) >= VARIANT
        )

    def _may_be_short(self, one: str, other: str, words: int) -> bool:
        """A pet form, or before a surname an initial: *J. Dale*."""
        if same_given(one, other, self._language):
            return True
        if words == 1 and len(one) >= ENDING and other.endswith(one):
            return one not in lexicon.first_names(self._language)
        if one[0] != other[0]:
            return False
        initial = words > 1 and 1 in (len(one), len(other))
        return initial or is_pet_form(one, other) or is_pet_form(other, one)

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
        if exact and len(fitting) > 1 and self._marries(form, fitting):
            for person in fitting[1:]:
                self._join(fitting[0], person)
            return fitting[0]
        middle = form.places[form.count // 2]
        return only_one(
            person
            for person in fitting
            if (person.first <= middle or self._is_family(person, middle))
            and not self._answers_for_relative(form, person)
            and self._may_be_short_for(form, person, exact=exact)
        )

    def _answers_for_relative(self, form: Form, person: NamedPerson) -> bool:
        """Whether a relative of the narrator, *my mother*, answers to a first name more often than
        a person is named in full.
        """
        answers: Mapping[Name, int] = self._addressing.answers.get(form.name, {})
        return any(
            own != NARRATOR and not own.words and count > person.count
            for own, count in answers.items()
        )

    def _marries(self, form: Form, women: Sequence[NamedPerson]) -> bool:
        """Whether full names of one whom the story mostly calls by her first name follow each
        other: *Carol Milford* becomes *Carol Kennicott*, and is rarely called Milford later.
        """
        ordered = sorted(women, key=lambda person: person.first)
        told = self._addressing.spoken.get(form.name, 0) < SPOKEN
        most = max(person.count for person in women)
        return (
            told
            and all(person.constraints & WOMAN for person in women)
            and most * SLIP <= form.count
            and not any(self._is_slip(person, most) for person in women)
            and all(_middle(before) < after.first for before, after in pairwise(ordered))
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
            and form not in person.forms
            for form in self._forms
        )

    def _by_title(self, form: Form) -> NamedPerson | None:
        """*Mr. Darcy* by surname; *Sir William*, *Miss Eliza* and *Mr. Fred* by first name."""
        if form.is_first:
            return self._by_title_and_given(form)
        bearers = [
            person
            for person in self._people
            if form.surname in person.surnames
            and self._admits(person, form)
            and not self._differs_in_rank(person, form)
        ]
        if len(bearers) > 1:
            bearers = [one for one in bearers if not self._is_slip(one, form.count)]
        same = [
            person
            for person in bearers
            if any(
                form.name.words == own.name.words and self._same_title(form.title, own.title)
                for own in person.forms
            )
        ]
        if same:
            return sole(same)
        titled = [person for person in bearers if self._longer(person, form)]
        introduced = [person for person in titled if self._introduces(person, form)]
        if (
            len(titled) == 1
            and not self._rivals(titled[0], form)
            and (
                not self._relatives(titled[0], form)
                or (form.constraints & WOMAN and not self._is_younger(titled[0], form))
            )
        ):
            introduced = titled
        if not introduced and form.title in self._general and len(bearers) > 1:
            bearers = [
                one
                for one in bearers
                if not self._is_called_with_given(one, form.title)
                and one.count >= form.count
                and one.constraints & form.constraints
            ]
        person = sole(introduced or bearers)
        if person is None or self._is_beside(person, form):
            return None
        return person if introduced or self._may_be_titled(person, form) else None

    def _is_younger(self, person: NamedPerson, form: Form) -> bool:
        """Whether *Miss* goes with her first name anywhere: *Miss Anne* has an elder sister."""
        return any(
            own.is_first and own.title == form.title and own.given in person.given
            for own in self._forms
        )

    def _longer(self, person: NamedPerson, form: Form) -> list[Form]:
        """*Mr. Charles Dale* for *Mr. Dale*; *Mrs. Charles Dale*, if there is one husband."""
        return [
            own
            for own in person.forms
            if self._same_title(form.title, own.title)
            and form.surname == own.surname
            and len(own.name.words) > 1
            and (not own.is_husbands or self._has_one_husband(own))
        ]

    def _introduces(self, person: NamedPerson, form: Form) -> bool:
        """Whether a longer name with the same title came first: *Miss Josephine Dale* is then *Miss
        Dale*. If it comes later, it tells a relative apart: *Mr. Dale* and *Mr. John Dale*.
        """
        if form.title not in self._general:
            return True
        return not self._is_called_with_given(person, form.title) and any(
            own.places[0] <= form.places[0] for own in self._longer(person, form)
        )

    def _rivals(self, person: NamedPerson, form: Form) -> list[NamedPerson]:
        """Others of the family who may have the title: men for *Mr.*, maidens for *Miss*."""
        family = [one for one in self._family(person, form) if not self._differs_in_rank(one, form)]
        if not form.constraints & WOMAN:
            return [one for one in family if not one.constraints & WOMAN]
        wife = form.title in self._spouse
        return [
            one
            for one in family
            if one.constraints & WOMAN
            and bool(one.titles & self._spouse) == wife
            and not (one.titles & self._kin and person.count >= DOMINANT * one.count)
        ]

    def _family(self, person: NamedPerson, form: Form) -> list[NamedPerson]:
        return [
            one
            for one in self._people
            if one is not person
            and form.surname in one.surnames
            and not self._is_slip(one, max(form.count, person.count))
        ]

    def _relatives(self, person: NamedPerson, form: Form) -> list[NamedPerson]:
        """Others of the family but for a wife, *Mrs. Dale*."""
        family = self._family(person, form)
        return [one for one in family if one.given or not one.titles & self._spouse]

    def _has_one_husband(self, wife: Form) -> bool:
        """Whether the husband of *Mrs. Charles Dale* is the only man of the family: otherwise *Mrs.
        Dale* may be his mother.
        """
        return not any(
            wife.surname in person.surnames
            and not person.constraints & WOMAN
            and wife.name.given not in person.given
            and person.count > TOGETHER
            for person in self._people
        )

    def _may_be_titled(self, person: NamedPerson, form: Form) -> bool:
        """Whether the only bearer of a surname may have a title that no longer name has. *Mrs.
        Dale* and *Captain Dale* may be relatives; so may *Mr. Dale*, if a son is called by his
        first name.
        """
        family = self._family(person, form)
        if self._longer(person, form):
            return not family
        if form.constraints & WOMAN:
            unmarried = form.title not in self._spouse and not person.titles & self._spouse
            return form.title in self._general and unmarried
        relatives = self._relatives(person, form)
        if form.title not in self._general:
            return not relatives
        return (
            not relatives
            or self._addressing.spoken.get(form.name, 0) >= SPOKEN
            or not self._is_called_by_first_name(person)
        )

    @staticmethod
    def _is_slip(person: NamedPerson, count: int) -> bool:
        return person.count <= TOGETHER and count >= SLIP * person.count

    def _bearers(self, form: Form) -> list[NamedPerson]:
        """Those with the surname, without slips: *Ezry Dale* once, and *Ezra Dale* often."""
        able = [
            person
            for person in self._people
            if form.surname in person.surnames and self._admits(person, form)
        ]
        most = max((person.count for person in able), default=0)
        return [person for person in able if person.count * SLIP >= most or person.count > TOGETHER]

    def _is_beside(self, person: NamedPerson, form: Form, *, full: bool = True) -> bool:
        """Whether sentences name both, or one of them says the other's name, so that they are two:
        *Mr. Dale greeted Charles Dale*. Without full names, which often stand beside short ones,
        *Charles Dale*, *Dale*, unless they do so all the time.
        """
        rarer = min(person.count, form.count)
        every = self._together(person.forms, form)
        if full:
            return every >= max(TOGETHER, TOGETHER_SHARE * rarer)
        short = [own for own in person.forms if own.title or len(own.name.words) == 1]
        return self._together(short, form) >= max(TOGETHER, TOGETHER_SHARE * rarer) or (
            every > max(TOGETHER, OFTEN_TOGETHER * rarer)
        )

    def _together(self, forms: Iterable[Form], form: Form) -> int:
        uses = self._addressing.uses
        return sum(
            len(own.scenes & form.scenes)
            + uses.get((own.name, form.name), 0)
            + uses.get((form.name, own.name), 0)
            for own in forms
        )

    def _by_title_and_given(self, form: Form) -> NamedPerson | None:
        if form.title in self._saints:
            return None
        if form.title in self._spouse and form.constraints & WOMAN:
            # *Mrs. Charles*
            wives = [
                person
                for person in self._people
                if any(own.is_husbands and own.name.given == form.given for own in person.forms)
            ]
            if wives:
                return sole(wives)
        named = [person for person in self._given(form) if not self._differs_in_rank(person, form)]
        same = [person for person in named if form.title in person.titles]
        if form.title in self._neutral - self._with_given:
            return only_one(same)
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
            form.title == title and (form.is_first or form.is_husbands) for form in person.forms
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
        """The man before the women who bear it, if he is the only one who is not named beside it,
        and not a rare one.
        """
        bearers = self._bearers(form)
        apart = [one for one in bearers if not self._is_beside(one, form, full=False)]
        men = [person for person in apart if not person.constraints & WOMAN]
        person = sole(
            men
            or [
                one
                for one in apart
                if not self._is_called_by_first_name(one)
                and (one.count >= form.count or not one.titles & self._spouse)
            ]
        )
        if person is None or any(
            person.count * SLIP < one.count and not one.constraints & WOMAN for one in bearers
        ):
            return None
        return person

    def _join_wives(self) -> None:
        """*Ann Dale* is *Mrs. Dale* if she is the only woman of the family who may be, and not a
        daughter: she had another surname before, or is hardly called by her first name, or both
        are named so often that mother and daughter would stand in one sentence.
        """
        wives = [
            person
            for person in self._people
            if person.constraints & WOMAN and person.titles & self._spouse and not person.given
        ]
        for wife in wives:
            others = (one for one in wives if one is not wife and one.surnames & wife.surnames)
            if any(DOMINANT * other.count > wife.count for other in others):
                continue
            family = [
                person
                for person in self._people
                if person.given
                and not person.titles & self._spouse
                and person.surnames & wife.surnames
                and not person.constraints & MAN
                and not person.titles & self._kin
                and not any(self._is_maiden(form, wife.surnames) for form in person.forms)
            ]
            woman = sole(family) or sole(
                [one for one in family if not self._is_slip(one, wife.count)]
            )
            if woman is None:
                continue
            together = sum(self._together(woman.forms, form) for form in wife.forms)
            rarer = min(wife.count, woman.count)
            if (
                len(woman.surnames) > 1
                or (
                    rarer >= FAMILIAR
                    and not together
                    and not self._is_called_by_first_name(woman, told=True)
                )
                or (rarer >= FREQUENT and together <= APART * rarer)
            ):
                self._join(wife, woman)

    def _is_maiden(self, form: Form, surnames: set[str]) -> bool:
        unmarried = form.title in self._general - self._spouse
        return unmarried and (form.is_first or form.surname in surnames)

    def _join_by_address(self) -> None:
        """*Edward*, who is only called so in speech and answers as *Mr. Dale*, is Mr. Dale. Names
        to which *I* answers are the narrator's, and those to which *my mother* answers are hers.
        """
        owners = {form.name: person for person in self._people for form in person.forms}
        for called in sorted(self._people, key=lambda person: -person.count):
            answering = self._answering(called, owners)
            if not answering:
                continue
            (other, count), (_, second) = [*answering.most_common(2), (None, 0)][:2]
            least = ANSWERS if self._is_spoken(called) else SURE_ANSWERS
            times = ANSWERING
            if isinstance(other, Name):
                person = self.without_name.get(other)
                if person is None and count >= max(least, ANSWERING * second):
                    self.without_name[other] = called
            else:
                person = other
            if person in (None, called) or not self._may_join(person, called):
                continue
            is_named = not isinstance(other, Name)
            if is_named and person.given and called.given:
                least, times = SURE_ANSWERS, SURE_ANSWERING
            said = self._said(person, called) if is_named else 0
            if count >= max(least, times * second) and said <= OBJECTIONS * count:
                self._join(person, called)
                owners.update((form.name, person) for form in called.forms)

    def _is_spoken(self, person: NamedPerson) -> bool:
        spoken = sum(
            self._addressing.spoken.get(form.name, 0) * form.count for form in person.forms
        )
        return spoken >= SPOKEN * person.count

    def _answering(
        self, called: NamedPerson, owners: Mapping[Name, NamedPerson]
    ) -> Counter[NamedPerson | Name]:
        """Who answers to a person's names; the narrator and relatives by the names that stand for
        them. Who also says a name is hardly called by it.
        """
        uses = self._addressing.uses
        answering: Counter[NamedPerson | Name] = Counter()
        for form in called.forms:
            for own, count in self._addressing.answers.get(form.name, {}).items():
                if own in owners and owners[own] is not called:
                    answering[owners[own]] += count
                elif own not in owners and count > (said := uses.get((own, form.name), 0)):
                    answering[own] += count - said
        return answering

    def _said(self, person: NamedPerson, called: NamedPerson) -> int:
        """How often one says the other's name."""
        uses = self._addressing.uses
        return sum(
            uses.get((own.name, other.name), 0) for own in person.forms for other in called.forms
        )

    def _may_join(self, person: NamedPerson, called: NamedPerson) -> bool:
        different = (
            person.surnames and called.surnames and person.surnames.isdisjoint(called.surnames)
        )
        return not different and all(person.admits(form, self._language) for form in called.forms)

    def _join(self, person: NamedPerson, called: NamedPerson) -> None:
        person.add(*called.forms)
        self._people.remove(called)

    def _is_called_by_first_name(self, person: NamedPerson, *, told: bool = False) -> bool:
        """Mostly, so that a bare surname is hardly hers: *Clara* is not the servant *Dale*. `told`:
        by the story itself.
        """
        spoken = self._addressing.spoken if told else {}
        first = sum(
            form.count * (1 - spoken.get(form.name, 0))
            for form in person.forms
            if form.is_first and not form.title
        )
        return 2 * first >= person.count


def is_pet_form(pet: str, given: str) -> bool:
    """Whether a first name with *-y* or *-ie* is made from another one: *Tessy*, *Freddie*."""
    stem = next((pet.removesuffix(end) for end in ("ie", "ey", "y") if pet.endswith(end)), "")
    if len(stem) < 3 or not stem.isalpha():
        return False
    single = stem[:-1] if stem[-1] == stem[-2] else stem
    return given in {
        stem,
        single,
        *(stem + end for end in ("a", "e", "s", "es", "us", "ia"[: 2 * (len(stem) > 3)])),
    }


def _middle(person: NamedPerson) -> int:
    """Before which half of the mentions stand."""
    places = sorted(place for form in person.forms for place in form.places)
    return places[(len(places) - 1) // 2]


def sole(fitting: Sequence[NamedPerson]) -> NamedPerson | None:
    """The person, if there is exactly one."""
    return fitting[0] if len(fitting) == 1 else None


def only_one(fitting: Iterable[NamedPerson]) -> NamedPerson | None:
    """The only one, or one who is named far more often than the others."""
    people = sorted(fitting, key=lambda person: -person.count)
    if len(people) > 1 and people[0].count < DOMINANT * people[1].count:
        return None
    return people[0] if people else None
