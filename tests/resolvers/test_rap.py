"""RAP: the paper's weights, its filter and its binders, the ablations."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.resolvers.classic.rap import ABLATIONS
from coindex.testing import bracketed, check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

EMACS = (
    (
        "Because/because/ADP/3/case of/of/ADP/1/fixed "
        "this/this/PRON/7/obl/Number=Sing|PronType=Dem ,/,/PUNCT/3/punct "
        "MicroEMACS/MicroEMACS/PROPN/7/nsubj/Number=Sing cannot/can/AUX/7/aux/VerbForm=Fin "
        "process/process/VERB/0/root an/a/DET/10/det incoming/incoming/ADJ/10/amod "
        "ESC/ESC/PROPN/7/obj/Number=Sing until/until/SCONJ/13/mark "
        "it/it/PRON/13/nsubj/Number=Sing|Person=3|PronType=Prs "
        "knows/know/VERB/7/advcl/VerbForm=Fin what/what/DET/15/det/PronType=Int "
        "character/character/NOUN/16/nsubj/Number=Sing/EntityType=abstract "
        "follows/follow/VERB/13/ccomp/VerbForm=Fin "
        "it/it/PRON/16/obj/Number=Sing|Person=3|PronType=Prs ././PUNCT/7/punct"
    ),
)
TAG = (
    (
        "The/the/DET/3/det PARTNUM/partnum/PROPN/3/compound tag/tag/NOUN/4/nsubj/Number=Sing "
        "prints/print/VERB/0/root/VerbForm=Fin a/a/DET/7/det part/part/NOUN/7/compound/Number=Sing "
        "number/number/NOUN/4/obj/Number=Sing on/on/ADP/10/case the/the/DET/10/det "
        "document/document/NOUN/4/obl/Number=Sing ././PUNCT/4/punct"
    ),
    (
        "&name./&name./PROPN/4/nmod:poss/Number=Sing 's/'s/PART/1/case initial/initial/ADJ/4/amod "
        "setting/setting/NOUN/5/nsubj/Number=Sing places/place/VERB/0/root/VerbForm=Fin "
        "it/it/PRON/5/obj/Number=Sing|Person=3|PronType=Prs on/on/ADP/10/case the/the/DET/10/det "
        "back/back/ADJ/10/amod cover/cover/NOUN/5/obl/Number=Sing ././PUNCT/5/punct"
    ),
)
PRINTER = (
    (
        "You/you/PRON/4/nsubj/Person=2|PronType=Prs have/have/AUX/4/aux/VerbForm=Fin "
        "not/not/PART/4/advmod waited/wait/VERB/0/root for/for/SCONJ/9/mark the/the/DET/7/det "
        "file/file/NOUN/9/nsubj/Number=Sing to/to/PART/9/mark "
        "close/close/VERB/4/advcl/VerbForm=Inf ././PUNCT/4/punct"
    ),
    (
        "You/you/PRON/4/nsubj/Person=2|PronType=Prs may/may/AUX/4/aux/VerbForm=Fin "
        "have/have/AUX/4/aux asked/ask/VERB/0/root to/to/PART/6/mark "
        "print/print/VERB/4/xcomp/VerbForm=Inf on/on/ADP/10/case the/the/DET/10/det "
        "virtual/virtual/ADJ/10/amod printer/printer/NOUN/6/obl/Number=Sing ,/,/PUNCT/15/punct "
        "but/but/CCONJ/15/cc it/it/PRON/15/nsubj/Number=Sing|Person=3|PronType=Prs "
        "cannot/can/AUX/15/aux/VerbForm=Fin print/print/VERB/4/conj until/until/SCONJ/21/mark "
        "the/the/DET/19/det output/output/NOUN/19/compound "
        "file/file/NOUN/21/nsubj:pass/Number=Sing is/be/AUX/21/aux:pass/VerbForm=Fin "
        "closed/close/VERB/15/advcl/VerbForm=Part ././PUNCT/4/punct"
    ),
)
DISPLAY = (
    (
        "The/the/DET/4/det Send/send/PROPN/4/compound Message/message/PROPN/4/compound "
        "display/display/NOUN/6/nsubj:pass/Number=Sing is/be/AUX/6/aux:pass/VerbForm=Fin "
        "shown/show/VERB/0/root/VerbForm=Part ,/,/PUNCT/8/punct "
        "allowing/allow/VERB/6/advcl/VerbForm=Ger you/you/PRON/8/obj/Person=2|PronType=Prs "
        "to/to/PART/11/mark enter/enter/VERB/8/xcomp/VerbForm=Inf "
        "your/your/PRON/13/nmod:poss/Person=2|Poss=Yes|PronType=Prs "
        "message/message/NOUN/11/obj/Number=Sing and/and/CCONJ/15/cc "
        "specify/specify/VERB/11/conj/VerbForm=Inf where/where/ADV/20/advmod "
        "it/it/PRON/20/nsubj:pass/Number=Sing|Person=3|PronType=Prs "
        "will/will/AUX/20/aux/VerbForm=Fin be/be/AUX/20/aux:pass "
        "sent/send/VERB/15/ccomp/VerbForm=Part ././PUNCT/6/punct"
    ),
)
COMMAND = (
    (
        "At/at/ADP/3/case this/this/DET/3/det/PronType=Dem point/point/NOUN/7/obl/Number=Sing "
        ",/,/PUNCT/3/punct emacs/emacs/PROPN/7/nsubj/Number=Sing is/be/AUX/7/aux/VerbForm=Fin "
        "waiting/wait/VERB/0/root for/for/ADP/10/case a/a/DET/10/det "
        "command/command/NOUN/7/obl/Number=Sing ././PUNCT/7/punct"
    ),
    (
        "It/it/PRON/3/nsubj/Number=Sing|Person=3|PronType=Prs is/be/AUX/3/cop/VerbForm=Fin "
        "prepared/prepared/ADJ/0/root to/to/PART/5/mark see/see/VERB/3/xcomp/VerbForm=Inf "
        "if/if/SCONJ/11/mark the/the/DET/9/det variable/variable/ADJ/9/amod "
        "keys/key/NOUN/11/nsubj/Number=Plur are/be/AUX/11/cop/VerbForm=Fin TRUE/true/ADJ/5/ccomp "
        ",/,/PUNCT/14/punct and/and/CCONJ/14/cc executes/execute/VERB/3/conj/VerbForm=Fin "
        "some/some/DET/16/det lines/line/NOUN/14/obj/Number=Plur if/if/SCONJ/19/mark "
        "they/they/PRON/19/nsubj/Number=Plur|Person=3|PronType=Prs "
        "are/be/VERB/14/advcl/VerbForm=Fin ././PUNCT/3/punct"
    ),
    (
        "It/it/PRON/2/nsubj/Number=Sing|Person=3|PronType=Prs stops/stop/VERB/0/root/VerbForm=Fin "
        "././PUNCT/2/punct"
    ),
)
INDICATOR = (
    (
        "This/this/DET/3/det/PronType=Dem green/green/ADJ/3/amod "
        "indicator/indicator/NOUN/5/nsubj:pass/Number=Sing is/be/AUX/5/aux:pass/VerbForm=Fin "
        "lit/light/VERB/0/root/VerbForm=Part when/when/ADV/10/advmod the/the/DET/8/det "
        "controller/controller/NOUN/10/nsubj/Number=Sing is/be/AUX/10/cop/VerbForm=Fin "
        "on/on/ADV/5/advcl ././PUNCT/5/punct"
    ),
    (
        "It/it/PRON/2/nsubj/Number=Sing|Person=3|PronType=Prs shows/show/VERB/0/root/VerbForm=Fin "
        "the/the/DET/4/det state/state/NOUN/2/obj/Number=Sing ././PUNCT/2/punct"
    ),
)


def weights(worked: Worked, form: str, occurrence: int = 1) -> Mapping[str, float]:
    return worked.scores(form, occurrence)


def test_process() -> None:
    worked = Worked("rap", parsed(*EMACS))
    first = weights(worked, "it")
    assert (first["MicroEMACS"], first["ESC"]) == (345, 280)
    assert worked.antecedent("it") == "MicroEMACS"
    second = weights(worked, "it", 2)
    assert (second["it"], second["ESC"]) == (310, 315)
    assert worked.rejected("it", 2)["character"] == "argument domain"
    assert worked.antecedent("it", 2) == "ESC"


def test_tag() -> None:
    worked = Worked("rap", parsed(*TAG))
    found = weights(worked, "it")
    assert {word: found[word] for word in ("number", "tag", "&name.", "document")} == {
        "number": 175,
        "tag": 155,
        "&name.": 150,
        "document": 135,
    }
    assert worked.rejected("it").keys() >= {"setting", "cover"}
    assert worked.antecedent("it") == "number"


def test_printer() -> None:
    worked = Worked("rap", parsed(*PRINTER))
    found = weights(worked, "it")
    assert (found["printer"], found["file"]) == (270, 190)
    assert worked.antecedent("it") == "printer"


def test_display_and_message() -> None:
    worked = Worked("rap", parsed(*DISPLAY))
    found = weights(worked, "it")
    assert (found["display"], found["message"]) == (345, 315)
    assert worked.antecedent("it") == "display"


def test_classes_add_up_over_sentences() -> None:
    worked = Worked("rap", parsed(*COMMAND))
    assert worked.antecedent("It") == "emacs"
    assert worked.antecedent("they") == "keys"
    before = weights(worked, "It")
    assert before["command"] == 135
    assert before["point"] == 90
    at_they = weights(worked, "they")
    assert (at_they["keys"], at_they["lines"]) == (310 + 35, 280)
    # One sentence on everything is worth half: 465, 310, 280 and what was left of the first
    # sentence.
    after = worked.factors("It", 2)
    assert sum(value for name, value in after["It"].items() if name != "parallelism") == 77 + 155


def test_the_class_of_emacs_is_worth_465() -> None:
    from coindex.language.discourse.discourse import discourse
    from coindex.resolvers.classic.rap import Rap, Salience
    from coindex.resolvers.entities import Entities

    document = parsed(*COMMAND[:2])
    view = discourse(document, registry.build("detectors", "nominals").detect(document))
    by_form = {one.form: one for one in view.expressions}
    entities = Entities()
    entities.join(by_form["emacs"], by_form["it"])
    entities.join(by_form["keys"], by_form["they"])
    salience = Salience(Rap.published, entities)
    worth = {
        form: sum(value for _, value in salience.factors(by_form["they"], by_form[form]))
        for form in ("emacs", "keys", "lines", "command", "point")
    }
    assert worth == {"emacs": 465, "keys": 310, "lines": 280, "command": 135, "point": 90}


def test_a_tie_goes_to_the_nearest() -> None:
    worked = Worked("rap", parsed(*INDICATOR))
    found = weights(worked, "It")
    assert found["indicator"] == found["controller"] == 155 + 35
    assert worked.antecedent("It") == "controller"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("John talked to Bill about himself.", "himself", "John"),
        ("They wanted to see themselves.", "themselves", "They"),
        ("He worked by himself.", "himself", "He"),
        ("John likes Bill's portrait of himself.", "himself", "Bill"),
        ("They told stories about themselves.", "themselves", "They"),
        ("At this point, the program is waiting for a command. It is ready.", "It", "program"),
        ("The PARTNUM tag prints a part number on the document. It stops.", "It", "tag"),
    ],
)
def test_plain_sentences(text: str, form: str, expected: str) -> None:
    assert Worked("rap", read(text)).antecedent(form) == expected


@pytest.mark.parametrize(
    ("text", "form", "word"),
    [
        ("The woman said that he is funny.", "he", "woman"),
        ("She likes her.", "her", "She"),
        ("John seems to want to see him.", "him", "John"),
        ("She sat near her.", "her", "She"),
        ("He believes that the man is amusing.", "He", "man"),
        ("This is the man he said John wrote about.", "he", "John"),
        ("John's portrait of him is interesting.", "him", "John"),
        ("His portrait of John is interesting.", "His", "John"),
        ("His description of the portrait by John is interesting.", "His", "John"),
    ],
)
def test_the_filter(text: str, form: str, word: str) -> None:
    assert word not in Worked("rap", read(text)).scores(form)


def test_a_possessor_inside_the_subject_is_free() -> None:
    assert Worked("rap", read("John's mother loves him.")).antecedent("him") == "John"


@pytest.mark.parametrize("spec", ABLATIONS.values(), ids=ABLATIONS)
def test_every_ablation_runs(spec: str) -> None:
    assert Worked(spec, parsed(*EMACS)).antecedent("it") in ("MicroEMACS", "ESC")


def test_filters_and_proximity_only() -> None:
    assert Worked(ABLATIONS["X"], parsed(*EMACS)).antecedent("it") == "ESC"


def test_without_classes_every_phrase_stands_for_itself() -> None:
    worked = Worked("rap(classes=False)", parsed(*COMMAND))
    assert (
        sum(value for name, value in worked.factors("It", 2)["It"].items() if name != "parallelism")
        == 155
    )


@pytest.mark.parametrize(
    "spec", ["rap", "rap(merge_identical_names=True, weights={'subject': 70.5})"]
)
def test_contract(spec: str) -> None:
    document = parsed(*COMMAND)
    detected = Annotated(document, registry.build("detectors", "nominals").detect(document))
    check_resolver(
        registry.build("resolvers", spec),
        [bracketed("[Ann]1 met [Bob]2. [She]1 left [him]2."), detected],
    )
