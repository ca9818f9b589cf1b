from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.annotation import Kind, Reference
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.detectors.nominals import Nominals
from tests.detectors.parses import parsed


def found(document: Document, **options: object) -> dict[str, Kind]:
    annotation = registry.component("detectors", "nominals")(**options).detect(document)
    return {mention.text(document): mention.kind for mention in annotation.mentions}


def test_kinds_and_maximal_spans() -> None:
    document = parsed(
        "The/the/DET/3/det/Definite=Def|PronType=Art old/old/ADJ/3/amod "
        "keeper/keeper/NOUN/11/nsubj/Number=Sing of/of/ADP/6/case the/the/DET/6/det "
        "light/light/NOUN/3/nmod/Number=Sing ,/,/PUNCT/10/punct who/who/PRON/10/nsubj/PronType=Rel "
        "never/never/ADV/10/advmod slept/sleep/VERB/3/acl:relcl gave/give/VERB/0/root "
        "her/she/PRON/13/nmod:poss/Poss=Yes|PronType=Prs lamp/lamp/NOUN/11/obj/Number=Sing "
        "to/to/ADP/15/case Anna/Anna/PROPN/11/obl/Number=Sing Berg/Berg/PROPN/15/flat/Number=Sing "
        "././PUNCT/11/punct"
    )
    assert found(document) == {
        "The old keeper of the light , who never slept": Kind.NOMINAL,
        "the light": Kind.NOMINAL,
        "her": Kind.POSSESSIVE,
        "her lamp": Kind.NOMINAL,
        "Anna Berg": Kind.NAME,
    }
    assert found(document, relatives=True)["who"] is Kind.RELATIVE


def test_without_a_parse() -> None:
    words = (
        "The/the/DET/3/det old/old/ADJ/3/amod keeper/keeper/NOUN/7/nsubj of/of/ADP/6/case "
        "the/the/DET/6/det light/light/NOUN/3/nmod gave/give/VERB/0/root Anna/Anna/PROPN/7/iobj "
        "Berg/Berg/PROPN/8/flat her/she/PRON/11/nmod:poss/Poss=Yes|PronType=Prs "
        "lamp/lamp/NOUN/7/obj"
    )
    document = parsed(words)
    tagged = replace(
        document, tokens=tuple(token._replace(head=None, deprel="") for token in document.tokens)
    )
    whole = found(document)
    assert found(tagged) == found(document, syntax="tags") == whole
    assert list(whole) == [
        "The old keeper of the light",
        "the light",
        "Anna Berg",
        "her lamp",
        "her",
    ]


def test_heads_and_minimal_spans() -> None:
    document = parsed(
        "Mayor/mayor/NOUN/2/nmod:desc Anna/Anna/PROPN/4/nsubj Berg/Berg/PROPN/2/flat "
        "left/leave/VERB/0/root the/the/DET/7/det big/big/ADJ/7/amod hall/hall/NOUN/4/obj"
    )
    mentions = Nominals().detect(document).mentions
    assert [
        (mention.head, document.surface(mention.minimum or mention.span)) for mention in mentions
    ] == [
        (1, "Mayor Anna Berg"),
        (6, "hall"),
    ]


def test_phrases_that_refer_to_nothing() -> None:
    document = parsed(
        "For/for/ADP/2/case example/example/NOUN/4/obl she/she/PRON/4/nsubj/PronType=Prs "
        "slept/sleep/VERB/0/root",
        "A/a/DET/2/det lot/lot/NOUN/5/nsubj of/of/ADP/4/case people/people/NOUN/2/nmod "
        "came/come/VERB/0/root",
        "It/it/PRON/2/nsubj/PronType=Prs took/take/VERB/0/root place/place/NOUN/2/obj",
    )
    assert set(found(document)) == {"she", "A lot of people", "It"}


def test_a_sort_of_something_with_an_adjective_of_its_own() -> None:
    document = parsed(
        "The/the/DET/2/det type/type/NOUN/6/nsubj of/of/ADP/5/case foreign/foreign/ADJ/5/amod "
        "research/research/NOUN/2/nmod grew/grow/VERB/0/root",
        "A/a/DET/2/det lot/lot/NOUN/6/nsubj of/of/ADP/5/case young/young/ADJ/5/amod "
        "people/people/NOUN/2/nmod came/come/VERB/0/root",
    )
    assert set(found(document)) == {
        "The type of foreign research",
        "foreign research",
        "A lot of young people",
    }


def test_an_adjective_with_an_owner_heads_a_phrase() -> None:
    document = parsed(
        "Ann/Ann/PROPN/2/nsubj wrote/write/VERB/0/root a/a/DET/4/det book/book/NOUN/2/obj "
        ",/,/PUNCT/7/punct her/her/PRON/7/nmod:poss/Poss=Yes|PronType=Prs second/second/ADJ/4/appos"
    )
    assert "her second" in found(document)


def test_a_noun_before_a_noun_is_a_mention_if_it_also_stands_alone() -> None:
    sentence = (
        "The/the/DET/3/det harbour/harbour/NOUN/3/compound wall/wall/NOUN/4/nsubj "
        "fell/fall/VERB/0/root"
    )
    assert "harbour" not in found(parsed(sentence))
    again = "The/the/DET/2/det harbour/harbour/NOUN/3/nsubj flooded/flood/VERB/0/root"
    assert "harbour" in found(parsed(sentence, again))
    assert "harbour" not in found(parsed(sentence, again), modifiers=False)


def test_entity_types_of_the_parser_decide_about_modifiers() -> None:
    document = parsed(
        "The/the/DET/3/det harbour/harbour/NOUN/3/compound//EntityType=place "
        "wall/wall/NOUN/4/nsubj//EntityType=object fell/fall/VERB/0/root"
    )
    assert "harbour" in found(document)


def test_coordinations() -> None:
    document = parsed(
        "Ann/Ann/PROPN/4/nsubj and/and/CCONJ/3/cc Bob/Bob/PROPN/1/conj sold/sell/VERB/0/root "
        "their/they/PRON/6/nmod:poss/PronType=Prs tables/table/NOUN/4/obj/Number=Plur "
        "and/and/CCONJ/8/cc chairs/chair/NOUN/6/conj/Number=Plur in/in/ADP/10/case "
        "May/May/PROPN/4/obl or/or/CCONJ/12/cc June/June/PROPN/10/conj"
    )
    likely = found(document)
    assert likely["Ann and Bob"] is Kind.COORDINATION
    assert {"Ann", "Bob", "their", "May", "June"} < set(likely)
    assert likely["their tables and chairs"] is Kind.COORDINATION
    assert "chairs" not in likely
    assert "May or June" not in likely
    assert "May or June" in found(document, coordinations="all")
    assert not any(
        kind is Kind.COORDINATION for kind in found(document, coordinations="none").values()
    )


def test_existential_there_and_emphatic_pronouns_are_no_mentions() -> None:
    document = parsed(
        "There/there/PRON/2/expl/PronType=Dem was/be/VERB/0/root a/a/DET/4/det "
        "storm/storm/NOUN/2/nsubj itself/itself/PRON/4/nmod:unmarked/PronType=Emp"
    )
    assert "There" not in found(document)
    assert "itself" not in found(document)


def test_expletives_are_dropped_marked_or_kept() -> None:
    document = parsed(
        "It/it/PRON/3/expl/PronType=Prs was/be/AUX/3/cop clear/clear/ADJ/0/root "
        "that/that/SCONJ/6/mark she/she/PRON/6/nsubj/PronType=Prs won/win/VERB/3/csubj"
    )
    assert set(found(document)) == {"she"}
    assert set(found(document, expletives="keep")) == {"It", "she"}
    marked = Nominals(expletives="mark").detect(document).mentions
    assert [mention.reference for mention in marked] == [
        Reference.NONREFERENTIAL,
        Reference.UNMARKED,
    ]


@pytest.mark.parametrize(
    ("misc", "dropped"),
    [("", True), ("Expletive=0.97", True), ("Expletive=0.01", False), ("Expletive=0.60", False)],
)
def test_an_it_whose_reading_the_parser_doubts_stays_a_mention(misc: str, dropped: bool) -> None:
    document = parsed(
        f"It/it/PRON/3/nsubj/PronType=Prs/{misc} was/be/AUX/3/cop clear/clear/ADJ/0/root "
        "that/that/SCONJ/6/mark she/she/PRON/6/nsubj/PronType=Prs won/win/VERB/3/csubj"
    )
    assert ("It" not in found(document)) is dropped


def test_weather_is_dropped_whatever_the_parser_says() -> None:
    document = parsed("It/it/PRON/2/nsubj/PronType=Prs/Expletive=0.01 rained/rain/VERB/0/root")
    assert found(document) == {}


def test_an_emphatic_pronoun_that_is_part_of_the_clause_is_a_mention() -> None:
    document = parsed(
        "She/she/PRON/2/nsubj/PronType=Prs built/build/VERB/0/root the/the/DET/4/det "
        "boat/boat/NOUN/2/obj herself/herself/PRON/2/obl:unmarked/PronType=Emp|Reflex=Yes"
    )
    assert found(document)["herself"] is Kind.REFLEXIVE


def test_a_pronoun_called_a_function_word_is_a_mention_if_the_parser_gives_it_a_type() -> None:
    words = (
        "Is/be/AUX/4/cop n't/not/PART/4/advmod that/that/DET/4/det/PronType=Dem{} "
        "Berg/Berg/PROPN/0/root"
    )
    assert found(parsed(words.format("/EntityType=object")))["that"] is Kind.DEMONSTRATIVE
    assert "that" not in found(parsed(words.format("")))


def test_a_pronoun_shares_no_determiner() -> None:
    document = parsed(
        "Its/its/PRON/2/nmod:poss/PronType=Prs|Poss=Yes crew/crew/NOUN/7/nsubj and/and/CCONJ/4/cc "
        "those/that/PRON/2/conj/PronType=Dem|Number=Plur who/who/PRON/6/nsubj/PronType=Rel "
        "stayed/stay/VERB/4/acl:relcl slept/sleep/VERB/0/root"
    )
    assert found(document)["those who stayed"] is Kind.DEMONSTRATIVE


def test_a_possessive_indefinite_is_indefinite() -> None:
    document = parsed(
        "She/she/PRON/2/nsubj/PronType=Prs heard/hear/VERB/0/root "
        "everyone/everyone/PRON/5/nmod:poss/PronType=Tot 's/'s/PART/3/case voice/voice/NOUN/2/obj"
    )
    mentions = Nominals().detect(document).mentions
    assert {mention.head: mention.kind for mention in mentions}[2] is Kind.INDEFINITE


def test_numbers_and_adjectives_in_place_of_nouns() -> None:
    document = parsed(
        "The/the/DET/2/det poor/poor/ADJ/3/nsubj waited/wait/VERB/0/root 3/3/NUM/7/nummod "
        "to/to/ADP/6/case 5/5/NUM/4/nmod years/year/NOUN/3/obl:unmarked since/since/ADP/9/case "
        "1950/1950/NUM/3/obl"
    )
    assert set(found(document)) == {"The poor", "3 to 5 years", "1950"}


def test_neopronouns_whatever_the_parser_takes_them_for() -> None:
    document = parsed(
        "Xe/xe/NOUN/2/nsubj lost/lose/VERB/0/root xyr/xyr/ADJ/4/amod key/key/NOUN/2/obj",
    )
    assert found(document)["Xe"] is Kind.PERSONAL


def test_wrong_option_says_what_is_known() -> None:
    with pytest.raises(SpecError, match="likely"):
        Nominals(coordinations="some")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="drop"):
        registry.build("detectors", "pronouns(expletives='hide')")


def test_empty_document_and_pickling() -> None:
    detector = Nominals()
    assert detector.detect(Document("empty", "")).mentions == ()
    assert pickle.loads(pickle.dumps(detector)) == detector
    assert registry.spec_of(Nominals(relatives=True)) == "nominals(relatives=True)"


def test_adverbs_with_a_type_are_mentions_if_wanted() -> None:
    document = parsed(
        "We/we/PRON/2/nsubj/PronType=Prs met/meet/VERB/0/root often/often/ADV/2/advmod "
        "here/here/ADV/2/advmod//EntityType=place"
    )
    assert found(document) == {"We": Kind.PERSONAL}
    assert found(document, adverbs=True) == {"We": Kind.PERSONAL, "here": Kind.NOMINAL}
