"""Byron's (2001) Table 2: its sums hold, its results do not; and our own
tables never violate an invariant.
"""

from __future__ import annotations

from pathlib import Path

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Link, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Span
from coindex.measures.disclosure import (
    Disclosure,
    Inconsistency,
    Portion,
    System,
    tabulated,
    violations,
)
from coindex.measures.pair import Pair
from coindex.measures.resolution import Resolution, cases
from coindex.measures.study import OUTSIDE, Study
from coindex.testing import bracketed

COLUMNS = ("her", "she", "herself", "he", "him", "his", "himself", "it", "its", "itself", OUTSIDE)


def row(*values: int) -> dict[str, int]:
    return dict(zip((*COLUMNS, "total"), values, strict=False))


B = row(0, 0, 0, 1, 0, 1, 0, 6, 0, 0, 4, 12)
C = row(22, 25, 3, 88, 44, 6, 14, 88, 12, 1, 182, 485)
E = row(22, 25, 3, 87, 44, 6, 14, 73, 12, 1, 0, 287)
D = {column: C[column] - E[column] for column in C}
RAW = {column: B[column] + C[column] for column in COLUMNS}


def table(*systems: System, printed: dict[str, dict[str, int]] | None = None) -> Disclosure:
    parts = ({"not referring": B}, {"excluded": D})
    items = [
        {reason: {c: values[c] for c in COLUMNS} for reason, values in part.items()}
        for part in parts
    ]
    return Disclosure(
        COLUMNS,
        RAW,
        items[0],
        items[1],
        systems,
        printed=printed or {"B": B, "C": C, "D": D, "E": E},
    )


def test_the_sums_hold() -> None:
    assert violations(table()) == []
    assert [table().row(name)["total"] for name in "ABCDE"] == [497, 12, 485, 198, 287]


def test_a_wrong_sum_is_found() -> None:
    wrong = table(printed={"E": E | {"it": 72}})
    assert violations(wrong) == [Inconsistency("", "E", "it", "72", "73")]


def test_totals_of_antecedents_do_not_fit_their_percentages() -> None:
    alpha = System("Alpha", inter={"total": Portion(112, 155)}, totals={"inter": 82})
    beta = System("Beta", inter={"total": Portion(138, 155)}, totals={"inter": 90})
    assert violations(table(alpha, beta)) == [
        Inconsistency("Alpha", "inter", "total", "82%", "112/155 = 72.3%"),
        Inconsistency("Beta", "inter", "total", "90%", "138/155 = 89.0%"),
    ]
    assert not violations(
        table(System("Alpha", inter={"total": Portion(112, 137)}, totals={"inter": 82}))
    )


def test_correct_referents_follow_from_antecedents_and_chaining_errors() -> None:
    """Also where a paper prints pronouns of one sort alone, inter- or intrasentential."""
    inter = {"her": Portion(20, 22)}
    wrong = System("Alpha", inter=inter, chaining={"her": 1}, referents={"her": 20})
    assert violations(table(wrong)) == [
        Inconsistency("Alpha", "correct referents", "her", "20", "19")
    ]
    assert not violations(
        table(System("Alpha", inter=inter, chaining={"her": 1}, referents={"her": 19}))
    )
    unknown = System("Alpha", chaining={"her": 1}, referents={"her": 20})
    assert not violations(table(unknown))


def test_a_rate_of_all_follows_from_the_referents_of_each() -> None:
    each = {column: E[column] for column in COLUMNS if column != OUTSIDE}
    assert not violations(table(System("Alpha", referents=each, rates={"total": 59})))
    assert violations(table(System("Alpha", referents=each, rates={"total": 70}))) == [
        Inconsistency("Alpha", "resolution rate", "total", "70%", "287/485 = 59.2%")
    ]
    some = {"her": 22}
    assert not violations(table(System("Alpha", referents=some, rates={"total": 70})))


def test_a_rate_without_referents_cannot_be_checked() -> None:
    assert not violations(table(System("Alpha", rates={"her": 100})))
    assert not violations(table(System("Alpha", referents={"they": 3}, rates={"they": 50})))


def test_the_cell_of_him_fits_neither_way() -> None:
    printed = System("Beta", inter={"him": Portion(15, 21)}, intra={"him": Portion(24, 31)})
    assert violations(table(printed)) == [Inconsistency("Beta", "inter + intra", "him", "52", "44")]
    corrected = System("Beta", inter={"him": Portion(15, 21)}, intra={"him": Portion(24, 23)})
    assert violations(table(corrected)) == [
        Inconsistency("Beta", "intra", "him", "24/23", "a part of the whole")
    ]


def test_resolution_rates_of_her() -> None:
    alpha = System("Alpha", referents={"her": 21}, rates={"her": 100})
    beta = System("Beta", referents={"her": 20}, rates={"her": 90})
    assert violations(table(alpha, beta)) == [
        Inconsistency("Alpha", "resolution rate", "her", "100%", "21/22 = 95.5%"),
        Inconsistency("Beta", "resolution rate", "her", "90%", "20/22 = 90.9%"),
    ]
    right = [
        System("", referents={"total": 216}, rates={"total": 45}),
        System("", referents={"total": 248}, rates={"total": 51}),
    ]
    assert not violations(table(*right))


def test_referents_are_antecedents_without_chaining_errors() -> None:
    def system(
        name: str, antecedents: dict[str, int], chaining: dict[str, int], referents: dict[str, int]
    ) -> System:
        return System(
            name,
            intra={c: Portion(n, n) for c, n in antecedents.items()},
            chaining=chaining,
            referents=referents,
        )

    alpha = system(
        "Alpha",
        {"she": 23, "he": 70, "him": 40, "it": 54},
        {"she": 0, "he": 0, "him": 1, "it": 0},
        {"she": 22, "he": 67, "him": 38, "it": 52},
    )
    beta = system(
        "Beta",
        {"she": 24, "he": 76, "him": 39, "its": 9},
        {"she": 0, "he": 1, "him": 2, "its": 0},
        {"she": 23, "he": 76, "him": 38, "its": 8},
    )
    found = [
        (v.system, v.column, int(v.should) - int(v.says)) for v in violations(table(alpha, beta))
    ]
    assert found == [
        ("Alpha", "she", 1),
        ("Alpha", "he", 3),
        ("Alpha", "him", 1),
        ("Alpha", "it", 2),
        ("Beta", "she", 1),
        ("Beta", "he", -1),
        ("Beta", "him", -1),
        ("Beta", "its", 1),
    ]


def test_the_small_example() -> None:
    """A 40, B 5, C 35, D 9, E 26, 20 right."""
    assert Resolution.score((20, 26, 26, 20, 35)) == (20 / 26, 20 / 26, 20 / 35)


TEXT = """\
[Ann]a met [Bob]b and [his]b dog.
[She]a thought it rained and [they]c left.
When [he]d came , [Carl]d saw [me]e and that .
[He]d liked [her]a.
"""


def test_our_own_table_keeps_every_invariant() -> None:
    document, key = bracketed(TEXT)
    response = bracketed(TEXT.replace("[her]a", "[her]b")).annotation
    place = next(index for index, token in enumerate(document.tokens) if token.form == "it")
    rain = Mention((Span(place, place + 1),), reference=Reference.NONREFERENTIAL, subtype="weather")
    key = Annotation("test", mentions=(*key.mentions, rain), entities=key.entities)
    pair = Pair(document, key, response)
    made = tabulated(cases({"system": pair}, Resolution()), ["system"])
    assert violations(made) == []
    assert made.row("A")["total"] == 9
    assert made.nonreferential == {"pleonastic: weather": {"it": 1}}
    assert {reason: sum(row.values()) for reason, row in made.excluded.items()} == {
        "cataphora": 1,
        "demonstrative": 1,
        "first or second person": 1,
        "plural": 1,
    }
    assert made.row("E")["total"] == 4
    [system] = made.systems
    assert sum(system.referents.values()) == 3
    assert system.rewarded == {"cataphora": {"he": 1}}
    assert Resolution().counts(pair) == (3, 4, 4, 4, 8)


def test_a_right_antecedent_may_lead_to_a_wrong_referent() -> None:
    document, key = bracketed("[Ann]a met [Bea]b. [She]b left [her]b car")
    ann, bea, she, her = key.mentions
    decided = Pair(document, key, key, (Decision(she, ann), Decision(her, she)))
    [system] = tabulated(cases({"s": decided}, Resolution()), ["s"]).systems
    assert (system.referents, system.chaining) == ({"her": 0, "she": 0}, {"her": 1, "she": 0})
    assert Resolution("antecedents").counts(decided)[0] == 1
    assert Resolution("referents").counts(decided)[0] == 0
    assert bea.start == 2


def reasons(item: Annotated, **choices: str | int) -> dict[str, str]:
    study = Study(**choices)  # type: ignore[arg-type]
    return {one.form: study.verdict(one).reason for one in study.expressions(*item)}


def test_reasons_taken_from_key_and_text() -> None:
    document, key = bracketed(
        '[Ann]a said : " [She]b met [Bob]b and [him]b . " [It]c and [he]b left [her]a .'
    )
    she, him, it = (key.mentions[place] for place in (1, 3, 4))
    key = Annotation(
        "t", mentions=key.mentions, entities=key.entities, links=(Link(it, (she, him)),)
    )
    found = reasons(Annotated(document, key), exclude="reported speech")
    said = "reported speech"
    assert found == {
        "she": "cataphora",
        "him": said,
        "it": "split antecedent",
        "he": said,
        "her": "",
    }
    far = reasons(
        bracketed("[Ann]a sat.\nIt rained.\n[She]a left."), exclude="long distance", longest=1
    )
    assert far == {"it": "pleonastic: prop-it", "she": "long distance"}


def test_expletives_have_their_type(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    rows = (
        ("It", "it", "PRON", 3, "expl"), ("is", "be", "AUX", 3, "cop"), ("clear", "clear", "ADJ", 0, "root"),
        ("that", "that", "SCONJ", 6, "mark"), ("Ann", "Ann", "PROPN", 6, "nsubj"),
        ("left", "leave", "VERB", 3, "csubj"),
    )  # fmt: skip
    lines = [f"{n}\t{form}\t{lemma}\t{tag}\t_\t_\t{head}\t{label}\t_\t_" for n, (form, lemma, tag, head, label)
             in enumerate(rows, 1)]  # fmt: skip
    path.write_text("\n".join([*lines, "", ""]))
    study = Study()
    [verdict] = map(study.verdict, study.expressions(*next(formats.read(path))))
    assert verdict.reason == "pleonastic: extraposition"
    assert not verdict.referential
