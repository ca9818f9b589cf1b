"""Which words of a parse head a mention: nouns, names, pronouns and words used like them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from coindex.core.annotation import Kind
from coindex.core.document import Token
from coindex.language import lexicon
from coindex.language.nominals.features import entity_type
from coindex.language.nominals.noun_phrases import head_kind, name_given
from coindex.language.nominals.pronouns import in_declarations, invented, pronoun, pronoun_kind
from coindex.language.syntax.attachment import determines
from coindex.language.syntax.tree import NONE, Forest
from coindex.language.zeros.clitics import clitic_kind

_LABELS = {
    "words": (
        "flat fixed goeswith amod nummod nmod:desc advmod advmod:emph case cc cc:preconj mark "
        "compound:prt"
    ),
    "function words": "det det:predet punct discourse aux aux:pass cop",
    "arguments": (
        "nsubj nsubj:pass nsubj:outer obj iobj obl obl:agent nmod nmod:poss appos dislocated "
        "conj root"
    ),
}
_LEXICAL, _FUNCTIONAL, _ARGUMENTS = (frozenset(labels.split()) for labels in _LABELS.values())
_WORDS = _LEXICAL | _FUNCTIONAL
"""Labels of words that head no mention."""
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_OWN = frozenset(["det", "det:predet", "det:poss", "nmod:poss", "nummod"])
_NOUNS = frozenset({"NOUN", "PROPN"})
_SUBSTITUTES = frozenset({"NUM", "X", "SYM"})
_CONTENT = _NOUNS | _SUBSTITUTES | {"PRON", "DET", "ADJ"}


def nominal_heads(
    forest: Forest, *, modifiers: bool, adverbs: bool = False
) -> Iterator[tuple[int, Kind]]:
    """Heads in textual order, with the kind of mention that each heads; pronouns of every kind are
    included.

    `modifiers`: also nouns before nouns that seem to refer. The parser's entity types decide, if
    there are any. `adverbs`: also adverbs with such a type.
    """
    tokens, labels, language = forest.document.tokens, forest.labels, forest.document.language
    recurrent = _recurrent(forest) if modifiers else {}
    typed = modifiers and any("EntityType=" in token.misc for token in tokens)
    neopronouns, named = invented(language), in_declarations(forest.document)
    for index, token in enumerate(tokens):
        upos, label = token.upos, labels[index]
        if index in named or (label == "dep" and determines(forest, index)):
            continue
        if upos in ("PRON", "DET") or _pronominal(token) or token.form.lower() in neopronouns:
            kind = clitic_kind(forest, index) or pronoun_head(token, label, language)
            if kind:
                yield index, kind
        elif adverbs and upos == "ADV" and entity_type(token):
            yield index, Kind.NOMINAL
        elif upos not in _CONTENT or label in _WORDS or token.empty:
            continue
        elif label == "compound":
            if (
                modifiers
                and upos in _NOUNS
                and (entity_type(token) if typed else _refers(forest, index, recurrent))
            ):
                yield index, head_kind(forest, index)
        elif upos in _NOUNS:
            if not _phraseological(forest, index) and not _names_its_noun(forest, index):
                yield index, head_kind(forest, index)
        elif upos == "ADJ":
            # An adjective refers only if it replaces a noun: as a subject, or with a determiner
            # of its own, *the rich*.
            if label in _SUBJECTS or (label in _ARGUMENTS and _determined(forest, index)):
                yield index, Kind.NOMINAL
        elif not _ranging(forest, index):
            yield index, head_kind(forest, index)


def _pronominal(token: Token) -> bool:
    """Whether a word is a pronoun by its features: possessives and the first word of
    *one another*.
    """
    return "Poss=Yes" in token.feats or "PronType=Rcp" in token.feats


def pronoun_head(token: Token, label: str, language: str) -> Kind:
    """The kind of a word used as a pronoun; `UNKNOWN` for determiners, emphatics,
    fillers and existential *there*.
    """
    if token.empty:
        return Kind.ZERO if token.upos == "PRON" else Kind.UNKNOWN
    if label in _WORDS and not _mistaken(token):
        return owner_kind(token, language)
    if token.upos == "PRON" and _emphatic(token, label):
        return Kind.UNKNOWN
    if label == "expl" and token.form.lower() in lexicon.words(language, "grammar", "existential"):
        return Kind.UNKNOWN
    return pronoun_kind(token, language) or owner_kind(token, language)


def owner_kind(token: Token, language: str) -> Kind:
    """The kind of a possessive that is a determiner or an adjective: *su casa*, *un amigo suyo*."""
    listed = pronoun(token, language) if "Poss=Yes" in token.feats else None
    return (
        Kind.POSSESSIVE if listed is not None and listed.kind is Kind.POSSESSIVE else Kind.UNKNOWN
    )


def _mistaken(token: Token) -> bool:
    """Whether the parser tags a pronoun as a function word, yet gives it the type of
    its referent.
    """
    return "EntityType=" in token.misc and token.feature("PronType") in ("Prs", "Dem")


def _emphatic(token: Token, label: str) -> bool:
    """Whether the pronoun is emphatic, *she herself*; in *she did it herself* it is part of the
    clause.
    """
    return "PronType=Emp" in token.feats and not label.startswith(("obj", "iobj", "obl"))


def _recurrent(forest: Forest) -> Mapping[str, int]:
    """How often a lemma heads a noun phrase of its own in this document."""
    return Counter(
        token.lemma.lower()
        for token, label in zip(forest.document.tokens, forest.labels, strict=True)
        if token.upos in _NOUNS and label != "compound" and label not in _WORDS
    )


def _refers(forest: Forest, index: int, recurrent: Mapping[str, int]) -> bool:
    """Whether a noun before a noun seems to refer: a name before a common noun, or a word that also
    occurs alone.
    """
    tokens = forest.document.tokens
    head = forest.heads[index]
    if (
        head == NONE
        or tokens[head].upos != "NOUN"
        or tokens[min(index + 1, len(tokens) - 1)].form == "-"
    ):
        return False
    return tokens[index].upos == "PROPN" or tokens[index].lemma.lower() in recurrent


def _phraseological(forest: Forest, index: int) -> bool:
    """Whether a noun refers to nothing: *for example*, *take place*, the *people* of *a lot of
    people*.
    """
    tokens, labels, language = forest.document.tokens, forest.labels, forest.document.language
    token, head = tokens[index], forest.heads[index]
    form = token.form.lower()
    if form in lexicon.words(language, "grammar", "nonword"):
        return True
    children = forest.children[index]
    before = [
        tokens[child].form.lower()
        for child in children
        if child < index and labels[child] != "punct"
    ]
    # Idioms are looked up with what stands before the noun, because *for the example* refers.
    phrase = " ".join((*before, form))
    if phrase in lexicon.words(language, "grammar", "idiom"):
        return True
    if head == NONE:
        return False
    label = labels[index]
    if label == "obj":
        return f"{tokens[head].lemma.lower()} {phrase}" in lexicon.words(
            language, "grammar", "light"
        )
    if label.startswith("obl"):
        return phrase in lexicon.words(language, "grammar", "adverbial")
    if label == "nmod:unmarked":
        return token.upos == "NOUN" and token.lemma.lower() in lexicon.words(
            language, "grammar", "measure"
        )
    if label != "nmod" or not before:
        return False
    # The second part of a compound with a hyphen.
    if tokens[index - 1].form == "-" and tokens[index - 1].end == token.start:
        return True
    sort = tokens[head].lemma.lower() in lexicon.words(language, "grammar", "measure.sort")
    partitive = (
        tokens[head].lemma.lower() in lexicon.words(language, "grammar", "measure")
        or tokens[head].upos == "DET"
    )
    measured = before[0] in lexicon.words(language, "grammar", "partitive")
    own = any(labels[child] in _OWN or (sort and labels[child] == "amod") for child in children)
    return partitive and measured and not own


def _determined(forest: Forest, index: int) -> bool:
    """Whether it has an article or a possessor: *the poor*, *his second*."""
    return any(
        forest.labels[child] == "det" or forest.labels[child] == "nmod:poss"
        for child in forest.children[index]
    )


def _names_its_noun(forest: Forest, index: int) -> bool:
    participle = forest.heads[index]
    noun = forest.heads[participle] if participle != NONE else NONE
    return noun != NONE and name_given(forest, noun) == index


def _ranging(forest: Forest, index: int) -> bool:
    """Whether it is the end of a range, or the second of two numbers before one noun: 3 to *5*
    apples.
    """
    tokens, head = forest.document.tokens, forest.heads[index]
    if head == NONE or tokens[head].upos != "NUM" or forest.labels[index] not in ("nmod", "conj"):
        return False
    if forest.labels[head] in ("nummod", "compound"):
        return True
    marks = lexicon.words(forest.document.language, "grammar", "range")
    return any(
        forest.labels[child] == "case" and tokens[child].form in marks
        for child in forest.children[index]
    )
