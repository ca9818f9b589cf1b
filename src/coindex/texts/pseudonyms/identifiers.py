"""What identifies somebody beside names: addresses, numbers and dates, as characters of a text.

Telephone numbers are found by `phonenumbers`, numbers of people and accounts by the check digits
that `python-stdnum` knows. Without these libraries patterns find the most usual forms, which is
enough for a list of what is left; hiding needs the libraries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
    (ACCOUNT, re.compile(r"(?<![\w@])(?:@|u/)\w{2,}(?:\.\w+)*")),
)
_NUMERIC_DATE = re.compile(
    r"\b(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([-/.])\d{1,2}\2\d{1,2})\b"
)
_USUAL_IDENTITY = re.compile(
    r"\b(?:[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?"  # IBAN
    r"|[XYZ]?-?\d{7,8}-?[A-Z]|[A-Z]{2}(?: ?\d{2}){3} ?[A-D]"  # DNI, NIE; National Insurance
    r"|\d{3}-\d{2}-\d{4}|\d{4}(?:[ -]\d{4}){3})\b"  # Social Security; cards
)
_USUAL_PHONE = re.compile(r"\+?\(?\d[\d ()./-]{6,}\d")
_YEARS = re.compile(r"(?:1[5-9]|20)\d\d\W+(?:1[5-9]|20)\d\d")
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
    months = lexicon.words(language, "pseudonyms", "month")
    month = rf"(?:{'|'.join([*map(str.capitalize, months), *map(str.upper, months)]) or '(?!)'})"
    # With a small letter only behind *de*: *they may 3 times*.
    small = rf"(?:{month}|de (?:{'|'.join(months) or '(?!)'}))"
    day, year, before = r"\d{1,2}(?:st|nd|rd|th|[.ºo])?", r"(?:1[5-9]|20)\d\d", r"(?: del?|,)? "
    return re.compile(
        rf"\b{day} (?:of )?{small}\b(?:{before}{year}\b)?"
        rf"|\b{month} {day}\b(?:,? {year}\b)?|\b{month}{before}{year}\b"
    )


def _alternatives(language: str, name: str) -> str:
    """The words of a list as a pattern, which matches nothing if there are none."""
    words = sorted(lexicon.words(language, "pseudonyms", name), key=len, reverse=True)
    return "|".join(map(re.escape, words)) or "(?!)"


def _usual_identities(text: str, language: str) -> Iterator[Identifier]:
    for pattern, group in ((_USUAL_IDENTITY, 0), (_behind_label(language), 1)):
        for match in pattern.finditer(text):
            yield Identifier(IDENTITY, *match.span(group))


def _checked_identities(text: str, language: str) -> Iterator[Identifier]:
    checks = _checks(language)
    for match in _CANDIDATE.finditer(text) if checks else ():
        if any(check(match[0]) for check in checks):
            yield Identifier(IDENTITY, *match.span())


def _any_of(language: str, name: str) -> str:
    """The words of a list as alternatives of a pattern, longer ones first."""
    return "|".join(sorted(lexicon.words(language, "pseudonyms", name), key=len, reverse=True))


@cache
def _behind_label(language: str) -> re.Pattern[str]:
    """*DNI 12345678Z*, *passport no. 533401372*, *case 40318*."""
    labels = _any_of(language, "number")
    between = r"\.?(?:\s*(?:no|nr|number|núm|n\.?º|n\.o)\b\.?)?\s*[:#]?\s*"
    number = r"(?=[A-Z\d./-]*\d)[A-Z\d](?:[A-Z\d./-]*[A-Z\d])?(?: \d{2,6}\b)*"
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
            yield Identifier(PHONE, match.start, match.end)


def _usual_phones(text: str, language: str) -> Iterator[Identifier]:
    for match in _USUAL_PHONE.finditer(text):
        if not _YEARS.fullmatch(match[0]):
            yield Identifier(PHONE, *match.span())


def _addresses(text: str, language: str) -> Iterator[Identifier]:
    for match in _postal(language).finditer(text):
        yield Identifier(ADDRESS, *match.span())


@cache
def _postal(language: str) -> re.Pattern[str]:
    """*12 Hill Street*, *Flat 3, 4b Mill Lane*, *calle Mayor, 4, 2.º B*; postcodes."""
    streets = _any_of(language, "street")
    word = r"[^\W\d_a-zß-ÿ][\w'’-]*"
    behind = rf"\b\d{{1,4}}[a-zA-Z]?,? (?:{word} ){{1,4}}(?i:{streets})\b"
    before = (
        rf"\b(?i:{streets})\.? (?:(?:de|del|la|las|los|el) )*{word}"
        rf"(?: (?:(?:de|del|la|las|los|el|y) )*{word}){{0,4}},? (?:n\.?º ?|núm\. ?|# ?)?\d{{1,5}}"
        r"(?:,? \d{1,2}\.?[ºª](?: [A-Z]\b)?)?(?:, \d{5}\b)?"
    )
    code = r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b"
    return re.compile(rf"{behind}|{before}|{code}")


_FINDERS: tuple[Callable[[str, str], Iterator[Identifier]], ...] = (
    *(_simple, _dates, _usual_identities, _addresses),
    *(_phones, _checked_identities, _usual_phones),
)
