"""Uses of *se* and its like."""

from __future__ import annotations

import pytest

from coindex.language.syntax.tree import forest
from coindex.language.zeros.clitics import (
    Use,
    clitic_use,
    is_reflexive_clitic,
    nonreferential_clitics,
)
from tests.detectors.parses import parsed
from tests.detectors.spanish import FEM, FIN, FINS, MASC, PRON, SE, bare

ME = "Number=Sing|Person=1|PronType=Prs"


@pytest.mark.parametrize(
    ("sentence", "use"),
    [
        (f"Se/él/PRON/2/expl:pv/{SE} miró/mirar/VERB/0/root/{FIN}", Use.REFLEXIVE),
        (f"Se/él/PRON/2/expl:pv/{SE} miran/mirar/VERB/0/root/{FINS}", Use.RECIPROCAL),
        (f"Se/él/PRON/2/obj/{SE} tapó/tapar/VERB/0/root/{FIN}", Use.REFLEXIVE),
        (
            (
                f"Se/él/PRON/2/expl:pv/{SE} rompió/romper/VERB/0/root/{FIN} la/el/DET/4/det "
                f"mano/mano/NOUN/2/obj/{FEM}"
            ),
            Use.REFLEXIVE,
        ),
        (
            f"Se/él/PRON/3/expl:pv/{SE} lo/él/PRON/3/obj/{MASC}|{PRON} dio/dar/VERB/0/root/{FIN}",
            Use.DATIVE,
        ),
        (
            (
                f"Se/él/PRON/3/expl:pv/{SE} lo/él/PRON/3/obj/{MASC}|{PRON} "
                f"comió/comer/VERB/0/root/{FIN}"
            ),
            Use.INHERENT,
        ),
        (f"Se/él/PRON/2/expl:pv/{SE} fue/ir/VERB/0/root/{FIN}", Use.INHERENT),
        (
            f"Se/él/PRON/2/expl:pass/{SE} venden/vender/VERB/0/root/{FINS} pisos/piso/NOUN/2/nsubj",
            Use.PASSIVE,
        ),
        (
            f"""Se/él/PRON/2/expl:pass/{SE} puso/poner/VERB/0/root/{FIN} Ana/Ana/PROPN/2/nsubj
            un/uno/DET/5/det abrigo/abrigo/NOUN/2/obj/{MASC}""",
            Use.REFLEXIVE,
        ),
        (f"Se/él/PRON/2/expl:impers/{SE} vive/vivir/VERB/0/root/{FIN}", Use.IMPERSONAL),
        (
            f"Me/yo/PRON/2/expl:pv/{ME} fui/ir/VERB/0/root/Number=Sing|Person=1|VerbForm=Fin",
            Use.INHERENT,
        ),
        (
            f"""Quiere/querer/VERB/0/root/{FIN} ver/ver/VERB/1/xcomp/VerbForm=Inf se/él/PRON/2/obj/{SE}""",
            Use.REFLEXIVE,
        ),
    ],
)
def test_uses(sentence: str, use: Use) -> None:
    parse = forest(bare(sentence))
    place = next(index for index, token in enumerate(parse.document.tokens) if token.upos == "PRON")
    assert is_reflexive_clitic(parse, place)
    assert clitic_use(parse, place) is use


def test_who_is_seen_by_another_is_no_reflexive() -> None:
    parse = forest(bare(f"Me/yo/PRON/2/obj/{ME} vio/ver/VERB/0/root/{FIN}"))
    assert not is_reflexive_clitic(parse, 0)


def test_what_does_not_refer() -> None:
    sentence = f"""Se/él/PRON/2/expl:pv/{SE} fue/ir/VERB/0/root/{FIN} y/y/CCONJ/5/cc se/él/PRON/5/obj/{SE}
        lavó/lavar/VERB/2/conj/{FIN}"""
    assert nonreferential_clitics(bare(sentence)) == {0: "inherent"}
    assert nonreferential_clitics(parsed(sentence)) == {}
