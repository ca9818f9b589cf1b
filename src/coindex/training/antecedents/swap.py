"""The same document with genders exchanged: pronouns, titles, nouns for people, first names."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.document import Document, Token
from coindex.language import lexicon

_PAIRS = (
    *(
        "he she",
        "himself herself",
        "mr ms",
        "mr. mrs.",
        "sir madam",
        "lord lady",
        "king queen",
        "prince princess",
    ),
    *(
        "father mother",
        "dad mom",
        "daddy mommy",
        "papa mama",
        "grandfather grandmother",
        "grandpa grandma",
    ),
    *(
        "son daughter",
        "grandson granddaughter",
        "brother sister",
        "uncle aunt",
        "nephew niece",
        "husband wife",
    ),
    *(
        "boyfriend girlfriend",
        "man woman",
        "men women",
        "boy girl",
        "boys girls",
        "gentleman lady",
        "sons daughters",
    ),
    *(
        "brothers sisters",
        "uncles aunts",
        "nephews nieces",
        "husbands wives",
        "fathers mothers",
        "guy gal",
    ),
    *(
        "gentlemen ladies",
        "male female",
        "males females",
        "widower widow",
        "duke duchess",
        "baron baroness",
    ),
    *(
        "actor actress",
        "actors actresses",
        "waiter waitress",
        "landlord landlady",
        "monk nun",
        "emperor empress",
    ),
    *(
        "chairman chairwoman",
        "businessman businesswoman",
        "spokesman spokeswoman",
        "policeman policewoman",
    ),
)
_MEN = (
    *(
        "James",
        "John",
        "Robert",
        "Michael",
        "William",
        "David",
        "Richard",
        "Thomas",
        "Charles",
        "Daniel",
        "Paul",
    ),
    *(
        "Mark",
        "George",
        "Steven",
        "Kevin",
        "Edward",
        "Peter",
        "Frank",
        "Henry",
        "Walter",
        "Arthur",
        "Simon",
        "Hugo",
    ),
)
_WOMEN = (
    *(
        "Mary",
        "Linda",
        "Susan",
        "Jessica",
        "Sarah",
        "Karen",
        "Nancy",
        "Margaret",
        "Emily",
        "Laura",
        "Helen",
    ),
    *(
        "Anna",
        "Ruth",
        "Julia",
        "Alice",
        "Grace",
        "Diana",
        "Emma",
        "Rose",
        "Clara",
        "Martha",
        "Louise",
        "Irene",
    ),
)
_SURE = 0.9
"""Share of the bearers of a first name that must be of one gender for it to be exchanged."""


def swapped(document: Document) -> Document:
    """Tokens with other forms at the same places; the text does not change."""
    names: dict[str, str] = {}
    return replace(
        document, tokens=tuple(_token(token, names, document.language) for token in document.tokens)
    )


def _token(token: Token, names: dict[str, str], language: str) -> Token:
    form = token.form.lower()
    other = _pronoun(token, form) or _WORDS.get(form, "")
    if not other and token.upos == "PROPN":
        other = _name(form, names, language)
    if not other:
        return token
    feats = token.feats.replace("Gender=Masc", "Gender=*").replace("Gender=Fem", "Gender=Masc")
    feats = feats.replace("Gender=*", "Gender=Fem")
    lemma = _WORDS.get(token.lemma.lower(), token.lemma) if token.upos != "PROPN" else other
    return token._replace(
        form=_like(token.form, other), lemma=_like(token.lemma, lemma), feats=feats
    )


def _pronoun(token: Token, form: str) -> str:
    possessive = token.deprel == "nmod:poss"
    if form == "his":
        return "her" if possessive else "hers"
    if form == "her":
        return "his" if possessive else "him"
    return {"him": "her", "hers": "his"}.get(form, "")


def _name(form: str, names: dict[str, str], language: str) -> str:
    """Another first name, the same for the same one throughout a document."""
    share = lexicon.first_names(language).get(form)
    if share is None or 1 - _SURE < share < _SURE:
        return ""
    if form not in names:
        pool = _MEN if share > 0.5 else _WOMEN
        names[form] = pool[sum(map(ord, form)) % len(pool)]
    return names[form]


def _like(model: str, word: str) -> str:
    return (
        word.upper()
        if model.isupper() and len(model) > 1
        else word.capitalize()
        if model[:1].isupper()
        else word
    )


_WORDS = {
    one: other
    for pair in _PAIRS
    for left, right in [pair.split()]
    for one, other in ((left, right), (right, left))
}
