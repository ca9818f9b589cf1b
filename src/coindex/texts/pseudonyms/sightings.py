"""Words of names in a resolved document: what each is part of, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from enum import StrEnum
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind
from coindex.core.document import Document, Span, Token
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.languages import DEFAULT, get_language
from coindex.language.nominals.agreement import Animacy, Gender, Number
from coindex.language.nominals.entity_types import ORGANIZATION, PERSON, PLACE, entity_type_of
from coindex.language.nominals.features import entity_type
from coindex.language.nominals.names import demonyms, name_words, normalised
from coindex.language.nominals.nouns import is_first_name
from coindex.language.syntax.tree import NONE
from coindex.texts.pseudonyms.institutions import (
    heads_of,
    institution_heads,
    is_company,
    is_joined,
    type_in_context,
    type_of_noun,
)

TYPES = (PERSON, PLACE, ORGANIZATION)
"""Types of entities that pseudonyms are for."""
UNKNOWN = "other"
"""The type of names that nothing is known about; they get pseudonyms, too."""
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]{2,})*(?:[-‐‑](?=[a-zß-ÿ])[^\W\d_]+)*")
"""A word of a name: *Lee* of *Lee’s* and *Lee-Moss*, *O’Neil*, *Co-operative*."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+|[A-ZÀ-Þ]")
_NAMED = frozenset({"flat", "flat:name", "appos"})
"""Relations of a name behind a noun for the person."""
_DOUBTFUL = ("abstract", "object", UNKNOWN)
"""Types of names that are sometimes those of people: *Amalia* in quotation marks, *Moss (2010)*."""
_OUTSIDE = frozenset({"root", "discourse", "vocative", "compound"})
"""Relations of single words that say nothing more, such as exclamations: *God*."""
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?")
_BETWEEN = frozenset({",", "(", "&", "and", "et", "al", "al.", "y", "e"})
_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root"})
"""Relations of names that are not called out to somebody."""
_HYPHENS = frozenset("-‐‑")
_CITED = 8
"""Words between an author and the year."""
_DEFINED = re.compile(r"\([^()]{0,40}[\"“«‘](?:[Tt]he|[Ee]l|[Ll][ao]s?) ([^\W\d_]+)[\"”»’]\)")
_INSIDE = ("VERB", "ADJ", "NOUN", "ADV", "X")
"""What words with a capital inside names may be; a verb, only between others."""
_SURE = 0.8
"""The certainty from which the gender of a mention counts."""
_LONGEST_ACRONYM = 6
"""Letters; a longer word in capitals is rather a shouted name. By eye."""
_RUNNING = 50
"""Characters: a shorter line is no line of running text. By eye."""
_WIDEST = 2
"""Words between two parts of a name."""
_DIGITS = 4
"""Digits of a word in capitals that is a number rather than a name. By eye."""
_FULL_NAME = 4
"""Words of a name of which the last two are surnames, where people have two."""
DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
"""An acronym with dots."""


class NamePart(StrEnum):
    """What a word is in the names that have it; also the list that its pseudonym comes from."""

    FEMALE = "given.female"
    MALE = "given.male"
    NEUTRAL = "given.neutral"
    SURNAME = "surname"
    PLACE = "place"
    ORGANIZATION = "organization"
    ACRONYM = "acronym"
    DEL = "devotion.del"
    DE_LOS = "devotion.de_los"
    DE_LA = "devotion.de_la"


DEVOTIONS = (NamePart.DEL, NamePart.DE_LOS, NamePart.DE_LA)
"""Given names that go with the small words before them: *María de la Luz*."""
GIVEN = frozenset({NamePart.FEMALE, NamePart.MALE, NamePart.NEUTRAL, *DEVOTIONS})


class NamePiece(NamedTuple):
    """A word, or initials, at characters of the text; `word` is normalised unless an acronym.

    `sure`: its place in the name, or a title, says which part it is: *Alder* of *Mrs. Alder*.
    """

    start: int
    end: int
    word: str
    part: NamePart
    initials: bool = False
    sure: bool = False


class Naming(NamedTuple):
    """One mention of an entity by name: its type, the words that give it away, and all its
    capitalised words, normalised; whether a person's title stands before it, and whether it is
    of several people, *the Lees*.
    """

    entity: str
    type: str
    pieces: tuple[NamePiece, ...]
    words: tuple[str, ...] = ()
    titled: bool = False
    plural: bool = False

    @property
    def start(self) -> int:
        return self.pieces[0].start

    @property
    def surname(self) -> str:
        """The word of a person's name that initials go with."""
        last = [one.word for one in self.pieces if not one.initials]
        return last[-1] if last else ""


def namings(document: Document, annotation: Annotation) -> list[Naming]:
    """The names in a resolved document, in the order of its entities."""
    view = discourse(document, annotation)
    by_mention = view.by_mention
    listed = []
    covered = set[int]()
    for entity in annotation.entities:
        members = [by_mention[one] for one in entity.mentions if one in by_mention]
        names = [one for one in members if one.kind is Kind.NAME and one.name.words]
        type = entity_type_of(entity.type, members) if names else ""
        gender = _gender(members)
        for one in names:
            span = one.full.minimum or one.full.span
            covered.update(range(*span))
            own = one.mention.attribute("type") or type or UNKNOWN
            typed = one.mention.attribute("type") or entity.type
            if not typed and is_first_name(one.name, document.language):
                # *Luis Armada* is no navy.
                own = PERSON
            title = document.tokens[one.full.start].form.lower()
            titled = bool(one.name.titles) or _is_title(title, document.language)
            if (own not in TYPES and titled) or (own == UNKNOWN and _is_personal(view, one)):
                own = PERSON  # *Ing. Leticia Garza* is no heron
            single = len(one.name.words) == 1 and is_first_name(one.name, document.language)
            if own in _DOUBTFUL and (single or _is_cited(document, one.mention.start + 1)):
                own = PERSON
            # The name of a person that is not a person's here: *Kennedy Airport*.
            named = own == PERSON or is_company(one.name.words, document.language)
            context = type_in_context(one, members) if named else ""
            if set(one.name.words) <= _calendar(document.language):
                continue
            if _is_role(document, span) or _is_of_heading(document, span):
                continue
            lines = _lines(document, _extended(document, span, own))
            covered.update(range(lines[0].start, lines[-1].end))
            for line in lines:
                if _is_firm(document, line) or (
                    line is not lines[0] and _is_strange(document, line)
                ):
                    context = ORGANIZATION
                elif len(lines) > 1:
                    context = ""
                type = context or own
                place = line
                if type == PERSON:
                    place = _without_office(document, _before_firm(document, line))
                pieces = tuple(sorted(_pieces(one, place, own, gender, context)))
                words = [word for word in one.name.spelled if not word.islower()]
                if len(lines) > 1:
                    words = [document.text[piece.start : piece.end] for piece in pieces]
                if pieces:
                    titled = bool(one.name.titles) and type == PERSON
                    plural = type == PERSON and one.features.number == Number.PLURAL
                    spelled = tuple(map(normalised, words))
                    listed.append(Naming(entity.id, type, pieces, spelled, titled, plural))
    outside = _outside_institutions(listed, document.language)
    return [*outside, *_unmentioned(view, covered), *_in_gaps(document)]


def _outside_institutions(listed: Sequence[Naming], language: str) -> Iterator[Naming]:
    """Without the person in *Bill Gates Foundation*, whose words are those of the institution."""
    heads = institution_heads(language)
    within = {
        piece.start for naming in listed if naming.type == ORGANIZATION for piece in naming.pieces
    }
    for naming in listed:
        pieces = naming.pieces
        has_head = not heads.isdisjoint(piece.word for piece in pieces)
        inside = any(piece.start in within for piece in pieces)
        if not (naming.type == PERSON and has_head and inside):
            yield naming


def _unmentioned(view: Discourse, covered: Set[int]) -> Iterator[Naming]:
    """Names that no mention is of: *team member Ann Lee told the press*, *su hermano Omar*."""
    document, language = view.document, view.document.language
    places = [
        place
        for place, token in enumerate(document.tokens)
        if place not in covered
        and (
            (token.form[:1].isupper() and (_is_proper(token) or _is_given(view, place)))
            or _is_hyphen_inside(document, place)
        )
    ]
    for inside in _runs(view, places):
        forms = tuple(normalised(document.tokens[place].form) for place in inside)
        is_firm = is_joined(document, Span(inside[0], inside[-1] + 1))
        is_firm |= is_company(forms, language) or _has_firm(document, inside[0])
        type = ORGANIZATION if is_firm else _type_of_run(view, inside)
        kept = _staying(type, language) | demonyms(language) | _calendar(language)
        words, last = list[tuple[int, int, str]](), -1
        initials = list[NamePiece]()
        for place in inside:
            if is_firm and is_company_suffix(document, place):
                continue
            token = document.tokens[place]
            match = WORD.match(document.text, token.start)
            if is_of_office(document, place) or labels_number(document, place):
                continue
            behind = type != PERSON and _is_behind(document, token, last)
            stays = match is not None and normalised(match[0]) in kept and not behind
            if type == PERSON and _INITIALS.fullmatch(token.form):
                initial = (token.start, token.end, normalised(token.form))
                initials.append(NamePiece(*initial, NamePart.NEUTRAL, initials=True))
            elif match and token.start >= last and not stays:
                words.append((*match.span(), match[0]))
                last = match.end()
        sure = type == PERSON and len(words) > 1
        pieces = tuple(
            NamePiece(
                start,
                end,
                normalised(word),
                _part(word, at, len(words), type, 0, "", language),
                sure=sure,
            )
            for at, (start, end, word) in enumerate(words)
        )
        if type and pieces:
            spelled = tuple(one.word for one in pieces)
            titled = bool(initials) and _is_title(forms[0], language)
            yield Naming("", type, tuple(sorted([*initials, *pieces])), spelled, titled)


def _is_hyphen_inside(document: Document, place: int) -> bool:
    """Whether it joins two names: *Moss-Lee*."""
    if document.tokens[place].form not in _HYPHENS or not 0 < place < len(document.tokens) - 1:
        return False
    before, own, after = document.tokens[place - 1 : place + 2]
    joined = before.end == own.start and own.end == after.start
    return joined and _is_proper(before) and _is_proper(after)


def gaps(document: Document) -> Iterator[tuple[int, int, str]]:
    """The words with a capital that are in no token, as in labels of turns: *Lee* of *IT (Lee):*"""
    # The colon of such a label may cover what stands before it.
    tokens = [token for token in document.tokens if any(map(str.isalnum, token.form))]
    ends = [0, *(token.end for token in tokens)]
    starts = [*(token.start for token in tokens), len(document.text)]
    for end, start in zip(ends, starts, strict=True):
        if end + 1 < start:
            for match in WORD.finditer(document.text, end, start):
                if match[0][0].isupper():
                    yield (*match.span(), match[0])


def _in_gaps(document: Document) -> Iterator[Naming]:
    """First names that are in no token."""
    language = document.language
    known = lexicon.first_names(language)
    misleading = lexicon.words(language, "people", "misleading") | _calendar(language)
    for start, end, word in gaps(document):
        plain = normalised(word)
        if plain in known and plain not in misleading:
            part = _part(word, 0, 1, PERSON, 0, "", language)
            yield Naming("", PERSON, (NamePiece(start, end, plain, part),), (plain,))


def _runs(view: Discourse, places: Sequence[int]) -> Iterator[list[int]]:
    """Places side by side, also on both sides of the small words of a name: *Inés De la Cruz*."""
    tokens = view.document.tokens
    small = lexicon.words(view.document.language, "pseudonyms", "joining")
    run: list[int] = []
    for place in places:
        between = tokens[run[-1] + 1 : place] if run else ()
        joined = all(token.form.lower() in small for token in between) and (
            not between or (tokens[place].relation == "flat" and view.forest.heads[place] in run)
        )
        following = range(run[-1] + 1, place + 1) if run else ()
        parted = any(_begins_line(view.document, at) for at in following)
        if run and (parted or not joined or len(between) > _WIDEST):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _is_given(view: Discourse, place: int) -> bool:
    """Whether a verb of naming gives this word to somebody: *called me Muscles*."""
    token, head = view.document.tokens[place], view.forest.heads[place]
    if head == NONE or head > place or token.upos not in ("NOUN", "ADJ", "X"):
        return False
    language = view.document.language
    return view.document.tokens[head].lemma in lexicon.words(language, "pseudonyms", "naming")


def _type_of_run(view: Discourse, inside: Sequence[int]) -> str:
    """What proper nouns that no mention has are names of: what the parser says, or the noun that
    they explain, *member* in *member Ann Lee*; empty if nothing does.
    """
    tokens = [view.document.tokens[place] for place in inside]
    titled = len(inside) > 1 and _is_title(tokens[0].form.lower(), view.document.language)
    if titled or _is_given(view, inside[0]):
        return PERSON
    head = view.forest.heads[inside[0]] if tokens[0].relation in _NAMED else NONE
    explained = None if head == NONE else view.by_head.get(head)
    said = "" if head == NONE else type_of_noun(view.document.tokens[head], view.document.language)
    if said:
        return said
    own = [entity_type(token) for token in tokens]
    if head != NONE:
        own.append(entity_type(view.document.tokens[head]))
    if len(tokens) > 1 or head != NONE or tokens[0].relation not in _OUTSIDE:
        if type := next((one for one in own if one in TYPES), ""):
            return type
        if explained is not None and explained.features.animacy == Animacy.ANIMATE:
            return PERSON
    language, word = view.document.language, normalised(tokens[0].form)
    known = word in lexicon.first_names(language)
    plain = known and word not in lexicon.words(language, "people", "misleading")
    if tokens[0].relation == "compound":
        return ""
    return PERSON if plain or (known and head != NONE) else ""


def _is_personal(view: Discourse, one: Expression) -> bool:
    """Whether a preposition says that the object of a verb is a person: *vi a Chuy Montes*; of one
    word, it may as well be a company.
    """
    head = one.full.head
    if (
        head is None
        or len(one.name.words) < 2
        or view.document.tokens[head].relation not in ("obj", "iobj")
    ):
        return False
    marks = lexicon.words(view.document.language, "syntax", "dative")
    before = view.document.tokens[one.full.start - 1].form.lower() if one.full.start else ""
    return before in marks


def _without_office(document: Document, span: Span) -> Span:
    """A person's name without what is before it: *Lee* of *Old Captain Lee*, of *District Judge
    Lee*. What is a title or stands before one is no first name.
    """
    known = lexicon.first_names(document.language)
    for place in range(span.start, span.end - 1):
        word = document.tokens[place].form
        if _is_title(word.lower(), document.language):
            return Span(place, span.end)
        if normalised(word) in known or not word[:1].isupper():
            break
    return span


def is_of_office(document: Document, place: int) -> bool:
    """Whether a word says which office somebody has: *Prime* and *Minister*, *the Captain*, *Dean
    of York*.
    """
    before, word, after = (
        document.tokens[at].form.lower() if 0 <= at < len(document.tokens) else ""
        for at in (place - 1, place, place + 1)
    )
    language = document.language
    parts = lexicon.words(language, "rewriting", "title_part")
    if word in parts:
        return _is_title(after, language)
    beside = before in parts or before in lexicon.words(language, "grammar", "definite")
    linked = after in lexicon.words(language, "rewriting", "linking")
    return _is_title(word, language) and (beside or linked)


def _is_first_name(document: Document, place: int) -> bool:
    """Whether a title is a first name here, because the text calls somebody so without an article:
    *Dean Moss* and *Dean left*.
    """
    word = document.tokens[place].form
    return normalised(word) in lexicon.first_names(document.language) and any(
        token.form == word
        and token.upos == "PROPN"
        and token.relation in _ARGUMENTS
        and not (at and document.tokens[at - 1].upos in ("DET", "PRON", "PUNCT", "ADJ"))
        and not (at + 1 < len(document.tokens) and _is_proper(document.tokens[at + 1]))
        and not is_of_office(document, at)
        for at, token in enumerate(document.tokens)
    )


def labels_number(document: Document, place: int) -> bool:
    """Whether a word stands before the number of a person or account, rather than in a name:
    *Swift* of *Swift code*, not of *Ann Swift*.
    """
    token, language = document.tokens[place], document.language
    if normalised(token.form) not in lexicon.words(language, "pseudonyms", "number"):
        return False
    beside = (
        document.tokens[at] for at in (place - 1, place + 1) if 0 <= at < len(document.tokens)
    )
    after = document.tokens[place + 1].form if place + 1 < len(document.tokens) else ""
    if token.form.isupper() or token.form.endswith(".") or any(map(str.isdigit, after)):
        return True
    return not any(_is_proper(one) or one.form in _HYPHENS for one in (token, *beside))


def _is_cited(document: Document, place: int) -> bool:
    """Whether a year follows, as behind an author: *Lund et al., 2015*, *Moss and Lee (2010)*."""
    for token in document.tokens[place : place + _CITED]:
        if _YEAR.fullmatch(token.form):
            return True
        between = token.form in _BETWEEN or (_is_proper(token) and token.form[:1].isupper())
        if not between:
            break
    return False


def _is_role(document: Document, span: Span) -> bool:
    """Whether it is a noun for a party of a contract or for people in office: *the Owner*,
    *Senators*.
    """
    definite = lexicon.words(document.language, "grammar", "definite")
    start = span.start + (document.tokens[span.start].form.lower() in definite)
    if span.end - start != 1:
        return False
    word = document.tokens[start].form
    if word.lower() in office_plurals(document.language) or word in _defined(document.text):
        return True
    roles = lexicon.words(document.language, "people", "person")
    if not start or document.tokens[start - 1].form.lower() not in definite:
        return False
    # *The Undertaker* is a name where *Undertaker* stands without an article, too.
    return normalised(word).removesuffix("s") in roles and not any(
        token.form == word and document.tokens[place].upos in ("ADP", "CCONJ", "SCONJ", "VERB")
        for place, token in enumerate(document.tokens[1:])
    )


def _is_of_heading(document: Document, span: Span) -> bool:
    """Whether it is a word of a heading: a number, *SEGUNDO.*, or one in capitals that the text
    also has as a common noun.
    """
    if span.end - span.start != 1:
        return False
    word = normalised(document.tokens[span.start].form)
    if word in map(normalised, lexicon.words(document.language, "descriptions", "ordinal")):
        after = document.tokens[span.end].form[:1] if span.end < len(document.tokens) else ""
        return span.start == document.sentence_of(span.start).span.start and after in (".", ":")
    return document.tokens[span.start].form.isupper() and _is_common(document, span.start)


def _is_common(document: Document, place: int) -> bool:
    """Whether the text has a word in lower case as well, as a common noun."""
    word = document.tokens[place].form.lower()
    return normalised(word) in _small(document.text) and any(
        token.upos == "NOUN" and token.form == word for token in document.tokens
    )


@cache
def _common_people(language: str) -> frozenset[str]:
    """Nouns for people, which parsers may take for names: *bloke called Lee*."""
    return lexicon.words(language, "people", "person") | lexicon.words(language, "people", "kin")


@cache
def office_plurals(language: str) -> frozenset[str]:
    """Titles of several people: *senators*."""
    return frozenset(f"{title}s" for title in lexicon.words(language, "people", "title.neutral"))


@lru_cache(maxsize=64)
def _defined(text: str) -> frozenset[str]:
    """Words that the text defines as its terms: *Ann Lee ("the Owner")*, *(«la Profesionista»)*."""
    return frozenset(match[1] for match in _DEFINED.finditer(text))


def _gender(members: Sequence[Expression]) -> int:
    """The gender that titles and pronouns say, or none."""
    sure = [one.features for one in members if one.features.gender_certainty >= _SURE]
    genders = {one.gender for one in sure if one.gender in (Gender.MASCULINE, Gender.FEMININE)}
    return genders.pop() if len(genders) == 1 else 0


def _lines(document: Document, span: Span) -> list[Span]:
    """The parts of a name on lines of their own, as at the end of a letter: *Tom Moss* above
    *Moss & Sons Ltd.*; lines of running text are longer.
    """
    starts = [at for at in range(span.start + 1, span.end) if _begins_line(document, at)]
    return [Span(*ends) for ends in pairwise([span.start, *starts, span.end])]


def _begins_line(document: Document, place: int) -> bool:
    """Whether a word stands behind a line that is too short for running text."""
    text, (before, after) = document.text, document.tokens[place - 1 : place + 1]
    broken = "\n" in text[before.end : after.start]
    return broken and before.end - (text.rfind("\n", 0, before.end) + 1) < _RUNNING


def _is_strange(document: Document, span: Span) -> bool:
    """Whether a line below a name begins with no first name: *Moss Lamps*."""
    first, language = document.tokens[span.start].form, document.language
    known = normalised(first) in lexicon.first_names(language)
    return not known and not _is_title(first.lower(), language)


def _is_firm(document: Document, span: Span) -> bool:
    """Whether a name has *Ltd.* or the like at its end, or *&* between two names; but not *Ann Lee
    of Lee Ltd.*
    """
    for at in range(span.start + 1, document.sentence_of(span.start).span.end):
        if is_company_suffix(document, at):
            return True
        if not document.tokens[at].form[:1].isupper() or _begins_line(document, at):
            break
    return is_joined(document, span)


def is_company_suffix(document: Document, place: int) -> bool:
    """Whether a word is *Ltd.* or the like, or half of *S. L.*"""
    suffixes = _suffixes(document.language)
    before, own, after = (
        document.tokens[at].form.lower() if 0 <= at < len(document.tokens) else ""
        for at in (place - 1, place, place + 1)
    )
    return not suffixes.isdisjoint({own, before + own, own + after})


def _before_firm(document: Document, span: Span) -> Span:
    """The person's part of a name: *Ann Lee* of *Ann Lee of Lee Tools Ltd.*"""
    ends = (
        at
        for at in range(span.start + 1, span.end - 1)
        if document.tokens[at].form.islower() and _has_firm(document, at + 1)
    )
    return Span(span.start, next(ends, span.end))


def _has_firm(document: Document, place: int) -> bool:
    """Whether the name of a company stands at this place."""
    return _is_firm(document, Span(place, place + 1))


@cache
def _suffixes(language: str) -> frozenset[str]:
    """What companies have behind their names, in lower case: *ltd.*, *gmbh*."""
    own = lexicon.words(language, "grammar", "organization.suffix")
    return own | frozenset(one.rstrip(".") for one in own)


def _pieces(
    expression: Expression, span: Span, type: str, gender: int, context: str
) -> Iterator[NamePiece]:
    """The words of a name of this type; if `context` says what else has it, they are parts of that
    name, but found as those of a person, of which less stays.
    """
    document = expression.discourse.document
    kept = _staying(type, document.language)
    kept |= heads_of(expression) | _suffixes(document.language) if context else frozenset()
    words: list[tuple[int, int, str]] = []
    titles, last = list[str](), -1
    for place in range(*span):
        token = document.tokens[place]
        lowered = token.form.lower()
        if _is_no_name(document, place, type, context):
            continue
        if not words and (_is_described(document, place) or (titles and token.upos == "ADP")):
            # What follows is where the keeper, or the vice president for Europe, is.
            type = PLACE if type == PERSON else type
            continue
        if type == PERSON and not words and _is_title(lowered, document.language):
            if not _is_first_name(document, place):
                titles.append(lowered)
                continue
            kept -= {lowered}
        if (
            token.start < last
            or (is_of_office(document, place) and not (type == PERSON and words))
            or token.upos == "PUNCT"
            or (lowered in kept and not _is_name_here(document, place, span, type, titles, words))
        ):
            continue
        if type == PERSON and _INITIALS.fullmatch(token.form):
            initial = (token.start, token.end, normalised(token.form))
            yield NamePiece(*initial, NamePart.NEUTRAL, initials=True)
        elif DOTTED.fullmatch(token.form):
            yield NamePiece(token.start, token.end, token.form.replace(".", ""), NamePart.ACRONYM)
        elif not token.form.islower() or (token.upos == "PROPN" and type in (PERSON, UNKNOWN)):
            # A name may be one word of the text and several tokens, or the reverse: the words of
            # the text count, and `last` skips tokens inside the word that was just read.
            for start, end, spelled in _words_from(document.text, token.start):
                if start >= token.end:
                    break
                last = end
                is_kept = normalised(spelled) in kept and token.form != spelled
                if not is_kept and (type == PERSON or len(spelled) > 1):
                    words.append((start, end, spelled))
    title = _titled(titles, document.language)
    type = context or type
    sure = type == PERSON and (len(words) > 1 or title == NamePart.SURNAME)
    for number, (start, end, spelled) in enumerate(words):
        part = _part(spelled, number, len(words), type, gender, title, document.language)
        if type == PERSON and number:
            part = _second(document, words, number, part, gender)
        word = spelled if part is NamePart.ACRONYM else normalised(spelled)
        yield NamePiece(start, end, word, part, sure=sure)


def _is_no_name(document: Document, place: int, type: str, context: str) -> bool:
    """Whether a word in a name is a date, a number or a common noun for a person, or in the name
    of a firm its suffix or its role: *Moss Ltd. ("the Client")*.
    """
    token = document.tokens[place]
    if token.empty or is_date(document, place) or _is_number(document, place):
        return True
    if type != PERSON and token.upos == "NOUN" and _is_common(document, place):
        return True
    if labels_number(document, place):
        return True
    if _is_function_word(token, document.language) or _begins_sentence(document, place):
        return True
    if token.upos in ("ADJ", "NOUN") and normalised(token.form) in demonyms(document.language):
        return True  # *American* says where somebody comes from; it is listed, not hidden
    if token.form.islower() and token.form in _common_people(document.language):
        return True
    if _is_greeting(document, place) or (type != PERSON and _is_before_name(document, place)):
        return True
    firm = context == ORGANIZATION
    return firm and (token.form in _defined(document.text) or is_company_suffix(document, place))


def _is_greeting(document: Document, place: int) -> bool:
    """Whether it is *Dear* at the beginning of a line, and another word follows."""
    token = document.tokens[place]
    if token.form.lower() not in lexicon.words(document.language, "grammar", "greeting"):
        return False
    return not document.text[: token.start].rpartition("\n")[2].strip()


def _is_before_name(document: Document, place: int) -> bool:
    """Whether it is a title in the name of a thing: *the ferry Queen Astrid*."""
    word = document.tokens[place].form.lower()
    after = document.tokens[place + 1].form if place + 1 < len(document.tokens) else ""
    return _is_title(word, document.language) and normalised(after) in lexicon.first_names(
        document.language
    )


def _words_from(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    """The words from here on; *mei-ling* is two where the text has *Mei-Ling*, too."""
    for match in WORD.finditer(text, start):
        word = match[0]
        if word.islower() and "-" in word and word.title() in text:
            for part in re.finditer(r"[^-]+", word):
                yield match.start() + part.start(), match.start() + part.end(), part[0]
        else:
            yield (*match.span(), word)


def _is_function_word(token: Token, language: str) -> bool:
    """Whether it is a preposition or article, whatever its letters: *EN* of a headline."""
    words = lexicon.words(language, "grammar", "preposition") | lexicon.words(
        language, "grammar", "stop"
    )
    return token.upos in ("ADP", "DET", "CCONJ", "SCONJ") and token.form.lower() in words


def _begins_sentence(document: Document, place: int) -> bool:
    """Whether it has its capital from the sentence that it begins, far from the name: *Cansado y
    triste, Lee*.
    """
    token, small = document.tokens[place], _joining(document.language)
    if token.upos not in ("ADJ", "VERB") or not token.form.istitle():
        return False
    after = document.tokens[place + 1].form if place + 1 < len(document.tokens) else ""
    before = document.tokens[place - 1].upos if place else "PUNCT"
    first = place == document.sentence_of(place).span.start or before == "PUNCT"
    return first and after.islower() and after not in small


def _joining(language: str) -> frozenset[str]:
    """Small words inside names."""
    return lexicon.words(language, "pseudonyms", "joining") | name_words(language, "particle")


def _is_described(document: Document, place: int) -> bool:
    """Whether it is a noun behind an article that the text also has in small letters: *The Keeper
    of Skerry Point* beside *the keeper*.
    """
    before = document.tokens[place - 1].form.lower() if place else ""
    definite = lexicon.words(document.language, "grammar", "definite")
    return before in definite and normalised(document.tokens[place].form) in _small(document.text)


@lru_cache(maxsize=64)
def _small(text: str) -> frozenset[str]:
    """The words of a text that it has in lower case."""
    return frozenset(normalised(match[0]) for match in WORD.finditer(text) if match[0].islower())


def _is_name_here(
    document: Document,
    place: int,
    span: Span,
    type: str,
    titles: Sequence[str],
    words: Sequence[tuple[int, int, str]],
) -> bool:
    """Whether a word that is usually no part of a person's name is one: *Le* of *Duc Le*, *Primo*
    of *don Primo*.
    """
    token, language = document.tokens[place], document.language
    if type != PERSON:
        return bool(words) and _is_behind(document, token, words[-1][1])
    if place + 1 != span.end or not token.form[:1].isupper():
        return False
    particles = _joining(language)
    kin = token.form.lower() in lexicon.words(language, "people", "kin")
    return kin or token.form.lower() in particles if words else kin and bool(titles)


def _is_behind(document: Document, token: Token, end: int) -> bool:
    """Whether a noun ends a name where it would come first if it said what is called so:
    *Ascensores Martínez Lago* is no lake.
    """
    nouns = lexicon.words(document.language, "pseudonyms", "generic.noun")
    return token.form.lower() in nouns and document.text[end : token.start] == " "


def _is_number(document: Document, place: int) -> bool:
    """*12345678Z*, *HELG670312QX4* and the letter in *3.º B*, but neither *B2B* nor *ann1971*."""
    word = document.tokens[place].form
    if place and _INITIALS.fullmatch(word) and document.tokens[place - 1].form[:1].isdigit():
        return True
    digits = sum(character.isdigit() for character in word)
    return digits > len(word) / 2 or (digits >= _DIGITS and word.isupper())


def _titled(titles: Sequence[str], language: str) -> str:
    """What a single name behind these titles is: a surname behind *Mrs.*, either behind *Aunt*;
    empty without a title.
    """
    if not titles:
        return ""
    given = lexicon.words(language, "people", "title.given") | lexicon.words(
        language, "people", "title.rank"
    )
    kin = lexicon.words(language, "people", "kin")
    return "any" if given & {*titles} or kin & {*titles} else NamePart.SURNAME


def _extended(document: Document, span: Span, type: str) -> Span:
    """With the proper nouns beside a name, also behind a small word, *Vilar do Monte*, or a word
    that is capitalised, *Heaven Sent Gaming*, and with the other words of *Food Standards Agency*:
    parsers part such names.

    What else is called a name there is replaced too, rather than too little.
    """
    tokens, sentence = document.tokens, document.sentence_of(span.start).span
    small = lexicon.words(document.language, "pseudonyms", "joining")
    if type == ORGANIZATION:
        small |= lexicon.words(document.language, "pseudonyms", "linking")
    start, end = span
    whole = type != PERSON and not _has_capitals_throughout(tokens[sentence.start : sentence.end])
    while start > sentence.start and (
        _is_proper(tokens[start - 1])
        or (
            whole
            and start - 1 > sentence.start
            and tokens[start - 1].upos != "VERB"
            and _is_capitalised(tokens[start - 1])
        )
    ):
        start -= 1
    if type == PERSON and start > sentence.start + 1 and tokens[start - 1].form == ",":
        first = start == sentence.start + 2 or tokens[start - 3].upos == "PUNCT"
        noun = tokens[start - 2].upos == "NOUN" and tokens[start - 2].form[1:].islower()
        noun = noun and tokens[start - 2].feature("Number") != "Plur"  # *Thanks, Ann.*
        ends = span.end == len(tokens) or tokens[span.end].upos == "PUNCT"
        proper = _is_proper(tokens[start - 2]) and len(tokens[start - 2].form) > 1
        greeting = lexicon.words(document.language, "grammar", "greeting")
        first = first and tokens[start - 2].form.lower() not in greeting
        if first and (proper or (noun and ends)):
            start -= 2  # *Lee, Ann*
    while end < sentence.end:
        if _is_proper(tokens[end]) or (
            whole and tokens[end].upos != "VERB" and _is_capitalised(tokens[end])
        ):
            end += 1
            continue
        behind = end
        while behind < sentence.end and _bridges(tokens[behind], small) and behind < end + _WIDEST:
            behind += 1
        if behind == end or behind >= sentence.end or not _is_proper(tokens[behind]):
            break
        end = behind
    return Span(start, end)


def _bridges(token: Token, small: Set[str]) -> bool:
    """Whether a name may continue behind this word."""
    return token.form.lower() in small or _is_capitalised(token)


def _is_capitalised(token: Token) -> bool:
    """Whether it is a word with a capital, or any word in capitals: *BY* of *CC BY*."""
    shouted = len(token.form) > 1 and token.form.isupper() and token.form.isalpha()
    return shouted or (token.form[:1].isupper() and token.upos in _INSIDE)


def _has_capitals_throughout(tokens: Sequence[Token]) -> bool:
    """Whether it is a headline: *Mayor Opens New Bridge*."""
    words = [token.form for token in tokens if len(token.form) > 3 and token.form.isalpha()]
    return sum(word[0].isupper() for word in words) > len(words) / 2


def _is_proper(token: Token) -> bool:
    return token.upos == "PROPN" and not token.empty


def _is_title(word: str, language: str) -> bool:
    return word in lexicon.words(language, "people", "title") or f"{word}." in lexicon.words(
        language, "people", "title"
    )


def _staying(type: str, language: str) -> frozenset[str]:
    """Words in names that say nothing about who or what is meant."""
    own = (
        name_words(language, "outside")
        | lexicon.words(language, "pseudonyms", "joining")
        | name_words(language, "particle")
        | lexicon.words(language, "people", "name.suffix")
        | lexicon.words(language, "grammar", "definite")
        | lexicon.words(language, "pseudonyms", "abbreviation")
        | lexicon.words(language, "pseudonyms", "creed")
        | lexicon.words(language, "pseudonyms", "closing")
        | office_plurals(language)
        | _written_titles(language)
    )
    if type == PERSON:
        return own | lexicon.words(language, "people", "kin")
    return (
        own
        | lexicon.words(language, "pseudonyms", "street")
        | _suffixes(language)
        | lexicon.words(language, "grammar", "organization")
        | lexicon.words(language, "pseudonyms", "generic")
        | lexicon.words(language, "pseudonyms", "head")
        | lexicon.words(language, "people", "person.neutral")
    )


@cache
def _calendar(language: str) -> frozenset[str]:
    days = lexicon.words(language, "pseudonyms", "day")
    return frozenset(map(normalised, days | lexicon.words(language, "pseudonyms", "calendar")))


@cache
def _written_titles(language: str) -> frozenset[str]:
    """Titles that are no names: *Mr*, and those with a dot, *Dr.*, without it as well."""
    titles = lexicon.words(language, "people", "title")
    dotted = frozenset(title for title in titles if title.endswith("."))
    plain = frozenset(title.rstrip(".") for title in dotted)
    plural = lexicon.words(language, "people", "title.plural")
    return lexicon.words(language, "people", "title.general") | plural | dotted | plain


def is_day_or_month(document: Document, place: int) -> bool:
    """Whether a word names a day or month, and nobody: *Tuesday*, *in May*, *March*."""
    word, language = normalised(document.tokens[place].form), document.language
    if word in map(normalised, lexicon.words(language, "pseudonyms", "day")):
        return True
    is_month = word in lexicon.words(language, "pseudonyms", "month")
    return is_month and (word not in lexicon.first_names(language) or is_date(document, place))


def is_date(document: Document, place: int) -> bool:
    """Whether a month stands as one: *3 May*, *3 de mayo*, *May 2021*, *in May*."""
    token = document.tokens[place]
    if normalised(token.form) not in lexicon.words(document.language, "pseudonyms", "month"):
        return False
    small = lexicon.words(document.language, "pseudonyms", "joining")
    start = place - 1 if place > 1 and document.tokens[place - 1].form in small else place
    before = document.tokens[start - 1].form if start else ""
    after = document.tokens[place + 1].form if place + 1 < len(document.tokens) else ""
    dating = lexicon.words(document.language, "pseudonyms", "dating")
    if before[:1].isdigit() or after[:1].isdigit() or before.lower() in dating:
        return True
    # *The end of May*, *the May figures*
    following = place + 1 < len(document.tokens) and document.tokens[place + 1].upos == "NOUN"
    definite = lexicon.words(document.language, "grammar", "definite")
    parted = place > 1 and document.tokens[place - 2].form.lower() in lexicon.words(
        document.language, "pseudonyms", "of_months"
    )
    return parted or (following and before.lower() in definite)


def _part(
    spelled: str, number: int, count: int, type: str, gender: int, title: str, language: str
) -> NamePart:
    if type != PERSON:
        if count == 1 and spelled.isupper() and 1 < len(spelled) <= _LONGEST_ACRONYM:
            return NamePart.ACRONYM
        return NamePart.PLACE if type == PLACE else NamePart.ORGANIZATION
    word = normalised(spelled)
    # Many words are first names and surnames (*Grant*, *Kelly*): place in the name and title
    # decide,
    # then the lexicon; a lone word of a person without known gender is taken for a surname.
    share = lexicon.first_names(language).get(word)
    surname = _is_surname(word, language)
    if count > 1:
        first = number == 0 and not (surname and title)
        family = 2 if count >= _FULL_NAME and get_language(language).double_surnames else 1
        given = first or (number < count - family and share is not None and not surname)
        return _given(share, gender if number == 0 else 0) if given else NamePart.SURNAME
    if title == NamePart.SURNAME:
        return NamePart.SURNAME
    if share is not None and not (surname and (title or language != DEFAULT)):
        return _given(share, gender)
    return NamePart.SURNAME if title or surname or not gender else _given(share, gender)


def _second(
    document: Document,
    words: Sequence[tuple[int, int, str]],
    number: int,
    part: NamePart,
    gender: int,
) -> NamePart:
    """What a word behind another one is if the two are one given name: *Jean-Luc*, *José Luis*,
    *María de la Luz*.
    """
    language, word = document.language, normalised(words[number][2])
    between = document.text[words[number - 1][1] : words[number][0]].strip().lower()
    own = lexicon.words(language, "pseudonyms", "devotion")
    small = f"devotion.{between.replace(' ', '_')}"
    if small in DEVOTIONS and word in {normalised(one) for one in own}:
        return NamePart(small)
    share, first = lexicon.first_names(language).get(word), normalised(words[0][2])
    last = number + 1 == len(words)
    double = {normalised(one) for one in lexicon.words(language, "pseudonyms", "double")}
    twofold = {normalised(one) for one in lexicon.words(language, "pseudonyms", "twofold")}
    joined = between == "-" and number == 1 and (share is not None or not last)
    paired = not between and number == 1 and first in double and word not in twofold
    if share is not None and (joined or paired):
        return _given(lexicon.first_names(language).get(first), gender)
    return part


def _is_surname(word: str, language: str) -> bool:
    """Whether it is a common surname, and no first name of the language itself; the list of
    surnames is the English one.
    """
    if word not in lexicon.words(DEFAULT, "people", "surname"):
        return False
    return language == DEFAULT or not any(
        word in names.split() for _, names in lexicon.table(language, "first_names")
    )


def _given(share: float | None, gender: int) -> NamePart:
    if gender:
        return NamePart.FEMALE if gender == Gender.FEMININE else NamePart.MALE
    if share is None:
        return NamePart.NEUTRAL
    return NamePart.FEMALE if share > 0.5 else NamePart.MALE
