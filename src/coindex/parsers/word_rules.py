"""The rules of a language that the bundled parser needs in addition to its model: where words end,
and which consist of several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint

from coindex.core.document import Document
from coindex.core.errors import CoindexError, UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.language.languages import get_language, known_languages
from coindex.parsers.token_rules import TokenRules


@dataclass(frozen=True, slots=True)
class Enclitics:
    """Pronouns that are written as one word with their verb: *dárselo*."""

    contracted: frozenset[str]
    """First words of units that are not verbs: *de* in *del*."""
    features: Mapping[str, str]
    """The features of the pronouns that look like articles."""
    lemma: str
    """The lemma of these pronouns."""
    as_command: Callable[[str], str]
    """Maps the features of a verb to those it has with attached pronouns."""
    verb_lemma: Callable[[str, str, str], str]
    """Maps the form, the model's lemma and the features of a verb to its lemma."""


@dataclass(frozen=True, slots=True)
class WordRules:
    """`fused` splits a form, given the first character of the next word; it is empty for a single
    word.
    """

    tokens: TokenRules
    fused: Callable[[str, str], tuple[str, ...]] | None = None
    enclitics: Enclitics | None = None
    corrected: Callable[[Document], Document] | None = None
    """Maps a parse to one that is corrected by rules of the language."""


@cache
def word_rules(code: str) -> WordRules:
    """The rules that a language names in its field `tokeniser`."""
    named = get_language(code).tokeniser
    if not named:
        known = [other for other in known_languages() if get_language(other).tokeniser]
        raise UnknownComponent(
            Message(
                "no tokenisation rules for language {code!r}; {suggestion}",
                code=code,
                suggestion=suggestion(code, known),
            )
        )
    try:
        rules = EntryPoint(code, named, "coindex.languages").load()
    except (ImportError, AttributeError) as error:
        raise CoindexError(
            Message(
                "tokeniser {named!r} of language {code!r} cannot be loaded: {error}",
                named=named,
                code=code,
                error=error,
            )
        ) from error
    if not isinstance(rules, WordRules):
        raise CoindexError(
            Message(
                "tokeniser {named!r} of language {code!r} is not a WordRules",
                named=named,
                code=code,
            )
        )
    return rules
