"""What identifies somebody beside names: addresses, numbers and dates, as characters of a text.

Telephone numbers are found by `phonenumbers`, numbers of people and accounts by the check digits
that `python-stdnum` knows. Without these libraries patterns find the most usual forms, which is
enough for a list of what is left; hiding needs the libraries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import NamedTuple

from coindex.core.errors import MissingExtra
from coindex.core.messages import messages
from coindex.language import lexicon

EMAIL, WEB, ACCOUNT, IDENTITY, DATE, PHONE, ADDRESS, NUMBER = messages(
    "e-mail address",
    "web address",
    "account",
    "identity or account number",
    "date",
    "telephone number",
    "address",
    "number",
)
_SIMPLE = (
    (EMAIL, re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (WEB, re.compile(r"(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?)»”’]", re.IGNORECASE)),
    (WEB, re.compile(r"\b(?:[\w-]+\.)+(?:com|org|net|info|es|uk|mx|ar)\b(?:/[\w%#?=&./-]*\w)?")),
    (WEB, re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[\dA-Fa-f]{2}[:-]){5}[\dA-Fa-f]{2}\b")),
    (WEB, re.compile(r"\b(?:[\da-f]{1,4}:){7}[\da-f]{1,4}\b")),
    (WEB, re.compile(r"\b(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}\b")),
    (ACCOUNT, re.compile(r"(?<![\w@])(?:@|u/)\w{2,}(?:\.\w+)*")),
)
_NUMERIC_DATE = re.compile(
    r"(?<!\d[-/.])\b(?:[0-3]?\d([-/.])[0-3]?\d\1(?:\d{4}|\d{2})"
    r"|\d{4}([-/.])[0-3]?\d\2[0-3]?\d)\b(?![-/.]\d)"
)
_USUAL_IDENTITY = re.compile(
    r"\b(?:[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?"  # IBAN
    r"|[XYZ]?-?\d{7,8}-?[A-Z]|[A-Z]{2}(?: ?\d{2}){3} ?[A-D]"  # DNI, NIE; National Insurance
    r"|\d{3}-\d{2}-\d{4}|\d{4}(?:[ -]\d{4}){3}"  # Social Security; cards
    r"|\d{4}[ -]\d{4}[ -]\d{2}[ -]\d{10})\b"  # Spanish accounts
)
_USUAL_PHONE = re.compile(r"\+?\(?\d[\d ()./-]{6,}\d")
_QUANTITY = re.compile(
    r"(?:1[5-9]|20)\d\d(?:\W+(?:1[5-9]|20)\d\d|/\d{1,4})"  # years, numbers of laws
    r"|\d{1,2}(?:\.\d{3})+|97[89][- ][\d -]+|10\.\d{4,}/.*"  # millions, ISBN, DOI
)
"""What looks like a telephone number or one of a person, and is none."""
_NUMBER = re.compile(r"\b\d[\d.,:]*\d\b|\b\d\b")
_CANDIDATE = re.compile(r"\b(?:[A-Z]{1,4}[ -]?)?\d(?:[ .-]?[A-Z\d]){5,32}\b")
"""What may be a number of a person or account; check digits decide."""
_GENERAL = ("iban", "luhn")
_SHORTEST_LUHN = 13
"""Digits: a shorter number passes by chance too often, and no card has one."""


class Identifier(NamedTuple):
    """Characters that may identify somebody, and what they are."""

    kind: str
    start: int
    end: int


def check_installed() -> None:
    """Raise an error if a library that hiding needs is missing."""
    for library in ("phonenumbers", "stdnum"):
        try:
            import_module(library)
        except ImportError as error:
            raise MissingExtra(library, "mask") from error


def identifiers(text: str, language: str) -> list[Identifier]:
    """What identifies somebody in a text, in its order; each character is of one kind."""
    covered: set[int] = set()
    found = []
    # From the surest form to the loosest: many a row of digits passes for a telephone number.
    for finder in _FINDERS:
        for one in finder(text, language):
            if covered.isdisjoint(range(one.start, one.end)):
                covered.update(range(one.start, one.end))
                found.append(one)
    return sorted(found, key=lambda one: one.start)


def numbers(text: str) -> Iterator[Identifier]:
    """All numbers of a text."""
    for match in _NUMBER.finditer(text):
        yield Identifier(NUMBER, *match.span())


def _simple(text: str, language: str) -> Iterator[Identifier]:
    for kind, pattern in _SIMPLE:
        for match in pattern.finditer(text):
            yield Identifier(kind, *match.span())


def _dates(text: str, language: str) -> Iterator[Identifier]:
    for pattern in (_worded_date(language), _NUMERIC_DATE):
        for match in pattern.finditer(text):
            yield Identifier(DATE, *match.span())


@cache
def _worded_date(language: str) -> re.Pattern[str]:
    """*3 May 2021*, *May 3rd, 2021*, *3 de mayo de 2021*, *May 2021*."""
    listed = lexicon.words(language, "pseudonyms", "month")
    short = lexicon.words(language, "pseudonyms", "abbreviated")
    months, either = ("|".join(sorted(words)) or "(?!)" for words in (listed, listed | short))
    month = rf"(?:(?:{_capitalised(listed)})\b|(?:{_capitalised(short)})\b\.?)"
    # With a small letter only behind *de* or before a year: *they may 3 times*.
    small = rf"(?:{month}|de (?:{months})\b)"
    day, year, before = r"\d{1,2}(?:st|nd|rd|th|[.ºo])?", r"(?:1[5-9]|20)\d\d", r"(?: del?|,)? "
    days = rf"(?:\d{{1,2}}(?:, | ?[-–] ?| (?:y|al?|and|to) )){{0,3}}{day}"
    return re.compile(
        rf"\b{days}(?: (?:of )?|-){small}(?:(?:{before}|-){year}\b)?"
        rf"|\b{days} (?:de )?(?:{either})\b\.?{before}{year}\b"
        rf"|\b{month} {day}\b(?:,? {year}\b)?|\b{month}{before}{year}\b"
        rf"|\b(?:{months}) del? {year}\b"
    )


def _capitalised(words: Iterable[str]) -> str:
    """These words with a capital and in capitals, as a pattern that matches nothing without any."""
    return (
        "|".join(form for word in sorted(words) for form in (word.capitalize(), word.upper()))
        or "(?!)"
    )


def _alternatives(language: str, name: str) -> str:
    """The words of a list as a pattern, which matches nothing if there are none."""
    words = sorted(lexicon.words(language, "pseudonyms", name), key=len, reverse=True)
    return "|".join(map(re.escape, words)) or "(?!)"


def _usual_identities(text: str, language: str) -> Iterator[Identifier]:
    for pattern, group in ((_behind_label(language), 1), (_USUAL_IDENTITY, 0)):
        for match in pattern.finditer(text):
            yield Identifier(IDENTITY, *match.span(group))


def _checked_identities(text: str, language: str) -> Iterator[Identifier]:
    checks = _checks(language)
    for match in _CANDIDATE.finditer(text) if checks else ():
        if not _QUANTITY.fullmatch(match[0]) and any(check(match[0]) for check in checks):
            yield Identifier(IDENTITY, *match.span())


@cache
def _behind_label(language: str) -> re.Pattern[str]:
    """*DNI 12345678Z*, *passport no. 533401372*, *case 40318*."""
    labels = _alternatives(language, "number")
    numbered = r"(?:\s*(?:no|nr|number|número|num|núm|n\.?\s?º|n\.o|#)\b\.?|\s*n\.?\s?º|\s*[#:])*"
    between = rf"\.?{numbered}(?:\s(?:is|was|es|era)\b)?\s*"
    number = (
        r"\d{1,2}\.?\d{3}\.?\d{3}[ -]?(?-i:[A-Z])\b|(?=[A-Z\d./-]*\d)[A-Z\d](?:[A-Z\d./-]*[A-Z\d])?"
        r"(?: (?:\d{2,10}|(?-i:[A-Z]{3}))\b)*"
    )
    return re.compile(rf"\b(?:{labels})\b{between}({number})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _checks(language: str) -> tuple[Callable[[str], bool], ...]:
    """Whether a number is one of a person or account, by the check digits of countries."""
    try:
        import_module("stdnum")
    except ImportError:
        return ()
    own = sorted(lexicon.words(language, "pseudonyms", "identity"))
    return tuple(_check(name) for name in (*_GENERAL, *own))


def _check(name: str) -> Callable[[str], bool]:
    is_valid = import_module(f"stdnum.{name}").is_valid

    def check(number: str) -> bool:
        digits = sum(character.isdigit() for character in number)
        plain = number.replace(" ", "").replace(".", "")
        return bool(is_valid(plain)) and (name != "luhn" or digits >= _SHORTEST_LUHN)

    return check


def _phones(text: str, language: str) -> Iterator[Identifier]:
    try:
        from phonenumbers import Leniency, PhoneNumberMatcher
    except ImportError:
        return
    for region in sorted(lexicon.words(language, "pseudonyms", "region")) or ["gb"]:
        for match in PhoneNumberMatcher(text, region.upper(), leniency=Leniency.VALID):
            if not _is_other_number(text, match.start, match.raw_string):
                yield Identifier(PHONE, match.start, match.end)


def _usual_phones(text: str, language: str) -> Iterator[Identifier]:
    for match in _USUAL_PHONE.finditer(text):
        if not _is_other_number(text, match.start(), match[0]):
            yield Identifier(PHONE, *match.span())


def _is_other_number(text: str, start: int, number: str) -> bool:
    """Whether it is no telephone number: a quantity, or a part of *IR-2024-0387*."""
    behind_letter = text[start - 1 : start] == "-" and text[max(0, start - 2)].isalpha()
    return behind_letter or bool(_QUANTITY.fullmatch(number))


def _addresses(text: str, language: str) -> Iterator[Identifier]:
    for match in _postal(language).finditer(text):
        yield Identifier(ADDRESS, *match.span())


@cache
def _postal(language: str) -> re.Pattern[str]:
    """*12 Hill Street*, *Flat 3, 4b Mill Lane*, *calle Mayor, 4, 2.º B*; boxes; postcodes."""
    streets, units = _alternatives(language, "street"), _alternatives(language, "unit")
    boxes, floors = _alternatives(language, "box"), _alternatives(language, "floor")
    word = r"[^\W\d_a-zß-ÿ][\w'’-]*"
    unit = rf"(?i:{units})\.? \w{{1,4}}"
    behind = (
        rf"\b(?:{unit},? )?\d{{1,5}}[a-zA-Z]?,? (?:(?:{word}|[NSEW]\.|\d+(?:st|nd|rd|th)) ){{1,4}}"
        rf"(?i:{streets})\b(?:\.?,? {unit})?"
    )
    before = (
        rf"\b(?i:{streets})(?:\.|(?<=/)|\b) ?(?:(?:de|del|la|las|los|el) )*(?:{word}|\d{{1,3}}\b)"
        rf"(?: (?:(?:de|del|la|las|los|el|y) )*{word}){{0,4}}"
        rf",? (?:n\.?º ?|núm\. ?|# ?)?\d{{1,5}}(?:[-–]\d{{1,4}})?\b"
        rf"(?:,? \d{{1,2}}\.?[ºª](?: [A-Z]\b)?)?(?:,? (?:{floors})\b\.?)?"
    )
    box = rf"\b(?i:{boxes})\.? \d+"
    code = (
        r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b"
        rf"|(?<=, )\d{{5}}\b(?= {word})"
    )
    return re.compile(rf"{behind}|{before}|{box}|{code}")


_FINDERS: tuple[Callable[[str, str], Iterator[Identifier]], ...] = (
    *(_simple, _dates, _usual_identities, _addresses),
    *(_phones, _checked_identities, _usual_phones),
)
