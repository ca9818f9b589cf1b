"""The words of a sentence for matching patterns: lower-case forms, lemmas, parts of speech, guessed
if missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from coindex.core.document import Document, Sentence, Token
from coindex.language import lexicon
from coindex.language.languages import DEFAULT

NONE = -1
"""No word: a position that no sentence has."""
_PENN = {
    "JJ": "ADJ",
    "NNP": "PROPN",
    "NN": "NOUN",
    "VB": "VERB",
    "MD": "AUX",
    "RB": "ADV",
    "RP": "ADP",
    "IN": "ADP",
    "TO": "PART",
    "PRP": "PRON",
    "EX": "PRON",
    "DT": "DET",
    "PDT": "DET",
    "CD": "NUM",
    "CC": "CCONJ",
    "WRB": "ADV",
    "WP": "PRON",
    "WDT": "PRON",
}


@cache
def listed(name: str) -> frozenset[str]:
    """A list of `pleonastic.txt`."""
    return lexicon.words(DEFAULT, "pleonastic", name)


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The words of one sentence by position; `indices` are their tokens. A
    part of speech may be unknown.
    """

    document: Document
    indices: tuple[int, ...]
    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.indices)

    def token(self, position: int) -> Token:
        return self.document.tokens[self.indices[position]]

    def form(self, position: int) -> str:
        """The form at a position; the empty string outside the sentence."""
        return self.forms[position] if 0 <= position < len(self.forms) else ""

    def lemma(self, position: int) -> str:
        return self.lemmas[position] if 0 <= position < len(self.lemmas) else ""

    def tag(self, position: int) -> str:
        return self.tags[position] if 0 <= position < len(self.tags) else ""

    def is_a(self, position: int, *lists: str) -> bool:
        """Whether form or lemma is in one of the lists."""
        form, lemma = self.form(position), self.lemma(position)
        return any(form in listed(name) or lemma in listed(name) for name in lists)

    def participle(self, position: int) -> bool:
        """Whether it is, or looks like, a past participle."""
        token = self.token(position)
        if token.xpos:
            return token.xpos == "VBN" or (
                token.xpos in ("VBD", "VB", "JJ") and self._participial(position)
            )
        return "Tense=Past" in token.feats or self._participial(position)

    def _participial(self, position: int) -> bool:
        return self.forms[position].endswith(
            ("ed", "wn", "en", "ought", "ound", "aid", "ood", "elt")
        )

    def gerund(self, position: int) -> bool:
        form = self.form(position)
        return form.endswith("ing") and len(form) > 4 and self.tag(position) in ("VERB", "AUX", "")

    def infinitive(self, position: int) -> bool:
        """Whether the word at a position is a *to* followed by a verb."""
        if self.form(position) != "to":
            return False
        after = position + 1
        while self.tag(after) == "ADV" or self.form(after) in ("not", "never", ",", '"'):
            after += 1
        if tag := self.tag(after):
            return tag in ("VERB", "AUX")
        if not self.form(after) or self.token(after).form[0].isupper():
            return False
        return not self.is_a(after, "determiner", "subject_pronoun", "preposition")


def words_of(document: Document, sentence: Sentence) -> SentenceWords:
    indices = tuple(index for index in range(*sentence.span) if not document.tokens[index].empty)
    tokens = [document.tokens[index] for index in indices]
    forms = tuple(token.form.lower().replace("’", "'") for token in tokens)
    lemmas = tuple(_lemma(token, form) for token, form in zip(tokens, forms, strict=True))
    return SentenceWords(document, indices, forms, lemmas, tuple(map(_tag, tokens)))


def _tag(token: Token) -> str:
    if token.upos:
        return token.upos
    for length in (3, 2):
        if tag := _PENN.get(token.xpos[:length]):
            return tag
    return ""


def _lemma(token: Token, form: str) -> str:
    if form in listed("copula"):
        return "be"
    return token.lemma.lower() or guessed(form)


@cache
def _irregular() -> dict[str, str]:
    return dict(pair.split("=") for pair in listed("irregular"))


@cache
def _verbs() -> frozenset[str]:
    lists = (
        "reported",
        "clausal_verb",
        "object_verb",
        "weather_verb",
        "cognitive_verb",
        "raising_verb",
    )
    return frozenset().union(*map(listed, lists))


def guessed(form: str) -> str:
    """The verb in the lists of which a form can be a form."""
    if form in _irregular():
        return _irregular()[form]
    for ending, replacements in (
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
        ("es", ("e", "")),
        ("s", ("",)),
    ):
        if form.endswith(ending):
            stem = form[: -len(ending)]
            for candidate in (*(stem + end for end in replacements), stem[:-1]):
                if candidate in _verbs():
                    return candidate
    return form
