"""Agreement features in languages with grammatical gender, with which pronouns agree: Spanish,
German.

The form of a word decides: a noun's features, a name's article. Word lists add what a name or the
meaning of a noun implies about a person, and whether it is a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import (
    NOTHING,
    UNKNOWN,
    Animacy,
    Features,
    Gender,
    Number,
    Person,
)
from coindex.language.nominals.names import name_of, normalised
from coindex.language.nominals.nouns import of_name, of_noun, of_type, suffixes

GUESS = 0.6
"""The certainty that a noun that does not look like a person is not one."""
LIKELY = 0.9
"""The certainty that a noun in a list of people is one, and that a parser's entity type
is right.
"""

_NUMBERS = {"Sing": Number.SINGULAR, "Plur": Number.PLURAL, "Ptan": Number.PLURAL}
_TWO_GENDERS = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE}
_THREE_GENDERS = _TWO_GENDERS | {"Neut": Gender.NEUTER}
_PERSONS = {"1": Person.FIRST, "2": Person.SECOND, "3": Person.THIRD}
_AGREEING = frozenset({"det", "amod", "nummod"})


@cache
def is_grammatical(language: str) -> bool:
    return get_language(language).gender == "grammatical"


def features_of_nominal(
    document: Document, mention: Mention, type: str, *, given: bool
) -> Features:
    """The features of a name, a noun or a coordination; `given`: the entity type comes from a key,
    not a parser.
    """
    if mention.head is None:
        return NOTHING
    token = document.tokens[mention.head]
    if mention.kind is Kind.COORDINATION:
        return _of_coordination(document, mention)
    number, gender = _form(document, mention, token)
    typed = of_type(type, 1.0 if given else LIKELY)
    if mention.kind is Kind.NAME:
        implied = of_name(
            name_of(document, mention.minimum or mention.span), type, document.language
        )
        sure = 1.0
        # Where the bearer decides, the form of a name is a guess at most.
        if get_language(document.language).name_gender == "bearer":
            gender, sure = (
                (implied.gender, implied.gender_certainty) if implied.gender else (gender, GUESS)
            )
        return Features(
            number or Number.SINGULAR,
            Person.THIRD,
            gender or implied.gender,
            typed.animacy or implied.animacy,
            sure if gender else implied.gender_certainty,
            max(typed.animacy_certainty, implied.animacy_certainty),
        )
    animacy, certainty = (
        (typed.animacy, typed.animacy_certainty) if typed.animacy else animacy_of(token, document)
    )
    if gender == Gender.NEUTER:
        gender |= _natural(token, document.language)
    return Features(number, Person.THIRD, gender, animacy, 1.0 if gender else 0.0, certainty)


def _natural(token: Token, language: str) -> int:
    """The gender of a person denoted by a neuter noun: *das Mädchen* may be *es* or *sie*."""
    return of_noun(token.lemma.lower(), language).gender


@cache
def _genders(language: str) -> Mapping[str, int]:
    """The genders that nouns of a language may have, by their names in Universal Dependencies."""
    return _THREE_GENDERS if get_language(language).neuter else _TWO_GENDERS


def pronoun_in_parse(listed: Features, token: Token, language: str) -> Features:
    """The row of a pronoun in the table, with number, person and gender from the parse where it has
    them.

    The features of a possessive's owner are marked as such, `Gender[psor]`; its other features are
    those of its noun.
    """
    owner = "[psor]" if "Poss=Yes" in token.feats else ""
    genders = _genders(language)
    number = _NUMBERS.get(token.feature(f"Number{owner}"), UNKNOWN) or listed.number
    gender = sum(
        {genders.get(name, UNKNOWN) for name in token.feature(f"Gender{owner}").split(",")}
    )
    if number == Number.PLURAL and not get_language(language).plural_gender:
        return listed._replace(
            number=number, person=_person(listed, token), gender=UNKNOWN, gender_certainty=0.0
        )
    gender = gender or listed.gender
    return listed._replace(
        number=number,
        person=_person(listed, token),
        gender=gender,
        gender_certainty=1.0 if gender else 0.0,
    )


def _person(listed: Features, token: Token) -> int:
    return _PERSONS.get(token.feature("Person"), UNKNOWN) or listed.person


def _form(document: Document, mention: Mention, token: Token) -> tuple[int, int]:
    """Number and gender of the head, or of the words that agree with it; *el agua* is feminine
    nevertheless.
    """
    genders = _genders(document.language)
    number, gender = (
        _NUMBERS.get(token.feature("Number"), UNKNOWN),
        genders.get(token.feature("Gender"), UNKNOWN),
    )
    gender = _by_article(document, mention) or gender
    for index in range(mention.start, mention.end) if not number or not gender else ():
        other = document.tokens[index]
        if (
            other.head == mention.head
            and other.relation in _AGREEING
            and "Poss=Yes" not in other.feats
        ):
            number = number or _NUMBERS.get(other.feature("Number"), UNKNOWN)
            gender = gender or genders.get(other.feature("Gender"), UNKNOWN)
    if number == Number.PLURAL and not get_language(document.language).plural_gender:
        return number, UNKNOWN
    return number, gender


def _by_article(document: Document, mention: Mention) -> int:
    """The gender of a person's article, *la testigo*; other nouns have their own
    gender: *el agua*.
    """
    if get_language(document.language).neuter or mention.head is None:
        return UNKNOWN
    token = document.tokens[mention.head]
    for index in range(mention.start, mention.head):
        article = document.tokens[index]
        if (
            article.head == mention.head
            and article.relation == "det"
            and "Poss=Yes" not in article.feats
        ):
            gender = _TWO_GENDERS.get(article.feature("Gender"), UNKNOWN)
            feminine = gender == Gender.FEMININE
            person = animacy_of(token, document)[0] == Animacy.ANIMATE
            return gender if token.upos == "NOUN" and (feminine or person) else UNKNOWN
    return UNKNOWN


def animacy_of(token: Token, document: Document) -> tuple[int, float]:
    """The animacy of a common noun, by its lemma and form: person, animal, thing; a noun in no list
    is hardly a person.
    """
    if token.upos not in ("NOUN", "PROPN", "ADJ"):
        return UNKNOWN, 0.0
    return _animacy(
        token.lemma.lower() or token.form.lower(), token.form.lower(), document.language
    )


@lru_cache(maxsize=65536)
def _animacy(lemma: str, form: str, language: str) -> tuple[int, float]:
    spelled = (lemma, form, form.removesuffix("s"))
    forms = {other for word in spelled for other in _masculines(word, language)}
    if not forms.isdisjoint(
        lexicon.words(language, "people", "kin") | lexicon.words(language, "people", "person")
    ):
        return Animacy.ANIMATE, LIKELY
    if not forms.isdisjoint(lexicon.words(language, "nouns", "animal")):
        return Animacy.EITHER, LIKELY
    for name in ("collective", "time", "place", "inanimate", "vehicle", "abstract"):
        if lemma in lexicon.words(language, "nouns", name):
            return Animacy.INANIMATE, LIKELY
    if lemma.endswith(suffixes(language, "nouns", "suffix.inanimate")):
        return Animacy.INANIMATE, 0.8
    agent = lemma.endswith(suffixes(language, "people", "suffix.person"))
    if agent and lemma not in lexicon.words(language, "nouns", "no_agent"):
        return UNKNOWN, 0.0
    return Animacy.INANIMATE, GUESS


def _masculines(word: str, language: str) -> set[str]:
    """The word, and the masculine forms of which it may be the feminine."""
    pairs = get_language(language).feminine
    return {word} | {
        word.removesuffix(ending) + other for ending, other in pairs if word.endswith(ending)
    }


def _of_coordination(document: Document, mention: Mention) -> Features:
    """The features of a coordination: plural, and masculine unless all members are feminine; for
    alternatives nothing is certain.
    """
    tokens = document.tokens
    inside = range(mention.start, min(mention.end, len(tokens)))
    members = [
        index
        for index in inside
        if tokens[index].head == mention.head and tokens[index].deprel == "conj"
    ]
    alternatives = lexicon.words(document.language, "grammar", "alternative")
    if any(tokens[index].form.lower() in alternatives for index in inside):
        return Features(UNKNOWN, Person.THIRD)
    if not get_language(document.language).plural_gender:
        return Features(Number.PLURAL, Person.THIRD)
    genders = {_member_gender(document, index) for index in (mention.head or 0, *members)}
    if Gender.MASCULINE in genders:
        return Features(Number.PLURAL, Person.THIRD, Gender.MASCULINE, gender_certainty=1.0)
    feminine = genders == {Gender.FEMININE}
    return Features(
        Number.PLURAL,
        Person.THIRD,
        Gender.FEMININE if feminine else UNKNOWN,
        gender_certainty=LIKELY if feminine else 0.0,
    )


def _member_gender(document: Document, index: int) -> int:
    token = document.tokens[index]
    gender = _TWO_GENDERS.get(token.feature("Gender"), UNKNOWN)
    if gender or token.upos != "PROPN":
        return gender
    share = lexicon.first_names(document.language).get(normalised(token.form))
    return UNKNOWN if share is None else Gender.FEMININE if share > 0.5 else Gender.MASCULINE
