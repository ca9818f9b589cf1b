"""Sentences that a newcomer tries first: gender of names, speakers, reciprocals,
titles, times, declared pronouns.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import coindex
from coindex.core.registry import names

PROJECT = Path(__file__).parents[2]
WOMEN = (
    "Mary",
    "Laura",
    "Olga",
    "Agatha",
    "Teresa",
    "Emily",
    "Hannah",
    "Priya",
    "Fatima",
    "Ingrid",
)
MEN = ("John", "Peter", "Kevin", "Boris", "Rashid", "David", "Liam", "Arjun", "Tariq", "Björn")


def chains(text: str, resolver: str = "sieve") -> list[list[str]]:
    result = coindex.resolve(text, resolver=resolver)
    return [
        [mention.text(result.document) for mention in entity.mentions] for entity in result.entities
    ]


def together(text: str, one: str, other: str, resolver: str = "sieve") -> bool:
    return any({one, other} <= set(chain) for chain in chains(text, resolver))


@pytest.mark.parametrize(("woman", "man"), list(zip(WOMEN, MEN, strict=True)))
@pytest.mark.parametrize("resolver", ["sieve", "rosana", "neural", "hybrid"])
def test_he_and_she_go_to_names_of_their_gender(resolver: str, woman: str, man: str) -> None:
    for first, second in ((woman, man), (man, woman)):
        text = f"{first} met {second} in the lane. She smiled at him."
        assert together(text, woman, "She", resolver), text
        assert together(text, man, "him", resolver), text


def test_a_first_name_that_is_a_surname_too_says_little() -> None:
    assert together("Allen won the race. She was very happy.", "Allen", "She")


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("The wardens watched the wolves nuzzling each other.", "the wolves", "each other"),
        (
            "The wardens watched the wolves over each other's shoulders.",
            "The wardens",
            "each other's",
        ),
        (
            "Mei and Rahul stayed in June and argued with one another.",
            "Mei and Rahul",
            "one another",
        ),
        (
            (
                "William and Robert Okonkwo took over the sawmill. In the office Bill is rarely "
                "seen before noon."
            ),
            "William",
            "Bill",
        ),
        (
            "DAN: Who has the keys?\nIDA: You had them yesterday.\nDAN: Then I must look again.",
            "DAN",
            "You",
        ),
        (
            "DAN: Who has the keys?\nIDA: You had them yesterday.\nDAN: Then I must look again.",
            "DAN",
            "I",
        ),
        ("Sage Moreau (xe/xem) met Clara Voss. She was tired.", "Clara Voss", "She"),
        ("Emil Roth and his wife had quarrelled. Mrs Roth left.", "his wife", "Mrs Roth"),
        ("Ida Roth came with her husband. Mr Roth was late.", "her husband", "Mr Roth"),
        ("Ash, who is non-binary, lives with a sister. She is tired.", "a sister", "She"),
    ],
)
def test_in_one_chain(text: str, one: str, other: str) -> None:
    assert together(text, one, other)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("The firm was founded in 1985. They sell boats.", "1985", "They"),
        ("The twins work on Sundays. They are tired.", "Sundays", "They"),
        ("Ann met Bob at noon. They had lunch.", "Ann", "They"),
        ("Emil Roth and Ivo Bock came with his wife. Mrs Roth left.", "his wife", "Mrs Roth"),
        ("Mrs. Bennet sat down. Miss Bennet left the room.", "Mrs. Bennet", "Miss Bennet"),
        (
            "Jane Bennet came. Miss Bennet was late. Elizabeth Bennet wrote.",
            "Jane Bennet",
            "Elizabeth Bennet",
        ),
        ('"We always quarrel about Emma, Mr. Knightley," said Ann.', "Emma", "Mr. Knightley"),
        ("Everyone ate the cake. Did Diego make it to the party?", "the cake", "it"),
    ],
)
def test_not_in_one_chain(text: str, one: str, other: str) -> None:
    assert not together(text, one, other)


def test_pronouns_that_a_name_declares_are_not_mentions() -> None:
    result = coindex.resolve("Ash (they/them) left. They were late.", resolver="sieve")
    assert [mention.text(result.document) for mention in result.annotation.mentions] == [
        "Ash",
        "They",
    ]


@pytest.mark.parametrize("resolver", ["sieve", "neural", "hybrid"])
def test_a_speaker_is_not_the_you_of_the_same_quotation(resolver: str) -> None:
    text = (
        'Oluchi asked the plumber whether she could pay on Friday. "I\'ll be in Leeds till then," '
        'she said, "but my nephew has my card, and he can bring you the cash."'
    )
    assert not together(text, "my", "you", resolver)


def test_speakers_of_lines_are_kept_apart_from_those_of_a_note() -> None:
    assert not chains("Note: the shop is closed. I am sorry.")


LITERAL = frozenset({"one", "oracle", "random", "recent", "singletons", "subject"})
"""Baselines, which know no gender or need a key."""
OUTSIDE = frozenset({"corenlp", "coreferee", "fastcoref", "llm", "maverick", "stanza", "xcore"})


@pytest.mark.parametrize("resolver", sorted(set(names("resolvers")) - LITERAL - OUTSIDE))
def test_everybody_knows_who_loves_whom(resolver: str) -> None:
    text = "John loves Mary. She loves him too."
    assert chains(text, resolver) == [["John", "him"], ["Mary", "She"]]


@pytest.mark.parametrize("resolver", ["sieve", "neural", "hybrid"])
def test_the_addressee_is_who_spoke_before(resolver: str) -> None:
    text = """"I'm leaving," said Tom. "You can't," Mary replied."""
    assert chains(text, resolver) == [["I", "Tom", "You"]]


@pytest.mark.parametrize("resolver", ["neural", "hybrid"])
def test_the_first_sentence_of_the_readme(resolver: str) -> None:
    text = "Ann lost her key. She found it in the garden."
    assert text in (PROJECT / "README.md").read_text(encoding="utf-8")
    assert chains(text, resolver) == [["Ann", "her", "She"], ["her key", "it"]]


def test_the_text_of_the_demonstration() -> None:
    text = "Gropius discusses the plans with Behrens. He meets him in Dessau."
    assert text in (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert chains(text, "hybrid") == [["Gropius", "He"], ["Behrens", "him"]]


@pytest.mark.parametrize("resolver", ["neural", "hybrid"])
def test_the_story_of_the_demonstration(resolver: str) -> None:
    text = (PROJECT / "examples/lighthouse.txt").read_text(encoding="utf-8")
    for chain in map(set, chains(text, resolver)):
        assert not (chain & {"she", "She", "Marian"} and chain & {"he", "Reilly", "Desmond Reilly"})
        assert not chain >= {"a quiet man called Desmond Reilly", "his wife"}


def test_one_who_goes_on_does_not_answer() -> None:
    assert not together('"I am leaving," said Tom. "You know why," he added.', "Tom", "You")


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("The wardens watched the wolves nuzzling each other.", "the wolves", "each other"),
        (
            "Mei and Rahul stayed in June and argued with one another.",
            "Mei and Rahul",
            "one another",
        ),
        ("William and Robert Okonkwo run the sawmill. Bill is seldom seen.", "William", "Bill"),
        ("DAN: Who has the keys?\nIDA: You had them yesterday.", "DAN", "You"),
        ("Despite their high prices, the hotels in town are full.", "the hotels in town", "their"),
        ("Every player must show the referees their own card.", "Every player", "their"),
        ("Whoever breaks the seal loses their warranty.", "Whoever breaks the seal", "their"),
        ("Lior (ey/em/eir) coaches us. Before the race ey sang.", "Lior", "ey"),
        ("Dr Kai Adeyemi (xe/xyr) spoke. We thanked xem for xyr paper.", "Dr Kai Adeyemi", "xyr"),
        ("The mill closed in May. It surprised the town.", "The mill closed in May", "It"),
        ("Ann Lee met Bob in York. Ms Lee works at Acme.", "Ann Lee", "Ms Lee"),
    ],
)
def test_the_sure_rules_of_the_sieve_in_hybrid(text: str, one: str, other: str) -> None:
    assert together(text, one, other, "hybrid")


def test_hybrid_names_the_rule_of_the_sieve() -> None:
    result = coindex.resolve("Ann and Bob know each other.", resolver="hybrid")
    rules = {one.anaphor.text(result.document): one.rule for one in result.decisions}
    assert rules["each other"] == "reflexive"


@pytest.mark.parametrize("resolver", ["sieve", "neural", "hybrid"])
@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Mr. Collins bowed to Jane. He smiled and she left.", "He", "she"),
        ("The parson met Emma in the lane. He smiled.", "Emma", "He"),
        ("Mrs. Bennet scolded. They left at noon.", "Mrs. Bennet", "They"),
        ("My uncle drove off. It was red.", "My uncle", "It"),
        ("Mr. Bennet read. Mrs. Bennet talked.", "Mr. Bennet", "Mrs. Bennet"),
    ],
)
def test_no_chain_contradicts_itself(resolver: str, text: str, one: str, other: str) -> None:
    assert not together(text, one, other, resolver)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("My brother Kim sold the farm to my sister Lee. Then she left.", "my", "she"),
        ("Walter was cooking. Because he was late, Gunnar took a taxi.", "Walter", "Gunnar"),
        ('"You left the gate open," Wanjiru told Otieno.', "You", "Wanjiru"),
        ("The captain blamed the crew. She had been at sea for days.", "the crew", "She"),
        ("The car is in the garage. Keep it up and you will pass.", "The car", "it"),
        ("The bus had broken down. It was getting dark.", "The bus", "It"),
        ("Hi Hubert,\nI fixed the server. Can you check?\nDagny", "Hubert", "I"),
        ("Ash is non-binary and works with Priya. She repairs clocks.", "Ash", "She"),
        ("Noa uses they/them pronouns. She met Eva. They left.", "Noa", "She"),
        ("Lior (ey/em/eir) led the rowers. At noon they sang.", "Lior (ey/em/eir)", "they"),
    ],
)
def test_hybrid_is_not_embarrassing(text: str, one: str, other: str) -> None:
    assert not together(text, one, other, "hybrid")


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("My flatmate sold their bike to two students.", "My flatmate", "their"),
        ("The surgeon told the patient that they must rest at home.", "the patient", "they"),
    ],
)
def test_one_person_may_be_they(text: str, one: str, other: str) -> None:
    assert together(text, one, other, "hybrid")


def test_a_coordination_to_which_they_refers_is_a_mention() -> None:
    text = "Yusuf and Elif thanked the waitress. They left a large tip."
    assert chains(text, "hybrid") == [["Yusuf and Elif", "They"]]


def test_persons_of_different_voices_may_be_one() -> None:
    assert together('"I am late," said Tom. He ran.', "I", "He", "hybrid")


@pytest.mark.parametrize("resolver", ["neural", "hybrid"])
@pytest.mark.parametrize(
    ("text", "group", "member", "pronoun"),
    [
        (
            "Whitlock and her husband moved to Ohio. Whitlock opened a shop, and her hats sold.",
            "Whitlock and her husband",
            "Whitlock",
            "her",
        ),
        (
            "In 1948 Okafor and his brother left Lagos. Okafor found a job, and he met Whitlock.",
            "Okafor and his brother",
            "Okafor",
            "he",
        ),
        (
            "Tillotson, Wren and their friend lived in York. Tillotson lost his job in May.",
            "Tillotson, Wren and their friend",
            "Tillotson",
            "his",
        ),
    ],
)
def test_a_group_is_not_one_of_its_members(
    resolver: str, text: str, group: str, member: str, pronoun: str
) -> None:
    assert together(text, member, pronoun, resolver)
    assert not together(text, group, member, resolver)


@pytest.mark.parametrize("resolver", ["neural", "hybrid"])
def test_a_person_may_be_called_a_thing(resolver: str) -> None:
    """An entity that is as good as certain is not excluded by one of its nouns; *he* and a thing
    alone are.
    """
    text = (
        "Mohandas Gandhi, a nonviolent force for independence, was born in Porbandar. He studied "
        "law in London."
    )
    assert together(text, "Mohandas Gandhi", "a nonviolent force for independence", resolver)
    assert together(text, "Mohandas Gandhi", "He", resolver)
    assert not together("The orchestra played well. He left.", "The orchestra", "He", resolver)


DINNER = (
    'Tom was at home. "I was asleep," he answered. Bob looked tired. "You snore," said Ann. '
    '"I do not," he replied, and she laughed.'
)


@pytest.mark.parametrize("resolver", ["sieve", "neural", "hybrid"])
def test_nobody_is_you_in_what_she_says_herself(resolver: str) -> None:
    assert together(DINNER, "Ann", "she", resolver)
    assert not together(DINNER, "You", "Ann", resolver)


def test_who_answers_is_i_and_goes_back_to_a_name() -> None:
    """The default resolver, with the scheme that it takes if none is named."""
    text = 'Tom burned the bread. "Look at it," Mrs. Alder said. "I was out," he answered.'
    result = coindex.resolve(text)
    (entity,) = (entity for entity in result.entities if len(entity.mentions) == 3)
    assert [mention.text(result.document) for mention in entity.mentions] == ["Tom", "I", "he"]


@pytest.mark.parametrize("resolver", ["sieve", "hybrid"])
@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        (
            (
                "Kit Moreau (ze/hir) runs the audit and Ash Delgado (ey/em) the payroll. The floor is "
                "wet. Send late invoices to hir."
            ),
            "Kit Moreau",
            "hir",
        ),
        (
            (
                "Sol Marchetti (pronouns: ze, hir) will join Ash Lund (pronouns: xe, xem). Questions "
                "go to hir."
            ),
            "Sol Marchetti",
            "hir",
        ),
        (
            (
                "We tried the smoked eel and the roast quail. Service was slow. Of the two, the former "
                "has already been copied."
            ),
            "the smoked eel",
            "the former",
        ),
        (
            (
                "Eve offered to paint the hull. Clouds were piling up over the water. By noon she had "
                "done it."
            ),
            "to paint the hull",
            "it",
        ),
    ],
)
def test_what_is_stated_is_followed(resolver: str, text: str, one: str, other: str) -> None:
    assert together(text, one, other, resolver)


@pytest.mark.parametrize("resolver", ["sieve", "hybrid"])
@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Because she had slept well, Bertrand let Marisol take the oars.", "Bertrand", "she"),
        (
            (
                "Marisol met Teodor on the train. The conductor brought tea in glasses. Soon they had "
                "become engaged."
            ),
            "glasses",
            "they",
        ),
        (
            "Dr Obi showed Miss Lund the ward. At four they were called upstairs for a meeting.",
            "four",
            "they",
        ),
        (
            "Aunt Philippa ran the post office. In her veil, Sister Bronagh was the first to come.",
            "Aunt Philippa",
            "Sister Bronagh",
        ),
        ("The goats stood on the pass. All night it hailed.", "the pass", "it"),
    ],
)
def test_what_nobody_would_say(resolver: str, text: str, one: str, other: str) -> None:
    assert not together(text, one, other, resolver)


def test_who_tells_a_story_is_not_who_is_quoted_in_it() -> None:
    text = "I was nine and mending nets. “I have never liked the sea,” said Aurelio to Fatou."
    for chain in chains(text, "hybrid"):
        assert chain.count("I") < 2
