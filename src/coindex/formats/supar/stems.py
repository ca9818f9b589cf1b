"""Stems of English words, as SUPAR's files have them: Porter's algorithm (1980)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

_STEP_2: Mapping[str, str] = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "abli": "able",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
}
_STEP_3: Mapping[str, str] = {
    "icate": "ic",
    "ative": "",
    "alize": "al",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
_STEP_4: Mapping[str, str] = {
    **dict.fromkeys(("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement"), ""),
    **dict.fromkeys(("ment", "ent", "ou", "ism", "ate", "iti", "ous", "ive", "ize"), ""),
    "sion": "s",
    "tion": "t",
}


def stem(word: str) -> str:
    """The stem of a word in small letters: `irrelevant` becomes `irrelev`."""
    if len(word) < 3 or not word.isalpha():
        return word
    word = _without_plural(word)
    word = _without_past(word)
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _STEP_2, 0)
    word = _replaced(word, _STEP_3, 0)
    word = _replaced(word, _STEP_4, 1)
    return _without_e(word)


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    """Without *ed* and *ing*; what they took away or doubled is put right."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word and "v" in _shape(base):
            if base.endswith(("at", "bl", "iz")):
                return base + "e"
            if _doubled(base) and base[-1] not in "lsz":
                return base[:-1]
            return base + "e" if _measure(base) == 1 and _short(base) else base
    return word


def _replaced(word: str, endings: Mapping[str, str], more_than: int) -> str:
    """The word with its longest ending replaced, if enough is left before it."""
    ending = max((one for one in endings if word.endswith(one)), key=len, default="")
    if not ending:
        return word
    changed = word.removesuffix(ending)
    kept = changed + endings[ending]
    measured = kept if ending in ("sion", "tion") and more_than else changed
    return kept if _measure(measured) > more_than else word


def _without_e(word: str) -> str:
    base = word.removesuffix("e")
    if base != word and (_measure(base) > 1 or (_measure(base) == 1 and not _short(base))):
        word = base
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _shape(word: str) -> str:
    """Vowels as `v`, consonants as `c`; *y* is a vowel after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    """How often a run of vowels is followed by one of consonants."""
    runs = "".join(kind for kind, _ in groupby(_shape(word)))
    return runs.count("vc")


def _doubled(word: str) -> bool:
    return word[-1:] == word[-2:-1] and _shape(word).endswith("c")


def _short(word: str) -> bool:
    """Whether a word ends in consonant, vowel, consonant: *hop*, but not *snow*."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"
