"""What pages get to name zero pronouns with, and what verbs tell of the ones put before them."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.workbench.editing.concordance import of_mentions, of_tokens
from coindex.workbench.editing.contents import short
from coindex.workbench.editing.layout import with_zeros
from coindex.workbench.editing.zeros import agreeing, pronouns

TOKENS = (
    Token(0, 3, "Ana", "Ana", "PROPN", head=1, deprel="nsubj"),
    Token(4, 8, "abre", "abrir", "VERB", feats="Number=Sing|Person=3", head=ROOT, deprel="root"),
    Token(9, 11, "su", "su", "DET", feats="Number=Sing|Person=3|Poss=Yes", head=3, deprel="det"),
    Token(
        12, 18, "cuarto", "cuarto", "NOUN", feats="Gender=Masc|Number=Sing", head=1, deprel="obj"
    ),
    Token(19, 19, "", upos="PRON", feats="Gender=Fem|Number=Plur|Person=1", empty=True),
    Token(
        19, 27, "entramos", "entrar", "VERB", feats="Number=Plur|Person=1", head=1, deprel="conj"
    ),
)
DOCUMENT = Document("d", "Ana abre su cuarto entramos", "es", TOKENS, (Sentence(Span(0, 6)),))


def test_pronouns_for_zeros_and_verbs_and_genders_of_words() -> None:
    assert pronouns(DOCUMENT) == {
        "pronouns": {1: ["él", "ella"], 4: ["nosotras", "nosotras"], 5: ["nosotros", "nosotras"]},
        "Masc": [3],
        "Fem": [0],
        "places": {},
    }
    assert short(DOCUMENT)["zeros"] == pronouns(DOCUMENT)


def test_a_zero_is_shown_before_the_clitics_and_the_negation_of_its_verb() -> None:
    words = [("No", "ADV"), ("se", "PRON"), ("lo", "PRON")]
    starts = (0, 3, 6)
    before = [
        Token(at, at + 2, form, upos=upos) for (form, upos), at in zip(words, starts, strict=True)
    ]
    agreement = "Number=Sing|Person=3"
    zero = Token(9, 9, "", upos="PRON", feats=agreement, empty=True)
    verb = Token(9, 12, "dio", "dar", "VERB", feats=agreement)
    document = Document("d", "No se lo dio", "es", (*before, zero, verb), (Sentence(Span(0, 5)),))
    columns = pronouns(document)
    assert columns is not None
    assert columns["places"] == {3: 0, 4: 0}


def test_languages_without_such_pronouns_send_nothing() -> None:
    assert pronouns(Document("d", DOCUMENT.text, "en", TOKENS, DOCUMENT.sentences)) is None


def test_a_zero_that_is_put_in_has_person_and_number_of_its_verb() -> None:
    found = with_zeros(DOCUMENT, (1, 3))
    assert [token.feats for token in found.tokens if token.empty] == [
        "Number=Sing|Person=3",
        "",
        "Gender=Fem|Number=Plur|Person=1",
    ]


def test_words_are_found_across_zeros() -> None:
    (hit,) = of_tokens(DOCUMENT, "cuarto entramos")
    assert (hit.parts, hit.words) == ((Span(3, 6),), "cuarto entramos")


def test_a_zero_stored_without_features_is_named_after_its_verb() -> None:
    bare = tuple(token._replace(feats="Case=Nom") if token.empty else token for token in TOKENS)
    earlier = replace(DOCUMENT, tokens=bare)
    assert agreeing(earlier).tokens[4].feats == "Case=Nom|Number=Plur|Person=1"
    named = pronouns(earlier)
    assert named is not None and named["pronouns"][4] == ["nosotros", "nosotras"]
    zero = Mention((Span(4, 5),), 4, Kind.ZERO)
    (hit,) = of_mentions(
        earlier, Annotation("d", mentions=(zero,), entities=(Entity("1", (zero,)),))
    )
    assert hit.words == "∅ nosotros"
    assert agreeing(DOCUMENT) is DOCUMENT
