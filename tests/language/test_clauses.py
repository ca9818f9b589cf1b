"""Clauses, utterances, and segments from parts of speech."""

from __future__ import annotations

from collections.abc import Callable

from coindex.core.document import Document
from coindex.language.syntax.clauses import ClauseKind, clauses, segments, utterances
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]
FINITE = "VerbForm=Fin"

NESTED = (
    f"Ann/PROPN/2/nsubj says/VERB/0/root/{FINITE} that/SCONJ/6/mark Bob/PROPN/6/nsubj "
    f"wants/VERB/6/aux/{FINITE} leave/VERB/2/ccomp/{FINITE} if/SCONJ/9/mark she/PRON/9/nsubj "
    f"comes/VERB/6/advcl/{FINITE} and/CCONJ/11/cc stays/VERB/9/conj/{FINITE}"
)


def words(document: Document, tokens: list[int] | tuple[int, ...]) -> str:
    return " ".join(document.tokens[token].form for token in tokens)


def test_finite_clauses_nest(parsed: Parsed) -> None:
    document = parsed(NESTED)
    found = clauses(forest(document))
    assert [(clause.kind, clause.parent) for clause in found.clauses] == [
        (ClauseKind.MAIN, NONE),
        (ClauseKind.COMPLEMENT, 0),
        (ClauseKind.ADVERBIAL, 1),
        (ClauseKind.COORDINATE, 2),
    ]
    assert words(document, found.tokens[0]) == "Ann says"
    assert [words(document, [clause.subject]) for clause in found.clauses] == [
        "Ann",
        "Bob",
        "she",
        "she",
    ]
    assert found.of(7).head == 8


def test_infinitives_belong_to_the_finite_clause_above(parsed: Parsed) -> None:
    document = parsed(
        f"Ann/PROPN/2/nsubj wants/VERB/0/root/{FINITE} to/PART/4/mark "
        "leave/VERB/2/xcomp/VerbForm=Inf Bob/PROPN/4/obj"
    )
    assert len(clauses(forest(document)).clauses) == 1


def test_verb_of_a_clause_is_its_finite_word(parsed: Parsed) -> None:
    document = parsed(f"She/PRON/3/nsubj is/AUX/3/cop/{FINITE} tall/ADJ/0/root")
    assert clauses(forest(document)).clauses[0].verb == 1


def test_conjoined_clauses_are_utterances(parsed: Parsed) -> None:
    document = parsed(
        f"Jim/PROPN/2/nsubj left/VERB/0/root/{FINITE} when/SCONJ/5/mark we/PRON/5/nsubj "
        f"came/VERB/2/advcl/{FINITE} and/CCONJ/8/cc Liz/PROPN/8/nsubj stayed/VERB/2/conj/{FINITE} "
        f"and/CCONJ/10/cc slept/VERB/8/conj/{FINITE}"
    )
    index = forest(document)
    parts = {
        unit: [words(document, u.tokens) for u in utterances(index, unit=unit)]
        for unit in ("sentence", "conjoined")
    }
    assert len(parts["sentence"]) == 1
    assert parts["conjoined"] == ["Jim left when we came", "and Liz stayed and slept"]
    tensed = [words(document, utterance.tokens) for utterance in utterances(index, unit="tensed")]
    assert tensed == ["Jim left", "when we came", "and Liz stayed", "and slept"]


def test_h1_splits_at_a_free_conjunction(parsed: Parsed) -> None:
    document = parsed(
        "John/PROPN/_/_ y/CCONJ/_/_ Jane/PROPN/_/_ llegaron/VERB/_/_ tarde/ADV/_/_ al/ADP/_/_ "
        "trabajo/NOUN/_/_ porque/SCONJ/_/_ se/PRON/_/_ durmieron/VERB/_/_",
        language="es",
    )
    found = segments(document, document.sentences[0].span)
    assert [words(document, range(*span)) for span in found] == [  # type: ignore[arg-type]
        "John y Jane llegaron tarde al trabajo",
        "porque se durmieron",
    ]


def test_h1_splits_at_a_relative_and_not_between_noun_phrases(parsed: Parsed) -> None:
    document = parsed(
        "The/DET/_/_ book/NOUN/_/_ is/AUX/_/_ an/DET/_/_ example/NOUN/_/_ of/ADP/_/_ "
        "topics/NOUN/_/_ and/CCONJ/_/_ ideas/NOUN/_/_ that/PRON/_/_ recently/ADV/_/_ were/AUX/_/_ "
        "taboo/NOUN/_/_ in/ADP/_/_ circles/NOUN/_/_"
    )
    assert [span.start for span in segments(document, document.sentences[0].span)] == [0, 9]


def test_h1_leaves_a_conjunction_without_a_further_verb(parsed: Parsed) -> None:
    document = parsed("Ann/PROPN/_/_ slept/VERB/_/_ but/CCONJ/_/_ badly/ADV/_/_")
    assert len(segments(document, document.sentences[0].span)) == 1
