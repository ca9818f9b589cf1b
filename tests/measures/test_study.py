"""What a study covers: categories told apart in their order, and each of them
included or excluded (Byron 2001).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.errors import SpecError
from coindex.measures.categories import CATEGORIES
from coindex.measures.disclosure import Extent, tabulated
from coindex.measures.pair import Pair
from coindex.measures.resolution import Resolution, cases
from coindex.measures.study import OUTSIDE, Placement, Study
from coindex.report.table import Share, render
from coindex.report.tables.disclosure import disclosure_table
from coindex.testing import bracketed

EXAMPLES = {
    "pleonastic": "{-ambient It} rained.",
    "abandoned utterance": "So that —",
    "named": "{a +Ann+} (she / her) left.",
    "determiner": "{a This *book*} burned.",
    "split antecedent": "{a +Ann+} met {b +Bob+}. {c:split=a+b They} left. {c They} ate.",
    "demonstrative": "{a +Ann+} left {a:demonstrative that} there.",
    "first or second person": "{a +Ann+} said: {a I} left.",
    "plural": "{a Two *boys*} left. {a They} smiled.",
    "other pronoun": "{a +Ann+} left. Bob saw {a:personal hu}.",
    "zero": "{a +Ana+} vino. {a:3s ∅} Canta.",
    "clitic": "{a +Ana+} vino. Bob {a la} vio.",
    "reflexive": "{a +Ann+} saw {a herself}.",
    "possessive": "{a +Ann+} lost {k {a:possessive her} *key*}.",
    "first mention": "{a +Ann+} left.",
    "exophoric": "{a:exophor She} left.",
    "independent": "{a:other He} who plants thorns must wait.",
    "noncoreferential": "{b The +Bakers+} arrived. {s:bridge=b She} is an astronaut.",
    "cataphora": "When {a he} came, {a +Carl+} ate.",
    "event": "{a:verbal *Dying*} hurts. {a:event It} ends.",
    "reported speech": '"{g The *guy*} ran off," said Vinken. {g He} was fast.',
    "long distance": "{a +Ann+} sat.\n\nBob ran.\n\nEve ran.\n\n{a She} left.",
}


def read(text: str, folder: Path, language: str = "en") -> Annotated:
    path = folder / "a.inline"
    path.write_text(f"# language: {language}\n\n{text}\n", encoding="utf-8")
    return next(iter(formats.read(path)))


def example(category: str, folder: Path) -> Annotated:
    item = read(EXAMPLES[category], folder, "es" if category in ("zero", "clitic") else "en")
    document = item.document
    if category == "determiner":
        document = replace(
            document, tokens=(document.tokens[0]._replace(upos="DET"), *document.tokens[1:])
        )
    if category == "other pronoun":
        place = next(number for number, token in enumerate(document.tokens) if token.form == "hu")
        word = document.tokens[place]._replace(upos="PRON", feats="PronType=Prs")
        document = replace(
            document, tokens=(*document.tokens[:place], word, *document.tokens[place + 1 :])
        )
    if category == "abandoned utterance":
        document = replace(
            document, sentences=tuple(one._replace(speaker="B") for one in document.sentences)
        )
    return Annotated(document, item.annotation)


def verdicts(item: Annotated, study: Study) -> list[Placement]:
    return [study.verdict(one) for one in study.expressions(*item)]


@pytest.mark.parametrize("name", CATEGORIES)
def test_every_category_can_be_included_and_excluded(name: str, tmp_path: Path) -> None:
    item = example(name, tmp_path)
    also = "name" if name == "first mention" else ""
    usual, out, inside = (
        [one for one in verdicts(item, study) if one.reason.partition(":")[0] == name]
        for study in (
            Study(also=also),
            Study(also=also, exclude=name),
            Study(also=also, include=name),
        )
    )
    assert out, "excluded"
    assert not inside, "included"
    assert bool(usual) is CATEGORIES[name].usual
    assert out[0].referential is CATEGORIES[name].refers


def test_the_examples_have_all_categories() -> None:
    assert EXAMPLES.keys() == CATEGORIES.keys()


def test_a_pronoun_may_begin_a_longer_mention(tmp_path: Path) -> None:
    item = read("{b +Bob+} ate. {b:personal He alone} ran.", tmp_path)
    assert verdicts(item, Study()) == [Placement("he", "", "")]


def test_split_antecedents_come_before_plural(tmp_path: Path) -> None:
    item = example("split antecedent", tmp_path)
    assert [one.reason for one in verdicts(item, Study())] == ["split antecedent", "plural"]


def test_exophoric_independent_and_noncoreferential_are_told_apart(tmp_path: Path) -> None:
    text = " ".join(EXAMPLES[name] for name in ("noncoreferential", "independent", "exophoric"))
    item = read(text.replace("{a:exophor She} left", "{x:exophor She} left"), tmp_path)
    assert [one.reason for one in verdicts(item, Study())] == [
        "noncoreferential",
        "independent",
        "exophoric",
    ]


def test_the_first_of_a_chain_of_pronouns_has_no_antecedent() -> None:
    assert [one.reason for one in verdicts(bracketed("[He]a left. [He]a ran."), Study())] == [
        "exophoric",
        "",
    ]


def test_the_sponsor_may_be_in_reported_speech(tmp_path: Path) -> None:
    item = example("reported speech", tmp_path)
    assert [one.reason for one in verdicts(item, Study(exclude="reported speech"))] == [
        "reported speech"
    ]


def test_a_written_dialogue_has_speakers() -> None:
    lines = bracketed("Ann: Hello.\nBob: So that —\nAnn: Bob ran.\nBob: She —")
    assert [one.reason for one in verdicts(lines, Study())] == ["abandoned utterance"] * 2


def test_an_utterance_may_be_marked_as_abandoned(tmp_path: Path) -> None:
    """By hand, where the text has no speakers: it is not pleonastic then."""
    text = "So {-abandoned that} will have ok. {-ambient It} rained. {a +Ann+} left. {a She} ate."
    item = read(text, tmp_path)
    study = Study(forms="that,it,she")
    assert [one.reason for one in verdicts(item, study)] == [
        "abandoned utterance",
        "pleonastic: ambient",
        "",
    ]


def test_a_form_that_is_named_is_covered() -> None:
    item = bracketed("[Boys]a left. [They]a saw [her]b and [those]a.")
    covered = verdicts(item, Study(forms="they, those"))
    assert [(one.column, one.reason) for one in covered] == [
        ("they", ""),
        (OUTSIDE, "noncoreferential"),
        ("those", ""),
    ]
    assert verdicts(item, Study(forms="they", exclude="plural"))[0] == Placement(
        OUTSIDE, "plural", "plural"
    )


def test_other_forms_are_out_of_scope_but_refer() -> None:
    item = bracketed("[Ann]a left. [She]a lost [her]a key.")
    assert [(one.column, one.reason) for one in verdicts(item, Study(forms="she"))] == [
        ("she", ""),
        (OUTSIDE, "form not covered"),
    ]
    assert all(one.referential for one in verdicts(item, Study(forms="she")))


def test_columns_are_merged() -> None:
    item = bracketed("[Ann]a met [Bob]b. [She]a and [he]b left.")
    assert [one.column for one in verdicts(item, Study(merge="he+she, him+her"))] == [
        "he/she",
        "he/she",
    ]


def test_other_expressions_are_covered(tmp_path: Path) -> None:
    item = read(
        "{a +Ann+} left. {a +Ann+} met {b the *man* {b who} lied}. {b The *man*} ran.", tmp_path
    )
    found = [
        (one.column, one.reason) for one in verdicts(item, Study(also="name, nominal, relative"))
    ]
    first = "first mention"
    assert found == [
        ("name", first),
        ("name", ""),
        ("nominal", first),
        ("who", ""),
        ("nominal", ""),
    ]
    assert [one.column for one in verdicts(item, Study(forms="the man"))] == ["the man"]


def test_categories_that_do_not_exist_are_named() -> None:
    with pytest.raises(
        SpecError, match="include: no category is called 'plurals'; did you mean 'plural'"
    ):
        Resolution(include="plurals")
    with pytest.raises(SpecError, match="'event' is both included and excluded"):
        Study(include="event", exclude="event")


def rates(
    item: Annotated, response: Annotation | None = None, **choices: str
) -> dict[str, float | None]:
    measure = Resolution(**choices)  # type: ignore[arg-type]
    return measure.score(measure.counts(Pair(*item, response or item.annotation)))._asdict()


def test_what_is_excluded_is_rewarded_where_it_is_right(tmp_path: Path) -> None:
    """The denominator has all that refer; so has the numerator."""
    for category in ("plural", "cataphora", "event", "split antecedent", "demonstrative"):
        item = example(category, tmp_path)
        assert rates(item) == {"precision": None, "recall": None, "resolution": 1}, category
        assert rates(item, Annotation("a"))["resolution"] == 0
        assert rates(item, include=f"{category}, plural") == {
            "precision": 1,
            "recall": 1,
            "resolution": 1,
        }


def test_the_key_against_itself_gives_the_attainable_rate(tmp_path: Path) -> None:
    item = read(
        " ".join(text for name, text in EXAMPLES.items() if name not in ("zero", "clitic")),
        tmp_path,
    )
    pair = Pair(*item, item.annotation)
    table = tabulated(cases({"key": pair}, Resolution()), ["key"])
    [system] = table.systems
    for column in table.columns:
        assert system.resolved(column) == table.attainable.get(column, 0), column
    assert 0 < sum(table.attainable.values()) < table.row("C")["total"]
    rows = {str(row[0]): row for row in disclosure_table(table).rows}
    assert rows["attainable rate"][1:] == rows["key: resolution rate"][1:]
    assert rates(item)["resolution"] == rows["attainable rate"][-1]


TEXT = """\
When [he]c came , [Carl]c saw [Ann]a.
[She]a ran.
It rained.
[Eve]e slept.
Bob ate.
[She]a met [Boys]b.
[They]b and [he]c left.
"""


def test_the_table_has_error_rows_rates_and_a_header() -> None:
    document, key = bracketed(TEXT)
    response = bracketed(
        TEXT.replace("[he]c came", "[he]x came").replace("[She]a met", "[She]e met")
    ).annotation
    study = Resolution(include="cataphora", merge="he+she")
    extent = Extent()
    extent.add(replace(document, meta={"genre": "tale"}))
    made = tabulated(
        cases({"": Pair(document, key, response)}, study), [""], corpus="carl", extent=extent
    )
    shown = disclosure_table(made)
    rows = {str(row[0]): list(row[1:]) for row in shown.rows}
    assert shown.title == "carl, tale, 1 document, 21 words"
    assert list(shown.columns) == ["", "he/she", "it", "out of scope", "total"]
    assert rows["wrong: long distance"] == [1, 0, "", 1]
    assert rows["left open"] == [1, 0, "", 1]
    assert rows["antecedents, other sentence"] == ["2/3", "0/0", "", "2/3 (66.67 %)"]
    assert rows["antecedents, same sentence"] == ["0/1", "0/0", "", "0/1 (0.00 %)"]
    assert rows["excluded, but right: plural"] == [0, 0, 1, 1]
    assert rows["precision"][-1] == Share(2 / 3)
    assert rows["recall"][-1] == Share(2 / 4)
    assert rows["resolution rate"] == [Share(2 / 4), None, Share(1), Share(3 / 5)]
    lines = render([shown]).splitlines()
    assert "E evaluation set                  4    0             0              4" in lines
    assert (
        "attainable rate: the key against itself; the rest of C has no antecedent in the key"
        in lines
    )


def test_turns_are_counted_where_there_are_speakers() -> None:
    document = bracketed("Hello.\nGood day.\nSo.\n").document
    sentences = (
        one._replace(speaker=name) for one, name in zip(document.sentences, "ABA", strict=True)
    )
    extent = Extent()
    extent.add(replace(document, sentences=tuple(sentences)))
    assert (extent.documents, extent.turns, extent.words) == (1, 3, 4)


def test_numbers_by_form_add_up() -> None:
    document, key = bracketed(TEXT)
    pair = Pair(document, key, key)
    assert [counts for _, counts in Resolution().cases(pair)][-1] == (1, 1, 1, 1, 1)
    assert tuple(
        map(sum, zip(*(counts for _, counts in Resolution().cases(pair)), strict=True))
    ) == (3, 3, 3, 5, 5)


def test_a_pronoun_that_the_key_does_not_mark_is_wrong_if_it_is_resolved() -> None:
    document, key = bracketed("[Ann]a left. She ran.")
    response = bracketed("[Ann]a left. [She]a ran.").annotation
    assert Resolution(include="noncoreferential").counts(Pair(document, key, response)) == (
        0,
        1,
        1,
        0,
        1,
    )


def test_antecedents_may_be_counted_instead_of_referents(tmp_path: Path) -> None:
    assert rates(example("plural", tmp_path), numerator="antecedents")["resolution"] == 1
    with pytest.raises(SpecError, match="numerator is 'referents' or 'antecedents'"):
        Resolution(numerator="all")  # type: ignore[arg-type]


def test_the_documentation_lists_every_category() -> None:
    page = (Path(__file__).parents[2] / "docs/disclosure.md").read_text(encoding="utf-8")
    listed = [line.split(" | ")[:2] for line in page.splitlines() if line.count(" | ") == 2]
    found = [
        name.removeprefix("| ") for name, meaning in listed if name.removeprefix("| ") in CATEGORIES
    ]
    assert found == list(CATEGORIES), "in their order"
    assert {(name.removeprefix("| "), meaning) for name, meaning in listed} >= {
        (one.name, one.meaning) for one in CATEGORIES.values()
    }


def test_systems_may_have_other_zero_pronouns(tmp_path: Path) -> None:
    """A zero that only one parse has moves the tokens behind it; expressions are
    found by their places in the text.
    """
    plain = read("{a +Ana+} vino. Llegó. {a Ella} canta.", tmp_path, "es")
    more = read("{a +Ana+} vino. {b:3s ∅} Llegó. {a Ella} canta.", tmp_path, "es")
    more = Annotated(
        more.document, replace(more.annotation, mentions=more.annotation.entities[0].mentions)
    )
    more = Annotated(more.document, replace(more.annotation, entities=more.annotation.entities[:1]))
    systems = {"one": Pair(*plain, plain.annotation), "other": Pair(*more, more.annotation)}
    [case] = cases(systems, Resolution())
    assert case.outcomes == {"one": "right", "other": "right"}


def test_an_utterance_without_its_mark_breaks_off_where_others_have_one() -> None:
    said = bracketed("Ann: Hello.\nBob: So she has\nAnn: Bob ran.\nBob: Then go.")
    unmarked = bracketed("Ann: hello\nBob: so she has\nAnn: Bob ran\nBob: then go")
    assert [one.reason for one in verdicts(said, Study())] == ["abandoned utterance"]
    assert [one.reason for one in verdicts(unmarked, Study())] == ["noncoreferential"]


def test_without_rewards_the_rate_is_of_the_evaluation_set() -> None:
    item = bracketed("[Boys]a left. [They]a saw [Ann]b. [She]b ran.")
    own = Pair(*item, item.annotation)
    assert Resolution().counts(own) == (1, 1, 1, 2, 2)
    assert Resolution(rewards=False).counts(own) == (1, 1, 1, 1, 2)
