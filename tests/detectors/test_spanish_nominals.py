"""Mentions of Spanish texts: noun phrases, possessives, clitics and zeros."""

from __future__ import annotations

from coindex.core import registry
from coindex.core.annotation import Annotation, Kind, Reference
from coindex.core.document import Document
from tests.detectors.spanish import FEM, FIN, HIS, MASC, PRON, SE, spanish

LETTER = spanish(
    f"""Ana/Ana/PROPN/2/nsubj abrió/abrir/VERB/0/root/{FIN} la/el/DET/4/det/Definite=Def|PronType=Art
    carta/carta/NOUN/2/obj/{FEM} de/de/ADP/7/case su/su/DET/7/det/{HIS} hermano/hermano/NOUN/4/nmod/{MASC}""",
    f"""Se/él/PRON/2/expl:pv/{SE} sentó/sentar/VERB/0/root/{FIN} y/y/CCONJ/5/cc la/él/PRON/5/obj/{FEM}|{PRON}
    leyó/leer/VERB/2/conj/{FIN}""",
    f"""Quería/querer/VERB/0/root/{FIN} dar/dar/VERB/1/xcomp/VerbForm=Inf se/él/PRON/2/iobj/{SE}
    la/él/PRON/2/obj/{FEM}|{PRON} a/a/ADP/7/case este/este/DET/7/det/PronType=Dem amigo/amigo/NOUN/2/obj/{MASC}
    suyo/suyo/ADJ/7/amod/{HIS}""",
)


def found(detector: str, document: Document) -> list[tuple[str, Kind]]:
    mentions = registry.build("detectors", detector).detect(document).mentions
    return [
        (" ".join(t.form or "∅" for t in document.tokens[m.start : m.end]), m.kind)
        for m in mentions
    ]


def detected(document: Document) -> Annotation:
    mentions: Annotation = registry.build("detectors", "nominals").detect(document)
    return mentions


def test_nominals() -> None:
    assert found("nominals", LETTER) == [
        ("Ana", Kind.NAME),
        ("la carta de su hermano", Kind.NOMINAL),
        ("su hermano", Kind.NOMINAL),
        ("su", Kind.POSSESSIVE),
        ("∅", Kind.ZERO),
        ("la", Kind.PERSONAL),
        ("∅", Kind.ZERO),
        ("∅", Kind.ZERO),
        ("se", Kind.PERSONAL),
        ("la", Kind.PERSONAL),
        ("este amigo suyo", Kind.NOMINAL),
        ("suyo", Kind.POSSESSIVE),
    ]


def test_pronouns_alone() -> None:
    assert [form for form, _ in found("pronouns", LETTER)] == [
        "su",
        "∅",
        "la",
        "∅",
        "∅",
        "se",
        "la",
        "suyo",
    ]


def test_clitics_that_do_not_refer_can_be_marked() -> None:
    mentions = registry.build("detectors", "nominals(expletives='mark')").detect(LETTER).mentions
    marked = [one for one in mentions if one.reference is Reference.NONREFERENTIAL]
    assert [(LETTER.tokens[one.start].form, one.subtype) for one in marked] == [("Se", "inherent")]


def test_idioms_and_light_verbs_are_no_mentions() -> None:
    document = spanish(
        f"""Ana/Ana/PROPN/2/nsubj tiene/tener/VERB/0/root/{FIN} hambre/hambre/NOUN/2/obj/{FEM} ,/,/PUNCT/6/punct
        por/por/ADP/6/case ejemplo/ejemplo/NOUN/2/obl/{MASC}"""
    )
    assert found("nominals", document) == [("Ana", Kind.NAME)]


def test_a_noun_and_the_name_that_it_is_given_are_one_mention() -> None:
    document = spanish(
        f"""Un/uno/DET/2/det sastre/sastre/NOUN/5/nsubj/{MASC} llamado/llamar/VERB/2/acl/VerbForm=Part
        Blas/Blas/PROPN/3/xcomp cosía/coser/VERB/0/root/{FIN}""",
        f"Blas/Blas/PROPN/2/nsubj calló/callar/VERB/0/root/{FIN}",
    )
    assert found("nominals", document) == [
        ("Un sastre llamado Blas", Kind.NOMINAL),
        ("Blas", Kind.NAME),
    ]
    decisions = list(
        registry.build("resolvers", "supar(names=True)").resolve(document, detected(document))
    )
    assert [(d.anaphor.start, d.antecedent and d.antecedent.start) for d in decisions] == [(5, 0)]
