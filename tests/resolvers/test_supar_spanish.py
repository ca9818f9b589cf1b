"""SUPAR on Spanish: zeros, clitics, reflexives, possessives,
demonstratives, descriptions, names.
"""

from __future__ import annotations

from functools import cache

import pytest

import coindex
from coindex.core import registry
from coindex.core.annotation import Annotated, Kind
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.models.session import available
from coindex.resolvers.supar.profiles import PROFILES, Type
from coindex.testing import check_resolver
from tests.detectors.spanish import FEM, FIN, FINS, HIS, MASC, PRON, SE, spanish
from tests.resolvers.worked import Worked

DEF = "Definite=Def|PronType=Art"
LE = f"Number=Sing|{PRON}"


class Told(Worked):
    """Zeros are named by the verb they stand before."""

    def zero(self, verb: str) -> Decision:
        place = (
            next(index for index, token in enumerate(self.document.tokens) if token.form == verb)
            - 1
        )
        return next(one for one in self.decisions if one.anaphor.start == place)

    def head(self, decision: Decision) -> str:
        """The head of what was chosen, zeros being followed to what they refer to."""
        while (
            decision.antecedent is not None
            and self.document.tokens[decision.antecedent.start].empty
        ):
            decision = next(one for one in self.decisions if one.anaphor == decision.antecedent)
        return self._head(decision)


PARK = spanish(
    f"""Pedro/Pedro/PROPN/2/nsubj/{MASC} vio/ver/VERB/0/root/{FIN} a/a/ADP/4/case Ana/Ana/PROPN/2/obj/{FEM}
    en/en/ADP/7/case el/el/DET/7/det/{DEF} parque/parque/NOUN/2/obl/{MASC}""",
    f"Estaba/estar/AUX/3/cop/{FIN} muy/muy/ADV/3/advmod guapa/guapo/ADJ/0/root/{FEM}",
)
GATE = spanish(
    f"""Ana/Ana/PROPN/2/nsubj/{FEM} abre/abrir/VERB/0/root/{FIN} la/el/DET/4/det/{DEF} verja/verja/NOUN/2/obj/{FEM}
    y/y/CCONJ/7/cc la/él/PRON/7/obj/{FEM}|{PRON} cierra/cerrar/VERB/2/conj/{FIN} tras/tras/ADP/10/case
    de/de/ADP/8/fixed sí/sí/PRON/7/obl/{SE}"""
)


def test_the_gender_of_the_predicate_is_a_preference() -> None:
    told = Told("supar", PARK)
    decision = told.zero("Estaba")
    assert (told.head(decision), decision.rule) == ("Ana", "gender")
    assert {one.mention.head for one in decision.admissible} > {3}


def test_a_zero_a_clitic_and_a_reflexive_of_one_verb() -> None:
    told = Told("supar", GATE)
    assert told.head(told.zero("cierra")) == "Ana"
    assert told.antecedent("la", 2) == "verja"
    assert told.head(told.of("sí")) == "Ana"
    assert told.rejected("la", 2) == {"Ana": "clitic (c)"}


def test_a_reflexive_takes_up_what_its_subject_takes_up_that_is_left_out() -> None:
    document = spanish(
        f"Ana/Ana/PROPN/2/nsubj/{FEM} entró/entrar/VERB/0/root/{FIN}",
        f"Se/él/PRON/2/obj/{SE} miró/mirar/VERB/0/root/{FIN}",
    )
    told = Told("supar", document)
    assert (told.antecedent("Se"), told.of("Se").rule) == ("Ana", "constraints")
    alone = Told("supar", spanish(f"Se/él/PRON/2/obj/{SE} miró/mirar/VERB/0/root/{FIN}"))
    assert (alone.of("Se").antecedent, alone.of("Se").rule) == (None, "exophor")


def test_a_zero_is_not_in_its_own_clause() -> None:
    document = spanish(
        f"Eva/Eva/PROPN/2/nsubj/{FEM} llegó/llegar/VERB/0/root/{FIN}",
        f"""Llamó/llamar/VERB/0/root/{FIN} a/a/ADP/3/case Luis/Luis/PROPN/1/obj/{MASC} porque/porque/SCONJ/5/mark
        estaba/estar/VERB/1/advcl/{FIN} sola/solo/ADJ/5/xcomp/{FEM}""",
    )
    told = Told("supar", document)
    assert told.head(told.zero("Llamó")) == "Eva"
    assert told.head(told.zero("estaba")) == "Eva"


@pytest.mark.parametrize(
    ("sentence", "clitic", "antecedent"),
    [
        (
            f"""A/a/ADP/2/case Juan/Juan/PROPN/4/obj/{MASC} le/él/PRON/4/iobj/{LE} gusta/gustar/VERB/0/root/{FIN}
            la/el/DET/6/det/{DEF} sopa/sopa/NOUN/4/nsubj/{FEM}""",
            "le",
            "Juan",
        ),
        (
            f"""La/el/DET/2/det/{DEF} carta/carta/NOUN/4/obj/{FEM} la/él/PRON/4/obj/{FEM}|{PRON}
            escribió/escribir/VERB/0/root/{FIN} Ana/Ana/PROPN/4/nsubj/{FEM}""",
            "la",
            "carta",
        ),
        (
            f"""Ana/Ana/PROPN/3/nsubj/{FEM} le/él/PRON/3/iobj/{LE} dio/dar/VERB/0/root/{FIN} un/uno/DET/5/det
            libro/libro/NOUN/3/obj/{MASC} a/a/ADP/7/case Juan/Juan/PROPN/3/obl/{MASC}""",
            "le",
            "Juan",
        ),
        (
            f"""Ana/Ana/PROPN/3/nsubj/{FEM} la/él/PRON/3/obj/{FEM}|{PRON} llevó/llevar/VERB/0/root/{FIN}
            a/a/ADP/6/case la/el/DET/6/det/{DEF} escuela/escuela/NOUN/3/obl/{FEM}""",
            "la",
            "",
        ),
    ],
)
def test_doubled_clitics(sentence: str, clitic: str, antecedent: str) -> None:
    told = Told("supar", spanish(sentence))
    assert told.antecedent(clitic) == antecedent
    assert told.of(clitic).rule == ("clitic doubled" if antecedent else "exophor")


def test_enclitics() -> None:
    document = spanish(
        f"Ana/Ana/PROPN/2/nsubj/{FEM} compró/comprar/VERB/0/root/{FIN} una/uno/DET/4/det "
        f"flor/flor/NOUN/2/obj/{FEM}",
        f"""Luis/Luis/PROPN/2/nsubj/{MASC} quería/querer/VERB/0/root/{FIN} dar/dar/VERB/2/xcomp/VerbForm=Inf
        se/él/PRON/3/iobj/{SE} la/él/PRON/3/obj/{FEM}|{PRON} a/a/ADP/7/case Eva/Eva/PROPN/3/obj/{FEM}""",
    )
    told = Told("supar", document)
    assert [told.antecedent(form) for form in ("se", "la")] == ["Eva", "flor"]


def test_the_owner_of_the_subject_may_be_the_object() -> None:
    document = spanish(
        f"""Marta/Marta/PROPN/2/nsubj/{FEM} llegó/llegar/VERB/0/root/{FIN}""",
        f"""Su/su/DET/2/det/{HIS} hermana/hermana/NOUN/4/nsubj/{FEM} la/él/PRON/4/obj/{FEM}|{PRON}
        esperaba/esperar/VERB/0/root/{FIN}""",
    )
    told = Told("supar", document)
    assert (told.antecedent("Su"), told.rejected("la")) == ("Marta", {"hermana": "clitic (c)"})
    assert told.antecedent("la") in ("Marta", "Su")


def test_possessives() -> None:
    document = spanish(
        f"""Luis/Luis/PROPN/2/nsubj/{MASC} vendió/vender/VERB/0/root/{FIN} su/su/DET/4/det/{HIS}
        coche/coche/NOUN/2/obj/{MASC}"""
    )
    assert Told("supar", document).antecedent("su") == "Luis"


@pytest.mark.parametrize(
    ("sentence", "form", "antecedent"),
    [
        (
            f"Esta/este/PRON/2/nsubj/PronType=Dem|{FEM} ardió/arder/VERB/0/root/{FIN}",
            "Esta",
            "casa",
        ),
        (f"Eso/ese/PRON/2/nsubj/PronType=Dem asustó/asustar/VERB/0/root/{FIN}", "Eso", "vio"),
        (
            f"""Luis/Luis/PROPN/2/nsubj salió/salir/VERB/0/root/{FIN} de/de/ADP/4/case
            aquella/aquel/PRON/2/obl/PronType=Dem|{FEM}""",
            "aquella",
            "casa",
        ),
    ],
)
def test_demonstratives(sentence: str, form: str, antecedent: str) -> None:
    before = (
        f"Juan/Juan/PROPN/2/nsubj/{MASC} vio/ver/VERB/0/root/{FIN} una/uno/DET/4/det "
        f"casa/casa/NOUN/2/obj/{FEM}"
    )
    assert Told("supar", spanish(before, sentence)).antecedent(form) == antecedent


HOUSE = f"""Juan/Juan/PROPN/2/nsubj/{MASC} vio/ver/VERB/0/root/{FIN} una/uno/DET/4/det casa/casa/NOUN/2/obj/{FEM}
    vieja/viejo/ADJ/4/amod/{FEM} y/y/CCONJ/8/cc un/uno/DET/8/det coche/coche/NOUN/4/conj/{MASC}"""


@pytest.mark.parametrize(
    ("phrase", "antecedent"),
    [
        (
            f"La/el/DET/2/det/{DEF} casa/casa/NOUN/3/nsubj/{FEM} ardió/arder/VERB/0/root/{FIN}",
            "casa",
        ),
        (
            f"""La/el/DET/2/det/{DEF} casa/casa/NOUN/4/nsubj/{FEM} vieja/viejo/ADJ/2/amod/{FEM}
            ardió/arder/VERB/0/root/{FIN}""",
            "casa",
        ),
        (
            f"""La/el/DET/2/det/{DEF} casa/casa/NOUN/4/nsubj/{FEM} nueva/nuevo/ADJ/2/amod/{FEM}
            ardió/arder/VERB/0/root/{FIN}""",
            "",
        ),
        (
            (
                f"El/el/DET/2/det/{DEF} vehículo/vehículo/NOUN/3/nsubj/{MASC} "
                f"ardió/arder/VERB/0/root/{FIN}"
            ),
            "coche",
        ),
        (
            (
                f"Esa/ese/DET/2/det/PronType=Dem casa/casa/NOUN/3/nsubj/{FEM} "
                f"ardió/arder/VERB/0/root/{FIN}"
            ),
            "casa",
        ),
    ],
)
def test_descriptions(phrase: str, antecedent: str) -> None:
    assert Told("supar", spanish(HOUSE, phrase)).antecedent(phrase.partition("/")[0]) == antecedent


@pytest.mark.parametrize(
    "phrase",
    [
        f"""La/el/DET/2/det/{DEF} casa/casa/NOUN/5/nsubj/{FEM} de/de/ADP/4/case Ana/Ana/PROPN/2/nmod
        ardió/arder/VERB/0/root""",
        f"""La/el/DET/2/det/{DEF} casa/casa/NOUN/5/nsubj/{FEM} más/más/ADV/4/advmod alta/alto/ADJ/2/amod/{FEM}
        ardió/arder/VERB/0/root""",
        (
            f"La/el/DET/3/det/{DEF} única/único/ADJ/3/amod casa/casa/NOUN/4/nsubj/{FEM} "
            f"ardió/arder/VERB/0/root/{FIN}"
        ),
        (
            f"La/el/DET/2/det/{DEF} casa/casa/NOUN/4/nsubj/{FEM} Botines/Botines/PROPN/2/flat "
            "ardió/arder/VERB/0/root"
        ),
    ],
)
def test_descriptions_that_are_new_to_the_discourse(phrase: str) -> None:
    assert not [
        one
        for one in Told("supar", spanish(HOUSE, phrase)).decisions
        if one.anaphor.kind is Kind.NOMINAL
    ]


def test_names_and_appositions_are_told_if_asked_for() -> None:
    document = spanish(
        f"""Ana/Ana/PROPN/2/nsubj/{FEM} llamó/llamar/VERB/0/root/{FIN} a/a/ADP/4/case Luis/Luis/PROPN/2/obj/{MASC}
        ,/,/PUNCT/7/punct el/el/DET/7/det/{DEF} médico/médico/NOUN/4/appos/{MASC}""",
        f"Ana/Ana/PROPN/2/nsubj/{FEM} gritó/gritar/VERB/0/root/{FIN}",
    )
    told = Told("supar(names=True)", document)
    assert [(one.rule, told._head(one)) for one in told.decisions] == [
        ("apposition", "Luis"),
        ("identical name", "Ana"),
    ]
    assert not Told("supar", document).decisions


def test_profiles() -> None:
    order = PROFILES["palomar2001"][Type.ZERO]
    assert order[:3] == ("concrete", "gender", "same sentence") and order[-1] == "repeated"
    assert PROFILES["zero2000"][Type.ZERO][-1] == "gender"
    assert len(PROFILES["zero2000"][Type.ZERO]) == 10
    told = Told("supar(profile='zero2000')", GATE)
    assert told.head(told.zero("cierra")) == "Ana"


def test_companies_are_no_persons() -> None:
    document = spanish(
        f"""El/el/DET/2/det/{DEF} Banco/Banco/PROPN/3/nsubj/{MASC} despidió/despedir/VERB/0/root/{FIN} a/a/ADP/5/case
        Luis/Luis/PROPN/3/obj/{MASC}""",
        f"Él/él/PRON/2/nsubj/{MASC}|{PRON} lloró/llorar/VERB/0/root/{FIN}",
    )
    told = Told("supar(persons=False)", document)
    assert (told.antecedent("Él"), told.of("Él").rule) == ("Luis", "no company")


def test_plural_zeros_take_up_coordinations() -> None:
    document = spanish(
        f"""Ana/Ana/PROPN/4/nsubj/{FEM} y/y/CCONJ/3/cc Juan/Juan/PROPN/1/conj/{MASC} llegaron/llegar/VERB/0/root/{FINS}
        tarde/tarde/ADV/4/advmod porque/porque/SCONJ/8/mark se/él/PRON/8/expl:pv/{SE}
        durmieron/dormir/VERB/4/advcl/{FINS}"""
    )
    told = Told("supar", document)
    antecedent = told.zero("durmieron").antecedent
    assert antecedent is not None and antecedent.kind is Kind.COORDINATION


def test_our_profile_prefers_persons_and_subjects() -> None:
    document = spanish(
        f"""El/el/DET/2/det/{DEF} libro/libro/NOUN/3/nsubj/{MASC} asustó/asustar/VERB/0/root/{FIN} a/a/ADP/5/case
        Luis/Luis/PROPN/3/obj/{MASC}""",
        f"Gritó/gritar/VERB/0/root/{FIN}",
    )
    told = Told("supar(profile='spanish', persons=False)", document)
    assert (told.head(told.zero("Gritó")), told.zero("Gritó").rule) == ("Luis", "person")
    papers = Told("supar(persons=False)", document)
    assert papers.head(papers.zero("Gritó")) == "libro"


@cache
def through_the_model(text: str) -> Told:
    parser = registry.build("parsers", "bundled(language='es')")
    return Told("supar", next(iter(parser.parse([Document("text", text)]))))


@pytest.mark.skipif(not available("es"), reason="there is no Spanish model")
@pytest.mark.parametrize(
    ("text", "anaphor", "antecedent", "rule"),
    [
        ("Juan vio a Rosa. Ella estaba muy feliz.", "Ella", "Rosa", "constraints"),
        ("Ante Luis se frotó con la toalla.", "se", "", "exophor"),
        ("Ana trajo un cuchillo y Eva se cortó.", "se", "Eva", "constraints"),
        ("El padre de Juan le venció a él.", "él", "Juan", "constraints"),
        ("Ana y Eva son amigas. Eva le ayuda mucho.", "le", "Ana", "constraints"),
        ("Pedro vio a Ana en el parque. Estaba muy guapa.", "∅ Estaba", "Ana", "gender"),
        ("Ana abre la verja y la cierra tras de sí.", "∅ cierra", "Ana", "coordinated subject"),
        ("Ana abre la verja y la cierra tras de sí.", "la", "verja", "constraints"),
        ("Ana abre la verja y la cierra tras de sí.", "sí", "Ana", "constraints"),
    ],
)
def test_worked_examples_through_the_model(
    text: str, anaphor: str, antecedent: str, rule: str
) -> None:
    told = through_the_model(text)
    zero, _, verb = anaphor.partition(" ")
    decision = told.zero(verb) if zero == "∅" else told.of(anaphor, 2 if anaphor == "la" else 1)
    assert (told.head(decision), decision.rule) == (antecedent, rule)


@pytest.mark.parametrize(
    "spec", ["supar", "supar(profile='zero2000')", "supar(profile='spanish', names=True)", "auto"]
)
def test_the_contract(spec: str) -> None:
    detector = registry.build("detectors", "nominals")
    documents: list[Document] = [PARK, GATE, spanish(HOUSE)]
    items = [Annotated(one, detector.detect(one)) for one in documents]
    check_resolver(registry.build("resolvers", spec), items, parses=10)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana compró una mesa. Ésta era roja.", {"Ésta": "una mesa"}),
        (
            "El presidente habló con el ministro. Aquél dimitió y éste se quedó.",
            {"Aquél": "El presidente", "éste": "el ministro"},
        ),
        ("Pedro saludó a Juan. Éste sonrió y aquél se fue.", {"Éste": "Juan", "aquél": "Pedro"}),
    ],
)
def test_the_latter_and_the_former_are_two(text: str, found: dict[str, str]) -> None:
    result = coindex.resolve(text, parser="bundled(language='es')", resolver="supar")
    document = result.document
    taken = {
        one.anaphor.text(document): one.antecedent.text(document)
        for one in result.decisions
        if one.antecedent is not None
    }
    assert found.items() <= taken.items()
