"""The types of expressions under the schemes."""

from __future__ import annotations

from coindex.resolvers.neural.features import TYPES as GUM_TYPES

TYPES = (*GUM_TYPES, "PER", "LOC", "FAC", "GPE", "ORG", "VEH", "mention")
"""The type of a span: no mention, one of GUM's types, one of LitBank's, or a mention of a scheme
without types.
"""
