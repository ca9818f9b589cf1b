"""Every nominal mention of a parsed document: names, noun phrases, pronouns and coordinations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from coindex.core.annotation import Annotation, Kind, Mention, Source, in_order
from coindex.core.document import Document, Span
from coindex.core.parameters import component
from coindex.detectors.expletives import treated
from coindex.detectors.heads import nominal_heads
from coindex.language import lexicon
from coindex.language.discourse.events import events
from coindex.language.nominals.noun_phrases import (
    conjunction,
    conjuncts,
    coordinated,
    maximal,
    minimal,
)
from coindex.language.pleonastic.extraposition import extrapositions
from coindex.language.syntax.shallow import readable, shallow
from coindex.language.syntax.tree import Forest, forest

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


_ONE_WORD = frozenset(
    {Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RELATIVE, Kind.INTERROGATIVE, Kind.ZERO}
)


@component
class Nominals:
    """Noun phrases, names and pronouns; the options say what else is a mention."""

    relatives: bool = False
    """Whether relative pronouns are mentions."""
    interrogatives: bool = False
    """Whether interrogative pronouns are mentions."""
    coordinations: Literal["all", "likely", "none"] = "likely"
    """Which coordinations are mentions as a whole: *likely* (apt to
    be antecedents), *all* or *none*.
    """
    modifiers: bool = True
    """Whether nouns before nouns are mentions where they seem to refer."""
    events: bool = True
    """Whether clauses to which a following neuter pronoun may refer are
    mentions (Spanish *lo*, *eso*).
    """
    expletives: Literal["drop", "mark", "keep"] = "drop"
    """What happens to pronouns that do not refer: *drop* them, *mark* them as such,
    or *keep* them as if they did.
    """
    extraposed: bool = False
    """Whether *it* that announces a clause is a mention whatever happens to those that do not
    refer: *It is easy to see why*.
    """
    adverbs: bool = False
    """Whether adverbs are mentions to which the parser gives a type of entity: *here*, *two days
    ago*.
    """
    syntax: Literal["parse", "tags"] = "parse"
    """Where noun phrases come from: the *parse*, or *tags*, the parts of
    speech, as in text without a parse.
    """

    def detect(self, document: Document) -> Annotation:
        parse = forest(shallow(document) if self.syntax == "tags" else readable(document))
        announcing = extrapositions(parse).keys() if self.extraposed else ()
        mentions = list(treated(self._mentions(parse), parse, self.expletives, announcing))
        if self.events:
            mentions += (
                Mention((Span(head, head + 1),), head, Kind.VERBAL) for head in events(parse)
            )
        return Annotation(document.id, Source("nominals", "system"), in_order(mentions))

    def _mentions(self, parse: Forest) -> Iterator[Mention]:
        wholes = (
            {}
            if self.coordinations == "none"
            else coordinations(parse, every=self.coordinations == "all")
        )
        shared = {member for whole in wholes.values() if whole.shared for member in whole.members}
        for head, kind in nominal_heads(parse, modifiers=self.modifiers, adverbs=self.adverbs):
            if head in wholes:
                yield wholes[head].mention(parse)
            if head in shared or not self._wanted(kind):
                continue
            if kind in _ONE_WORD:
                span = Span(head, head + 1)
                yield Mention((span,), head, kind, span)
            else:
                span, core = maximal(parse, head), minimal(parse, head)
                core = Span(max(span.start, core.start), min(span.end, core.end))
                yield Mention((span,), head, kind, core)

    def _wanted(self, kind: Kind) -> bool:
        if kind is Kind.RELATIVE:
            return self.relatives
        return kind is not Kind.INTERROGATIVE or self.interrogatives
