"""Which mentions a measure counts: by ROSANA's types, groups of them, kinds, word forms, or several
of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.document import Document, Token
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.language.lexicon import words
from coindex.language.nominals.pronouns import pronoun, pronoun_kind, pronouns
from coindex.language.zeros.subjects import drops_subjects

PRONOUN_TYPES = ("PER3", "PE12", "POS3", "PO12", "REFL", "RELA", "ZER3", "ZE12", "DEMO")
"""Third person, first and second person, their possessives, reflexives and reciprocals, relatives
(Stuckardt 2001).

Pro-drop languages have more: zero pronouns of these persons, and demonstratives as stressed
subjects.
"""

NOMINAL_TYPES = ("DNOM", "NAME")
"""Noun phrases with a common noun, and names."""

ZERO = "zero"
"""The form of a zero pronoun, which has no words."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "pronouns": PRONOUN_TYPES,
    "nominals": NOMINAL_TYPES,
    "third": ("PER3", "POS3", "REFL", "ZER3", "DEMO"),
    "ZERO": ("ZER3", "ZE12"),
    "all": (*PRONOUN_TYPES, *NOMINAL_TYPES, "OTHER"),
}


_KINDS = frozenset(str(kind) for kind in Kind if kind)
SELECTIONS = (*GROUPS["all"], *GROUPS, *sorted(_KINDS))
"""All types, groups and kinds of mentions."""


def kind_of(document: Document, mention: Mention) -> Kind:
    """The kind that the source gives, or else one derived from tags and forms."""
    if mention.kind is not Kind.UNKNOWN:
        return mention.kind
    first = document.tokens[mention.start]
    if mention.end - mention.start == 2:
        forms = " ".join(token.form.lower() for token in document.tokens[slice(*mention.span)])
        if forms in words(document.language, "grammar", "reciprocal"):
            return Kind.RECIPROCAL  # *each other*: the only pronoun of two words
    elif mention.end - mention.start == 1:
        kind = Kind.ZERO if first.empty else _pronoun_kind(first, document.language)
        if kind:
            return kind
    head = document.tokens[mention.head if mention.head is not None else mention.end - 1]
    return Kind.NAME if _is_name(head) else Kind.NOMINAL


def _pronoun_kind(token: Token, language: str) -> Kind:
    if token.upos:
        return pronoun_kind(token, language)
    row = pronoun(token, language)
    return row.kind if row else Kind.UNKNOWN


def _is_name(token: Token) -> bool:
    tagged = token.upos or token.xpos
    return (
        token.upos == "PROPN"
        or token.xpos.startswith("NNP")
        or (not tagged and token.form.istitle())
    )


def type_of(document: Document, mention: Mention) -> str:
    """ROSANA's type, or one for zero pronouns and demonstratives; OTHER for other mentions.

    Demonstratives are DEMO only in pro-drop languages: those of other languages seldom refer to a
    noun.
    """
    kind = kind_of(document, mention)
    if kind in _PERSONS:
        head = document.tokens[mention.head if mention.head is not None else mention.start]
        return _PERSONS[kind][person_of(head, document.language) != "3"]
    if kind is Kind.DEMONSTRATIVE:
        return "DEMO" if drops_subjects(document.language) else "OTHER"
    return _TYPES.get(kind, "OTHER")


_PERSONS = {
    Kind.PERSONAL: ("PER3", "PE12"),
    Kind.POSSESSIVE: ("POS3", "PO12"),
    Kind.ZERO: ("ZER3", "ZE12"),
}


_TYPES = {
    Kind.REFLEXIVE: "REFL",
    Kind.RECIPROCAL: "REFL",
    Kind.RELATIVE: "RELA",
    Kind.NAME: "NAME",
    Kind.NOMINAL: "DNOM",
    Kind.COORDINATION: "DNOM",
}


def person_of(token: Token, language: str) -> str:
    """`1`, `2` or `3`; the third unless the parse or a word list says otherwise."""
    row = pronoun(token, language)
    return token.feature("Person") or (row.person if row else "") or "3"


def form_of(document: Document, mention: Mention) -> str:
    """The words of a mention in lower case; `zero` if it has none."""
    if (
        mention.start >= 0
        and document.tokens[mention.start].empty
        and mention.end == mention.start + 1
    ):
        return ZERO
    return mention.text(document).lower()


def form_class(document: Document, mention: Mention) -> str:
    """The form of a pronoun; other mentions, which hardly ever have the same words, by kind."""
    kind = kind_of(document, mention)
    return form_of(document, mention) if kind.pronominal else str(kind) or "other"


def check_selection(of: str) -> None:
    """Raise an error for an unknown selection: upper-case words must be types; anything else may be
    a group, a kind or a form.
    """
    for part in of.split("+"):
        if part.isupper() and part not in SELECTIONS:
            raise SpecError(
                Message(
                    "no type of mention is called {part!r}; {suggestion}",
                    part=part,
                    suggestion=suggestion(part, SELECTIONS),
                )
            )


def check_forms(
    forms: Iterable[str],
    keys: Iterable[tuple[Document, Annotation]],
    others: Iterable[str] = (),
) -> None:
    """Raise an error for a word form that is neither a pronoun of the documents' languages nor
    that of a mention in them; it names the pronouns in them, and `others`.
    """
    wanted, shown = {form.lower() for form in forms} - {ZERO}, set(others)
    for document, key in keys if wanted else ():
        tagged = {one.form.lower() for one in document.tokens if one.upos in ("PRON", "DET")}
        wanted -= tagged | pronouns(document.language).keys()
        for mention in dict.fromkeys((*key.mentions, *key.entity_of())):
            form = form_of(document, mention)
            wanted.discard(form)
            if kind_of(document, mention).pronominal:
                shown.add(form)
    for form in sorted(wanted):
        raise SpecError(
            Message(
                "no expression has the form {form!r}; {suggestion}",
                form=form,
                suggestion=suggestion(form, shown),
            )
        )


def forms_in(of: str) -> tuple[str, ...]:
    """The parts of a selection that are word forms, and not a type, group or kind."""
    return tuple(part for part in of.split("+") if part not in SELECTIONS)


def types_in(of: str) -> tuple[str, ...]:
    """The types of a group, or of several groups and types joined by a plus sign: `third+RELA`."""
    return tuple(type for part in of.split("+") for type in GROUPS.get(part, (part,)))


def selected(of: str, document: Document, mention: Mention) -> bool:
    """Whether `of` selects a mention: a group (`pronouns`), a type (`PER3`), a kind (`reflexive`),
    a form (`it`), or several: `third+RELA`.
    """
    if of == "all":
        return True
    if "+" in of:
        return any(selected(part, document, mention) for part in of.split("+"))
    if of in GROUPS:
        return type_of(document, mention) in GROUPS[of]
    if of.isupper():
        return type_of(document, mention) == of
    if of in _KINDS:
        return kind_of(document, mention) == of
    return form_of(document, mention) == of.lower()
