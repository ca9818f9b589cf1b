"""Building blocks of the passes of `sieve`, for passes of your own; `docs/own-pass.md` uses them.

A pass is a function from the state of the sieve to proposals, each of two expressions to be joined.
`sieve_pass` gives it a name and an explanation; a subclass of `Sieve` that lists it in `further` is
a resolver with it. Proposals of expressions that disagree, or of which one is inside the other, are
refused.
"""

from coindex.language.discourse.discourse import Expression
from coindex.resolvers.sieve import Sieve
from coindex.resolvers.sieve.state import JoinProposal, State, sieve_pass

__all__ = ["Expression", "JoinProposal", "Sieve", "State", "sieve_pass"]
