"""How the modifiers of two noun phrases compare."""

from __future__ import annotations

from enum import StrEnum

from coindex.language.nominals.noun_phrases import PhraseWords


class ModifierRelation(StrEnum):
    """How the modifiers of a later phrase compare with those of an earlier one."""

    SAME = "same"
    FEWER = "fewer"
    MORE = "more"
    DIFFERENT = "different"


def relation(later: PhraseWords, earlier: PhraseWords) -> ModifierRelation:
    if later.modifiers == earlier.modifiers:
        return ModifierRelation.SAME
    if later.modifiers < earlier.modifiers:
        return ModifierRelation.FEWER
    return (
        ModifierRelation.MORE if later.modifiers > earlier.modifiers else ModifierRelation.DIFFERENT
    )
