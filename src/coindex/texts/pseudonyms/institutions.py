"""Names of people that places and institutions have: *Kennedy Airport*, *calle Juan Bravo*,
*shares of Philip Morris*.

Such a name is typed as a person's by its words. The words around it, and a list of companies that
everybody knows, say that it is not one here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span, Token
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Gender
from coindex.language.nominals.entity_types import ORGANIZATION, PLACE
from coindex.language.nominals.grammatical import is_grammatical
from coindex.language.nominals.names import normalised
from coindex.language.nominals.nouns import is_first_name
from coindex.language.syntax.tree import NONE

_EXPLAINING = frozenset({"appos", "flat", "flat:name", "nmod", "compound"})
"""Relations of a name to the noun before it that says what it is the name of."""
_MODIFYING = frozenset({"compound", "nmod", "amod"})
"""Relations of a name to the noun behind it: *Morgan Stanley shares*."""


def type_in_context(expression: Expression, members: Iterable[Expression]) -> str:
    """The type of what has this name, *place* or *organization*, if it is not a person; else
    nothing.

    `members` are all mentions of its entity: pronouns for people outweigh what is only likely.
    """
    view, span = expression.discourse, expression.full.minimum or expression.full.span
    language = view.document.language
    if type := _of_words(view, span) or _of_noun_before(view, expression):
        return type
    if _noun_behind(view, expression) in lexicon.words(language, "pseudonyms", "goods"):
        return ORGANIZATION
    if expression.name.titles or any(map(_is_of_people, members)):
        return ""
    if _is_institution(expression) or is_company(expression.name.words, language):
        return ORGANIZATION
    is_firm = is_joined(view.document, span) or _is_workplace(view, expression)
    return ORGANIZATION if is_firm else ""


def is_company(words: tuple[str, ...], language: str) -> bool:
    """Whether these words, normalised, are the name of a company that everybody knows."""
    return " ".join(words) in _companies(language)


def is_joined(document: Document, span: Span) -> bool:
    """Whether a name is one with *&*, *Procter & Gamble*, and not a couple, *Ann & Bob*, nor
    authors, *Moss & Lee (2010)*.
    """
    tokens = document.tokens
    sign = next((at for at in range(span.start - 1, span.end + 1) if _form(tokens, at) == "&"), 0)
    beside = (_form(tokens, sign - 1), _form(tokens, sign + 1))
    names = lexicon.first_names(document.language)
    couple = all(normalised(word) in names for word in beside)
    cited = any(_form(tokens, sign + offset).strip("()")[:4].isdigit() for offset in (2, 3))
    return sign > 0 and all(word[:1].isupper() for word in beside) and not couple and not cited


def _form(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].form if 0 <= at < len(tokens) else ""


@cache
def _companies(language: str) -> frozenset[str]:
    return frozenset(map(normalised, lexicon.words(language, "pseudonyms", "company")))


def heads_of(expression: Expression) -> frozenset[str]:
    """The nouns for places and institutions, in lower case, that stay in this name."""
    language = expression.discourse.document.language
    own = lexicon.words(language, "pseudonyms", "head") | lexicon.words(
        language, "pseudonyms", "saint"
    )
    if _is_institution(expression):
        own |= lexicon.words(language, "grammar", "organization.head")
    return own


@cache
def institution_heads(language: str) -> frozenset[str]:
    """Nouns for institutions, normalised."""
    return frozenset(map(normalised, lexicon.words(language, "grammar", "organization.head")))


@cache
def _heads(language: str, type: str) -> frozenset[str]:
    """Nouns for places or institutions that are nobody's surname, normalised."""
    return frozenset(map(normalised, lexicon.words(language, "pseudonyms", f"head.{type}")))


def _of_words(view: Discourse, span: Span) -> str:
    """*Kennedy Airport*, *Librería Antonio Machado*, *San Sebastián*."""
    language = view.document.language
    definite = lexicon.words(language, "grammar", "definite")
    tokens, end = view.document.tokens, span.end
    while end < len(tokens) and tokens[end].upos == "PROPN" and tokens[end].form[:1].isupper():
        end += 1  # parsers part *John F. Kennedy* and *Airport*
    words = [
        normalised(token.form)
        for token in tokens[span.start : end]
        if token.form.lower() not in definite and token.upos != "PART" and not token.empty
    ]
    if len(words) < 2:
        return ""
    if words[0] in lexicon.words(language, "pseudonyms", "saint"):
        return PLACE
    head = words[0] if is_grammatical(language) else words[-1]
    return next((one for one in (PLACE, ORGANIZATION) if head in _heads(language, one)), "")


def _of_noun_before(view: Discourse, expression: Expression) -> str:
    """*The bank Morgan Stanley*, *calle Juan Bravo*."""
    head, span = expression.full.head, expression.full.minimum or expression.full.span
    if head is None:
        return ""
    document, language, noun = view.document, view.document.language, view.forest.heads[head]
    inside = document.tokens[span.start].form[:1].islower()
    first = next((at for at in range(*span) if document.tokens[at].form[:1].isupper()), head)
    if noun == NONE or noun != (first if inside else span.start) - 1:
        return ""
    if document.tokens[head].relation not in _EXPLAINING:
        return ""
    return type_of_noun(document.tokens[noun], language)


def type_of_noun(noun: Token, language: str) -> str:
    """The type of what this noun before a name says that it is the name of: *calle*, *empresa*."""
    lemma = normalised(noun.lemma)
    if lemma in lexicon.words(language, "pseudonyms", "goods"):
        return ORGANIZATION
    return next((one for one in (PLACE, ORGANIZATION) if lemma in _heads(language, one)), "")


def _noun_behind(view: Discourse, expression: Expression) -> str:
    """*Shares* of *Morgan Stanley shares*; a word alone, *Moss shares*, may be anybody's."""
    head, span = expression.full.head, expression.full.minimum or expression.full.span
    noun = NONE if head is None else view.forest.heads[head]
    if head is None or noun != span.end or len(expression.name.words) < 2:
        return ""
    is_modifier = view.document.tokens[head].relation in _MODIFYING
    return view.document.tokens[noun].lemma if is_modifier else ""


def _is_of_people(one: Expression) -> bool:
    """Whether a member of an entity is a pronoun, but not *it*, or has a title."""
    is_pronoun = one.kind.pronominal and one.features.gender != Gender.NEUTER
    return is_pronoun or (one.kind is Kind.NAME and bool(one.name.titles))


def _is_institution(expression: Expression) -> bool:
    """*Bill Gates Foundation*, *Colegio San José*; but neither *Ann Church* nor *Luis Armada*,
    which ends in a noun that comes first in Spanish names.
    """
    name, language = expression.name, expression.discourse.document.language
    heads, definite = institution_heads(language), lexicon.words(language, "grammar", "definite")
    words = [word for word in name.words if word not in definite]
    if len(words) < 2:
        return False
    if is_grammatical(language):
        return words[0] in heads and words[0] not in lexicon.first_names(language)
    return words[-1] in heads and (len(words) > 2 or not is_first_name(name, language))


def _is_workplace(view: Discourse, expression: Expression) -> bool:
    """*She works at Johns Hopkins*, *an analyst at Morgan Stanley*."""
    head = expression.full.head
    if head is None or len(expression.name.words) < 2 or view.forest.heads[head] == NONE:
        return False
    tokens, language = view.document.tokens, view.document.language
    before = tokens[expression.full.start - 1].form.lower() if expression.full.start else ""
    behind = tokens[expression.full.end].form if expression.full.end < len(tokens) else ""
    if before not in lexicon.words(language, "pseudonyms", "located") or behind in ("'s", "’s"):
        return False
    lemma = tokens[view.forest.heads[head]].lemma
    people = lexicon.words(language, "people", "person")
    return lemma in people | lexicon.words(language, "pseudonyms", "working")
