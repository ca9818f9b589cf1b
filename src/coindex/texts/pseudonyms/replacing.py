"""The names of a document replaced by their pseudonyms: in mentions, and wherever else they stand.

A word of a name that the resolver missed is replaced where the parser takes it for a name, beside
another word of a name, in addresses, and where it is capitalised without being at the beginning of
a sentence. What may or may not be a name stays, and is reported.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.languages import get_language
from coindex.language.nominals.names import demonyms, normalised
from coindex.texts.edits import Edit
from coindex.texts.pseudonyms.cast import Cast
from coindex.texts.pseudonyms.sightings import (
    DOTTED,
    WORD,
    NamePiece,
    Naming,
    gaps,
    is_date,
    is_of_office,
    labels_number,
)

_ADDRESS = re.compile(r"@|://|^www\.", re.IGNORECASE)
_VOWELS = frozenset("aeiouáéíóú")


class Replacing(NamedTuple):
    """The edits of a document, the words that may be names but stay, as characters, and where
    what is masked begins.
    """

    edits: tuple[Edit, ...]
    doubtful: tuple[tuple[int, int], ...]
    masked: frozenset[int] = frozenset()

    def with_masks(self, masks: Sequence[Edit]) -> Replacing:
        """These edits and masks, which names inside them give way to."""
        hidden = {place for mask in masks for place in range(mask.start, mask.end)}
        edits = [one for one in self.edits if hidden.isdisjoint(range(one.start, one.end))]
        doubtful = [place for place in self.doubtful if hidden.isdisjoint(range(*place))]
        starts = frozenset(mask.start for mask in masks)
        return Replacing(tuple(sorted([*edits, *masks])), tuple(doubtful), starts)


class _Occurrence(NamedTuple):
    start: int
    end: int
    text: str
    token: int


def replacing(
    document: Document, namings: Iterable[Naming], cast: Cast, common: Set[str]
) -> Replacing:
    """`common` are words, normalised, that the collection also has in lower case."""
    edits: dict[int, Edit] = {}
    for naming in namings:
        for piece in naming.pieces:
            written = document.text[piece.start : piece.end]
            if piece.initials and (naming.surname in cast.words or naming.titled):
                text = cast.initials(written, naming.surname)
                edits[piece.start] = Edit(piece.start, piece.end, text)
            elif name := cast.pseudonym(written):
                edits[piece.start] = Edit(piece.start, piece.end, name)
        for piece in _codes(document, naming, edits):
            name = cast.code(document.text[piece.start : piece.end], document.language)
            edits[piece.start] = Edit(piece.start, piece.end, name)
    # The same words also stand where no mention is; there, how they are written must tell a name
    # from a noun.
    inside = {place for edit in edits.values() for place in range(edit.start, edit.end)}
    doubtful = []
    occurrences = [one for one in _occurrences(document, cast) if one.start not in inside]
    beside = _neighbours(document, occurrences, edits.values(), cast)
    starts = {sentence.span.start for sentence in document.sentences}
    for one in occurrences:
        if _is_name(document, one, one.start in beside, starts, cast, common):
            edits[one.start] = Edit(one.start, one.end, cast.pseudonym(one.text))
        elif not one.text.islower():
            doubtful.append((one.start, one.end))
    inside = {place for edit in edits.values() for place in range(edit.start, edit.end)}
    doubtful += [(start, end) for start, end, _ in gaps(document) if start not in inside]
    agreeing = _agreeing(document, edits)
    return Replacing(tuple(sorted([*edits.values(), *agreeing])), tuple(doubtful))


def _codes(document: Document, naming: Naming, edits: Container[int]) -> list[NamePiece]:
    """The words in capitals of a name that is replaced in part: *BY* of *CC BY*."""
    places = [piece.start for piece in naming.pieces]
    if not any(start in edits for start in places):
        return []
    tokens = {token.start: place for place, token in enumerate(document.tokens)}
    return [
        piece
        for piece in naming.pieces
        if piece.start not in edits
        and piece.end > piece.start + 1
        and document.text[piece.start : piece.end].isupper()
        and not _is_shouted(document, tokens.get(piece.start, 0))
    ]


def _occurrences(document: Document, cast: Cast) -> Iterator[_Occurrence]:
    """The words of the text that are words of names, whatever they are there."""
    starts = [token.start for token in document.tokens]
    for match in DOTTED.finditer(document.text):
        if cast.pseudonym(match[0]):
            place = bisect_right(starts, match.start()) - 1
            yield _Occurrence(*match.span(), match[0], place)
    for match in WORD.finditer(document.text):
        for word in dict.fromkeys((match[0], match[0].partition("-")[0])):
            # The *X* of *X-ray* is nobody's initial.
            if cast.pseudonym(word) and (len(word) > 1 or word == match[0]):
                place = bisect_right(starts, match.start()) - 1
                yield _Occurrence(match.start(), match.start() + len(word), word, place)
                break


def _neighbours(
    document: Document, occurrences: Sequence[_Occurrence], edits: Collection[Edit], cast: Cast
) -> set[int]:
    """Where occurrences begin that stand beside another word of a name: *ann lee*."""
    text = document.text
    beside = set()
    for small in (True, False):
        # *Mr Tesfaye sat down*: a small word beside a name is none, unless that is small, too.
        near = [one for one in occurrences if one.text.islower() == small]
        words = {(one.start, one.end) for one in near} | {
            (edit.start, edit.end)
            for edit in edits
            if text[edit.start : edit.end].islower() == small
        }
        for one in near:
            others = [
                text[start:end]
                for start, end in words
                if (start == one.end + 1 and text[one.end] == " ")
                or (end == one.start - 1 and text[end] == " ")
            ]
            if others and (not small or _is_small_name(document, one, others, cast)):
                beside.add(one.start)
    return beside


def _is_small_name(document: Document, one: _Occurrence, others: Iterable[str], cast: Cast) -> bool:
    """Whether a word in lower case may be a person's: *ann lee*, but neither *vice president* nor
    the verb *mark*.
    """
    token = document.tokens[one.token] if one.token >= 0 else Token(0, 0, "")
    given = lexicon.first_names(document.language)
    return (
        cast.key_of(one.text) in cast.people
        and token.upos in ("PROPN", "NOUN", "X", "ADJ", "")
        and any(normalised(word) in given for word in (one.text, *others))
    )


def _is_name(
    document: Document,
    one: _Occurrence,
    beside: bool,
    starts: Set[int],
    cast: Cast,
    common: Set[str],
) -> bool:
    word = cast.key_of(one.text)
    token = document.tokens[one.token] if one.token >= 0 else Token(0, 0, "")
    if _ADDRESS.search(document.text[token.start : token.end]):
        return True
    if one.token >= 0 and token.end >= one.end and _is_other(document, one.token):
        return False
    # From the surest evidence to the weakest: part of an address, tagged as a name, beside another
    # name, no common word; last what is a common word too, *Rose* within a sentence.
    alone = word in cast.alone or word in cast.people
    if token.upos in ("ADJ", "NOUN") and normalised(one.text) in demonyms(document.language):
        return False
    if token.upos == "PROPN" and alone and not one.text.islower():
        return True
    if beside:
        return True
    if one.text.islower() or not alone:
        return False
    # *Tareas:* is a heading, whatever it was taken for once.
    if token.upos == "NOUN" and word not in cast.people and one.token in starts:
        return False
    if normalised(one.text) not in common:
        return True
    if one.text.isupper() and word.isupper():
        return not _is_shouted(document, one.token)
    return one.token not in starts and token.upos in ("NOUN", "X", "")


def _is_other(document: Document, place: int) -> bool:
    """Whether a word is part of a date or of a title, or stands before a number."""
    return (
        is_date(document, place) or is_of_office(document, place) or labels_number(document, place)
    )


def _is_shouted(document: Document, place: int) -> bool:
    """Whether the words around a word are in capitals, too."""
    near = [*document.tokens[max(0, place - 2) : place], *document.tokens[place + 1 : place + 3]]
    words = [token.form for token in near if len(token.form) > 1 and token.form.isalpha()]
    return bool(words) and all(word.isupper() for word in words)


def _agreeing(document: Document, edits: dict[int, Edit]) -> Iterator[Edit]:
    """What stands beside a name and depends on its sound: *an Oakley*, *James’*, *e Inés*."""
    tokens = document.tokens
    by_start = {token.start: place for place, token in enumerate(tokens) if not token.empty}
    language = get_language(document.language)
    articles = "an" in language.words("grammar", "indefinite")
    for start, edit in edits.items():
        place = by_start.get(start)
        if place is None:
            continue
        old = document.text[edit.start : edit.end]
        before = tokens[place - 1] if place else None
        if before is not None and before.start not in edits:
            # English has *a* and *an*; other languages change the word before by rules of their
            # own.
            form = (
                _english(before.form, old, edit)
                if articles
                else language.before(before.form, edit.text)
            )
            if form and form != before.form and before.end > before.start:
                yield Edit(before.start, before.end, form)
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if (
            after is not None
            and after.form in ("'", "’")
            and after.upos == "PART"
            and after.start == edit.end
            and not edit.text.endswith("s")
        ):
            yield Edit(after.start, after.end, f"{after.form}s")


def _english(article: str, old: str, edit: Edit) -> str:
    """*A* or *an* before the new name, if the old name took the other one."""
    if article.lower() not in ("a", "an"):
        return ""
    fitted = (old[:1].lower() in _VOWELS) == (article.lower() == "an")
    vowel = edit.text[:1].lower() in _VOWELS
    if not fitted or vowel == (article.lower() == "an"):
        return ""
    return article[:1] + ("n" if vowel else "")
