"""What a clitic that agrees with the subject stands for: *se miró*, *se lo dio*, *se fue*, *se venden pisos*."""

from __future__ import annotations

from enum import StrEnum

from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.language.grammatical import is_grammatical
from coindex.language.lexicon import words
from coindex.language.tree import NONE, Forest, forest

_OBJECTS = frozenset({"lo", "la", "los", "las"})
_PERSONS = {"me": ("1", "Sing"), "te": ("2", "Sing"), "nos": ("1", "Plur"), "os": ("2", "Plur")}
_TOGETHER = frozenset({"mutuamente", "recíprocamente", "otro", "otra", "otros", "otras"})


class Use(StrEnum):
    """`DATIVE` is *se* for *le* before another clitic; the last three refer to nothing."""

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
    """*Se*, or *me, te, nos, os* with a verb in their person."""
    token = forest.document.tokens[index]
    form = token.form.lower()
    if token.upos != "PRON" or token.empty:
        return False
    return form == "se" or (form in _PERSONS and _subject_agreement(forest, index) == _PERSONS[form])


def clitic_use(forest: Forest, index: int) -> Use:
    """The use of a clitic for which `is_reflexive_clitic` holds."""
    tokens, label = forest.document.tokens, forest.labels[index]
    verb = forest.heads[index]
    if verb == NONE:
        return Use.INHERENT
    lemma, language = tokens[verb].lemma.lower(), forest.document.language
    following = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    before_object = following.form.lower() in _OBJECTS and following.upos == "PRON" and forest.heads[index + 1] == verb
    if tokens[index].form.lower() == "se" and before_object and lemma not in words(language, "verbs", "aspectual"):
        return Use.DATIVE
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


def _subject_agreement(forest: Forest, index: int) -> tuple[str, str]:
    """Person and number of the finite verb that the clitic belongs to; of an infinitive, those of the verb above."""
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
    """With a subject and another object: *ella se puso el abrigo* is no passive, whatever the parser says."""
    labels = {forest.labels[child] for child in forest.children[verb]}
    return {"nsubj", "obj"} <= labels


def _of_body(forest: Forest, verb: int) -> bool:
    """*Se lavó las manos*."""
    tokens, known = forest.document.tokens, words(forest.document.language, "verbs", "body")
    return any(
        forest.labels[child] == "obj" and tokens[child].lemma.lower() in known for child in forest.children[verb]
    )


def _mutual(forest: Forest, verb: int) -> bool:
    tokens = forest.document.tokens
    return any(tokens[child].form.lower() in _TOGETHER for child in forest.children[verb])


def nonreferential_clitics(document: Document) -> dict[int, str]:
    """The clitics that refer to nothing, each with its use."""
    if not is_grammatical(document.language):
        return {}
    parse = forest(document)
    found = {
        index: clitic_use(parse, index) for index in range(len(document.tokens)) if is_reflexive_clitic(parse, index)
    }
    return {index: use.value for index, use in found.items() if not use.refers}
