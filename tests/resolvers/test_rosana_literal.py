"""The profile *2001* is the algorithm as printed, options included; an option that
is given outweighs the profile.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.core import registry, spec
from coindex.core.errors import SpecError
from coindex.core.parameters import parameters
from tests.language.conftest import tree
from tests.resolvers.worked import Worked, read


def chosen(resolver: str, text: str, form: str) -> str:
    """The head word of what the pronoun refers to."""
    found = Worked(resolver, read(text))
    decision = next(one for one in found.decisions if one.anaphor.text(found.document) == form)
    return "" if decision.antecedent is None else found.word(decision.antecedent.head or 0)


LITERAL = "rosana(profile='2001')"


def test_they_is_plural() -> None:
    text = "The student left. They smiled."
    assert chosen("rosana", text, "They") == "student"
    assert chosen(LITERAL, text, "They") == ""
    assert chosen("rosana(profile='2001', singular_they=True)", text, "They") == "student"


def test_indefinites_are_attempted() -> None:
    text = "A man came. A man left."
    literal = Worked(LITERAL, read(text)).of("A", 2)
    assert literal.antecedent is not None
    assert not any(one.anaphor.start for one in Worked("rosana", read(text)).decisions)
    assert not any(
        one.anaphor.start
        for one in Worked("rosana(profile='2001', attempt_indefinites=False)", read(text)).decisions
    )


def test_i_within_i_is_strict() -> None:
    text = "The boy losing his hat saw Mary."
    assert chosen("rosana", text, "his") == "boy"
    assert chosen(LITERAL, text, "his") != "boy"


def test_relative_pronouns_have_no_privilege() -> None:
    """Step 2c orders all anaphors by their best score: *him* comes before *who*,
    which is left with the other one.
    """
    document = registry.build("fragmenters", "ambiguity").fragment(
        tree(
            "The/DET/2/det/Definite=Def|PronType=Art minister/NOUN/3/nsubj/Number=Sing "
            "visited/VERB/0/root "
            "the/DET/5/det/Definite=Def|PronType=Art president/NOUN/3/obj/Number=Sing "
            "yesterday/NOUN/3/obl:tmod/Number=Sing who/PRON/8/nsubj/PronType=Rel "
            "convinced/VERB/5/acl:relcl "
            "him/PRON/8/obj/Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs "
            "of/ADP/11/case himself/PRON/8/obl/"
            "Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs|Reflex=Yes ./PUNCT/3/punct"
        )
    )
    mentions = registry.build("detectors", "nominals(relatives=True)").detect(document)
    found = {}
    for resolver in (LITERAL, "rosana(profile='2001', relatives_first=True)"):
        decisions = registry.build("resolvers", resolver).resolve(document, mentions)
        who = next(one for one in decisions if one.anaphor.text(document) == "who")
        found[resolver] = "" if who.antecedent is None else who.antecedent.text(document)
    assert list(found.values()) == ["The minister", "the president"]


def test_a_file_may_set_options(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[options]\nsingular_they = false\n")
    assert chosen(f"rosana(profile={str(mine)!r})", "The student left. They smiled.", "They") == ""
    mine = tmp_path / "wrong.toml"
    mine.write_text("[options]\nsingular = false\n")
    with pytest.raises(SpecError, match="singular_they"):
        registry.build("resolvers", f"rosana(profile={str(mine)!r})")


def test_an_option_is_true_false_or_left_to_the_profile() -> None:
    assert registry.build("resolvers", "rosana(singular_they=None)") == registry.build(
        "resolvers", "rosana"
    )
    with pytest.raises(SpecError, match="must be bool"):
        registry.build("resolvers", "rosana(singular_they='no')")


@pytest.mark.parametrize("order", ["Mary met Bob.", "Bob met Mary."])
def test_known_gender_is_preferred_and_not_required(order: str) -> None:
    """Section 4.4: candidates that match in gender are preferred in any case."""
    text = f"{order} He smiled at her."
    assert (chosen(LITERAL, text, "He"), chosen(LITERAL, text, "her")) == ("Bob", "Mary")
    assert chosen(LITERAL, "Mary left. He smiled.", "He") == "Mary"


def test_a_surname_suffices() -> None:
    text = "Ann Smith spoke. Bob Smith left."
    assert chosen(LITERAL, text, "Bob Smith") == "Ann"
    assert chosen("rosana", text, "Bob Smith") == ""


def test_number_is_mandatory() -> None:
    text = "The company met Ann. They left."
    assert chosen("rosana", text, "They") == "company"
    assert chosen(LITERAL, text, "They") == ""


@pytest.mark.parametrize("resolver", ["rosana", LITERAL])
def test_agreement_has_no_part_in_the_order_of_anaphors(resolver: str) -> None:
    """Step 2(c) sorts by salience: the second Peter is decided before *him*."""
    text = "Peter left. Peter saw him."
    assert chosen(resolver, text, "him") == ""
    found = Worked(resolver, read(text))
    assert [one.antecedent is not None for one in found.decisions][-2:] == [True, False]


def test_what_became_a_line_of_a_profile_is_read_and_written_as_before(
    caplog: pytest.LogCaptureFixture,
) -> None:
    spec._note.cache_clear()
    built = registry.build("resolvers", "rosana(singular_they=False, certain=0.9)")
    assert [record.message.split(" is a line")[0] for record in caplog.records] == [
        "rosana: singular_they",
        "rosana: certain",
    ]
    assert registry.spec_of(built) == "rosana(certain=0.9, singular_they=False)"
    assert registry.build("resolvers", registry.spec_of(built)) == built
    names = [one.name for one in parameters(type(built))]
    assert "singular_they" not in names
    assert "lines" not in names
    with pytest.raises(SpecError, match="certain must be from 0 to 1, not 2"):
        registry.build("resolvers", "rosana(certain=2)")
