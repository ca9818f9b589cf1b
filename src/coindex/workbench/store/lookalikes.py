"""Names of accounts that are easily confused."""

from __future__ import annotations

import unicodedata

_LIKE_LATIN = dict(
    zip(
        "асԁеһіјӏорԛѕуѵԝхвнкмтαβεηικνορτυχγζօոսհɑɡı",
        "acdehijlopqsyvwxbhkmtabenikvoptuxyzonuhagi",
        strict=True,
    )
)
"""Lower-case Cyrillic, Greek, Armenian and phonetic letters, and
the Latin letters they look like.
"""
_OTHERS = str.maketrans(_LIKE_LATIN)
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})
_TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that may be combined in one name; all others may not."""


def alike(one: str, other: str) -> bool:
    """Whether two names differ at most in case, width, accents, invisible
    characters or look-alike letters.
    """
    return _folded(one) == _folded(other) or _drawn(one) == _drawn(other)


def _folded(name: str) -> str:
    """The name without what is easily overlooked."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    visible = "".join(c for c in plain if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(visible.split()).translate(_OTHERS)


def _drawn(name: str) -> str:
    """The name as it looks in many typefaces, where `I`, `l` and `1` are
    one stroke and `rn` is an `m`.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_OTHERS).translate(_STROKES)
    return " ".join(plain.split()).replace("rn", "m").replace("vv", "w")


def mixed_scripts(name: str) -> str:
    """Two scripts that are mixed in a name, in words; empty if there is only one."""
    scripts = {_script(c) for c in unicodedata.normalize("NFKC", name) if c.isalpha()}
    if len(scripts) < 2 or scripts <= _TOGETHER:
        return ""
    return " and ".join(sorted(script.capitalize() for script in scripts)[:2])


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
