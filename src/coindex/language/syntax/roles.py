"""The meaning of dependency labels for phrase structure, one role per label, the same in every
language of UD.
"""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    WORD = 0
    """Function words, punctuation and parts of names: they head no phrase."""
    ROOT = 1
    SUBJECT = 2
    OUTER = 3
    """The subject of a copula whose predicate is a clause: *the problem* is that he left."""
    EXPLETIVE = 4
    OBJECT = 5
    OBLIQUE = 6
    ATTRIBUTE = 7
    POSSESSOR = 8
    APPOSITION = 9
    COMPLEMENT = 10
    ADVERBIAL = 11
    ADNOMINAL = 12
    PARATAXIS = 13
    CONJUNCT = 14
    MODIFIER = 15
    ADVERB = 16
    OUTSIDE = 17
    """In the sentence but not part of its structure: vocatives, dislocated and repaired words."""


_LABELS = {
    Role.ROOT: "root",
    Role.SUBJECT: "nsubj csubj",
    Role.OUTER: "nsubj:outer csubj:outer",
    Role.EXPLETIVE: "expl",
    Role.OBJECT: "obj iobj dobj expl:pv expl:impers",
    Role.OBLIQUE: "obl orphan",
    Role.ATTRIBUTE: "nmod",
    Role.POSSESSOR: "nmod:poss det:poss",
    Role.APPOSITION: "appos",
    Role.COMPLEMENT: "ccomp xcomp",
    Role.ADVERBIAL: "advcl",
    Role.ADNOMINAL: "acl",
    Role.PARATAXIS: "parataxis",
    Role.CONJUNCT: "conj",
    Role.MODIFIER: "amod compound nummod nmod:desc",
    Role.ADVERB: "advmod",
    Role.OUTSIDE: "vocative dislocated discourse list reparandum dep",
    Role.WORD: "punct det case aux cop mark cc fixed flat goeswith clf compound:prt",
}


class _Roles(dict[str, Role]):
    """The labels seen so far; a subtype without a role of its own has that of the
    universal label.
    """

    def __missing__(self, label: str) -> Role:
        role = self.get(label.partition(":")[0], Role.OBLIQUE)
        if len(self) < 10_000:  # so that the labels of hostile input cannot fill the memory
            self[label] = role
        return role


ROLES = _Roles({label: role for role, labels in _LABELS.items() for label in labels.split()})

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM", "X"})
"""Parts of speech that head a noun phrase if the label does not decide."""

VERBAL = frozenset({"VERB", "AUX"})

NOMINAL_ROLES = frozenset(
    {
        Role.SUBJECT,
        Role.OUTER,
        Role.EXPLETIVE,
        Role.OBJECT,
        Role.OBLIQUE,
        Role.ATTRIBUTE,
        Role.POSSESSOR,
        Role.APPOSITION,
    }
)
"""Roles in which a word heads a noun phrase, whatever its part of speech, unless it
heads a clause.
"""

CLAUSAL_ROLES = frozenset({Role.COMPLEMENT, Role.ADVERBIAL, Role.ADNOMINAL})

VERBS_HEAD_CLAUSES = CLAUSAL_ROLES | {
    Role.ROOT,
    Role.SUBJECT,
    Role.OUTER,
    Role.PARATAXIS,
    Role.OUTSIDE,
}
"""Roles in which a verb heads a clause even if it has no subject."""
