"""The characters of a book: entities that are people, with all their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.nominals.agreement import Animacy, Features, Gender, Number, Person
from coindex.language.nominals.features import entity_type, features_of
from coindex.language.nominals.names import Name, name_of, nation_of, normalised
from coindex.language.nominals.nouns import is_first_name
from coindex.pipeline.entity_names import entity_name
from coindex.texts.books.corrections import GivenCharacter

LEAST = 2
"""Mentions of a character at least."""
_GENDERS = {Gender.MASCULINE: "male", Gender.FEMININE: "female", Gender.OTHER: "other"}
_NOT_PEOPLE = frozenset({"organization", "place", "event", "object", "time", "substance"})
_ACTING = frozenset({"nsubj", "nsubj:pass", "vocative", "nmod:poss", "iobj", "appos"})
"""Relations in which the name of a person often stands, and that of a thing less often."""
NAMED = 0.02
"""The least share of names among the mentions of a narrator who has one."""
TWICE = 2
"""How often a rare name must look like a person's if no title or first name says so."""
NARRATING = 0.005
"""The least share of a narrator's mentions among the words; the *I* of a few remarks of the author
is nobody in the book.
"""
COMMON = 0.3
"""From which share of small initials on, for one capital, a word is an ordinary noun."""
_POSSESSIVE = ("'s", "’s")
_NOUNS = frozenset({"NOUN", "PROPN"})
_FIRST_OR_SECOND = Person.FIRST | Person.SECOND


@dataclass(frozen=True, slots=True)
class Called:
    """Words that a character is called by, and how often."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Character:
    """A person of a book; `first` and `last` are characters of the text, where the first mention
    begins and the last one ends.
    """

    id: str
    """The id of the entity."""
    name: str
    """The most frequent proper name, else a description."""
    gender: str
    """After the pronouns, titles and names of the text: *female*, *male*, *other*, or empty."""
    names: tuple[Called, ...]
    """Proper names, the most frequent first."""
    descriptions: tuple[Called, ...]
    """Other noun phrases, the most frequent first."""
    pronouns: tuple[Called, ...]
    first: int
    last: int
    entity: Entity

    @property
    def mentions(self) -> int:
        return len(self.entity.mentions)

    @property
    def is_named(self) -> bool:
        return bool(self.names)


def characters(
    document: Document,
    entities: Iterable[Entity],
    least: int = LEAST,
    speaking: Collection[str] = (),
    given: Mapping[str, GivenCharacter] = MappingProxyType({}),
) -> tuple[Character, ...]:
    """Entities that are single people and speak, or have at least this many mentions; those with a
    name first, then the most frequent ones. A reader's corrections, `given`, come first.
    """
    entities = list(entities)
    surnames = _surnames(document, entities)
    people: list[Character] = []
    for entity in entities:
        corrected = given.get(entity.id)
        features = _features(document, entity)
        if corrected is not None:
            if corrected.is_person:
                character = _character(document, entity, features, surnames)
                people.append(replace(character, name=corrected.name))
        elif (len(entity.mentions) >= least or entity.id in speaking) and _is_person(
            document, entity, features, surnames
        ):
            people.append(_character(document, entity, features, surnames))
    return tuple(sorted(people, key=lambda one: (not one.is_named, -one.mentions, one.first)))


def _features(document: Document, entity: Entity) -> list[Features]:
    return [features_of(document, mention, type=entity.type) for mention in entity.mentions]


def _surnames(document: Document, entities: Iterable[Entity]) -> frozenset[str]:
    """The last words of names, for *the Dales*."""
    return frozenset(
        name_of(document, mention.minimum or mention.span).surname
        for entity in entities
        for mention in entity.mentions
        if mention.kind is Kind.NAME
    )


def _is_person(
    document: Document, entity: Entity, features: Sequence[Features], surnames: Collection[str]
) -> bool:
    """Whether more mentions are of one person than of a thing or of several people; a name must be
    a person's, and without a name something must be said of the person but *I*, *you* or *sir*.
    """
    mentions = list(zip(entity.mentions, features, strict=True))
    votes = sum(_vote(document, mention, own) for mention, own in mentions)
    names = [one for one in entity.mentions if one.kind is Kind.NAME]
    if _is_i(features) and len(names) < NAMED * len(mentions):
        if _is_narrator(document, entity, features):
            return votes > 0
        # *I* in the quotations of a man of whom the story speaks is not an author's.
        if not any(_says_who(document, *one) for one in mentions if not one[0].kind.pronominal):
            return False
    if names:
        voted = sum(_name_vote(document, one, surnames) for one in names)
        least = 1 if len(names) > TWICE or _is_sure(document, names) else TWICE
        return votes > 0 and voted >= least
    described = [
        _says_who(document, mention, own)
        for mention, own in mentions
        if not mention.kind.pronominal
    ]
    return votes > 0 and any(described) and 2 * sum(described) >= len(described)


def _name_vote(document: Document, mention: Mention, surnames: Collection[str]) -> int:
    """For the name of one person; against places, *in Dale*, and what names nobody."""
    span = mention.minimum or mention.span
    language = document.language
    own = name_of(document, span)
    before = document.tokens[span.start - 1].form.lower() if span.start else ""
    within = lexicon.words(language, "books", "within")
    thing = not own.titles and (
        _has_article(document, span) or _is_several_or_house(document, mention)
    )
    if before in within or thing or _names_nobody(document, mention, surnames):
        return -1
    if own.titles:
        titles = {title.rstrip(".") for title in own.titles}
        return -1 if titles & lexicon.words(language, "people", "title.saint") else 1
    kind = _type(document, mention)
    known = len(own.words) > 1 or is_first_name(own, language)
    if kind == "person" and not known:
        # *Theosophy* is often a subject as well, but *Dale* hardly ever is not.
        head = span.start if mention.head is None else mention.head
        return 1 if document.tokens[head].relation in _ACTING else 0
    if kind or _has_types(document):
        return 1 if kind == "person" else -1 if kind in _NOT_PEOPLE else 0
    # Without types, as in Spanish, the name or what it does has to say so.
    head = span.start if mention.head is None else mention.head
    return 1 if is_first_name(own, language) or document.tokens[head].relation in _ACTING else 0


def _names_nobody(document: Document, mention: Mention, surnames: Collection[str]) -> bool:
    """Whether it names families, *the Miss Dales*, or nations, is a title alone, *Good Lord*, or
    without a capital.
    """
    span = mention.minimum or mention.span
    language = document.language
    own = name_of(document, span)
    last = own.spelled[-1] if own.spelled else ""
    plural = (not own.titles or _has_article(document, span)) and any(
        own.surname.endswith(end) and own.surname.removesuffix(end) in surnames
        for end in ("s", "es")
    )
    alone = len(own.words) == 1 and not own.titles
    called_out = own.surname in lexicon.words(language, "books", "nobody")
    return bool(
        plural
        or not last[:1].isupper()
        or lexicon.words(language, "grammar", "joining").intersection(own.words)
        or (alone and _is_common(document, own.surname))
        or (alone and _is_title(own.surname, language))
        or (called_out and not own.titles and not is_first_name(own, language))
        or _is_nationality(own, language)
    )


def _has_article(document: Document, span: Span) -> bool:
    """*The Asp*, whether the article is in the name or before it."""
    first = document.tokens[span.start].form.lower()
    before = document.tokens[span.start - 1].form.lower() if span.start else ""
    language = document.language
    definite = lexicon.words(language, "grammar", "definite")
    articles = definite | lexicon.words(language, "grammar", "indefinite")
    return bool(articles.intersection((before, first)))


def _is_nationality(own: Name, language: str) -> bool:
    """*English*, *Old English*, but not *Mrs. English* or *Jane English*."""
    known = nation_of(" ".join(own.spelled), language)
    last = own.spelled[-1] if own.spelled else ""
    unnamed = not own.titles and not is_first_name(own, language)
    return bool(known or (unnamed and nation_of(last, language)))


def _is_several_or_house(document: Document, mention: Mention) -> bool:
    """*Socialists*, or *Simpson's* of *lunch at Simpson's*."""
    head = mention.start if mention.head is None else mention.head
    token, behind = document.tokens[head], document.tokens[head + 1 : head + 2]
    house = token.relation == "obl" and any(one.form in _POSSESSIVE for one in behind)
    return house or token.feature("Number") == "Plur"


@by_identity(1)
def _has_types(document: Document) -> bool:
    """Whether the parser says of which type names are."""
    return any(entity_type(token) for token in document.tokens)


@by_identity(1)
def _uses(document: Document) -> Mapping[str, Counter[str]]:
    """How the words of a text are used: as nouns with a small initial, and with a capital."""
    within = lexicon.words(document.language, "books", "within")
    uses: dict[str, Counter[str]] = {}
    before = ""
    for token in document.tokens:
        counts = uses.setdefault(normalised(token.form), Counter())
        if token.form[:1].isupper():
            kind = entity_type(token)
            counts["capital"] += 1
            counts["adjective"] += token.upos == "ADJ"
            counts["person"] += kind == "person"
            counts["thing"] += kind in _NOT_PEOPLE
            counts["within"] += before in within
            counts["acting"] += token.relation in _ACTING
        else:
            counts["small"] += token.upos == "NOUN"
        before = token.form.lower()
    return uses


def _is_common(document: Document, word: str) -> bool:
    """Whether a name is also an ordinary noun of the text, *Love*, or an adjective, *Bohemian*, or
    in most places no person's, *Carlingford*, or means nobody in it: *God*.
    """
    if word in lexicon.words(document.language, "books", "nobody"):
        return True
    uses = _uses(document).get(word, Counter())
    return (
        uses["small"] >= COMMON * uses["capital"]
        or 2 * uses["adjective"] > uses["capital"]
        or uses["thing"] > uses["person"]
        or uses["within"] > max(uses["acting"], TWICE)
    )


def _is_title(word: str, language: str) -> bool:
    titles = lexicon.words(language, "people", "title")
    return word in titles or f"{word}." in titles


def _is_sure(document: Document, names: Iterable[Mention]) -> bool:
    """Whether a title or first name says that it is a person; *Theosophy* in a single sentence may
    be anything.
    """
    language = document.language
    spelled = (name_of(document, one.minimum or one.span) for one in names)
    return any(own.titles or is_first_name(own, language) for own in spelled)


def _says_who(document: Document, mention: Mention, features: Features) -> bool:
    """Whether it is *he*, *she*, or a noun for a person that is not called out: *Sir!*"""
    if mention.kind.pronominal:
        return bool(features.gender) and features.gender != Gender.NEUTER
    head = mention.start if mention.head is None else mention.head
    token = document.tokens[head]
    called = token.relation == "vocative" or (
        mention.span.length == 1 and _is_title(token.form.lower(), document.language)
    )
    is_one = token.upos in _NOUNS and token.lemma.lower() not in lexicon.words(
        document.language, "nouns", "collective"
    )
    return features.animacy == Animacy.ANIMATE and is_one and not called


def _is_narrator(document: Document, entity: Entity, features: Sequence[Features]) -> bool:
    """Whether it is *I* rather than *you*, often enough, and much of the text lies between the
    first and the last mention.
    """
    length = len(document.tokens)
    reach = entity.mentions[-1].end - entity.mentions[0].start
    often = len(entity.mentions) >= NARRATING * length
    return often and _is_i(features) and reach >= length / 2


def _is_i(features: Sequence[Features]) -> bool:
    """Whether most mentions are *I*, *my*."""
    return sum(bool(one.person & Person.FIRST) for one in features) > len(features) / 2


def _vote(document: Document, mention: Mention, features: Features) -> int:
    if features.number == Number.PLURAL or (
        mention.kind.pronominal and features.number & Number.PLURAL
    ):
        return 0 if features.person & Person.SECOND else -1
    if features.person & _FIRST_OR_SECOND and mention.kind.pronominal:
        return 1
    if mention.kind is Kind.NAME:
        kind = _type(document, mention)
        # Where the parser gives no types, as in Spanish, a title says as much.
        titled = not _has_types(document) and _is_sure(document, (mention,))
        person = kind == "person" or titled
        return -1 if kind in _NOT_PEOPLE and not features.gender else int(person)
    if features.gender and features.gender != Gender.NEUTER:
        return 1
    return {Animacy.ANIMATE: 1, Animacy.INANIMATE: -1}.get(features.animacy, 0)


def _type(document: Document, mention: Mention) -> str:
    own = mention.attribute("type")
    if own or mention.head is None:
        return own
    return entity_type(document.tokens[mention.head])


def _character(
    document: Document, entity: Entity, features: Sequence[Features], surnames: Collection[str]
) -> Character:
    mentions = entity.mentions
    names = [mention for mention in mentions if mention.kind is Kind.NAME]
    # Who is hardly ever named is *I*: a name or two among a thousand pronouns are mistakes.
    only_i = len(names) < NAMED * len(mentions) and _is_i(features)
    # *Good Lord!* and *the Dales* are nobody's names, whatever the resolver linked them with.
    own = [one for one in names if not _names_nobody(document, one, surnames)]
    names = [] if only_i else own or names
    pronouns = [mention for mention in mentions if mention.kind.pronominal]
    others = [
        mention
        for mention in mentions
        if mention.kind is not Kind.NAME and not mention.kind.pronominal
    ]
    ends = [document.tokens[mention.end - 1].end for mention in mentions]
    return Character(
        entity.id,
        _name(document, entity, features, named=bool(names)),
        _gender(features),
        _called(_words(document, mention, minimal=True) for mention in names),
        _called(_words(document, mention, minimal=False) for mention in others),
        _called(_words(document, mention, minimal=False).lower() for mention in pronouns),
        document.tokens[mentions[0].start].start,
        max(ends),
        entity,
    )


def _name(document: Document, entity: Entity, features: Sequence[Features], *, named: bool) -> str:
    """The most frequent name; a narrator, whom others call by pet names, has the full one, or is
    *I*.
    """
    if not named and _is_narrator(document, entity, features):
        return _most_frequent(document, [one for one in entity.mentions if one.kind.pronominal])
    full = (
        one
        for one in entity.mentions
        if one.kind is Kind.NAME
        and len((own := name_of(document, one.minimum or one.span)).words) > 1
        and not own.titles
    )
    called = _called(_words(document, one, minimal=True) for one in full) if _is_i(features) else ()
    is_used = bool(called) and called[0].count >= TWICE
    return called[0].words if is_used else entity_name(document, entity)


def _most_frequent(document: Document, mentions: Iterable[Mention]) -> str:
    return Counter(document.surface(one.span) for one in mentions).most_common(1)[0][0]


def _words(document: Document, mention: Mention, *, minimal: bool) -> str:
    span = mention.minimum or mention.span if minimal else mention.span
    return " ".join(document.surface(span).split())


def _called(words: Iterable[str]) -> tuple[Called, ...]:
    """With their counts; what differs in capitals alone is one, as it is written most often."""
    spelled: dict[str, Counter[str]] = {}
    for one in words:
        spelled.setdefault(one.casefold(), Counter())[one] += 1
    counted = (Called(forms.most_common(1)[0][0], forms.total()) for forms in spelled.values())
    return tuple(sorted(counted, key=lambda called: -called.count))


def _gender(features: Iterable[Features]) -> str:
    votes: Counter[int] = Counter()
    for one in features:
        if one.gender in _GENDERS and one.number != Number.PLURAL:
            votes[one.gender] += 1
    return _GENDERS[votes.most_common(1)[0][0]] if votes else ""
