"""Everyday texts that the default resolver once read as nobody would."""

from __future__ import annotations

import pytest

import coindex


def chains(text: str) -> list[set[str]]:
    result = coindex.resolve(text, resolver="hybrid(size='small')")
    return [
        {mention.text(result.document) for mention in entity.mentions}
        for entity in result.annotation.entities
        if len(entity.mentions) > 1
    ]


def together(text: str, *words: str) -> bool:
    return any(set(words) <= chain for chain in chains(text))


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Lena works in Oslo. She reads novels. They are long.", "novels", "Oslo"),
        ("Mark lives in Berlin. He grows carrots. They are long and sweet.", "carrots", "Berlin"),
    ],
)
def test_what_only_people_do_is_no_veto(text: str, right: str, wrong: str) -> None:
    assert together(text, right, "They") and not together(text, wrong, "They")


def test_a_repeated_name_outweighs_the_pronoun_between() -> None:
    text = (
        "The Seller shall deliver the Goods to the Buyer. In that case it shall notify the Seller."
    )
    assert together(text, "The Seller", "the Seller")
    assert not together(text, "the Buyer", "the Seller")


def test_both_of_them_are_they() -> None:
    assert together("Mara hired two cooks. She trusted both of them.", "both of them", "them")


def test_a_group_has_the_gender_of_its_noun() -> None:
    groups = [
        decision.together
        for text in ("Tom met Bob. Both girls left.", "Ann met Bob. Both girls left.")
        for decision in coindex.resolve(text, resolver="hybrid(size='small')").decisions
    ]
    assert not any(groups)
    (both,) = [
        decision.together
        for decision in coindex.resolve(
            "Ann met Eve. Both girls left.", resolver="hybrid(size='small')"
        ).decisions
        if decision.together
    ]
    assert len(both) == 2


@pytest.mark.parametrize("form", ["{}: ", "[10:03] {}: ", "{} (10:03): ", "**{}:** "])
def test_who_speaks_is_not_you(form: str) -> None:
    first, second = form.format("Anna"), form.format("Ben")
    text = f"{first}Have you seen my bag?\n{second}You left it in the car."
    assert not together(text, "Ben", "You")


def test_titles_of_councillors_and_doctors() -> None:
    text = "Cllr. Hughes said she was late. Cllr. Banerjee disagreed with her."
    assert together(text, "Cllr. Hughes", "she")
    assert not together(text, "Cllr. Hughes", "Cllr. Banerjee")
    assert together("My GP called. She was worried.", "My GP", "She")


def test_what_is_excluded_makes_the_rest_no_surer() -> None:
    """The confidence is the model's own: a veto is no evidence for the next candidate."""
    for text in ("Ann saw Bob. He waved.", "Tom told Bob that Eve had hurt him. She apologised."):
        result = coindex.resolve(text, resolver="hybrid(size='small')")
        for decision in result.decisions:
            if decision.rule == "probability" and decision.confidence is not None:
                assert decision.new is not None and decision.confidence <= 1 - decision.new + 1e-6


SAID = ("Have you seen my bag?", "You left it in the car. I saw it there.", "Did you lock it?")


@pytest.mark.parametrize(
    "form",
    [
        "{}: ",
        "[10:03] {}: ",
        "{} (10:03): ",
        "**{}:** ",
        "<{}> ",
        "{{{{{}}}}}: ",
        "{}  10:03 AM\n",
        "12/03/2024, 10:03 - {}: ",
        "- {}: ",
        "<p><b>{}:</b> ",
    ],
)
@pytest.mark.parametrize("names", [("Anna", "Ben"), ("anna", "ben"), ("ANNA", "BEN")])
def test_who_speaks_is_known_in_every_form(form: str, names: tuple[str, str]) -> None:
    ends = "</p>\n" if "<p>" in form else "\n"
    said = zip((*names, names[0]), SAID, strict=True)
    text = ends.join(form.format(name) + words for name, words in said) + ends
    found = chains(text)
    one = next(chain for chain in found if names[0] in chain)
    other = next(chain for chain in found if names[1] in chain)
    assert {"my", "You"} <= one and not {"I", "you"} & one
    assert {"I", "you"} <= other and not {"my", "You"} & other


@pytest.mark.parametrize(
    "text",
    [
        "Priyanka: my mom met your mom at the market lol\nZoltan: what did she say about me",
        'Rosa was the first to reach her. "It happens to all of us," she said.',
        "anna: lost it\nben: the keys to the house\nanna: of course",
    ],
)
def test_no_mention_crosses_a_turn_a_sentence_or_a_quotation_mark(text: str) -> None:
    result = coindex.resolve(text, resolver="hybrid(size='small')")
    for mention in result.annotation.mentions:
        words = mention.text(result.document)
        assert "\n" not in words and '"' not in words.strip('"')


def test_pasted_html_reads_like_the_text_itself() -> None:
    pasted = "<p>&quot;I am late,&quot; said <b>Anton</b>. He hung up his coat.</p>"
    assert together(pasted, "I", "Anton", "He", "his")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna: did you see it?\nBen: I saw it yesterday.", ("Ben", "you", "I")),
        ("MUM: Have you done your homework?\nJACK: I'll do it later.", ("JACK", "you", "your")),
        (
            "ana: who has the key?\nben: ask carl\nana: carl did you take it\ncarl: i did",
            ("you", "carl", "i"),
        ),
    ],
)
def test_whom_a_turn_addresses_is_you(text: str, words: tuple[str, ...]) -> None:
    assert together(text, *words)


def test_who_greets_and_who_signs_are_i() -> None:
    text = "Hi Lucía, Tomasz here. I met Mr. Haddad. He wants to see you. Best, Tomasz"
    assert together(text, "Tomasz", "I") and together(text, "Lucía", "you")


@pytest.mark.parametrize(
    "text",
    [
        "Tariq to book the venue. Bill to finish his slides. Noor to call the bank; she knows why.",
        "Actions: Tariq to book the hall. Bill to finish his slides. Noor to call; she knows why.",
        "- Tariq to book the hall\n- Bill to finish his slides\n- Noor to call; she knows why",
    ],
)
def test_who_is_to_do_a_task_is_its_subject(text: str) -> None:
    assert together(text, "Bill", "his") and together(text, "Noor", "she")
    assert not together(text, "Tariq", "his")


def test_a_wish_is_no_task() -> None:
    text = "Ann wanted Bob to call his sister. Nobody to call."
    assert together(text, "Bob", "his")


def test_he_or_she_is_one_person() -> None:
    text = (
        "The Employee shall act with care. If he or she breaches his or her duties, the Company "
        "may dismiss the Employee."
    )
    assert together(text, "The Employee", "he or she", "his or her", "the Employee")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The editor-in-chief (EIC) wrote to me. The EIC was kind.", "The editor-in-chief"),
        (
            "The Department of Public Works (DPW) dug. The DPW left.",
            "The Department of Public Works",
        ),
    ],
)
def test_letters_in_brackets_are_initials(text: str, words: str) -> None:
    assert together(text, words, text.split(". ")[1].rpartition(" ")[0].removesuffix(" was"))


@pytest.mark.parametrize(
    "text",
    [
        "They moved us to a quieter room and apologised for it.",
        "Anna dropped a vase. She apologised for it.",
    ],
)
def test_nobody_apologises_for_a_room(text: str) -> None:
    assert not any("it" in chain for chain in chains(text))


def test_who_notifies_the_seller_is_not_the_seller() -> None:
    text = (
        "The Seller shall deliver the Goods to the Buyer. In that case it shall notify the Seller."
    )
    assert not together(text, "it", "the Seller") and together(text, "The Seller", "the Seller")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        (
            "The Landlord shall insure the building; it shall provide the Tenant with a copy.",
            "the building",
        ),
        (
            "The Supplier delivers the Equipment to the Site. It shall repair the Equipment.",
            "the Site",
        ),
    ],
)
def test_a_building_owes_nobody_anything(text: str, thing: str) -> None:
    assert not any(thing in chain and chain & {"it", "It"} for chain in chains(text))


@pytest.mark.parametrize(
    "text", ["Tom met Bob. Both girls left.", "Ana saw the boy. The two women laughed."]
)
def test_groups_look_at_the_noun(text: str) -> None:
    assert not coindex.resolve(text).groups


@pytest.mark.parametrize(
    ("text", "words", "other"),
    [
        ("My GP called. She was worried.", ("My GP", "She"), "nobody"),
        ("Cllr. Hughes said she was late. Cllr. Banerjee left.", ("Cllr. Hughes", "she"), "Cllr"),
        ("Wei arrived late. She apologised.", ("Wei", "She"), "nobody"),
        ("There are two cakes. The big one is mine. I ate it.", ("The big one", "it"), "two cakes"),
    ],
)
def test_lines_that_were_read_wrongly(text: str, words: tuple[str, ...], other: str) -> None:
    assert together(text, *words) and not together(text, other, words[0])
