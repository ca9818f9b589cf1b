"""Uses of *it*: the table of examples with hand-written parses, then
what each method and option does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import coindex
from coindex import formats
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.formats.building import from_text
from coindex.language.pleonastic import classify_it, nonreferential

EXAMPLES = Path(__file__).parent / "pleonastic.conllu"


def examples() -> Iterator[tuple[Document, str]]:
    for document, _ in formats.read(EXAMPLES, "conllu"):
        comments = document.sentences[-1].comments
        yield (
            document,
            next(comment.partition(" = ")[2] for comment in comments if "label = " in comment),
        )


def it_in(document: Document) -> int:
    return next(index for index, token in enumerate(document.tokens) if token.form.lower() == "it")


def words(text: str) -> Document:
    return from_text("words", text, language="en")


def tagged(text: str) -> Document:
    """`word/UPOS word/UPOS`, without a tree."""
    pairs = [word.rsplit("/", 1) for word in text.split()]
    document = words(" ".join(form for form, _ in pairs))
    assert len(document.tokens) == len(pairs)
    tokens = (
        token._replace(upos=tag) for token, (_, tag) in zip(document.tokens, pairs, strict=True)
    )
    return Document("tagged", document.text, "en", tuple(tokens), document.sentences)


def stripped(document: Document, *, label: str = "nsubj") -> Document:
    """The same with no *expl* to go by."""
    tokens = (
        token._replace(deprel=label) if token.deprel == "expl" else token
        for token in document.tokens
    )
    return Document(document.id, document.text, "en", tuple(tokens), document.sentences)


@pytest.mark.parametrize(
    ("document", "label"), [pytest.param(*pair, id=pair[0].id) for pair in examples()]
)
@pytest.mark.parametrize("trusting", [True, False])
def test_table_of_uses(document: Document, label: str, trusting: bool) -> None:
    document = document if trusting else stripped(document)
    assert classify_it(document, it_in(document), trust_expl=trusting) == label


def test_lappin_and_leass_know_their_seven_constructions_only() -> None:
    known = {
        document.id
        for document, _ in examples()
        if nonreferential(document, method="ll", trust_expl=False)
    }
    assert known == {"important", "easier", "makes", "seems"}
    for sentence in (
        "It is believed that he left .",
        "It is not time to go .",
        "It is thanks to Ann that we won .",
        "It may be quite necessary for us to go .",
        "It means that he left .",
    ):
        assert 0 in nonreferential(words(sentence), method="ll"), sentence
        assert 0 in nonreferential(words(sentence), method="patterns"), sentence


def test_paice_and_husk_need_a_word_of_their_lists_between_the_brackets() -> None:
    assert 0 in nonreferential(words("It is foolish , many say , to wait ."), method="ph")
    assert 0 in nonreferential(words("It is doubtful whether he left ."), method="ph")
    assert nonreferential(words("The plan , it seems , failed ."), method="ph").keys() == {3}
    assert not nonreferential(words("It moved to the left to make room ."), method="ph")
    assert not nonreferential(words("We spoke of it to make it known ."), method="ph")


@pytest.mark.parametrize(
    ("sentence", "subtype"),
    [
        ("It is a pity that she left .", "extraposition"),
        ("It has been shown that cells grow .", "extraposition"),
        ("It takes two hours to get there .", "extraposition"),
        ("It was decided to wait .", "extraposition"),
        ("It looks like she is tired .", "extraposition"),
        ("It is of interest that she left .", "extraposition"),
        ("How important it is to wait !", "extraposition"),
        ("It is time for us to go .", "prop-it"),
        ("It was snowing .", "prop-it"),
        ("It was already midnight .", "prop-it"),
        ("It is a long way to town .", "prop-it"),
        ("It is tea - time .", "prop-it"),
        ("It was tea-time .", "prop-it"),
        ("It was closing time .", "prop-it"),
        ("They hit it off .", "idiom"),
        ("How is it going with the printer ?", "idiom"),
        ("It is no use crying .", "idiom"),
        ("They made it home .", "idiom"),
        ("As it turned out , she won .", "idiom"),
        ("He is , as it were , a king .", "idiom"),
    ],
)
def test_words_alone_are_enough_for_the_patterns(sentence: str, subtype: str) -> None:
    document = words(sentence)
    assert nonreferential(document) == {it_in(document): subtype}


@pytest.mark.parametrize(
    "sentence",
    [
        "It is likely to rise .",
        "It is full .",
        "We put the cup on it to save room .",
        "It was painted green .",
        "It broke .",
        "It",
        "They made it into a cup that broke .",
        "It is a time machine .",
    ],
)
def test_what_is_said_of_things_refers(sentence: str) -> None:
    assert not nonreferential(words(sentence), method="patterns")


def test_evening_and_the_time_of_day() -> None:
    for text in (
        "It/PRON was/AUX getting/VERB dark/ADJ ./PUNCT",
        "It/PRON is/AUX already/ADV half/ADV past/ADP eight/NUM ./PUNCT",
        "It/PRON was/AUX ten/NUM to/ADP nine/NUM ./PUNCT",
    ):
        assert nonreferential(tagged(text)) == {0: "prop-it"}, text
    assert not nonreferential(tagged("It/PRON was/AUX getting/VERB old/ADJ ./PUNCT"))


def test_clefts_single_out_something_definite_or_an_adverbial() -> None:
    definite = "It/PRON was/AUX the/DET driver/NOUN that/PRON failed/VERB ./PUNCT"
    indefinite = "It/PRON was/AUX a/DET driver/NOUN that/PRON failed/VERB ./PUNCT"
    only = (
        "It/PRON was/AUX only/ADV after/SCONJ we/PRON left/VERB that/SCONJ it/PRON failed/VERB "
        "./PUNCT"
    )
    assert nonreferential(tagged(definite)) == {0: "cleft"}
    assert not nonreferential(tagged(indefinite))
    assert nonreferential(tagged(only)) == {0: "cleft"}


def test_existential_there_and_rephrasing_that() -> None:
    there = "There/PRON is/AUX a/DET disk/NOUN over/ADP there/ADV ./PUNCT"
    assert nonreferential(tagged(there)) == {0: "existential"}
    assert nonreferential(words("There were two .")) == {0: "existential"}
    assert nonreferential(words("We left , that is , we fled .")) == {3: "idiom"}
    assert not nonreferential(words("We know that is , perhaps , wrong ."))


def with_probability(document: Document, value: str) -> Document:
    tokens = (
        token._replace(misc=f"Expletive={value}") if token.form.lower() == "it" else token
        for token in document.tokens
    )
    return Document(document.id, document.text, "en", tuple(tokens), document.sentences)


def test_a_learned_probability_adds_to_the_patterns() -> None:
    unknown, known = words("It grew on us ."), words("It is good that you came .")
    assert not nonreferential(unknown)
    assert nonreferential(with_probability(unknown, "0.93"), method="learned") == {0: "prop-it"}
    assert not nonreferential(with_probability(unknown, "0.93"))
    assert not nonreferential(with_probability(unknown, "0.6"), method="learned")
    assert not nonreferential(with_probability(unknown, "much"), method="learned")
    assert nonreferential(with_probability(known, "0.01"), method="learned") == {0: "extraposition"}


def test_expl_of_the_parser_counts_only_if_trusted() -> None:
    document = words("It grew on us .")
    tokens = (document.tokens[0]._replace(deprel="expl"), *document.tokens[1:])
    labelled = Document("labelled", document.text, "en", tokens, document.sentences)
    assert nonreferential(labelled) == {0: "prop-it"}
    assert not nonreferential(labelled, trust_expl=False)


def test_other_languages_and_empty_documents_have_none() -> None:
    assert not nonreferential(Document("none", ""))
    assert not nonreferential(from_text("es", "It rains .", language="es"))


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(SpecError, match="did you mean 'patterns'"):
        nonreferential(words("It rains ."), method="pattern")


def test_doing_it_refers_to_an_action() -> None:
    document = words("I would do it .")
    assert classify_it(document, it_in(document)) == "proaction"


@pytest.mark.parametrize(
    "text",
    ["Peter saw the boy with the telescope. It's tea-time.", "Ann has a car. They hit it off."],
)
@pytest.mark.parametrize("resolver", ["supar", "sieve", "rosana", "rap"])
def test_the_examples_of_the_papers_are_left_alone(text: str, resolver: str) -> None:
    """SUPAR's *It's tea-time* and Byron's *hit it off*, from raw text."""
    assert not coindex.resolve(text, resolver=resolver).entities
