"""The shallow view: functions and clauses from parts of speech alone."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import example, given, settings
from hypothesis import strategies as st

from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.language.syntax.clauses import clauses
from coindex.language.syntax.constituents import Constituents
from coindex.language.syntax.functions import Function, embedded, function
from coindex.language.syntax.shallow import readable, shallow
from coindex.language.syntax.tree import forest

Parsed = Callable[..., Document]


def tagged(text: str) -> Document:
    tokens: list[Token] = []
    at = 0
    for word in text.split():
        form, upos, *feats = word.split("/")
        tokens.append(Token(at, at + len(form), form, form.lower(), upos, feats="".join(feats)))
        at += len(form) + 1
    plain = " ".join(token.form for token in tokens)
    return Document("tagged", plain, "en", tuple(tokens), (Sentence(Span(0, len(tokens))),))


def functions(text: str) -> dict[str, Function]:
    index = forest(shallow(tagged(text)))
    nouns = ("NOUN", "PROPN", "PRON")
    return {
        token.form: function(index, at)
        for at, token in enumerate(index.document.tokens)
        if token.upos in nouns
    }


def test_linear_functions() -> None:
    found = functions(
        "In/ADP Rome/PROPN ,/PUNCT the/DET old/ADJ man/NOUN gave/VERB Mary/PROPN a/DET book/NOUN "
        "of/ADP poems/NOUN"
    )
    assert found == {
        "Rome": Function.OBLIQUE,
        "man": Function.SUBJECT,
        "Mary": Function.INDIRECT_OBJECT,
        "book": Function.DIRECT_OBJECT,
        "poems": Function.ATTRIBUTE,
    }


def test_genitives_existentials_predicates_and_agents() -> None:
    possessive = functions(
        "Apple/PROPN 's/PART offerings/NOUN saw/VERB his/PRON/Poss=Yes truck/NOUN"
    )
    assert (possessive["Apple"], possessive["his"]) == (Function.POSSESSIVE, Function.POSSESSIVE)
    assert functions("There/PRON is/AUX a/DET man/NOUN")["man"] == Function.EXISTENTIAL
    assert functions("Ann/PROPN is/AUX a/DET boss/NOUN")["boss"] == Function.PREDICATE
    passive = functions("It/PRON was/AUX found/VERB/VerbForm=Part|Voice=Pass by/ADP Ann/PROPN")
    assert passive == {"It": Function.SUBJECT, "Ann": Function.AGENT}


def test_coordinated_noun_phrases_share_a_function() -> None:
    found = functions("Ann/PROPN and/CCONJ Bob/PROPN saw/VERB Eve/PROPN")
    assert found == {
        "Ann": Function.SUBJECT,
        "Bob": Function.SUBJECT,
        "Eve": Function.DIRECT_OBJECT,
    }


def test_clauses_by_what_opens_them() -> None:
    document = shallow(
        tagged(
            "When/SCONJ he/PRON came/VERB ,/PUNCT Ann/PROPN saw/VERB the/DET dog/NOUN that/PRON "
            "slept/VERB because/SCONJ it/PRON slept/VERB"
        )
    )
    labels = [(token.form, token.deprel) for token in document.tokens if token.upos == "VERB"]
    assert labels == [
        ("came", "advcl"),
        ("saw", "root"),
        ("slept", "acl:relcl"),
        ("slept", "advcl"),
    ]
    index = forest(document)
    assert embedded(index, 8)
    assert len(clauses(index).clauses) == 4


def test_a_sentence_without_a_verb_has_a_root() -> None:
    document = shallow(tagged("The/DET old/ADJ house/NOUN in/ADP Rome/PROPN ./PUNCT"))
    assert [token.head for token in document.tokens].count(ROOT) == 1
    assert document.tokens[2].head == ROOT


def test_the_given_parse_does_not_matter(parsed: Parsed) -> None:
    one = parsed("Ann/PROPN/2/nsubj saw/VERB/0/root Bob/PROPN/2/obj")
    other = parsed("Ann/PROPN/0/root saw/VERB/1/acl Bob/PROPN/1/nmod")
    assert shallow(one) == shallow(other)


POS = [
    "NOUN",
    "PROPN",
    "PRON",
    "VERB",
    "AUX",
    "ADJ",
    "ADV",
    "ADP",
    "PUNCT",
    "DET",
    "CCONJ",
    "SCONJ",
    "PART",
    "NUM",
    "",
]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(POS), st.sampled_from(["x", ",", "that", "'s", "there"])),
        max_size=25,
    )
)
@example([("SCONJ", "that"), ("VERB", "x"), ("NOUN", ","), ("VERB", "x"), ("NOUN", "x")])
def test_any_tags_make_one_tree(words: list[tuple[str, str]]) -> None:
    tokens = tuple(Token(at, at + 1, form, form, upos) for at, (upos, form) in enumerate(words))
    document = shallow(
        Document("d", "x" * len(words), "en", tokens, (Sentence(Span(0, len(words))),))
    )
    index = forest(document)
    assert len(index.roots) == min(1, len(words))
    assert [token.head for token in document.tokens].count(ROOT) == min(1, len(words))
    Constituents(index)[0]


def test_a_clause_behind_its_noun_is_inside_the_noun_phrase() -> None:
    words = "The/DET claim/NOUN that/SCONJ he/PRON left/VERB is/AUX false/ADJ"
    of_noun = forest(shallow(tagged(words)))
    assert (of_noun.labels[4], of_noun.heads[4]) == ("acl", 1)
    assert embedded(of_noun, 3)
    of_verb = forest(shallow(tagged("Ann/PROPN said/VERB that/SCONJ he/PRON left/VERB")))
    assert (of_verb.labels[4], of_verb.heads[4]) == ("ccomp", 1)


def test_only_what_has_no_parse_is_seen_so() -> None:
    unparsed = tagged("Ann/PROPN saw/VERB Bob/PROPN")
    assert readable(unparsed) == shallow(unparsed)
    assert readable(unparsed) is readable(unparsed)
    parsed = shallow(unparsed)
    assert readable(parsed) is parsed
    wordless = tagged("Ann/ saw/ Bob/")
    assert readable(wordless) is wordless
