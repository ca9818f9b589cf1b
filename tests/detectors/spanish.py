"""Hand-built Spanish parses, with subjects that are left out put in as the parsers do."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.document import Document
from coindex.language.zeros.zeros import with_zeros
from tests.detectors.parses import parsed

FIN = "Number=Sing|Person=3|VerbForm=Fin"
FINS = "Number=Plur|Person=3|VerbForm=Fin"
MASC, FEM = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"
PRON = "Person=3|PronType=Prs"
SE = "Person=3|PronType=Prs|Reflex=Yes"
HIS = "Number=Sing|Person=3|Poss=Yes|PronType=Prs"


def bare(*sentences: str) -> Document:
    return replace(parsed(*sentences), language="es")


def spanish(*sentences: str) -> Document:
    return with_zeros(bare(*sentences))
