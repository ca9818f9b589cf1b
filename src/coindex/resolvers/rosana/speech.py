"""Quoted speech: the referents of *I* and *you* in a quotation whose speaker and addressee are
known.
"""

from __future__ import annotations

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Number, Person
from coindex.language.syntax.functions import Function
from coindex.resolvers.rosana.occurrences import Occurrence

SPEAKER = "speaker of the quotation"
"""The reason why a third person in a quotation is not linked to the speaker."""
SPEECH_TERMS: Glossary = {
    "speaker": "the first person in a quotation is its speaker",
    "addressee": "the second person in a quotation is its addressee",
    "quotation": "one of the two is in the quotation, the other outside, or in another speaker's",
    SPEAKER: (
        "nobody speaks of himself or herself in the third person: the candidate is the speaker "
        "of the quotation"
    ),
}
_PERSONAL = frozenset({Occurrence.PER1, Occurrence.PER2})


def direct_speech(expression: Expression, kind: Occurrence | None) -> tuple[Expression, str] | None:
    """The speaker, for a first person singular that is a subject; the addressee,
    for a second person; and the rule.
    """
    if kind not in _PERSONAL or expression.quotation is None:
        return None
    if kind is Occurrence.PER1 and expression.function is Function.SUBJECT:
        party = expression.speaker if expression.features.number == Number.SINGULAR else None
        rule = "speaker"
    elif kind is Occurrence.PER2:
        party, rule = expression.addressee, "addressee"
    else:
        return None
    if party is None or party is expression or not party.features.person & Person.THIRD:
        return None
    return party, rule
