"""Building blocks of resolvers: candidates, constraints, preferences, and the choice of the best
candidate.

Public, for resolvers of your own; `docs/own-resolver.md` uses them. A constraint is a function from
anaphor and candidate to the name of what forbids the link, a preference one to the name of the
factor that applies; otherwise both return the empty string. `CONSTRAINT_TERMS` and `FACTOR_TERMS`
explain the names that these building blocks use.
"""

from coindex.core.parameters import component, ranged
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.resolvers.constraints import (
    CONSTRAINT_TERMS,
    agreement,
    binding,
    containment,
    entity_agreement,
    for_entity,
)
from coindex.resolvers.preferences import (
    DISTANCES,
    FACTOR_TERMS,
    Preference,
    Weights,
    distance,
    frozen,
    indefinite,
    parallel,
    prepositional,
    pronoun,
    subject,
    weighted,
)
from coindex.resolvers.ranking import Choice, Method, Ranked, Ranking, preceding

__all__ = [
    "CONSTRAINT_TERMS",
    "DISTANCES",
    "FACTOR_TERMS",
    "Choice",
    "Discourse",
    "Expression",
    "Method",
    "Preference",
    "Ranked",
    "Ranking",
    "Weights",
    "agreement",
    "binding",
    "component",
    "containment",
    "distance",
    "entity_agreement",
    "for_entity",
    "frozen",
    "indefinite",
    "parallel",
    "preceding",
    "prepositional",
    "pronoun",
    "ranged",
    "subject",
    "weighted",
]
