"""Pronouns that do not refer: pleonastic *it*, existential *there*; and what other uses of *it*
refer to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coindex.core.document import Document, Token, features
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.language.languages import get_language
from coindex.language.pleonastic import lappin_leass, paice_husk, patterns
from coindex.language.pleonastic.expletives import expletives
from coindex.language.pleonastic.frames import subject_frame
from coindex.language.pleonastic.patterns import Subtype
from coindex.language.pleonastic.uses import referential_use
from coindex.language.pleonastic.words import SentenceWords, words_of
from coindex.language.zeros.clitics import nonreferential_clitics

__all__ = ["LIKELY", "METHODS", "Subtype", "classify_it", "expletive_chance", "nonreferential"]

LIKELY = 0.9
"""The probability from which an *it* that matches no pattern counts as expletive."""

_Match = Callable[[SentenceWords, int], "Subtype | None"]


def nonreferential(
    document: Document, *, method: str = "patterns", trust_expl: bool = True
) -> dict[int, str]:
    """The tokens that do not refer, each with its subtype, found in the
    way that the language asks for.

    By `patterns`: *it*, *there* and *that*; as `clitics`: those that stand for nobody; by the
    `parse`: its expletives, and pronouns beside predicates of word lists.

    `method` for *it*: `ll` (Lappin & Leass 1994), `ph` (Paice & Husk 1987), `patterns`, or
    `learned`: the patterns, and whatever a parser gives a high probability in the token's attribute
    *Expletive*. `trust_expl`: the parser's label *expl* alone is enough.
    """
    if method not in METHODS:
        raise SpecError(
            Message(
                "method={method!r}: {suggestion}",
                method=method,
                suggestion=suggestion(method, METHODS),
            )
        )
    way = get_language(document.language).nonreferential
    if way != "patterns":
        return (
            nonreferential_clitics(document)
            if way == "clitics"
            else expletives(document)
            if way
            else {}
        )
    matched = METHODS[method]
    return {
        words.indices[position]: subtype
        for words, position in _candidates(document)
        if (subtype := _subtype(words, position, matched, trust_expl)) is not None
    }


def classify_it(
    document: Document, token: int, *, method: str = "patterns", trust_expl: bool = True
) -> str:
    """How an *it* is used: `pleonastic/SUBTYPE`, `cataphoric`, `clausal`,
    `proaction` (*do it*), or `nominal`.
    """
    if (
        subtype := nonreferential(document, method=method, trust_expl=trust_expl).get(token)
    ) is not None:
        return f"pleonastic/{subtype}"
    return referential_use(document, token)


def _candidates(document: Document) -> Iterator[tuple[SentenceWords, int]]:
    for sentence in document.sentences:
        forms = [document.tokens[index].form.lower() for index in range(*sentence.span)]
        if not _FORMS.isdisjoint(forms):
            words = words_of(document, sentence)
            yield from ((words, place) for place, form in enumerate(words.forms) if form in _FORMS)


def _subtype(
    words: SentenceWords, position: int, matched: _Match, trust_expl: bool
) -> Subtype | None:
    form = words.forms[position]
    if form == "there":
        return Subtype.EXISTENTIAL if _existential(words, position) else None
    if form == "that":
        return Subtype.IDIOM if _rephrasing(words, position) else None
    if (subtype := matched(words, position)) is not None:
        return subtype
    return (
        _likeliest(words, position)
        if trust_expl and words.token(position).relation == "expl"
        else None
    )


def _existential(words: SentenceWords, position: int) -> bool:
    token = words.token(position)
    if token.xpos or token.upos:
        return token.xpos == "EX" or token.relation == "expl" or token.upos == "PRON"
    following = words.form(position + 1), words.form(position + 2)
    return (
        any(words.lemma(position + place) == "be" for place in (1, 2, 3)) and "," not in following
    )


def _rephrasing(words: SentenceWords, position: int) -> bool:
    """Whether it is *that is,* or *that is to say*."""
    if words.form(position + 1) != "is" or words.form(position - 1) not in (
        "",
        ",",
        "(",
        "-",
        "–",
        "—",
        ";",
    ):
        return False
    return words.form(position + 2) == "," or words.forms[position + 2 : position + 4] == (
        "to",
        "say",
    )


def _likeliest(words: SentenceWords, position: int) -> Subtype:
    """The most probable subtype of an *it* that does not refer but matches no pattern."""
    return (
        Subtype.EXTRAPOSITION
        if subject_frame(words, position).clause() is not None
        else Subtype.PROP_IT
    )


def _lappin_leass(words: SentenceWords, it: int) -> Subtype | None:
    return Subtype.EXTRAPOSITION if lappin_leass.match(words, it) else None


def _paice_husk(words: SentenceWords, it: int) -> Subtype | None:
    return (
        (patterns.match(words, it) or Subtype.EXTRAPOSITION)
        if paice_husk.match(words, it)
        else None
    )


def _learned(words: SentenceWords, it: int) -> Subtype | None:
    if (subtype := patterns.match(words, it)) is not None:
        return subtype
    return _likeliest(words, it) if expletive_chance(words.token(it), unknown=0) >= LIKELY else None


def expletive_chance(token: Token, *, unknown: float) -> float:
    """The probability, according to the parser, that an *it* does not refer; `unknown` if the
    parser gives none.
    """
    try:
        return float(features(token.misc)["Expletive"])
    except (KeyError, ValueError):
        return unknown


_FORMS = frozenset({"it", "there", "that"})
METHODS: dict[str, _Match] = {
    "learned": _learned,
    "ll": _lappin_leass,
    "patterns": patterns.match,
    "ph": _paice_husk,
}
