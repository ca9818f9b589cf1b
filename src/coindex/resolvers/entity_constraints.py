"""What the words of an entity imply about it, and which implications contradict each other.

No chain contains *he* and *she*, a person and *it*, one person and *they*, or things and *they* who
are tired: however probable or salient a candidate is, its entity is then not the antecedent's.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, Features, Gender, Number, Person
from coindex.language.nominals.grammatical import is_grammatical
from coindex.language.nominals.names import nationality_of
from coindex.language.nominals.pronouns import paradigms
from coindex.language.nominals.selection import is_sentient
from coindex.language.nominals.stated import stated_pronouns
from coindex.language.syntax.tree import NONE

# What an expression says about its referent: bits, so that an entity can collect the constraints of
# its members and `_CONTRADICTIONS` can compare sets of them.
MAN: Final = 1
WOMAN: Final = 2
OTHER: Final = 4
"""A person with their own pronouns: *xe*, *ey*, or *they* by declaration."""
THING: Final = 8
SEVERAL: Final = 16
SENTIENT: Final = 32
"""*They* as people, by what they do: *they were exhausted*."""
THINGS: Final = 64
"""Things that neither act nor feel; companies do."""
COLLECTIVE: Final = 128
"""A group of people under one noun, *the crew*: *it* or *they*, never *she*."""
NARRATOR: Final = 256
"""*I* of who tells the story, outside all quotations."""
REPORTED: Final = 512
"""Whose words the story reports: *said Ann*. That is not the narrator."""
_PARADIGM: Final = 1024
"""The first of the bits for the paradigms of neopronouns: who is *xe* is not *fae*."""

SURE = 0.9
"""How certain the gender of a name or noun, or that a noun is a thing, must be to count: that of
*Ann* is, that of *Robin* is not.
"""
CONTRADICTION = "contradiction"
OTHER_PERSON = "other person"
ADDRESSED = "addressed"
PERSONS = "persons"
NATIONALITY = "nationality"
ENTITY_TERMS: Glossary = {
    CONTRADICTION: (
        "the entity would hold words for a man and for a woman, for a person and for a thing, or "
        "for one person and for several"
    ),
    OTHER_PERSON: "both have names, and these are names of different people: Mr and Mrs Bennet",
    ADDRESSED: "one speaks to the other, who is you in what is said",
    NATIONALITY: "one is of another country than the other: the Finnish firm, the South Koreans",
    PERSONS: "the same voice says I of one and you of the other, or she, he, it or they",
}
_PERSONAL = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE})
_PEOPLE = frozenset({"", "person", "animal"})
_ACTING = _PEOPLE | {"organization"}
_GENDERS = {Gender.MASCULINE: MAN, Gender.FEMININE: WOMAN, Gender.OTHER: OTHER}
_CONTRADICTIONS = (
    (MAN, WOMAN | OTHER | THING | SEVERAL | COLLECTIVE),
    (WOMAN, OTHER | THING | SEVERAL | COLLECTIVE),
    (OTHER, THING | COLLECTIVE),
    (SENTIENT, THINGS),
    (NARRATOR, REPORTED),
)
_SALUTATION = 40
"""Characters behind the name in a line that greets somebody. By eye."""
Voice = tuple[str, int]
_NARRATION: Voice = ("", NONE)
_NOBODY: frozenset[Voice] = frozenset()
_NOTHING: frozenset[int] = frozenset()
_NOWHERE: frozenset[str] = frozenset()
_THEY = Number.PLURAL | Number.EPICENE


def constraints_on(expression: Expression) -> int:
    """The implications of an expression by itself, as bits; a relative or demonstrative has none.

    In languages with grammatical gender, words for things have one too: *el vaso* is *lo*.
    """
    implied = _constraints_on(expression) | _paradigm(expression) | _telling(expression)
    if is_grammatical(expression.discourse.document.language):
        return implied & ~(THING | THINGS | COLLECTIVE)
    return implied


def _constraints_on(expression: Expression) -> int:
    features = expression.features
    if expression.pronominal:
        if expression.kind not in _PERSONAL or features.person != Person.THIRD:
            return 0
        if features.number & _THEY == _THEY or features.number == Number.PLURAL:
            return SEVERAL | SENTIENT * is_sentient(expression.discourse.forest, expression.head)
        return THING if features.animacy == Animacy.INANIMATE else _gender(features)
    thing = features.animacy == Animacy.INANIMATE and features.animacy_certainty >= SURE
    things = THINGS * (thing and expression.type not in _ACTING)
    if features.number == Number.PLURAL:
        return SEVERAL | things * (expression.kind is not Kind.NAME)
    if expression.kind is Kind.NAME:
        named = expression.type in _PEOPLE or bool(expression.name.titles)
        return _gender(features) if named else 0
    return _gender(features) or THING * thing | things | COLLECTIVE * _collective(expression)


def _telling(expression: Expression) -> int:
    """Whether it is the narrator, or a person whose words are reported."""
    if expression.pronominal:
        features = expression.features
        first = features.person == Person.FIRST and features.number == Number.SINGULAR
        return NARRATOR if first and expression.voice == _NARRATION else 0
    return REPORTED if expression.head in expression.discourse.reported else 0


def _paradigm(expression: Expression) -> int:
    """The paradigm of a neopronoun, or those that a person is stated to use."""
    if expression.features.gender != Gender.OTHER:
        return 0
    document = expression.discourse.document
    known = paradigms(document.language)
    if expression.pronominal:
        number = known.get(expression.form)
        return 0 if number is None else _PARADIGM << number
    stated = stated_pronouns(document, expression.full)
    forms = stated.forms if stated is not None else ()
    # *em* is of *ey*, or of *they*, if that is what was stated.
    return 0 if not forms or forms[0] not in known else _PARADIGM << known[forms[0]]


def _collective(expression: Expression) -> bool:
    language, lemma = expression.discourse.document.language, expression.lemma.lower()
    return lemma in lexicon.words(language, "nouns", "collective") and lemma not in lexicon.words(
        language, "nouns", "embodied"
    )


def firm_constraints(expression: Expression, implied: int) -> int:
    """Those of its constraints that do not rest on what a common noun usually means: *he* may well
    be *a force for independence* or *part of the team*.
    """
    return implied if expression.pronominal else implied & ~(THING | THINGS | COLLECTIVE)


def _gender(features: Features) -> int:
    if features.gender_certainty < SURE:
        return 0
    return _GENDERS.get(features.gender, 0)


def nationalities(expression: Expression) -> frozenset[str]:
    """The country whose demonym a description has: *the Pole*, *the South Korean giant*; none of
    *the Polish-American* or *the South American*, nor of a name like *American Airlines*.
    """
    if expression.kind not in (Kind.NOMINAL, Kind.NAME):
        return _NOWHERE
    document = expression.discourse.document
    tokens = document.tokens[expression.mention.start : expression.head + 1]
    words: list[str] = []
    for token in tokens:
        if token.upos in ("PUNCT", "CCONJ"):
            return _NOWHERE
        words = [] if token.upos in ("DET", "PART") else [*words, token.form]
    if expression.kind is Kind.NAME:
        named = " ".join(words) if tokens and tokens[0].upos == "DET" else ""
        return frozenset(filter(None, [nationality_of(named, document.language)]))
    parts = zip(words, ["", *words], strict=False)
    names = (f"{before} {word}" if before.istitle() else word for word, before in parts)
    found = {nationality_of(name, document.language) for name in names} - {""}
    return frozenset(found) if len(found) == 1 else _NOWHERE


def spoken(expression: Expression) -> frozenset[int]:
    """The utterances in quotation marks whose speaker it is: the subject of *said*, and *I*."""
    features = expression.features
    reported = expression.discourse.reported.get(expression.head, _NOTHING)
    if features.person != Person.FIRST or features.number != Number.SINGULAR:
        return reported
    quotation = expression.quotation
    return reported if quotation is None else reported | {quotation.utterance}


def heard(expression: Expression) -> frozenset[int]:
    """The utterances in which it is *you*."""
    if expression.features.person != Person.SECOND or (quotation := expression.quotation) is None:
        return _NOTHING
    return frozenset([quotation.utterance])


def greeted(expression: Expression) -> bool:
    """Whether it is the name in the salutation of a letter, a line of its own: *Dear Ann,*"""
    document, span = expression.discourse.document, expression.mention.span
    tokens, language = document.tokens, document.language
    if expression.kind is not Kind.NAME or not 0 < span.end < len(tokens) - 1:
        return False
    # *Dear* may be a part of the phrase.
    first = max(0, span.start - 1)
    first -= first > 0 and tokens[first].form == ","  # *Hola, Lucía:*
    greeting = [token.form.lower() for token in tokens[first : expression.head]]
    if lexicon.words(language, "grammar", "greeting").isdisjoint(greeting[:2]):
        return False
    # *Hi Ann at Moss & Co.,*
    line = document.text[tokens[span.end - 1].end :].partition("\n")[0].rstrip()
    begins = not document.text[: tokens[first].start].rpartition("\n")[2].strip()
    if begins and len(line) < _SALUTATION and line.endswith((",", ":", "!")):
        return True
    closed = span.end + (tokens[span.end].upos == "PUNCT")
    return "\n" in document.text[tokens[closed - 1].end : tokens[closed].start]


class Voices(NamedTuple):
    """Who says *I* of an entity, who *you*, and who *he*, *she*, *it* or *they*."""

    first: frozenset[Voice] = _NOBODY
    second: frozenset[Voice] = _NOBODY
    third: frozenset[Voice] = _NOBODY

    def plus(self, other: Voices) -> Voices:
        return Voices(*(mine | theirs for mine, theirs in zip(self, other, strict=True)))

    def contradict(self, other: Voices) -> bool:
        """Whether one voice would call one entity by two persons: *I* and *she*, and in a turn or
        quotation *I* and *you*.

        What seems to be narration may be a thread of mails, in which both are anybody.
        """
        spoken = (self.first & other.second) | (self.second & other.first)
        if spoken - {_NARRATION}:
            return True
        mine, theirs = self.first | self.second, other.first | other.second
        return not (mine.isdisjoint(other.third) and theirs.isdisjoint(self.third))


def voices(expression: Expression) -> Voices:
    """Who says *I*, *you*, or *she* of an expression; nobody of a noun, unless it names who speaks:
    *Ben: You left it*. *We* is *I* and others.
    """
    if not expression.pronominal:
        speaker = expression.discourse.document.sentences[expression.sentence].speaker
        is_cue = bool(speaker) and expression.text == speaker
        return Voices(first=frozenset([(speaker, NONE)])) if is_cue else Voices()
    if expression.kind not in _PERSONAL:
        return Voices()
    person = expression.features.person
    voice = frozenset([expression.voice])
    if person == Person.THIRD:
        return Voices(third=voice)
    if person == Person.SECOND:
        return Voices(second=voice)
    return Voices(first=voice) if person == Person.FIRST else Voices()


def contradictory(implied: int) -> bool:
    return _CONTRADICTORY[implied % _PARADIGM] or (implied // _PARADIGM).bit_count() > 1


_CONTRADICTORY = [
    any(implied & left and implied & right for left, right in _CONTRADICTIONS)
    for implied in range(_PARADIGM)
]
"""The answer for each set of constraints."""
