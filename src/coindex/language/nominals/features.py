"""The agreement features of mentions, combined from form, lexicon, name and entity type."""

from __future__ import annotations

from functools import cache, lru_cache

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span, Token
from coindex.core.document import features as morphology
from coindex.core.identity import by_identity
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
    clash,
)
from coindex.language.nominals.grammatical import (
    features_of_nominal,
    is_grammatical,
    pronoun_in_parse,
)
from coindex.language.nominals.names import Name, name_of, normalised
from coindex.language.nominals.nouns import is_first_name, of_name, of_noun, of_type, suffixes
from coindex.language.nominals.pronouns import (
    POSSESSIVE_RELATIONS,
    Pronoun,
    pronoun,
    pronouns,
)
from coindex.language.nominals.stated import is_nonbinary, stated_pronouns

TYPE_CERTAINTY = 0.9
"""The certainty of an entity type from a parser, by eye; one from a key is certain."""

GUESS = 0.6
"""The certainty that a noun that does not look like a person is not one; too low to make mentions
clash by default.
"""

_NUMBERS = {
    "Sing": Number.SINGULAR,
    "Plur": Number.PLURAL,
    "Ptan": Number.PLURAL,
    "Dual": Number.PLURAL,
}
_DETERMINING = POSSESSIVE_RELATIONS | {"det", "det:predet"}
_PENN = {"NN": Number.SINGULAR, "NNP": Number.SINGULAR, "NNS": Number.PLURAL, "NNPS": Number.PLURAL}
_NUMBER_WORDS = {
    "singular": Number.SINGULAR,
    "plural": Number.PLURAL,
    "epicene": Number.SINGULAR | Number.EPICENE,
    "they": Number.PLURAL | Number.EPICENE,
    "": UNKNOWN,
}
_NAME_NUMBERS = {
    "": Number.SINGULAR | Number.PLURAL | Number.EPICENE,
    "person": Number.SINGULAR | Number.EPICENE,
    "organization": Number.SINGULAR | Number.PLURAL,
    "place": Number.SINGULAR | Number.PLURAL,
}
"""The number of a name in the singular; one of unknown type may be an organisation."""
_PERSONS = {"1": Person.FIRST, "2": Person.SECOND, "3": Person.THIRD, "": UNKNOWN}
_GENDERS = {
    "masculine": Gender.MASCULINE,
    "feminine": Gender.FEMININE,
    "other": Gender.OTHER,
    "neuter": Gender.NEUTER,
    "Masc": Gender.MASCULINE,
    "Fem": Gender.FEMININE,
    "": UNKNOWN,
}
_ANIMACIES = {"animate": Animacy.ANIMATE, "inanimate": Animacy.INANIMATE, "": UNKNOWN}


def features_of(
    document: Document, mention: Mention, *, type: str = "", singular_they: bool = True
) -> Features:
    """The features of a mention; `type` is the entity's type if a key or an annotator gives it;
    else the parser's `EntityType` is used.
    """
    if mention.head is None or mention.head >= len(document.tokens):
        return NOTHING
    token = document.tokens[mention.head]
    if mention.kind is Kind.RECIPROCAL:
        return Features(Number.PLURAL)
    if mention.kind.pronominal:
        return _of_pronoun(token, document.language, singular_they)
    if mention.kind is Kind.COORDINATION and not is_grammatical(document.language):
        return _of_coordination(document, mention)
    if mention.kind is Kind.VERBAL:
        return Features(
            Number.SINGULAR, Person.THIRD, animacy=Animacy.INANIMATE, animacy_certainty=1.0
        )
    given = bool(type)
    type = type or entity_type(token)
    if is_grammatical(document.language):
        return features_of_nominal(document, mention, type, given=given)
    certainty = 1.0 if given else TYPE_CERTAINTY
    if mention.kind is Kind.NAME:
        name = name_of(document, mention.minimum or mention.span)
        features = _of_name(
            *(token.feats, token.xpos, name, type, certainty, document.language),
            family=not _first_names_alone(document),
            surname=name.surname in _surnames(document),
        )
        if not features.animacy and (_definite(document, mention) or _initials(token.form)):
            features = _thing(features)
        alone = len(name.words) == 1 and not name.titles
        if alone and mention.head - mention.start > 1 and _definite(document, mention):
            # *The younger Hasani* is called by the surname, which may look like a first name.
            features = features._replace(gender=UNKNOWN, gender_certainty=0.0)
        if (
            type == "person"
            and _form_number(token.feats, token.xpos) == Number.PLURAL
            and _definite(document, mention)
        ):
            # *the Smiths*: the plural of a name, with an article, is several people.
            features = features._replace(number=Number.PLURAL)
        return declared(_determined(features, document, mention), document, mention)
    if _measures(token, document.language):
        return _of_measured(document, mention, type, certainty)
    if not given and token.lemma.lower() in lexicon.words(document.language, "grammar", "one"):
        # *The younger one* is whatever has been spoken of.
        type = ""
    features = _of_noun(
        token.feats, token.xpos, token.lemma.lower(), type, certainty, document.language
    )
    return _determined(_guessed(features, token, document.language), document, mention)


def disagreement(
    document: Document, anaphor: Mention, candidate: Mention, *, certain: float = 0.5
) -> str:
    """The feature in which two mentions disagree: `number`, `person`, `gender` or `animacy`; empty
    if they agree.
    """
    return clash(features_of(document, anaphor), features_of(document, candidate), certain=certain)


def declared(features: Features, document: Document, mention: Mention) -> Features:
    """The features after the pronouns stated with a name, *Sage Moreau (xe/xem)*, or *who is
    non-binary*: they outweigh the name.
    """
    stated = stated_pronouns(document, mention)
    number = Number.SINGULAR | Number.EPICENE
    if stated is not None:
        rows = [
            _of_row(pronouns(document.language)[form], True)
            for form in stated.forms or (stated.form,)
        ]
        gender = rows[0].gender or Gender.OTHER
        # Whoever is *xe* is not *they*, unless both are stated: *(xe/they)*; *em* may be either's.
        if 2 * sum(bool(row.number & Number.PLURAL) for row in rows) < len(rows):
            number = Number.SINGULAR
    elif is_nonbinary(document, mention):
        gender = Gender.OTHER
    else:
        return features
    return Features(number, Person.THIRD, gender, Animacy.ANIMATE, 1.0, 1.0)


def _definite(document: Document, mention: Mention) -> bool:
    """Whether a name has an article, *the Ross Sea*: names of people seldom do."""
    return mention.start != mention.head and document.tokens[
        mention.start
    ].form.lower() in lexicon.words(document.language, "grammar", "definite")


def _initials(form: str) -> bool:
    """Whether a name consists of initials, *USI*, *M5S*: then it is an organisation or a thing."""
    return len(form) > 1 and form.isupper() and "." not in form


def _guessed(features: Features, token: Token, language: str) -> Features:
    """The guess for a common noun in no list: probably not a person, unless it looks like an agent:
    *seeker*.
    """
    if token.upos == "NUM" or token.lemma.lower() in lexicon.words(language, "grammar", "one"):
        return _of_number(features, token, language)
    if features.animacy or token.upos != "NOUN" or not lexicon.words(language, "people", "person"):
        return features
    lemma = token.lemma.lower()
    if lemma.endswith(suffixes(language, "people", "suffix.agent")) and lemma not in lexicon.words(
        language, "nouns", "no_agent"
    ):
        return features
    return _thing(features)


def _thing(features: Features) -> Features:
    return features._replace(
        number=features.number & ~Number.EPICENE, animacy=Animacy.INANIMATE, animacy_certainty=GUESS
    )


def _of_number(features: Features, token: Token, language: str) -> Features:
    """The features of a number: *two* is plural; a figure is mostly a year, a price or
    a measure.
    """
    if token.form[:1].isdecimal():
        return features._replace(number=UNKNOWN, animacy=Animacy.INANIMATE, animacy_certainty=GUESS)
    one = token.lemma.lower() in lexicon.words(language, "grammar", "one")
    return features if one else features._replace(number=Number.PLURAL)


def _determined(features: Features, document: Document, mention: Mention) -> Features:
    """The number that the first word implies: *every door* may be *it* or *they*, *these Leicas*
    are plural.
    """
    if mention.start == mention.head:
        return features
    determiner, language = document.tokens[mention.start].form.lower(), document.language
    if determiner in lexicon.words(language, "grammar", "distributive"):
        return features._replace(number=Number.SINGULAR | Number.PLURAL | Number.EPICENE)
    if determiner in lexicon.words(language, "grammar", "pluralising"):
        return features._replace(number=Number.PLURAL)
    return features


def entity_type(token: Token) -> str:
    """The parser's entity type of the mention that this token heads; *none* counts as unknown."""
    if "EntityType=" not in token.misc:
        return ""
    type = morphology(token.misc).get("EntityType", "")
    return "" if type == "none" else type


def _of_pronoun(token: Token, language: str, singular_they: bool) -> Features:
    listed = _of_row(pronoun(token, language), singular_they)
    if get_language(language).pronoun_features == "parse":
        return pronoun_in_parse(listed, token, language)
    if token.form.lower() in lexicon.words(language, "grammar", "polite"):
        return listed._replace(person=Person.SECOND | Person.THIRD)
    if listed is not NOTHING:
        return listed
    marked = morphology(token.feats)
    gender = _GENDERS.get(marked.get("Gender", ""), UNKNOWN)
    return Features(
        _NUMBERS.get(marked.get("Number", ""), UNKNOWN),
        _PERSONS.get(marked.get("Person", ""), UNKNOWN),
        gender,
        gender_certainty=1.0 if gender else 0.0,
    )


@lru_cache(maxsize=1024)
def _of_row(row: Pronoun | None, singular_they: bool) -> Features:
    if row is None:
        return NOTHING
    number = _NUMBER_WORDS[row.number]
    if row.number == "they" and not singular_they:
        number = Number.PLURAL
    gender, animacy = sum(_GENDERS[name] for name in row.gender.split("/")), _ANIMACIES[row.animacy]
    return Features(
        number, _PERSONS[row.person], gender, animacy, bool(gender) * 1.0, bool(animacy) * 1.0
    )


def _of_coordination(document: Document, mention: Mention) -> Features:
    """The features of a coordination: plural, unless alternatives are joined or singular nouns
    share a determiner: *a poet and painter*.
    """
    alternatives = lexicon.words(document.language, "grammar", "alternative")
    inside = range(mention.start, min(mention.end, len(document.tokens)))
    tokens = document.tokens
    members = {
        index
        for index in inside
        if tokens[index].head == mention.head and tokens[index].deprel == "conj"
    }
    if any(
        tokens[index].head in members and tokens[index].form.lower() in alternatives
        for index in inside
    ):
        return Features(UNKNOWN, Person.THIRD)
    plural = any(
        _form_number(tokens[index].feats, tokens[index].xpos) == Number.PLURAL
        for index in (*members, mention.head or 0)
    )
    own = any(
        tokens[index].head in members and tokens[index].deprel in _DETERMINING for index in inside
    )
    # Two names are not two descriptions of one person, so they need no determiners.
    named = tokens[mention.head or 0].upos in ("PROPN", "PRON")
    return Features(Number.PLURAL if plural or own or named else UNKNOWN, Person.THIRD)


@by_identity(4)
def _first_names_alone(document: Document) -> bool:
    """Whether a text calls people by their first names: there is one that is not a surname,
    *Freya*, and no name of several words, after which surnames are usual.
    """
    tokens = document.tokens
    if any(token.deprel == "flat" for token in tokens):
        return False
    names = {normalised(token.form) for token in tokens if token.upos == "PROPN"}
    return not _first_names_only(document.language).isdisjoint(names)


@by_identity(4)
def _surnames(document: Document) -> frozenset[str]:
    """The last words of names that begin with a first name: *Obi* of *Dr Amara Obi*."""
    spans: dict[int, int] = {}
    for index, token in enumerate(document.tokens):
        if token.deprel == "flat" and token.upos == "PROPN" and token.head is not None:
            spans[token.head] = index + 1
    known = lexicon.first_names(document.language)
    names = (name_of(document, Span(head, end)) for head, end in spans.items() if 0 <= head < end)
    return frozenset(name.surname for name in names if len(name.words) > 1 and name.given in known)


@cache
def _first_names_only(language: str) -> frozenset[str]:
    """First names that are nothing else."""
    others = (lexicon.words(language, "people", kind) for kind in ("surname", "misleading"))
    return frozenset(lexicon.first_names(language)).difference(*others)


@lru_cache(maxsize=65536)
def _of_name(
    feats: str,
    xpos: str,
    name: Name,
    type: str,
    certainty: float,
    language: str,
    *,
    family: bool,
    surname: bool,
) -> Features:
    doubted = (
        type not in ("", "person", "animal") and certainty < 1.0 and is_first_name(name, language)
    )
    implied = of_name(name, "" if doubted else type, language, family=family, surname=surname)
    features = _joined(of_type(type, certainty), implied)
    number = implied.number
    if _form_number(feats, xpos) == Number.PLURAL and not implied.gender:
        number = Number.SINGULAR | Number.PLURAL
    elif not number:
        number = _NAME_NUMBERS.get(type, Number.SINGULAR)
    return features._replace(number=number, person=Person.THIRD)


@lru_cache(maxsize=65536)
def _of_noun(
    feats: str, xpos: str, lemma: str, type: str, certainty: float, language: str
) -> Features:
    implied = of_noun(lemma, language)
    features = _joined(of_type(type, certainty), implied)
    formal = _form_number(feats, xpos)
    number = formal if formal == Number.PLURAL or not implied.number else implied.number
    if lemma in lexicon.words(language, "nouns", "mass"):
        number |= Number.SINGULAR
    if number == Number.SINGULAR and not features.gender and features.animacy != Animacy.INANIMATE:
        number |= Number.EPICENE
    if number == Number.SINGULAR and type == "organization":
        number |= Number.PLURAL
    return features._replace(number=number, person=Person.THIRD)


def _joined(typed: Features, implied: Features) -> Features:
    """Combine type and words; if they contradict each other, nothing is certain."""
    if not typed.animacy or not implied.animacy:
        return (
            implied
            if implied.animacy
            else implied._replace(animacy=typed.animacy, animacy_certainty=typed.animacy_certainty)
        )
    both = typed.animacy & implied.animacy
    if both:
        return implied._replace(
            animacy=implied.animacy,
            animacy_certainty=max(typed.animacy_certainty, implied.animacy_certainty),
        )
    if typed.animacy_certainty == 1.0:
        return Features(implied.number, animacy=typed.animacy, animacy_certainty=1.0)
    return implied._replace(
        animacy=UNKNOWN, animacy_certainty=0.0, gender_certainty=implied.gender_certainty / 2
    )


def _form_number(feats: str, xpos: str) -> int:
    return _NUMBERS.get(morphology(feats).get("Number", ""), UNKNOWN) or _PENN.get(xpos, UNKNOWN)


def _measures(token: Token, language: str) -> bool:
    return token.lemma.lower() in lexicon.words(language, "grammar", "measure")


def _of_measured(document: Document, mention: Mention, type: str, certainty: float) -> Features:
    """The features of a quantity, *a lot of people*: the measured noun determines them, and either
    number is possible.
    """
    inside = Span((mention.head or 0) + 1, mention.end)
    for token in document.tokens[inside.start : inside.end]:
        if token.head == mention.head and token.relation == "nmod":
            features = _of_noun(
                token.feats, token.xpos, token.lemma.lower(), type, certainty, document.language
            )
            return features._replace(number=features.number | Number.PLURAL | Number.SINGULAR)
    token = document.tokens[mention.head or 0]
    return _of_noun(
        token.feats, token.xpos, token.lemma.lower(), type, certainty, document.language
    )
