"""Each check finds its error and leaves a sound key alone."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import coindex
from coindex.checking.catalogue import CHECKS
from coindex.checking.files import BROKEN
from coindex.checking.issue import Issue, Severity
from coindex.checking.opinions import SURE, SURELY_NEW
from coindex.checking.placing import issues_of
from coindex.checking.repair import repaired
from coindex.checking.subject import Subject
from coindex.core.annotation import Annotated, Entity, Link, Mention, Relation
from coindex.core.decision import Decision
from coindex.core.document import Span
from coindex.experiment.checking import NAMES
from coindex.interface.catalogues import speaking
from coindex.report.issues import issue_report
from coindex.testing import bracketed
from tests.checking.material import ANN, SOUND, key, sentence

_PRON = "Person=3|PronType=Prs"


def checked(tmp_path: Path, *sentences: str) -> list[Issue]:
    """The issues of a file, without those that need a resolver."""
    path = tmp_path / "key.conllu"
    path.write_text(key(*sentences), encoding="utf-8")
    return coindex.check(path, resolver="none")


def names(issues: list[Issue]) -> list[str]:
    return [f"{one.check} {one.text}".strip() for one in issues]


def structural(item: Annotated) -> list[Issue]:
    """The issues of a document that has no parse."""
    checks = [one for one in CHECKS.values() if not one.parsed]
    return issues_of(Subject(item, lambda one: one, lambda one: ()), checks)


def test_a_sound_key_has_no_issues(tmp_path: Path) -> None:
    assert checked(tmp_path, ANN, SOUND) == []


def test_a_document_without_mentions_has_no_issues() -> None:
    assert coindex.check(bracketed("He left.")) == []


def test_gender_of_a_pronoun(tmp_path: Path) -> None:
    wrong = SOUND.replace("she", "he").replace("She", "He").replace("Fem", "Masc")
    (issue,) = checked(tmp_path, ANN, wrong)
    assert names([issue]) == ["gender-conflict He"]
    assert (issue.document, issue.sentence, issue.sentence_id) == ("talk", 2, "talk-2")
    assert (issue.start, issue.end, issue.entities) == (20, 22, ("e1",))


@pytest.mark.parametrize(("name", "conflict"), [("Ann", True), ("Carol", False)])
def test_only_a_certain_gender_counts(tmp_path: Path, name: str, conflict: bool) -> None:
    """*Carol* is mostly a woman's name: that is not enough to call *he* an error."""
    named = ANN.replace("Ann\tAnn", f"{name}\t{name}")
    he = SOUND.replace("She\tshe", "He\the").replace("Gender=Fem", "Gender=Masc")
    issues = [one.check for one in checked(tmp_path, named, he)]
    assert issues == (["gender-conflict"] if conflict else [])


def test_he_or_she_is_not_a_conflict(tmp_path: Path) -> None:
    either = sentence(
        "talk-2",
        f"He he PRON Gender=Masc|Number=Sing|{_PRON} 4 nsubj Entity=(e5-person-1-)",
        "or or CCONJ _ 3 cc _",
        f"she she PRON Gender=Fem|Number=Sing|{_PRON} 1 conj Entity=(e5-person-1-)",
        "left leave VERB Mood=Ind 0 root _",
    )
    assert checked(tmp_path, either) == []


def test_number_of_a_pronoun(tmp_path: Path) -> None:
    dogs = sentence(
        "talk-1",
        "Dogs dog NOUN Number=Plur 2 nsubj Entity=(e1-animal-1-)",
        "bark bark VERB Mood=Ind 0 root _",
    )
    it = sentence(
        "talk-2",
        f"It it PRON Gender=Neut|Number=Sing|{_PRON} 2 nsubj Entity=(e1-animal-1-)",
        "bites bite VERB Mood=Ind 0 root _",
    )
    assert names(checked(tmp_path, dogs, it)) == ["number-conflict It"]
    they = it.replace("It\tit", "They\tthey").replace("Sing", "Plur")
    assert checked(tmp_path, dogs, they) == []


def test_types(tmp_path: Path) -> None:
    it = SOUND.replace("She\tshe", "It\tit").replace("Gender=Fem", "Gender=Neut")
    assert names(checked(tmp_path, ANN, it)) == ["type-conflict It"]
    twice = it.replace("talk-2", "talk-3")
    (issue,) = checked(tmp_path, ANN, it, twice)
    assert "1 more like it" in issue.message, "a chain is named once"
    place = SOUND.replace("(e1-person", "(e1-place")
    assert names(checked(tmp_path, ANN, place)) == ["type-conflict She"]


def test_a_name_in_two_chains(tmp_path: Path) -> None:
    again = ANN.replace("talk-1", "talk-3").replace("e1", "e7")
    assert names(checked(tmp_path, ANN, SOUND, again)) == ["divided-name Ann Smith"]


def test_pronouns_without_chain(tmp_path: Path) -> None:
    loose = SOUND.replace("Entity=(e2-person-1-)", "_")
    assert names(checked(tmp_path, ANN, loose)) == ["unlinked-pronoun him"]
    alone = SOUND.replace("(e2-person", "(e8-person")
    assert names(checked(tmp_path, ANN, alone)) == ["unlinked-pronoun him"]


def test_a_pronoun_that_does_not_refer_needs_no_chain(tmp_path: Path) -> None:
    rains = sentence(
        "talk-3",
        f"It it PRON Gender=Neut|Number=Sing|{_PRON} 2 expl _",
        "rained rain VERB Mood=Ind 0 root _",
    )
    assert checked(tmp_path, ANN, SOUND, rains) == []


def test_pronouns_of_a_group_need_no_chain(tmp_path: Path) -> None:
    they = sentence(
        "talk-3",
        f"They they PRON Number=Plur|{_PRON} 2 nsubj Entity=(e3-person-1-)|SplitAnte=e1<e3,e2<e3",
        "left leave VERB Mood=Ind 0 root _",
    )
    assert checked(tmp_path, ANN, SOUND, they) == []
    unknown = they.replace("e2<e3", "e9<e3")
    issues = checked(tmp_path, ANN, SOUND, unknown)
    assert {one.check for one in issues} == {"broken-reference"}
    assert issues[0].line == 17 and "e9<e3" in issues[0].message


def test_words_in_two_chains() -> None:
    (issue,) = structural(bracketed("[[Ann]1]2 saw [her]1 dog."))
    assert (issue.check, issue.text, issue.entities) == ("shared-mention", "Ann", ("1", "2"))


def test_words_twice_in_a_chain_are_repaired() -> None:
    item = bracketed("[[Ann]1]1 saw [her]1 dog.")
    (issue,) = structural(item)
    assert (issue.check, issue.fixable) == ("repeated-mention", True)
    whole = repaired(item.annotation)
    assert [len(one.mentions) for one in whole.entities] == [2]
    assert structural(item._replace(annotation=whole)) == []


def test_what_a_repeated_mention_adds_is_not_thrown_away() -> None:
    document, annotation = bracketed("[[Ann]1]1 left.")
    first, second = annotation.mentions
    better = second._replace(subtype="proper")
    told = Annotated(
        document,
        replace(annotation, mentions=(first, better), entities=(Entity("1", (first, better)),)),
    )
    (issue,) = structural(told)
    assert not issue.fixable
    assert repaired(told.annotation) is told.annotation


def test_repeated_relations_are_repaired() -> None:
    document, annotation = bracketed("[The car]1 has [an engine]2.")
    car, engine = annotation.mentions
    link = Link(engine, (car,), Relation.BRIDGING)
    item = Annotated(document, replace(annotation, links=(link, link)))
    (issue,) = structural(item)
    assert (issue.check, issue.text, issue.fixable) == ("repeated-relation", "an engine", True)
    assert repaired(item.annotation).links == (link,)
    other = replace(annotation, links=(link, link._replace(subtype="part")))
    assert structural(Annotated(document, other)) == []


def test_a_sound_annotation_is_not_touched() -> None:
    annotation = bracketed("[Ann]1 saw [her]1 dog.").annotation
    assert repaired(annotation) is annotation


def test_mentions_that_cross() -> None:
    document, annotation = bracketed("[the old man]1 saw [a dog]2 there")
    wide = annotation.mentions[0]._replace(parts=(Span(0, 5),))
    item = Annotated(document, replace(annotation, mentions=(wide, annotation.mentions[1])))
    (issue,) = structural(item)
    assert (issue.check, issue.text) == ("crossing-mentions", "a dog")
    assert "the old man saw a" in issue.message


def test_nested_mentions_do_not_cross() -> None:
    assert structural(bracketed("[[her]1 dog]2 and [[his]3 cat]4")) == []


def test_a_mention_of_two_sentences() -> None:
    document, annotation = bracketed("[Ann]1 left\nBob stayed")
    wide = Mention((Span(0, 3),))
    item = Annotated(document, replace(annotation, mentions=(wide,), entities=()))
    (issue,) = structural(item)
    assert (issue.check, issue.sentence) == ("sentence-boundary", 1)


@pytest.mark.parametrize(
    ("ends", "relation", "reason"),
    [
        ((0,), Relation.BRIDGING, "leads to its own chain"),
        ((0, 2), Relation.IDENTITY, "contains its own chain"),
        ((2, 3), Relation.IDENTITY, "names one chain twice"),
        ((2,), Relation.IDENTITY, "is in another chain"),
        ((1,), Relation.IDENTITY, "leads to itself"),
        ((), Relation.BRIDGING, "has no antecedent"),
    ],
)
def test_links_that_lead_nowhere(ends: tuple[int, ...], relation: Relation, reason: str) -> None:
    document, annotation = bracketed("[Ann]1 saw [herself]1 , [Bob]2 saw [him]2")
    mentions = annotation.mentions
    link = Link(mentions[1], tuple(mentions[at] for at in ends), relation)
    (issue,) = structural(Annotated(document, replace(annotation, links=(link,))))
    assert issue.check == "broken-reference"
    assert reason in issue.message
    assert ("ante:" in issue.remedy) == (reason == "is in another chain")


def opinions(decision: Decision, item: Annotated) -> list[Issue]:
    """What a resolver that takes one decision disagrees with."""
    wanted = [CHECKS[name] for name in ("missed-link", "wrong-link", "doubtful-link")]
    return issues_of(Subject(item, lambda one: one, lambda one: (decision,)), wanted)


def test_sure_decisions_against_the_key() -> None:
    item = bracketed("[Ann]1 saw [Bob]2 , [he]3 saw [her]1 and [him]1")
    ann, bob, he, her, him = item.annotation.mentions
    (missed,) = opinions(Decision(he, bob, confidence=SURE), item)
    assert (missed.check, missed.text, missed.confidence) == ("missed-link", "he", SURE)
    (wrong,) = opinions(Decision(him, bob, confidence=SURE), item)
    assert (wrong.check, wrong.text, wrong.entities) == ("wrong-link", "him", ("1", "2"))
    (doubtful,) = opinions(Decision(her, new=SURELY_NEW), item)
    assert (doubtful.check, doubtful.text) == ("doubtful-link", "her")
    known = her._replace(kind=coindex.Kind.PERSONAL)
    assert opinions(Decision(known, new=1.0), item) == [], "of pronouns that says little"
    assert opinions(Decision(he, bob, confidence=SURE - 0.01), item) == []
    assert opinions(Decision(her, ann, confidence=1.0), item) == []
    assert opinions(Decision(bob, new=1.0), item) == []


def test_only_what_is_almost_certainly_new_is_doubtful() -> None:
    item = bracketed("[Ann]1 saw [her]1")
    her = item.annotation.mentions[1]
    assert opinions(Decision(her, new=SURELY_NEW - 0.01), item) == []
    assert len(opinions(Decision(her, new=SURELY_NEW), item)) == 1


def test_chains_that_are_related_are_not_missed_links() -> None:
    document, annotation = bracketed("[The car]1 has [an engine]2")
    car, engine = annotation.mentions
    item = Annotated(
        document, replace(annotation, links=(Link(engine, (car,), Relation.BRIDGING),))
    )
    assert opinions(Decision(engine, car, confidence=1.0), item) == []


def test_the_default_resolver_gives_its_opinion() -> None:
    item = bracketed("[Ann]1 lost [her]2 key. [She]1 looked for [it]3 everywhere.")
    issues = coindex.check(item, only=["missed-link"])
    assert [one.text for one in issues] == ["her"]
    assert issues[0].confidence is not None and issues[0].confidence >= SURE


def test_checks_explain_themselves_in_a_sentence() -> None:
    assert len(CHECKS) == 14
    for name, check in CHECKS.items():
        assert re.fullmatch(r"[a-z]+-[a-z]+", name)
        assert check.explanation.endswith(".") and check.remedy[0].islower()
    assert {one for one, check in CHECKS.items() if check.safe} == {
        "repeated-relation",
        "repeated-mention",
    }


def test_unknown_checks_are_refused() -> None:
    with pytest.raises(coindex.CoindexError, match="did you mean 'missed-link'"):
        coindex.check(bracketed("[Ann]1 left"), only=["missing-link"])


def test_messages_of_broken_references_are_those_of_the_readers() -> None:
    package = Path(coindex.__file__).parent / "formats"
    source = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    for message in BROKEN:
        kind = re.sub(r"^(Bridge|SplitAnte)", "{key}", message)
        assert f'"{kind}"' in source or f'f"{kind}"' in source, message


def test_the_page_explains_every_class() -> None:
    page = (Path(__file__).parents[2] / "docs/checking.md").read_text(encoding="utf-8")
    assert not [name for name in NAMES if f"`{name}`" not in page]
    for check in CHECKS.values():
        assert check.explanation.rstrip(".") in page


def test_issues_are_told_in_the_language_of_the_interface(tmp_path: Path) -> None:
    wrong = SOUND.replace("she", "he").replace("She", "He").replace("Fem", "Masc")
    issues = checked(tmp_path, ANN, wrong)
    with speaking("es"):
        line, total, _ = issue_report(issues, "text").split("\n")
    assert "advertencia: gender-conflict: talk, oración 2, caracteres 20-22, «He»: " in line
    assert "es masculina, y la mayoría de la cadena e1, femenina" in line
    assert line.endswith("sacar la mención de la cadena, o dividir la cadena")
    assert total == "1 problema: gender-conflict 1"


def test_programs_get_places_that_are_known_and_no_empty_fields() -> None:
    """Of a mention that begins the text, too, whose first character is number 0."""
    placed = Issue("a", Severity.NOTE, "m", "r", "d", sentence=1, start=0, end=3, text="Ann")
    assert placed.to_dict() == {
        "check": "a",
        "severity": "note",
        "message": "m",
        "remedy": "r",
        "document": "d",
        "fixable": False,
        "sentence": 1,
        "start": 0,
        "end": 3,
        "text": "Ann",
    }
    whole = Issue("a", Severity.NOTE, "m", "r", "d").to_dict()
    assert "start" not in whole and "end" not in whole
