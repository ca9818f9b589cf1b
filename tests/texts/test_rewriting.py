"""Rewriting: the right name, in the right form, only where it is safe, with the reason."""

from __future__ import annotations

from typing import Any

import pytest

import coindex
from coindex.core.annotation import Kind
from coindex.core.errors import CoindexError
from coindex.interface.catalogues import speaking
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.rewriting import Rewriting
from tests.texts.rewritten_text import parsed, rewritten


def reasons(result: Rewriting) -> dict[str, Left]:
    return {one.text: one.reason for one in result.kept}


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("[Ann]1 came. [She]1 sat.", "Ann came. Ann sat."),
        ("[Ann]1 came. Bob took [her]1 coat.", "Ann came. Bob took Ann’s coat."),
        (
            "[The girls]1 came. Bob took [their]1 coats.",
            "The girls came. Bob took the girls’ coats.",
        ),
        ("It's late. [Ann]1 came. [Her]1 coat fell.", "It's late. Ann came. Ann's coat fell."),
        ("[Ann]1 came. [She]1's late.", "Ann came. Ann is late."),
        ("[Ann]1 came. [She]1'd left.", "Ann came. Ann had left."),
        ("[The firm]1 grew. People liked [it]1.", "The firm grew. People liked the firm."),
        (
            "[A new CEO]1 came. [His]1 promise counts.",
            "A new CEO came. The new CEO’s promise counts.",
        ),
        ("[NASA]1 called. [It]1 waits.", "NASA called. NASA waits."),
        (
            "Bob sold [his red car]1. Ann bought [it]1.",
            "Bob sold his red car. Ann bought the red car.",
        ),
        (
            "[Dr. Ellen Wu]1 spoke. Then [Wu]1 left. Bob called [her]1.",
            "Dr. Ellen Wu spoke. Then Wu left. Bob called Dr. Ellen Wu.",
        ),
        (
            "[[Ann]1 and [the boy]2]3 left. [They]3 ran.",
            "Ann and the boy left. Ann and the boy ran.",
        ),
        ("[Two men]1 came. Ann saw [them]1.", "Two men came. Ann saw the two men."),
        ("[Owls]1 see well. [They]1 hunt at night.", "Owls see well. Owls hunt at night."),
        ("[Officers]1 came. [They]1 left.", "Officers came. The officers left."),
        (
            "[Alligators]1 swim. Bob fears [alligators]1. Do [they]1 bite?",
            "Alligators swim. Bob fears alligators. Do alligators bite?",
        ),
        (
            "[The couple next door]1 left. Bob saw [them]1.",
            "The couple next door left. Bob saw the couple.",
        ),
        ("[lars]1 fell. then bob called [him]1.", "lars fell. then bob called lars."),
        (
            "[MR. Temple]1 sat. [Mr. Temple]1 rose. Ann saw [him]1.",
            "MR. Temple sat. Mr. Temple rose. Ann saw Mr. Temple.",
        ),
        (
            "[The owner of the shop]1 came. Bob took [her]1 coat. Ann saw [her]1.",
            "The owner of the shop came. Bob took the owner’s coat. Ann saw the owner of the shop.",
        ),
    ],
)
def test_names_take_the_form_that_fits(marked: str, expected: str) -> None:
    assert rewritten(marked).text == expected


@pytest.mark.parametrize(
    ("marked", "word", "reason"),
    [
        ("[Ann]1 lost [her]1 key.", "her", Left.NAMED),
        ("When [she]1 came, [Ann]1 sat.", "she", Left.NAMED),
        ("[Ann]1 came. Bob said: “[She]1 is late.”", "She", Left.QUOTED),
        ("[The team]1 won. [They]1 are tired.", "They", Left.AGREEMENT),
        ("[Every girl]1 came. [She]1 sat.", "She", Left.BOUND),
        ("[Ann]1 came. Bob says [she]1 or Eve sang.", "she", Left.FORM),
        ("[Ann]1 came. Here [she]1 is.", "she", Left.FORM),
        ("[He]1 came. [His]1 hat fell.", "His", Left.NAMELESS),
        ("[Ann]1 was ill in [2010]2. People remember [it]2.", "it", Left.NAMELESS),
        ("[The firm]1 grew. [This]1 surprised many.", "This", Left.DEMONSTRATIVE),
        ("[Ann]1 came. Nobody but [herself]1 knew.", "herself", Left.REFLEXIVE),
        ("[My wife]1 sang. Bob said: “[She]1 sings.”", "She", Left.NAMELESS),
        ("[Ann]1 came. [SHE]1 sat.", "SHE", Left.FORM),
        ("[The red one]1 fell. Bob took [it]1.", "it", Left.NAMELESS),
        ("I live with [Grandma]1. Once [she]1 saw us.", "she", Left.NAMELESS),
        ("Sit down, [gentlemen]1. Bob brings [them]1 tea.", "them", Left.NAMELESS),
        ("[Ann]1 came. [She]1 met [another Ann]2.", "She", Left.NAMED),
    ],
)
def test_what_is_not_safe_stays(marked: str, word: str, reason: Left) -> None:
    quotations = reason is not Left.QUOTED
    result = rewritten(marked, quotations=quotations)
    assert result.text == result.document.text
    assert reasons(result)[word] is reason


@pytest.mark.parametrize(
    ("marked", "word", "reason"),
    [
        # what follows may be meant
        ("[Mia]1 left. As soon as [she]1 saw the glove, [Eva]2 rose.", "she", Left.UNSURE),
        ("[Mia]1 left. After [her]1 exam, [Eva]2 slept.", "her", Left.UNSURE),
        # the subject of the clause may be meant
        (
            "[Tom]1 plays [the monk]2. In the end [the monk]2 forgives [his]1 foes.",
            "his",
            Left.UNSURE,
        ),
        ("[Tom]1 left. [Sam]2 sold [his]1 car.", "his", Left.UNSURE),
        # two people in one entity
        ("[Dr. Mina Holm]1 spoke. [She]1 left. In [his]1 opinion it rained.", "his", Left.UNSURE),
        # the name of another, or of the same one, stands against a description
        ("[Ivy]1 stole it. [The author]2 smiles. [She]2 had a knife.", "She", Left.UNSURE),
        ("[Ann]1 left. Rain fell. [Eva]2 tried again. [She]1 smiled.", "She", Left.UNSURE),
        # animals have no gender, and one who takes up a doubtful pronoun is as doubtful
        ("[Ann]1 left. Rain fell. [The dog]2 barked. [She]1 slept.", "She", Left.UNSURE),
        ("[Ivy]1 came. [The author]2 smiles. [She]2 sat. Then [she]2 left.", "she", Left.UNSURE),
        # someone whom the clause around it names, or who says so, may be meant
        ("[Tom]1 left. Because she trusts [him]1, Ann wrote to [Max]2.", "him", Left.UNSURE),
        ("[Ann]1 left. [Eva]2 says that [she]1 often sings.", "she", Left.UNSURE),
        # what was said or done may be meant
        ("[The boat]1 sank. Bob did not discuss [it]1.", "it", Left.UNSURE),
        # *Mr* says more than a first name that most women bear, but not of somebody else
        ("[Mr Hal Bo]1 left. [Hilary Bo]1 sat. [Hilary]1 ate. [He]1 slept.", "He", Left.UNSURE),
        # who has a name gets no other one
        ("[Ann Lee]1 knows [Rui]2. Rain fell. [His]2 name is Till.", "His", Left.UNSURE),
        # a label is not a name
        ("[LUND]1: Good evening. [She]1 nodded.", "She", Left.NAMELESS),
        # a pronoun that has to stay would be another's
        ("[Ann]1 left. [She]1 and Bob sat while [she]1 sang.", "she", Left.EARLIER),
        # one person of two names
        ("[Ann]1 left. In a letter to [[her]1 sister]2 [she]1 sang.", "she", Left.FORM),
    ],
)
def test_what_a_reader_may_take_otherwise_stays(marked: str, word: str, reason: Left) -> None:
    result = rewritten(marked, min_confidence=0.6, kinds=("pronouns",))
    assert reasons(result)[word] is reason
    assert result.text == result.document.text


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "[Mia]1 left. As soon as [she]1 saw the glove, Bob rose.",
            "Mia left. As soon as Mia saw the glove, Bob rose.",
        ),
        ("[Tom]1 left. Eva sold [his]1 car.", "Tom left. Eva sold Tom’s car."),
        (
            "[Tom]1 left. Because she trusts [him]1, Ann wrote to [Eva]2.",
            "Tom left. Because she trusts Tom, Ann",
        ),
        ("[Ann]1 left. [Bob]2 says that [she]1 often sings.", "Ann left. Bob says that Ann often"),
        (
            "[Ivy]1 came. [The author]2 smiles. [She]1 sat. [Ivy]1 ate. Then [she]1 left.",
            "Ivy came. The author smiles. She sat. Ivy ate. Then Ivy left.",
        ),
        (
            "[The boat]1 sank. Bob did not paint [it]1.",
            "The boat sank. Bob did not paint the boat.",
        ),
        (
            "[Ivy]1 stole it. [Ivy]1 smiles. [She]1 had a knife.",
            "Ivy stole it. Ivy smiles. Ivy had",
        ),
        ("[The real Noor]1 fled. [Her]1 landlord slept.", "The real Noor fled. Noor’s landlord"),
        ("We saw [the old Louvre]1. [It]1 is big.", "We saw the old Louvre. The Louvre is big."),
        (
            "[Ann Lee]1 came. [She]1 sat with [[her]1 father]2. At [his]2 bench [she]1 learned.",
            "Ann Lee came. Ann Lee sat with her father. At his bench Ann Lee learned.",
        ),
        ("[Ann]1 came. When [she]1 sat, [she]1 sang.", "Ann came. When she sat, Ann sang."),
        (
            "[Sir Hilary Bo]1 left. [Hilary Bo]1 ate. [He]1 slept.",
            "Sir Hilary Bo left. Hilary Bo ate. Sir Hilary Bo slept.",
        ),
        (
            "[Moss Ltd.]1 is [the Client]1. [The Client]1 pays Bo. In May [it]1 asks for more.",
            "Moss Ltd. is the Client. The Client pays Bo. In May Moss Ltd. asks for more.",
        ),
    ],
)
def test_what_cannot_be_taken_otherwise_is_replaced(marked: str, expected: str) -> None:
    assert rewritten(marked, min_confidence=0.6, kinds=("pronouns",)).text.startswith(expected)


def test_a_person_keeps_the_possessor() -> None:
    marked = "[Tom]1 came with [[his]1 sister]2. Then [she]2 left."
    assert rewritten(marked).text == "Tom came with his sister. Then Tom’s sister left."
    assert rewritten("[My wife]1 sang. [She]1 left.").text == "My wife sang. My wife left."


def test_the_subject_is_named_before_what_it_binds() -> None:
    result = rewritten("[Tom]1 came. In [his]1 rage [he]1 left.")
    assert result.text == "Tom came. In his rage Tom left."
    assert reasons(result) == {"his": Left.SUBJECT}


def test_predicates_are_not_names() -> None:
    assert rewritten("[Ann]1 is [a pilot]1. [She]1 left.").text == "Ann is a pilot. Ann left."


def test_several_antecedents_are_joined() -> None:
    marked = "[Ann]1 met [Bob]2. [They]9 sang."
    assert rewritten(marked, groups=True).text == "Ann met Bob. Ann and Bob sang."
    spanish = rewritten("[Ana]1 vio a [Inés]2. [Ellas]9 cantaron.", "es", groups=True)
    assert spanish.text == "Ana vio a Inés. Ana e Inés cantaron."


def test_names_that_contradict_each_other_are_not_used() -> None:
    marked = "[Jane]1 met [Mr. Collins]1. [The clergyman]1 smiled. [He]1 left."
    assert rewritten(marked).text.endswith("The clergyman left.")


def test_kinds() -> None:
    marked = "[Apple]1 grew. [The company]1 hired. [It]1 paid."
    whole = rewritten(marked, kinds=("pronouns", "nominals"))
    assert whole.text == "Apple grew. Apple hired. Apple paid."
    assert rewritten(marked, kinds=("nominals",)).text == "Apple grew. Apple hired. It paid."
    same = "After [the World Cup]1, fans left. Bob saw [the world cup]1."
    assert rewritten(same, kinds=("nominals",)).text.endswith("Bob saw the world cup.")
    named = "[Apple]1 grew. [The rich company]1 hired."
    assert reasons(rewritten(named, kinds=("nominals",))) == {"The rich company": Left.INFORMATIVE}


def test_only_ambiguous_and_only_far() -> None:
    marked = "[Ann]1 met [Eve]2. [She]1 sang. [She]1 left. Rain fell. Wind blew. [She]1 slept."
    ambiguous = rewritten(marked, only="ambiguous")
    assert [change.start for change in ambiguous.changes] == [13, 23]
    far = rewritten(marked, only="far")
    assert [change.old for change in far.changes] == ["She"]
    assert far.text.endswith("Ann slept.") and far.text.startswith("Ann met Eve. She sang.")


def test_an_entity_named_two_sentences_before_is_near() -> None:
    near = rewritten("[Ann]1 came. Bob sat. [She]1 sang.", only="far")
    assert [one.reason for one in near.kept] == [Left.NEAR]
    far = rewritten("[Ann]1 came. Bob sat. Eve slept. [She]1 sang.", only="far")
    assert far.text.endswith("Ann sang.")


def test_style_and_repeat() -> None:
    marked = "[Apple]1 is old. [The company]1 hired. [It]1 paid [its]1 staff."
    assert "The company paid its staff" in rewritten(marked, style="description").text
    assert "Apple paid Apple’s staff" in rewritten(marked, repeat="any").text
    clause = "[Ann]1 sang, because Bob had seen [her]1, and [she]1 left."
    assert rewritten(clause, repeat="clause").text == clause.replace("[", "").replace("]1", "")


def test_zeros_clitics_and_possessives_of_spanish() -> None:
    text = (
        "Ana perdió su llave. No la encontró. Bruno le dio otra. Ella sonrió. Su casa era blanca."
    )
    document = parsed(text, "es")
    result = coindex.resolve(document).rewritten(min_confidence=0.0)
    assert "Ana no la encontró." in result.text
    assert "Bruno le dio a Ana otra." in result.text
    assert "La casa de Ana era blanca." in result.text
    by_text = {change.new.strip(): change for change in result.changes}
    assert by_text["de Ana"].reason.startswith("the possessor is Ana, certainty ")
    subjects = [one.reason for one in result.changes if one.mention.kind is Kind.ZERO]
    assert subjects
    assert all(reason.startswith("the subject that is left out is ") for reason in subjects)
    with speaking("es"):
        assert by_text["de Ana"].reason.startswith("el poseedor es Ana, certeza ")
    assert reasons(result)["la"] is Left.CLITIC
    unfinished = rewritten("[Ana]1 llegó. Luis [le]1 habló", "es")
    assert unfinished.text == "Ana llegó. Luis le habló a Ana"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana sonrió. —Sí —dijo.", "—Sí —dijo Ana."),
        ("Ana sonrió. «Ya lo sé», aclaró, y se fue.", "«Ya lo sé», aclaró Ana, y se fue."),
        ("Ana habló. El huevo, dijo, era de todos.", "El huevo, dijo Ana, era de todos."),
        ("Ana habló. Cuando llegó, comió pan.", "Cuando llegó, Ana comió pan."),
    ],
)
def test_subjects_follow_verbs_of_saying_in_spanish(text: str, expected: str) -> None:
    document = parsed(text, "es")
    assert coindex.resolve(document).rewritten(min_confidence=0.0).text.endswith(expected)


def test_articles_contract_in_spanish() -> None:
    marked = (
        "[El alcalde]1 llegó. Ana habló con [él]1. Bruno vio la casa de [él]1. [Su]1 voz cansaba."
    )
    assert rewritten(marked, "es").text == (
        "El alcalde llegó. Ana habló con el alcalde. Bruno vio la casa del alcalde. "
        "La voz del alcalde cansaba."
    )


def test_offsets_map_both_ways() -> None:
    result = rewritten("[Ann]1 came. Bob took [her]1 coat. [She]1’s late.")
    old, new = result.document.text, result.text
    assert new == "Ann came. Bob took Ann’s coat. Ann is late."
    for word in ("came", "took", "coat", "late"):
        assert result.to_new(old.index(word)) == new.index(word)
        assert result.to_old(new.index(word)) == old.index(word)
    assert result.to_new(len(old)) == len(new)
    for change in result.changes:
        assert old[change.start : change.end] == change.old
        assert new[change.new_start : change.new_end] == change.new
        assert result.to_old(change.new_start + 1) == change.start
        assert [old[start:end] for start, end in change.origin] == ["Ann"]


def test_the_report_counts_and_names_reasons() -> None:
    result = rewritten("[Ann]1 lost [her]1 key. [She]1 left.")
    assert (result.replaced, result.reasons) == (1, {str(Left.NAMED): 1})
    assert result.report() == f"1 replaced, 1 left\n    1  {Left.NAMED}"
    value = result.to_dict()
    assert value["changes"][0]["new"] == "Ann" and value["kept"][0]["text"] == "her"


def test_wrong_choices_are_errors() -> None:
    for wrong in ({"kinds": ("verbs",)}, {"only": "near"}, {"min_confidence": 2.0}):
        with pytest.raises(CoindexError):
            Choices(**wrong)
    with pytest.raises(CoindexError, match="not a list"):
        Choices(kinds="pronouns")


def test_a_page_escapes_what_comes_from_the_text() -> None:
    result = rewritten("[Ann]1 came. The tag <b> is bold. [She]1 left.")
    html = result._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html
    assert '<del>She</del> <ins title="“She” is Ann' in html


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("[Ana]1 cayó. Bruno [le]1 dio la mano.", "Bruno le dio la mano a Ana."),
        ("[Ana]1 cayó. Bruno [le]1 abrió puertas.", "Bruno le abrió puertas a Ana."),
        ("[Ana]1 cayó. Bruno [le]1 dio un libro.", "Bruno le dio a Ana un libro."),
        ("[Ana]1 cayó. Bruno [le]1 dio de comer.", "Bruno le dio de comer."),
        ("[Don Melchor]1 cayó. Bruno habló con [él]1.", "Bruno habló con don Melchor."),
        ("[Don Melchor]1 cayó. [Él]1 sonrió.", "Don Melchor sonrió."),
        ("[Paz]1 cayó. Bruno vio la casa del [notario]1.", "Bruno vio la casa de Paz."),
        ("[Mi hijo]1 cayó. [Su]1 padre sonrió.", "Su padre sonrió."),
        ("[Las oyentes]1 escribieron. Bruno habló con [ellas]1.", "Bruno habló con las oyentes."),
        # after a clitic that stays, a name would be another's
        ("[Ana]1 cayó. Bruno [la]1 vio y [le]1 abrió puertas.", "Bruno la vio y le abrió puertas."),
    ],
)
def test_spanish_reads_as_an_editor_would_write(marked: str, expected: str) -> None:
    assert rewritten(marked, "es", kinds=["pronouns", "nominals"]).text.endswith(expected)


def test_who_buys_is_no_thing() -> None:
    marked = "[Tess]2 ran to [Bob]3. [The trailers]1 had started. [They]1 had bought the tickets."
    assert rewritten(marked, min_confidence=0.55).text.endswith("They had bought the tickets.")
    bought = "[Tess]2 ran to [Bob]3. [The boys]1 had started. [They]1 had bought the tickets."
    assert rewritten(bought, min_confidence=0.55).text.endswith("The boys had bought the tickets.")


def test_unknown_keywords_name_the_function() -> None:
    wrong: Any = {"words": 0}
    with pytest.raises(CoindexError, match=r"chunks has no parameter 'words'; .*overlap.*size"):
        coindex.chunks("Ann left.", **wrong)
    with pytest.raises(CoindexError, match=r"rewrite has no parameter 'words'; .*detector"):
        coindex.rewrite("Ann left.", **wrong)
    result = coindex.resolve("Ann left.", resolver="recent")
    with pytest.raises(CoindexError, match="rewritten has no parameter 'words'; known: kinds"):
        result.rewritten(**wrong)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "On Monday Foreign Minister Omar Nasser resigned. He gave no reason.",
            "Foreign Minister Omar Nasser gave no reason.",
        ),
        ("Prime Minister Ann Lee left. She was tired.", "Prime Minister Ann Lee was tired."),
        ("Former Minister Ann Lee left. She was tired.", " Minister Ann Lee was tired."),
        ("My grandfather Elias built boats. He sold them.", "Elias sold the boats."),
        ("Her uncle, Joop, lived in Breda. He was a baker.", "Joop was a baker."),
        ("Her brother Piotr, a violinist, came. He was late.", "Piotr was late."),
        ("We saw a driver called Sione. He was late.", "Sione was late."),
        ("The Miners' Club met. Its secretary left.", "The Miners' Club's secretary left."),
        ("Ann van der Meer left. In May, Ms van der Meer fell. She slept.", "der Meer slept."),
        ('Captain Roe sat. "Tea, sir?" asked Pilar. He shook his head.', "Roe shook his head."),
    ],
)
def test_titles_are_whole_and_people_are_called_by_their_own_names(
    text: str, expected: str
) -> None:
    assert coindex.rewrite(text, min_confidence=0.5).text.endswith(expected)


def test_spanish_is_rewritten_where_it_is_certain() -> None:
    text = "Gonzalo Martel llegó tarde a la reunión. Él no quiso hablar."
    assert coindex.rewrite(text).text.endswith(" Gonzalo Martel no quiso hablar.")
