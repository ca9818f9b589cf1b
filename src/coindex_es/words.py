"""Spanish words that consist of several: contractions (`del`) and verbs with attached pronouns
(`dárselo`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from coindex.parsers.word_rules import Enclitics, WordRules
from coindex_es.conjugation import known_verbs
from coindex_es.corrections import corrected
from coindex_es.tokens import SPANISH
from coindex_es.verbs import (
    CONTRACTED,
    ENCLITICS,
    FIRST_PRONOUN,
    PLAIN,
    PRONOUN,
    as_command,
    clustered,
    infinitives,
    infinitives_of,
    lemma_of,
)

_CONTRACTIONS = {"del": ("de", "el"), "al": ("a", "el")}
_UNITS = ("km", "hm")
_POWERS = "²³"
"""In *km²* the square is a word of its own."""

_CONSONANTS = "[^aeiouáéíóúü]"
_HAS_PRONOUN = re.compile(rf"[^\W\d_]+{PRONOUN}")
_INFINITIVE = re.compile(rf"(.*[aeiáéí]r){FIRST_PRONOUN}{PRONOUN}")
_GERUND = re.compile(rf"(.*(?:[aá]|[iy][eé])ndo){FIRST_PRONOUN}{PRONOUN}")
_FIRST_PLURAL = re.compile(rf"(.*[áé]mos?){FIRST_PRONOUN}{PRONOUN}")
_COMMAND = re.compile(
    rf"(.*[áéíóú][iu]?{_CONSONANTS}*[iu]?[ae](?:n(?!os))?){FIRST_PRONOUN}(?!os){PRONOUN}"
)
_SHORT_COMMAND = re.compile(rf"(dá|dí|ház|pón|tén|vé|vén|sál){FIRST_PRONOUN}{PRONOUN}")
_PREFIXED_COMMAND = re.compile(rf"(..+(?:pon|pón|ten|tén|haz|ház)){FIRST_PRONOUN}{PRONOUN}")
_PLURAL_COMMAND = re.compile(r"(.+[aí])(os)")
_PLURAL_WITH_PRONOUN = re.compile(rf"(.+[aei]d)(?!os){PRONOUN}")
_COMMAND_TO_VOS = re.compile(rf"(.+?[aeiáéí]){FIRST_PRONOUN}(?!os){PRONOUN}")

_UNACCENTED = """
    da+me da+le da+les da+nos da+lo di+me di+le di+les di+nos di+lo
    haz+me haz+te haz+nos haz+lo haz+la haz+los haz+las haz+le haz+les
    pon+me pon+te pon+lo pon+la pon+los pon+las pon+le pon+les ten+lo ten+la ten+los ten+las ve+te
    den+me den+le den+les den+se dé+me dé+le dé+les dé+nos vea+se
    andá+te id+os
    fijá+te imaginá+te acordá+te quedá+te sentá+te dejá+me decí+me
    contá+me mirá+me dejá+lo decí+le contá+le
    llamá+nos llamá+me avisá+nos avisá+me mandá+nos mandá+me
"""
_COMMANDS = {
    form: tuple(fused.split("+"))
    for fused in _UNACCENTED.split()
    for form in (fused.replace("+", ""), fused.replace("+", "").translate(PLAIN))
}
"""Frequent imperatives without a distinguishing accent, or that keep their own."""

_NOUNS = (
    "pésame órganos pétalo pétalos médano médanos cábala cábalas sémola sémolas tenderos pelaos "
    "arévalo mirandola"
)
_NEVER = frozenset([*_NOUNS.split(), "comparte", "reverse"])
"""Words that only look as if they ended in a pronoun."""

_IRREGULAR = frozenset(
    ["traiga", "oiga", "caiga", "vea", "vaya", "sea", "sepa", "haya", "quepa", "era"]
)
"""Forms before a pronoun for which no rule gives the infinitive."""
_PREFIX = re.compile("re|des|sobre|auto|entre|contra|inter")
_SHORTEST, _LONGEST = 4, 40
"""Characters of a verb with its pronouns, *dale* being short; longer strings are not words."""
_LONG_STEM = 5
"""Characters of an unknown infinitive; a shorter one is not taken for a verb."""
_VERBAL = ("ear", "izar", "ificar", "ecer", "uir")
_SHORT_STEM = 4
"""Letters of the stem of such a command at least; shorter ones are mostly other words."""
_THIRD_PERSON = ("se", "lo", "la", "los", "las", "le", "les")
_TO_VOS = ("lo", "la", "los", "las", "le")

_STRONG = frozenset("aeo")
_ACCENTED = str.maketrans("aeio", "áéíó")


def fused(form: str, following: str = "") -> tuple[str, ...]:
    """The words of a form that consists of several; empty for others.

    `following` is the first character of the next word: `Al` and `Del` before a capital are parts
    of names.
    """
    lower = form.lower()
    if lower in _CONTRACTIONS:
        named = form.istitle() and following.isupper()
        return () if named else _cased(_CONTRACTIONS[lower], form)
    if lower[:-1] in _UNITS and lower[-1] in _POWERS:
        return form[:-1], form[-1]
    if not _SHORTEST <= len(form) <= _LONGEST or not _HAS_PRONOUN.fullmatch(lower):
        return ()
    return _cased(_with_pronouns(lower, name=form.istitle()), form)


def _cased(words: tuple[str, ...], form: str) -> tuple[str, ...]:
    if form.islower() or not words:
        return words
    if form.isupper():
        return tuple(word.upper() for word in words)
    return (words[0].capitalize(), *words[1:])


@lru_cache(maxsize=1 << 15)
def _with_pronouns(form: str, *, name: bool) -> tuple[str, ...]:
    """The verb and its pronouns; if the form may be a `name`, the verb must be known."""
    if form in _COMMANDS:
        return _COMMANDS[form]
    if form in _NEVER:
        return ()
    for pattern, read in _KINDS:
        if (match := pattern.fullmatch(form)) and (verb := read(match)):
            return (verb, *(part for part in match.groups()[1:] if part))
    if not name and (match := _INFINITIVE.fullmatch(form)) and _must_be_verb(match):
        return (_restored(match[1]), *(part for part in match.groups()[1:] if part))
    return ()


def _restored(verb: str) -> str:
    """The verb without an accent that only the pronouns require."""
    return "".join(
        character if _in_hiatus(verb, place) else character.translate(PLAIN)
        for place, character in enumerate(verb)
    )


def _in_hiatus(verb: str, place: int) -> bool:
    """Whether `í` or `ú` is next to a strong vowel, so that it keeps its accent: `oír`, `envía`,
    `prohíbe`.
    """
    if verb[place] not in "íú":
        return False
    before = verb[:place].removesuffix("h")[-1:]
    return before in _STRONG or verb[place + 1 : place + 2] in _STRONG


def _must_be_verb(match: re.Match[str]) -> bool:
    """Whether an unknown infinitive is too rare for the clusters, which contain the nouns that look
    like one.
    """
    verb, pronoun = match[1], match.groups()[-1]
    if len(verb) < _LONG_STEM or match.string in clustered():
        return False
    return pronoun in _THIRD_PERSON or verb.endswith(_VERBAL)


# Each reads a form in one way: the result is the verb as it is spelt without pronouns, empty if it
# is none.


def _infinitive(match: re.Match[str]) -> str:
    """An infinitive is stressed on its last syllable: `cántaros` is not one."""
    verb, known = _restored(match[1]), infinitives()
    if any(character in "áéíóú" for character in verb[:-2]) or _stressed_before(match[1]):
        return ""
    return verb if verb in known or _PREFIX.sub("", verb, count=1) in known else ""


def _stressed_before(verb: str) -> bool:
    """Whether there is an accent, other than one of hiatus, before the last syllable."""
    return any(
        verb[place] in "áéíóú" and not _in_hiatus(verb, place) for place in range(len(verb) - 2)
    )


def _gerund(match: re.Match[str]) -> str:
    verb = _restored(match[1])
    stem = verb.removesuffix("ndo").removesuffix("e")[:-1]
    return verb if match[1][-4] in "áé" or _known(infinitives_of(stem)) else ""


def _first_plural(match: re.Match[str]) -> str:
    verb = _restored(match[1])
    return verb + "s" if verb.endswith("mo") else verb


def _short_command(match: re.Match[str]) -> str:
    return _restored(match[1])


def _command(match: re.Match[str]) -> str:
    verb = _restored(match[1])
    stem = verb.removesuffix("n").translate(PLAIN)
    return verb if stem in _IRREGULAR or _known(infinitives_of(stem[:-1])) else ""


def _prefixed_command(match: re.Match[str]) -> str:
    """`mantenlo`, `deshazte` from *mantén*, *deshaz*."""
    verb = _restored(match[1])
    if not _known((verb + "er", verb.removesuffix("z") + "cer")):
        return ""
    return verb if verb.endswith("z") else verb[:-2] + verb[-2:].translate(_ACCENTED)


def _plural_command(match: re.Match[str]) -> str:
    """`fijaos` from *fijad*: the pronoun removes the last consonant."""
    stem = _restored(match[1][:-1]) + match[1][-1].translate(PLAIN)
    return stem + "d" if _known([stem + "r"]) else ""


def _plural_with_pronoun(match: re.Match[str]) -> str:
    """`decidle`, `dejadlas` from *decid*, *dejad*."""
    return match[1] if _known([match[1].removesuffix("d") + "r"]) else ""


def _command_to_vos(match: re.Match[str]) -> str:
    """`lleváselo`, `guardalo` from *llevá*, *guardá*; most of those without an accent are something
    else: *tirase*, *regalo*.
    """
    stem = match[1].translate(PLAIN)
    verb = stem[:-1] + stem[-1].translate(_ACCENTED)
    pronoun = (
        match.groups()[-1] in _TO_VOS
        and len(stem) >= _SHORT_STEM
        and match.string not in clustered()
    )
    return (
        verb
        if _known([stem + "r"]) and (match[1] == verb or (match[1] == stem and pronoun))
        else ""
    )


def _known(verbs: Iterable[str]) -> bool:
    known = known_verbs()
    return any(verb in known or _PREFIX.sub("", verb, count=1) in known for verb in verbs)


_KINDS = (
    (_SHORT_COMMAND, _short_command),
    (_INFINITIVE, _infinitive),
    (_GERUND, _gerund),
    (_FIRST_PLURAL, _first_plural),
    (_COMMAND, _command),
    (_PREFIXED_COMMAND, _prefixed_command),
    (_PLURAL_COMMAND, _plural_command),
    (_PLURAL_WITH_PRONOUN, _plural_with_pronoun),
    (_COMMAND_TO_VOS, _command_to_vos),
)

WORDS = WordRules(
    SPANISH,
    fused,
    Enclitics(frozenset((*CONTRACTED, *_UNITS)), ENCLITICS, "él", as_command, lemma_of),
    corrected,
)
"""The rules of the bundled parser for Spanish."""
