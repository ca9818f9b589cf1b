"""Which coordinations are mentions as a whole, and which of them prevent their members from being
mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.language import lexicon
from coindex.language.nominals.noun_phrases import conjunction, conjuncts, coordinated
from coindex.language.syntax.tree import Forest

_OWN = frozenset(["det", "det:predet", "det:poss", "nmod:poss"])
_MODIFIERS = _OWN | {"amod", "compound", "nummod"}
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_DEPENDENT = frozenset({"nmod", "obl", "obj", "compound"})


class Coordination(NamedTuple):
    """A coordination; `shared` means that its members have one determiner, *her friends and
    colleagues*, and are not mentions.
    """

    members: tuple[int, ...]
    shared: bool

    def mention(self, parse: Forest) -> Mention:
        span = coordinated(parse, self.members)
        return Mention((span,), self.members[0], Kind.COORDINATION, span)


def coordinations(parse: Forest, *, every: bool) -> Mapping[int, Coordination]:
    """Coordinations by first member: with `every`, all; otherwise names and subjects joined by
    *and*, and those with a shared determiner.
    """
    return {one.members[0]: one for one in _coordinations(parse, every)}


def _coordinations(parse: Forest, every: bool) -> Iterator[Coordination]:
    joining = lexicon.words(parse.document.language, "grammar", "joining")
    firsts = {parse.heads[index] for index, label in enumerate(parse.labels) if label == "conj"}
    for first in sorted(firsts):
        members = conjuncts(parse, first) if first >= 0 and parse.nominal[first] else ()
        if not members:
            continue
        shared = _shares(parse, members)
        if shared or every or (conjunction(parse, first) in joining and _salient(parse, first)):
            yield Coordination(members, shared)


def _shares(parse: Forest, members: tuple[int, ...]) -> bool:
    """Whether two common nouns share a determiner: it precedes the first, and no modifier precedes
    the second.
    """
    first, last = members[0], members[-1]
    if (
        len(members) != 2
        or last != first + 2
        or any(parse.document.tokens[index].upos != "NOUN" for index in members)
    ):
        return False
    labels = parse.labels
    return any(labels[child] in _OWN for child in parse.children[first]) and not any(
        labels[child] in _MODIFIERS for child in parse.children[last]
    )


def _salient(parse: Forest, first: int) -> bool:
    label = parse.labels[first]
    named = parse.document.tokens[first].upos in ("PROPN", "PRON")
    return label in _SUBJECTS or (named and label not in _DEPENDENT)
