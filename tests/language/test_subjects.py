"""Finite verbs of Spanish with a subject, without one, and with none
at all; zeros as empty tokens.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core.document import ROOT, Arc, Document, Fragment, Multiword, Span, Token
from coindex.language.syntax.tree import forest
from coindex.language.zeros.empty_tokens import without_zeros
from coindex.language.zeros.subjects import SubjectKind, finite_verbs
from coindex.language.zeros.zeros import missing_subjects, pronoun_for, with_zeros, with_zeros_of
from coindex.testing import random_parses
from coindex.testing.contracts import check_document
from tests.detectors.parses import parsed
from tests.detectors.spanish import FEM, FIN, FINS, MASC, PRON, SE, bare

EXPLICIT = {
    "a noun": f"Ana/Ana/PROPN/2/nsubj duerme/dormir/VERB/0/root/{FIN}",
    "behind the verb": f"Llegó/llegar/VERB/0/root/{FIN} Ana/Ana/PROPN/1/nsubj",
    "of an auxiliary": (
        f"Ana/Ana/PROPN/3/nsubj ha/haber/AUX/3/aux/{FIN} dormido/dormir/VERB/0/root/VerbForm=Part"
    ),
    "of a copula": f"Ana/Ana/PROPN/3/nsubj es/ser/AUX/3/cop/{FIN} alta/alto/ADJ/0/root/{FEM}",
    "at the infinitive": f"""Suele/soler/VERB/0/root/{FIN} venir/venir/VERB/1/xcomp/VerbForm=Inf
        Ana/Ana/PROPN/2/nsubj""",
    "a clause": f"""Es/ser/AUX/2/cop/{FIN} necesario/necesario/ADJ/0/root/{MASC}
        salir/salir/VERB/2/csubj/VerbForm=Inf""",
    "a clause with another label": f"""Es/ser/AUX/2/cop/{FIN} necesario/necesario/ADJ/0/root/{MASC}
        que/que/SCONJ/5/mark Ana/Ana/PROPN/5/nsubj venga/venir/VERB/2/ccomp/{FIN}""",
    "called an object": (
        f"Llegó/llegar/VERB/0/root/{FIN} un/uno/DET/3/det tren/tren/NOUN/1/obj/{MASC}"
    ),
    "called an object beside another": f"""Lo/él/PRON/2/obj/{MASC} vio/ver/VERB/0/root/{FIN} la/el/DET/4/det
        niña/niña/NOUN/2/obj/{FEM}""",
    "of a passive": f"""Fue/ser/AUX/2/aux/{FIN} elegido/elegir/VERB/0/root/VerbForm=Part un/uno/DET/4/det
        rey/rey/NOUN/2/obj/{MASC}""",
    "before the verb, called an adjunct": (
        f"El/el/DET/2/det rey/rey/NOUN/3/obl/{MASC} calla/callar/VERB/0/root/{FIN}"
    ),
    "sold": (
        f"Se/él/PRON/2/expl:pv/{SE} vende/vender/VERB/0/root/{FIN} un/uno/DET/4/det "
        f"piso/piso/NOUN/2/obj/{MASC}"
    ),
    "an infinitive": (
        f"""Conviene/convenir/VERB/0/root/{FIN} salir/salir/VERB/1/ccomp/VerbForm=Inf"""
    ),
}
NULL = {
    "alone": f"Duerme/dormir/VERB/0/root/{FIN}",
    "with an object": f"Abre/abrir/VERB/0/root/{FIN} la/el/DET/3/det verja/verja/NOUN/1/obj/{FEM}",
    "who says": f"""Dijo/decir/VERB/0/root/{FIN} que/que/SCONJ/4/mark Ana/Ana/PROPN/4/nsubj
        duerme/dormir/VERB/1/ccomp/{FIN}""",
    "first person": "Creo/creer/VERB/0/root/Number=Sing|Person=1|VerbForm=Fin",
    "inherent se": f"Se/él/PRON/2/expl:pv/{SE} fue/ir/VERB/0/root/{FIN}",
    "who is necessary": f"Es/ser/AUX/2/cop/{FIN} necesaria/necesario/ADJ/0/root/{FEM}",
    "what she put on": f"""Se/él/PRON/2/expl:pv/{SE} puso/poner/VERB/0/root/{FIN} un/uno/DET/4/det
        gorro/gorro/NOUN/2/obj/{MASC}""",
    "what was hers": (
        f"La/el/DET/2/det carta/carta/NOUN/4/obj/{FEM} la/él/PRON/4/obj/{FEM} "
        f"leyó/leer/VERB/0/root/{FIN}"
    ),
    "what she does": f"Hace/hacer/VERB/0/root/{FIN} pan/pan/NOUN/1/obj/{MASC}",
}
IMPERSONAL = {
    "weather": f"Llueve/llover/VERB/0/root/{FIN}",
    "to begin to rain": (
        f"""Empezó/empezar/VERB/0/root/{FIN} a/a/ADP/3/mark llover/llover/VERB/1/xcomp/VerbForm=Inf"""
    ),
    "there is": f"Hay/haber/VERB/0/root/{FIN} pan/pan/NOUN/1/obj/{MASC}",
    "there will be": (
        f"Va/ir/AUX/3/aux/{FIN} a/a/ADP/3/mark haber/haber/VERB/0/root/VerbForm=Inf "
        "pan/pan/NOUN/3/obj"
    ),
    "one has to": (
        f"Había/haber/AUX/3/aux/{FIN} que/que/SCONJ/3/mark salir/salir/VERB/0/root/VerbForm=Inf"
    ),
    "cold": f"Hace/hacer/VERB/0/root/{FIN} frío/frío/NOUN/1/obj/{MASC}",
    "ago": f"Hace/hacer/VERB/0/root/{FIN} dos/dos/NUM/3/nummod años/año/NOUN/1/obj",
    "late": f"Es/ser/AUX/2/cop/{FIN} tarde/tarde/ADV/0/root",
    "three o'clock": f"Son/ser/AUX/3/cop/{FINS} las/el/DET/3/det tres/tres/NUM/0/root",
    "at night": f"Era/ser/AUX/3/cop/{FIN} de/de/ADP/3/case noche/noche/NOUN/0/root/{FEM}",
    "it is about": f"""Se/él/PRON/2/expl:pv/{SE} trata/tratar/VERB/0/root/{FIN} de/de/ADP/4/case
        Ana/Ana/PROPN/2/obl""",
    "one lives": (
        f"Se/él/PRON/2/expl:impers/{SE} vive/vivir/VERB/0/root/{FIN} bien/bien/ADV/2/advmod"
    ),
    "it seems": (
        f"""Parece/parecer/VERB/0/root/{FIN} que/que/SCONJ/3/mark duerme/dormir/VERB/1/ccomp/{FIN}"""
    ),
    "enough": (
        f"""Basta/bastar/VERB/0/root/{FIN} con/con/ADP/3/mark salir/salir/VERB/1/advcl/VerbForm=Inf"""
    ),
}
CASES = [
    (subject, name, sentence)
    for subject, sentences in (
        (SubjectKind.EXPLICIT, EXPLICIT),
        (SubjectKind.NULL, NULL),
        (SubjectKind.IMPERSONAL, IMPERSONAL),
    )
    for name, sentence in sentences.items()
]


@pytest.mark.parametrize(
    ("subject", "sentence"), [(s, t) for s, _, t in CASES], ids=[name for _, name, _ in CASES]
)
def test_subjects(subject: SubjectKind, sentence: str) -> None:
    assert next(finite_verbs(forest(bare(sentence)))).subject is subject


def test_a_relative_pronoun_called_a_conjunction_is_the_subject() -> None:
    sentence = f"""los/el/DET/2/det osos/oso/NOUN/0/root/Gender=Masc|Number=Plur que/que/SCONJ/4/mark
        duermen/dormir/VERB/2/acl/{FINS}"""
    assert [found.subject for found in finite_verbs(forest(bare(sentence)))] == [
        SubjectKind.EXPLICIT
    ]
    assert [found.subject for found in finite_verbs(forest(bare(sentence.replace(FINS, FIN))))] == [
        SubjectKind.NULL
    ]


def zeros(document: Document) -> list[tuple[int, str]]:
    return [(index, token.feats) for index, token in enumerate(document.tokens) if token.empty]


def test_a_zero_stands_before_the_finite_verb_behind_clitics() -> None:
    document = with_zeros(
        bare(
            f"No/no/ADV/4/advmod la/él/PRON/4/obj/{FEM}|{PRON} ha/haber/AUX/4/aux/{FIN} "
            "visto/ver/VERB/0/root"
        )
    )
    assert [token.form for token in document.tokens] == ["No", "la", "", "ha", "visto"]
    zero = document.tokens[2]
    assert (zero.start, zero.end, zero.upos, zero.deps) == (6, 6, "PRON", "4:nsubj")
    assert zero.feats == "Number=Sing|Person=3|PronType=Prs"
    assert forest(document).heads[2] == 4 and [token.head for token in document.tokens] == [
        4,
        4,
        None,
        4,
        ROOT,
    ]
    assert with_zeros(document) == document


WHO = "quienes/quien/PRON/{head}/nsubj/Number=Plur"


@pytest.mark.parametrize(
    ("sentence", "verb", "subject"),
    [
        (
            f"""{WHO.format(head=2)} llegan/llegar/VERB/3/advcl/{FINS} pierden/perder/VERB/0/root/{FINS}
            el/el/DET/5/det tren/tren/NOUN/3/obj/{MASC}""",
            "pierden",
            SubjectKind.EXPLICIT,
        ),
        (
            f"""Lo/él/PRON/2/obj/{MASC} saben/saber/VERB/0/root/{FINS} {WHO.format(head=4)}
            llegaron/llegar/VERB/2/ccomp/{FINS}""",
            "saben",
            SubjectKind.EXPLICIT,
        ),
        (
            f"""Fueron/ser/AUX/2/cop/{FINS} ellas/él/PRON/0/root/Gender=Fem|Number=Plur
            {WHO.format(head=4)} ganaron/ganar/VERB/2/acl/{FINS}""",
            "Fueron",
            SubjectKind.EXPLICIT,
        ),
        (  # what they know
            f"Saben/saber/VERB/0/root/{FINS} {WHO.format(head=3)} llegaron/llegar/VERB/1/ccomp/{FINS}",
            "Saben",
            SubjectKind.NULL,
        ),
        (  # whom they reward
            f"""Premian/premiar/VERB/0/root/{FINS} a/a/ADP/3/case {WHO.format(head=4)}
            ayudan/ayudar/VERB/1/ccomp/{FINS}""",
            "Premian",
            SubjectKind.NULL,
        ),
        (  # one who is spoken of
            f"{WHO.format(head=2)} llegan/llegar/VERB/3/advcl/{FINS} pierde/perder/VERB/0/root/{FIN}",
            "pierde",
            SubjectKind.NULL,
        ),
    ],
)
@pytest.mark.parametrize("chance", ["unsaid", "0.99"])
def test_free_relatives_are_subjects(
    sentence: str, verb: str, subject: SubjectKind, chance: str
) -> None:
    """Also where the parser is sure that the subject is left out."""
    document = bare(sentence)
    tokens = [token._replace(misc=f"NullSubject={chance}") for token in document.tokens]
    document = replace(document, tokens=tuple(tokens))
    found = {document.tokens[one.verb].form: one.subject for one in finite_verbs(forest(document))}
    assert found[verb] is subject


@pytest.mark.parametrize(
    ("sentence", "gender"),
    [
        (f"Estaba/estar/AUX/2/cop/{FIN} guapa/guapo/ADJ/0/root/{FEM}", "Fem"),
        (f"Fue/ser/AUX/2/aux/{FIN} vista/ver/VERB/0/root/VerbForm=Part|{FEM}", "Fem"),
        (f"Ha/haber/AUX/2/aux/{FIN} visto/ver/VERB/0/root/VerbForm=Part|{MASC}", ""),
        (f"Llegó/llegar/VERB/0/root/{FIN} cansada/cansado/ADJ/1/xcomp/{FEM}", "Fem"),
        (f"Es/ser/AUX/3/cop/{FIN} un/uno/DET/3/det genio/genio/NOUN/0/root/{MASC}", ""),
        (f"La/él/PRON/2/obj/{FEM} dejó/dejar/VERB/0/root/{FIN} sola/solo/ADJ/2/xcomp/{FEM}", ""),
    ],
)
def test_gender_comes_from_what_agrees_with_the_subject(sentence: str, gender: str) -> None:
    document = with_zeros(bare(sentence))
    assert [token.feature("Gender") for token in document.tokens if token.empty] == [gender]


def test_imperatives_and_other_languages_have_no_zeros() -> None:
    imperative = bare("Ven/venir/VERB/0/root/Mood=Imp|Number=Sing|Person=2|VerbForm=Fin")
    assert with_zeros(imperative) is imperative
    english = parsed(f"Sleeps/sleep/VERB/0/root/{FIN}")
    assert with_zeros(english) is english


def test_everything_that_counts_tokens_moves() -> None:
    document = bare(
        f"Ana/Ana/PROPN/2/nsubj/{FEM} duerme/dormir/VERB/0/root/{FIN}",
        f"Sueña/soñar/VERB/0/root/{FIN} del/de/ADP/3/case mar/mar/NOUN/1/obl/{MASC}",
    )
    second = document.sentences[1]._replace(
        multiwords=(Multiword(Span(3, 5), "del mar"),), fragments=(Fragment(4),)
    )
    arcs = ((Arc(1, 0.5),), (Arc(ROOT, 1.0),), (Arc(ROOT, 1.0),), (Arc(4, 0.9),), (Arc(2, 0.8),))
    found = with_zeros(replace(document, sentences=(document.sentences[0], second), arcs=arcs))
    assert [sentence.span for sentence in found.sentences] == [Span(0, 2), Span(2, 6)]
    assert (
        found.sentences[1].multiwords[0].span == Span(4, 6)
        and found.sentences[1].fragments[0].root == 5
    )
    assert found.arcs == (*arcs[:2], (), arcs[2], (Arc(5, 0.9),), (Arc(3, 0.8),))
    assert [token.head for token in found.tokens] == [1, ROOT, None, ROOT, 5, 3]


def test_zeros_of_another_version_of_the_text() -> None:
    document = bare(
        f"Ana/Ana/PROPN/2/nsubj duerme/dormir/VERB/0/root/{FIN} y/y/CCONJ/4/cc "
        f"sueña/soñar/VERB/2/conj/{FIN}"
    )
    other = Document(
        "d", document.text, "es", (Token(13, 13, "", feats="Number=Plur|Person=3", empty=True),)
    )
    found = with_zeros_of(document, other)
    assert zeros(found) == [(3, "Number=Plur|Person=3|PronType=Prs")]
    assert found.tokens[3].deps == "4:nsubj"
    assert len(missing_subjects(forest(found))) == 0


def test_what_could_stand_there() -> None:
    zero = Token(0, 0, "", feats="Number=Sing|Person=3")
    assert pronoun_for(zero, "es", feminine=True) == "ella"
    assert pronoun_for(zero, "es", feminine=False) == "él"
    assert (
        pronoun_for(zero._replace(feats="Gender=Fem|Number=Plur|Person=1"), "es", feminine=False)
        == "nosotras"
    )
    assert pronoun_for(zero, "en", feminine=False) == ""


def test_any_parse_survives() -> None:
    for document, _ in random_parses(400):
        found = with_zeros(replace(document, language="es"))
        check_document(found)
        assert [token[:6] for token in found.tokens if not token.empty] == [
            token[:6] for token in document.tokens if not token.empty
        ]
        assert with_zeros(found) == found


def test_given_zeros_hang_on_their_verb_and_take_its_person_and_number() -> None:
    document = bare(
        f"No/no/ADV/4/advmod la/él/PRON/4/obj/{FEM} ha/haber/AUX/4/aux/{FINS} visto/ver/VERB/0/root"
    )
    empty = Token(0, 0, "", empty=True)
    silent = replace(
        document,
        tokens=(empty, *(t._replace(upos="", feats="", head=None) for t in document.tokens)),
    )
    found = with_zeros_of(document, silent)
    assert [t.form for t in found.tokens] == ["No", "la", "", "ha", "visto"]
    assert (found.tokens[2].deps, found.tokens[2].feats) == (
        "4:nsubj",
        "Number=Plur|Person=3|PronType=Prs",
    )
    told = replace(
        silent, tokens=(empty._replace(feats="Number=Sing|Person=1"), *silent.tokens[1:])
    )
    assert with_zeros_of(document, told).tokens[2].feats == "Number=Sing|Person=1|PronType=Prs"


def test_zeros_taken_out_again() -> None:
    for document, _ in random_parses(100):
        plain = without_zeros(replace(document, language="es"))
        assert not any(token.empty for token in plain.tokens)
        assert without_zeros(with_zeros(plain)) == plain


@pytest.mark.parametrize(
    ("first", "verb", "chance", "expected"),
    [
        ("Ana/Ana/PROPN/2/nsubj", "duerme/dormir", "0.99", SubjectKind.NULL),
        ("Ana/Ana/PROPN/2/nsubj", "duerme/dormir", "0.60", SubjectKind.EXPLICIT),
        ("Ayer/ayer/ADV/2/advmod", "duerme/dormir", "0.01", SubjectKind.EXPLICIT),
        ("Ayer/ayer/ADV/2/advmod", "duerme/dormir", "0.40", SubjectKind.NULL),
        ("Ayer/ayer/ADV/2/advmod", "duerme/dormir", "unsaid", SubjectKind.NULL),
        ("Ayer/ayer/ADV/2/advmod", "llueve/llover", "0.99", SubjectKind.IMPERSONAL),
    ],
)
def test_a_parser_that_is_sure_overrules_the_tree(
    first: str, verb: str, chance: str, expected: SubjectKind
) -> None:
    document = replace(
        parsed(f"{first} {verb}/VERB/0/root/{FIN}/NullSubject={chance}"), language="es"
    )
    assert [found.subject for found in finite_verbs(forest(document))] == [expected]
