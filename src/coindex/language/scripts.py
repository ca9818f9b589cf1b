"""The language of a text, as far as its script determines it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from unicodedata import name

MOST = 0.5
"""The share of the letters that must be of one script."""

_LANGUAGES = {
    "ARABIC": "ar",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "CJK": "zh",
    "CYRILLIC": "ru",
    "DEVANAGARI": "hi",
    "GEORGIAN": "ka",
    "GREEK": "el",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
}
"""By the first word of the Unicode name of a letter: the most widely used language with this
script.
"""
_LETTERS = {"ARABIC": {"fa": "پچژگ"}, "CYRILLIC": {"uk": "іїєґ", "sr": "ђјљњћџ"}}
"""Letters of other languages in the same script."""

_UNSPACED = frozenset(
    "CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA THAI LAO KHMER MYANMAR TIBETAN".split()  # noqa: SIM905
)
"""Scripts without spaces between words, in the same form."""

NAMES = {
    "ar": "Arabic",
    "ast": "Asturian",
    "bn": "Bengali",
    "br": "Breton",
    "ca": "Catalan",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "eo": "Esperanto",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "is": "Icelandic",
    "it": "Italian",
    "ja": "Japanese",
    "ka": "Georgian",
    "ko": "Korean",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "nb": "Norwegian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sr": "Serbian",
    "sv": "Swedish",
    "ta": "Tamil",
    "te": "Telugu",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
"""The names in English of languages that are recognised; a package names its own."""


def language_by_script(text: str) -> str:
    """The code of the language; empty if most letters are Latin, or of a script that does not
    determine it.
    """
    scripts = Counter(_script(letter) for letter in text if letter.isalpha())
    if scripts["HIRAGANA"] + scripts["KATAKANA"]:  # Japanese mixes them with Chinese characters
        scripts["HIRAGANA"] += scripts.pop("CJK", 0) + scripts.pop("KATAKANA", 0)
    for script, count in scripts.most_common(1):
        if script in _LANGUAGES and count > MOST * scripts.total():
            others = _LETTERS.get(script, {}).items()
            return next(
                (code for code, letters in others if set(letters) & set(text)), _LANGUAGES[script]
            )
    return ""


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return name(letter, "").partition(" ")[0]


def is_unspaced(character: str) -> bool:
    """Whether a character is of a script without spaces between words."""
    return _script(character) in _UNSPACED
