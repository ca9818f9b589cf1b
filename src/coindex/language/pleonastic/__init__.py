"""Pronouns that do not refer: pleonastic *it*, existential *there*; what other uses of *it* refer
to.

In languages whose parses mark most expletives (*es regnet*), a pronoun that the parse labels as one
is one; many parses nevertheless label *es* a subject, so word lists name the predicates with which
it refers to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coindex.core.document import Document, Token, features
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.pleonastic import lappin_leass, paice_husk, patterns
from coindex.language.pleonastic.frames import subject_frame
from coindex.language.pleonastic.patterns import Subtype
from coindex.language.pleonastic.sentence_words import SentenceWords, listed, words_of
from coindex.language.syntax.tree import NONE, Forest, forest
from coindex.language.zeros.clitics import nonreferential_clitics

INHERENT = "inherent"
"""A reflexive pronoun that belongs to its verb, *sich schämen*, as with clitics."""
_CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})


def expletives(document: Document) -> dict[int, str]:
    """The pronouns that do not refer, each with its subtype."""
    parse = forest(document)
    subtypes: dict[int, str] = {}
    for index, token in enumerate(document.tokens):
        if (
            token.upos == "PRON"
            and not token.empty
            and (subtype := _subtype_expletives(parse, index))
        ):
            subtypes[index] = subtype
    return subtypes


def _subtype_expletives(parse: Forest, index: int) -> str:
    token, label = parse.document.tokens[index], parse.labels[index]
    if label in ("expl:pv", "expl:pass", "expl:impers") or (
        label == "expl" and "Reflex=Yes" in token.feats
    ):
        return INHERENT
    if label != "expl" and token.form.lower() not in words(
        parse.document.language, "verbs", "expletive"
    ):
        return ""
    predicate = parse.heads[index]
    if predicate == NONE or not label.startswith(("expl", "nsubj")):
        return ""
    return _with_predicate(parse, predicate) or (Subtype.PROP_IT if label == "expl" else "")


def _with_predicate(parse: Forest, predicate: int) -> str:
    lemma, language = parse.document.tokens[predicate].lemma.lower(), parse.document.language
    if lemma in words(language, "verbs", "weather"):
        return Subtype.PROP_IT
    if lemma in words(language, "verbs", "existential"):
        return Subtype.EXISTENTIAL
    if lemma in words(language, "verbs", "concerning") and _concerns(parse, predicate):
        return Subtype.IDIOM
    judged = lemma in words(language, "verbs", "judgement") or lemma in words(
        language, "verbs", "clausal"
    )
    clause = any(
        parse.labels[child].partition(":")[0] in _CLAUSES for child in parse.children[predicate]
    )
    return Subtype.EXTRAPOSITION if judged and clause else ""


def _concerns(parse: Forest, predicate: int) -> bool:
    """Whether it is a phrase like *es geht um Geld*, *es handelt sich um einen Fehler*."""
    tokens, known = (
        parse.document.tokens,
        words(parse.document.language, "verbs", "concerning_preposition"),
    )
    cases = (parse.cases[child] for child in parse.children[predicate])
    return any(case != NONE and tokens[case].form.lower() in known for case in cases)


_NOUNS = frozenset({"NOUN", "PROPN"})
_SUBORDINATE = frozenset({"advcl", "csubj"})


def referential_use(document: Document, token: int) -> str:
    """`cataphoric`, `clausal`, `proaction` or `nominal`; without a parse, judged only by the words
    around it.
    """
    words = words_of(document, document.sentence_of(token))
    position = words.indices.index(token)
    if words.lemma(position - 1) == "do" and words.tag(position - 1) in ("VERB", ""):
        return "proaction"
    if _fronted(forest(document), words, token):
        return "cataphoric"
    return "clausal" if _said_of_clauses(words, position) else "nominal"


def _fronted(parse: Forest, words: SentenceWords, token: int) -> bool:
    """Whether it is in a subordinate clause before its main clause, without an earlier noun that it
    could refer to.
    """
    document = parse.document
    sentence = document.sentence_index(token)
    begin = document.sentences[max(0, sentence - 1)].span.start
    if any(document.tokens[index].upos in _NOUNS for index in range(begin, token)):
        return False
    for clause in parse.ancestors(token):
        head = parse.heads[clause]
        if (
            document.tokens[clause].relation in _SUBORDINATE
            and head != NONE
            and token < clause < head
        ):
            return any(
                document.tokens[child].relation == "nsubj" and document.tokens[child].upos in _NOUNS
                for child in parse.children[head]
            )
    return False


def _said_of_clauses(words: SentenceWords, it: int) -> bool:
    """Whether its predicate is about facts and events: it surprised me, it drove me crazy, I know
    it.
    """
    if words.lemma(it - 1) in listed("factive_object"):
        return True
    verb = it + 1
    while words.is_a(verb, "auxiliary", "adverb") or words.tag(verb) == "ADV":
        verb += 1
    if words.lemma(verb) in listed("event_subject"):
        return True
    driven = words.lemma(verb) in ("drive", "make") and words.tag(verb + 1) in ("PRON", "PROPN", "")
    return driven and words.is_a(verb + 2, "state_of_mind")


__all__ = ["LIKELY", "METHODS", "Subtype", "classify_it", "expletive_chance", "nonreferential"]

LIKELY = 0.9
"""The probability from which an *it* that matches no pattern counts as expletive."""

_Match = Callable[[SentenceWords, int], "Subtype | None"]


def nonreferential(
    document: Document, *, method: str = "patterns", trust_expl: bool = True
) -> dict[int, str]:
    """The tokens that do not refer, each with its subtype, found in the
    way that the language asks for.

    By `patterns`: *it*, *there* and *that*; as `clitics`: those that stand for nobody; by the
    `parse`: its expletives, and pronouns beside predicates of word lists.

    `method` for *it*: `ll` (Lappin & Leass 1994), `ph` (Paice & Husk 1987), `patterns`, or
    `learned`: the patterns, and whatever a parser gives a high probability in the token's attribute
    *Expletive*. `trust_expl`: the parser's label *expl* alone is enough.
    """
    if method not in METHODS:
        raise SpecError(
            Message(
                "method={method!r}: {suggestion}",
                method=method,
                suggestion=suggestion(method, METHODS),
            )
        )
    way = get_language(document.language).nonreferential
    if way != "patterns":
        return (
            nonreferential_clitics(document)
            if way == "clitics"
            else expletives(document)
            if way
            else {}
        )
    matched = METHODS[method]
    return {
        words.indices[position]: subtype
        for words, position in _candidates(document)
        if (subtype := _subtype(words, position, matched, trust_expl)) is not None
    }


def classify_it(
    document: Document, token: int, *, method: str = "patterns", trust_expl: bool = True
) -> str:
    """How an *it* is used: `pleonastic/SUBTYPE`, `cataphoric`, `clausal`,
    `proaction` (*do it*), or `nominal`.
    """
    if (
        subtype := nonreferential(document, method=method, trust_expl=trust_expl).get(token)
    ) is not None:
        return f"pleonastic/{subtype}"
    return referential_use(document, token)


def _candidates(document: Document) -> Iterator[tuple[SentenceWords, int]]:
    for sentence in document.sentences:
        forms = [document.tokens[index].form.lower() for index in range(*sentence.span)]
        if not _FORMS.isdisjoint(forms):
            words = words_of(document, sentence)
            yield from ((words, place) for place, form in enumerate(words.forms) if form in _FORMS)


def _subtype(
    words: SentenceWords, position: int, matched: _Match, trust_expl: bool
) -> Subtype | None:
    form = words.forms[position]
    if form == "there":
        return Subtype.EXISTENTIAL if _existential(words, position) else None
    if form == "that":
        return Subtype.IDIOM if _rephrasing(words, position) else None
    if (subtype := matched(words, position)) is not None:
        return subtype
    return (
        _likeliest(words, position)
        if trust_expl and words.token(position).relation == "expl"
        else None
    )


def _existential(words: SentenceWords, position: int) -> bool:
    token = words.token(position)
    if token.xpos or token.upos:
        return token.xpos == "EX" or token.relation == "expl" or token.upos == "PRON"
    following = words.form(position + 1), words.form(position + 2)
    return (
        any(words.lemma(position + place) == "be" for place in (1, 2, 3)) and "," not in following
    )


def _rephrasing(words: SentenceWords, position: int) -> bool:
    """Whether it is *that is,* or *that is to say*."""
    if words.form(position + 1) != "is" or words.form(position - 1) not in (
        "",
        ",",
        "(",
        "-",
        "–",
        "—",
        ";",
    ):
        return False
    return words.form(position + 2) == "," or words.forms[position + 2 : position + 4] == (
        "to",
        "say",
    )


def _likeliest(words: SentenceWords, position: int) -> Subtype:
    """The most probable subtype of an *it* that does not refer but matches no pattern."""
    return (
        Subtype.EXTRAPOSITION
        if subject_frame(words, position).clause() is not None
        else Subtype.PROP_IT
    )


def _lappin_leass(words: SentenceWords, it: int) -> Subtype | None:
    return Subtype.EXTRAPOSITION if lappin_leass.match(words, it) else None


def _paice_husk(words: SentenceWords, it: int) -> Subtype | None:
    return (
        (patterns.match(words, it) or Subtype.EXTRAPOSITION)
        if paice_husk.match(words, it)
        else None
    )


def _learned(words: SentenceWords, it: int) -> Subtype | None:
    if (subtype := patterns.match(words, it)) is not None:
        return subtype
    return _likeliest(words, it) if expletive_chance(words.token(it), unknown=0) >= LIKELY else None


def expletive_chance(token: Token, *, unknown: float) -> float:
    """The probability, according to the parser, that an *it* does not refer; `unknown` if the
    parser gives none.
    """
    try:
        return float(features(token.misc)["Expletive"])
    except (KeyError, ValueError):
        return unknown


_FORMS = frozenset({"it", "there", "that"})
METHODS: dict[str, _Match] = {
    "learned": _learned,
    "ll": _lappin_leass,
    "patterns": patterns.match,
    "ph": _paice_husk,
}
