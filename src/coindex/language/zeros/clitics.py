"""The functions of clitics that agree with the subject: *se miró*, *se lo
dio*, *se fue*, *se venden pisos*.
"""

from __future__ import annotations

from enum import StrEnum

from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.nominals.pronouns import pronouns
from coindex.language.syntax.tree import NONE, Forest, forest

_NUMBERS = {"singular": "Sing", "plural": "Plur"}


class Use(StrEnum):
    """The use of a clitic; `DATIVE` is *se* for *le* before another clitic; the last three refer to
    nothing.
    """

    PERSONAL = "personal"
    DATIVE = "dative"
    REFLEXIVE = "reflexive"
    RECIPROCAL = "reciprocal"
    INHERENT = "inherent"
    PASSIVE = "passive"
    IMPERSONAL = "impersonal"

    @property
    def refers(self) -> bool:
        return self not in (Use.INHERENT, Use.PASSIVE, Use.IMPERSONAL)


KINDS = {
    Use.PERSONAL: Kind.PERSONAL,
    Use.DATIVE: Kind.PERSONAL,
    Use.REFLEXIVE: Kind.REFLEXIVE,
    Use.RECIPROCAL: Kind.RECIPROCAL,
}


def is_reflexive_clitic(forest: Forest, index: int) -> bool:
    """Whether it is *se*, or *me, te, nos, os* with a verb in the same person."""
    token, language = forest.document.tokens[index], forest.document.language
    form = token.form.lower()
    if token.upos != "PRON" or token.empty:
        return False
    if form in words(language, "verbs", "clitic.reflexive"):
        return True
    if form not in words(language, "verbs", "clitic.personal"):
        return False
    row = pronouns(language)[form]
    return _subject_agreement(forest, index) == (row.person, _NUMBERS[row.number])


def clitic_use(forest: Forest, index: int) -> Use:
    """The use of a clitic for which `is_reflexive_clitic` is true."""
    tokens, label = forest.document.tokens, forest.labels[index]
    verb = forest.heads[index]
    if verb == NONE:
        return Use.INHERENT
    lemma, language = tokens[verb].lemma.lower(), forest.document.language
    following = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    accusative = following.form.lower() in words(language, "verbs", "clitic.accusative")
    before_object = accusative and following.upos == "PRON" and forest.heads[index + 1] == verb
    reflexive = tokens[index].form.lower() in words(language, "verbs", "clitic.reflexive")
    if reflexive and before_object and not _on_oneself(forest, index, lemma):
        return Use.DATIVE
    # The order is that of certainty: the object beside it, what the parse says, then word lists.
    if label == "expl:impers":
        return Use.IMPERSONAL
    if label == "expl:pass" and not _transitive(forest, verb):
        return Use.PASSIVE
    if _of_body(forest, verb):
        return Use.REFLEXIVE
    plural = _subject_agreement(forest, index)[1] == "Plur"
    if plural and (lemma in words(language, "verbs", "reciprocal") or _mutual(forest, verb)):
        return Use.RECIPROCAL
    if lemma in words(language, "verbs", "reflexive") or label in ("obj", "iobj"):
        return Use.REFLEXIVE
    return Use.INHERENT


def _on_oneself(forest: Forest, index: int, lemma: str) -> bool:
    """Whether *se lo* is of the subject: *se lo comió*, *se lo puso*, but *se lo puse*, and *se lo
    puso en la mano* or *a Juan*.
    """
    tokens, language = forest.document.tokens, forest.document.language
    if _subject_agreement(forest, index)[0] in ("1", "2"):
        return False
    if lemma in words(language, "verbs", "worn"):
        phrases = (child for child in forest.children[forest.heads[index]] if child > index)
        return not any(
            forest.cases[child] != NONE
            and tokens[forest.cases[child]].form.lower() in words(language, "verbs", "onto")
            for child in phrases
        )
    return lemma in words(language, "verbs", "aspectual")


def clitic_kind(forest: Forest, index: int) -> Kind:
    """The kind of *se* and similar words, by their use; those that do
    not refer are reflexive in form.
    """
    if get_language(
        forest.document.language
    ).nonreferential != "clitics" or not is_reflexive_clitic(forest, index):
        return Kind.UNKNOWN
    return KINDS.get(clitic_use(forest, index), Kind.REFLEXIVE)


def _subject_agreement(forest: Forest, index: int) -> tuple[str, str]:
    """Person and number of the finite verb that the clitic belongs to; for an infinitive, those of
    the verb above.
    """
    tokens, verb = forest.document.tokens, forest.heads[index]
    while verb != NONE:
        group = (verb, *(child for child in forest.children[verb] if tokens[child].upos == "AUX"))
        for word in group:
            if tokens[word].feature("Person"):
                return tokens[word].feature("Person"), tokens[word].feature("Number")
        if forest.labels[verb] not in ("xcomp", "conj"):
            break
        verb = forest.heads[verb]
    return "", ""


def _transitive(forest: Forest, verb: int) -> bool:
    """Whether there is a subject and another object: *ella se puso el abrigo* is not a passive,
    even if labelled as one.
    """
    labels = {forest.labels[child] for child in forest.children[verb]}
    return {"nsubj", "obj"} <= labels


def _of_body(forest: Forest, verb: int) -> bool:
    """Whether the object is a part of the body: *se lavó las manos*."""
    tokens, known = forest.document.tokens, words(forest.document.language, "verbs", "body")
    return any(
        forest.labels[child] == "obj" and tokens[child].lemma.lower() in known
        for child in forest.children[verb]
    )


def _mutual(forest: Forest, verb: int) -> bool:
    tokens, mutual = forest.document.tokens, words(forest.document.language, "verbs", "mutual")
    return any(tokens[child].form.lower() in mutual for child in forest.children[verb])


def nonreferential_clitics(document: Document) -> dict[int, str]:
    """The clitics that refer to nothing, each with its use; none in a
    language without such clitics.
    """
    if get_language(document.language).nonreferential != "clitics":
        return {}
    parse = forest(document)
    uses = {
        index: clitic_use(parse, index)
        for index in range(len(document.tokens))
        if is_reflexive_clitic(parse, index)
    }
    return {index: use.value for index, use in uses.items() if not use.refers}
