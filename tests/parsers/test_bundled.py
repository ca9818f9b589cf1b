"""The bundled parser on texts of all sorts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.core.document import ROOT, Block, Document, features
from coindex.core.errors import CoindexError, MissingLayer, SpecError
from coindex.language.plain_text import plain_text
from coindex.models import session
from coindex.models.session import Analysis, Model, WordWindow
from coindex.parsers import model_words
from coindex.parsers.bundled import Bundled
from coindex.testing import check_parser
from coindex.testing.contracts import check_document

TEXT = """Dame Zaha Hadid was an architect. She didn't like the building's plans.

It seemed that nobody cared about it."""


def parsed(text: str, **settings: object) -> Document:
    return next(iter(Bundled(**settings).parse([Document("d", text)])))  # type: ignore[arg-type]


def test_contract() -> None:
    check_parser(Bundled())


def test_tokens_sentences_and_dependencies() -> None:
    document = parsed(TEXT)
    assert [len(list(document.words(sentence.span))) for sentence in document.sentences] == [
        7,
        9,
        8,
    ]
    assert [sentence.paragraph for sentence in document.sentences] == [0, 0, 1]
    by_form = {token.form: token for token in document.tokens}
    assert by_form["She"].deprel == "nsubj" and by_form["She"].feature("Gender") == "Fem"
    assert document.tokens[by_form["She"].head or 0].form == "like"
    assert by_form["architect"].head == ROOT and by_form["was"].lemma == "be"
    assert by_form["n't"].lemma == "not"
    assert [multiword.form for multiword in document.sentences[1].multiwords] == [
        "didn't",
        "building's",
    ]
    assert all(document.text[token.start : token.end] == token.form for token in document.tokens)


def test_entity_types_expletives_and_arc_probabilities() -> None:
    document = parsed(TEXT)
    types = {token.form: features(token.misc).get("EntityType", "") for token in document.tokens}
    assert types["Zaha"] == types["architect"] == "person"
    its = [
        float(features(token.misc)["Expletive"])
        for token in document.tokens
        if token.form.lower() == "it"
    ]
    assert its[0] > 0.5 > its[1]
    for token, arcs in zip(document.tokens, document.arcs, strict=True):
        assert 0 < sum(arc.probability for arc in arcs) <= 1.001
        assert [arc.probability for arc in arcs] == sorted(
            (arc.probability for arc in arcs), reverse=True
        )
        assert token.head is not None
    assert (
        sum(
            arcs[0].head == token.head
            for token, arcs in zip(document.tokens, document.arcs, strict=True)
        )
        >= 23
    )


def test_long_texts_are_parsed_window_by_window_and_told_of() -> None:
    text = " ".join(
        f"Number {number} was sold to Ann because she had wanted it." for number in range(120)
    )
    told: list[int] = []
    document = next(iter(Bundled().parse_with_progress([Document("d", text)], told.append)))
    check_document(document)
    assert len(document.sentences) == 120
    assert len(told) > 3 and sum(told) == len(text)
    for sentence in document.sentences:
        assert sum(document.tokens[index].head == ROOT for index in range(*sentence.span)) == 1


def test_threads_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_words, "SECTION", 40)
    paragraphs = [
        f"Ann sold boat {number} to Bob. {'He liked it very much. ' * (number % 4)}"
        for number in range(12)
    ]
    texts = ["\n\n".join(paragraphs), "", TEXT, " ".join(paragraphs), "Yes."]
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    expected = list(Bundled().parse(documents))
    for threads, batch in ((2, 1), (2, 2), (2, 3), (3, 8), (1, 8)):
        told: list[int] = []
        found = list(
            Bundled(threads=threads, batch=batch).parse_with_progress(documents, told.append)
        )
        for one, other in zip(expected, found, strict=True):
            assert (other.id, other.tokens, other.sentences) == (one.id, one.tokens, one.sentences)
            heads = [[arc.head for arc in arcs] for arcs in one.arcs]
            assert [[arc.head for arc in arcs] for arcs in other.arcs] == heads
            check_document(other)
        assert sum(told) == sum(map(len, texts))


def test_what_is_no_language_is_not_analysed_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []
    analyse = Model.analyse

    def counted(model: Model, window: WordWindow) -> Analysis:
        seen.append(len(window.words))
        return analyse(model, window)

    monkeypatch.setattr(Model, "analyse", counted)
    letters = "אבגדהוזחטיכלמנסעפצקרשת"
    text = " ".join(letters[number % 7 : number % 7 + number % 13 + 1] for number in range(1500))
    assert len(parsed(text, language="en").tokens) == 1500
    assert sum(seen) <= 2 * 1500


def test_documents_come_one_by_one() -> None:
    asked: list[int] = []

    def documents() -> Iterator[Document]:
        for number in range(20):
            asked.append(number)
            yield Document(str(number), "Ann left. Bob stayed.")

    parsing = Bundled(threads=2, batch=4).parse(documents())
    assert next(parsing).id == "0"
    assert len(asked) <= 5
    assert [document.id for document in parsing] == [str(number) for number in range(1, 20)]


@pytest.mark.parametrize("settings", [{"threads": 0}, {"batch": 0}])
def test_no_work_without_threads(settings: dict[str, int]) -> None:
    with pytest.raises(SpecError, match="at least 1"):
        Bundled(**settings)  # type: ignore[arg-type]


def test_sections_end_with_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_words, "SECTION", 5)
    text = (
        "one two\n\nthree four\n\nfive six seven\n\neight\n\nnine ten eleven twelve thirteen "
        "fourteen\nfifteen"
    )
    words = model_words.own_words(Document("d", text), "en")
    assert list(words.sections()) == [(0, 7), (7, 15)]
    assert list(model_words.own_words(Document("d", ""), "en").sections()) == []


def test_long_texts_share_what_is_equal() -> None:
    document = parsed("The boat left. The boat sank.")
    first, second = [token for token in document.tokens if token.form == "boat"]
    assert first.form is second.form and first.lemma is second.lemma


def test_blocks_that_are_no_prose_are_left_out_and_headings_kept() -> None:
    text = "The Title\n\nAnn left.\n\nx | y | z\n\nBob stayed."
    blocks = (Block(0, 9, "heading"), Block(11, 20), Block(22, 31, "table"), Block(33, 44))
    document = next(iter(Bundled().parse([Document("d", text, blocks=blocks)])))
    assert [document.surface(sentence.span) for sentence in document.sentences] == [
        "The Title",
        "Ann left.",
        "Bob stayed.",
    ]
    assert [sentence.heading for sentence in document.sentences] == [True, False, False]


def test_given_words_and_sentences_are_kept() -> None:
    own = parsed(TEXT)
    again = next(iter(Bundled(tokens="given", sentences="given").parse([own])))
    assert [(token.start, token.end, token.form) for token in again.tokens] == [
        (token.start, token.end, token.form) for token in own.tokens
    ]
    assert [sentence.span for sentence in again.sentences] == [
        sentence.span for sentence in own.sentences
    ]
    assert [sentence.multiwords for sentence in again.sentences] == [
        sentence.multiwords for sentence in own.sentences
    ]
    with pytest.raises(MissingLayer):
        parsed(TEXT, tokens="given")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n \t",
        "🙂👩‍👩‍👧 ok",
        "שלום עולם. مرحبا بالعالم.",
        "a\x00b\x07c \x1b[0m",
        "x" * 50_000,
        "ma\u0301s e\u200bl",
        "\ufeffHello.",
    ],
)
def test_strange_texts_keep_their_offsets(text: str) -> None:
    document = parsed(text, language="en")
    check_document(document)
    covered = {place for token in document.tokens for place in range(token.start, token.end)}
    read = plain_text(text)
    assert all(
        covered.issuperset(range(read.start(place), read.end(place + 1)))
        for place, character in enumerate(read.text)
        if not character.isspace()
    )


def test_no_model_for_a_language_is_said() -> None:
    with pytest.raises(CoindexError, match="'xx'"):
        parsed("a", language="xx")


def test_an_installation_without_models_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "folder_of", lambda language: tmp_path / language)
    monkeypatch.setattr(session, "model", session.model.__wrapped__)
    with pytest.raises(CoindexError, match="no bundled model for language 'en', nor for any other"):
        parsed("Ann left.")


def test_a_reciprocal_belongs_to_its_verb() -> None:
    document = parsed("The boys like each other.")
    each = next(token for token in document.tokens if token.form == "each")
    assert each.head is not None
    assert (document.tokens[each.head].form, each.deprel) == ("like", "obj")
