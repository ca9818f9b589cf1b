"""A parsed text as SUPAR's partial parser segments it: clauses, verbs, noun phrases with their
heads, and what is in them (Figure 5 of Ferrández, Peral & Luján-Mora 2002).

The paper names clause, noun phrase, head, genitive and verb; the names of the other phrases are
ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span
from coindex.formats.supar.texts import Phrase
from coindex.language.languages import GIVEN, get_language
from coindex.language.lexicon import words
from coindex.language.nominals.features import entity_type
from coindex.language.nominals.noun_phrases import head_kind, maximal, minimal
from coindex.language.syntax.clauses import ClauseKind, clauses
from coindex.language.syntax.constituents import Constituents
from coindex.language.syntax.functions import Function, function
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.tree import NONE, Forest, forest

_FUNCTIONS = {
    Function.SUBJECT: "suj",
    Function.EXISTENTIAL: "suj",
    Function.DIRECT_OBJECT: "objDir",
    Function.INDIRECT_OBJECT: "objInd",
}
_MEANINGS = {
    "person": "personaOAnimal",
    "animal": "personaOAnimal",
    "time": "tiempo",
    "direction": "direccion",
    "place": "direccion",
    "quantity": "cantidad",
    "abstract": "abstracto",
    "organization": "empresa",
}
"""The paper's semantic types for our entity types and lists of nouns."""


def segmented(document: Document) -> list[Phrase]:
    """The phrases of every sentence, outer ones first; none crosses another. Empty
    without a parse.
    """
    if all(token.head is None for token in document.tokens):
        return []
    parse = forest(document)
    phrases = [*_clauses(parse), *_verbs(parse), *_noun_phrases(parse)]
    return [phrase for sentence in document.sentences for phrase in _nested(phrases, sentence.span)]


def _clauses(parse: Forest) -> Iterator[Phrase]:
    for clause in clauses(parse).clauses:
        span = parse.span(clause.head)
        if clause.kind is ClauseKind.RELATIVE:
            yield Phrase(span, "RLS", "")
        yield Phrase(span, "CCC", "")


def _verbs(parse: Forest) -> Iterator[Phrase]:
    """A verb with the auxiliaries and adverbs directly before it; a copula alone."""
    for index, token in enumerate(parse.document.tokens):
        if (
            token.upos not in VERBAL
            or token.empty
            or parse.labels[index].partition(":")[0] == "aux"
        ):
            continue
        start = index
        while (
            start
            and parse.heads[start - 1] == index
            and parse.roles[start - 1] in (Role.WORD, Role.ADVERB)
        ):
            start -= 1
        yield Phrase(_without_marks(parse, start, index), "VBC", "")


def _without_marks(parse: Forest, start: int, verb: int) -> Span:
    """The group from the first auxiliary on: preceding conjunctions, commas and adverbs do not
    belong to it.
    """
    helping = (
        place for place in range(start, verb) if parse.labels[place].partition(":")[0] == "aux"
    )
    return Span(next(helping, verb), verb + 1)


def _noun_phrases(parse: Forest) -> Iterator[Phrase]:
    structures = Constituents(parse)
    for number, sentence in enumerate(parse.document.sentences):
        phrases = structures[number].phrases
        for head in range(*sentence.span):
            if (
                phrases[head - sentence.span.start] != NONE
                and not parse.document.tokens[head].empty
            ):
                yield from _noun_phrase(parse, head)


def _noun_phrase(parse: Forest, head: int) -> Iterator[Phrase]:
    span, core = maximal(parse, head), minimal(parse, head)
    case, role = parse.cases[head], parse.roles[head]
    if role is Role.POSSESSOR and case != NONE:
        yield Phrase(Span(span.start, max(span.end, case + 1)), "GSJ", "")
    elif case != NONE and case < span.start:
        yield Phrase(Span(case, span.end), "PPS", "")
    if role is Role.APPOSITION:
        yield Phrase(span, "APS", "")
    yield Phrase(span, "SNS", ",".join([*_description(parse, head), ""]))
    yield Phrase(Span(max(span.start, core.start), min(span.end, core.end)), "NSN", "")


def _description(parse: Forest, head: int) -> tuple[str, str, str]:
    """Function, type and semantic type of a noun phrase, each empty if the paper has no name for
    it.
    """
    language = parse.document.language.partition("-")[0]
    kind = head_kind(parse, head)
    noun = "propio" if kind is Kind.NAME else "comun"
    type = _pronoun(language) if kind.pronominal else noun
    return _FUNCTIONS.get(function(parse, head), ""), type, _meaning(parse, head, language)


def _pronoun(language: str) -> str:
    """*pronEnglish*, *pronSpanish*; *pron* in languages that are not parsed."""
    known = get_language(language)
    return "pron" if known.parser == GIVEN else f"pron{known.name}"


def _meaning(parse: Forest, head: int, language: str) -> str:
    token = parse.document.tokens[head]
    if meaning := _MEANINGS.get(entity_type(token)):
        return meaning
    lemma = token.lemma.lower()
    lists = ("time", "direction", "quantity", "abstract")
    return next((_MEANINGS[name] for name in lists if lemma in words(language, "nouns", name)), "")


def _nested(phrases: list[Phrase], sentence: Span) -> Iterator[Phrase]:
    """The phrases of a sentence, without those that cross a longer preceding one: tags cannot
    cross.
    """
    inside = sorted(
        (phrase for phrase in phrases if sentence.covers(phrase.span)),
        key=lambda phrase: (phrase.span.start, -phrase.span.end),
    )
    open_ends: list[int] = []
    for phrase in inside:
        while open_ends and open_ends[-1] <= phrase.span.start:
            open_ends.pop()
        if not open_ends or phrase.span.end <= open_ends[-1]:
            open_ends.append(phrase.span.end)
            yield phrase
