"""Decisions of the sieve on the model's mentions: its precise passes take precedence over the
model, and it decides on *he*, *she* and *they* if the model finds nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Literal, NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.nominals.agreement import Animacy, Gender, Number, Person, clash
from coindex.language.nominals.names import formal_names
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.name_clustering import Bearer
from coindex.resolvers.neural.reading import MentionReading, is_either
from coindex.resolvers.sieve import CHARACTER, EXTRAPOSED, Sieve
from coindex.resolvers.sieve.decisions import MERGED
from coindex.resolvers.sieve.speech import role_of
from coindex.resolvers.sieve.talk import ENDS, spoken_to, written

VARIANTS = "name variant"
"""The pass of the sieve that knows *Bill* and *William*, *Ms Lee* and *Ann Lee*."""
TURNS = "speaker name"
"""The pass of the sieve for *I* and the name before a turn, *DAN: I had them*."""
SPEECH = "speaker"
"""The pass of the sieve for *I* and *you* by who speaks to whom."""
INFLUENCED = "influenced person"
CALLED = "called by name"
TASK = "task"
EITHER = "either gender"
RULE_TERMS: Glossary = {
    CALLED: "whom the sentence calls by name: Tienes una fisura, Miguel",
    INFLUENCED: "who is asked to do what the verb says: le pidió que dimitiera",
    TASK: "in a list of tasks, who is to do it: Bill to finish his slides",
    EITHER: "he or she: the person before of whom no gender is known",
}
PRONOUNS = "pronoun"
"""The pass of the sieve for pronouns of the third person."""
OPEN = "open demonstrative"
"""The pass of the sieve for *this* and *that* that take up a clause."""


class Ruling(NamedTuple):
    """The antecedent that a pass of the sieve gives a mention; unless `sure`, it applies only if
    the model finds none.
    """

    rule: str
    antecedent: Expression
    sure: bool = True


def rulings(
    reading: MentionReading, sure: Collection[str], names: Literal["auto", "text", "book"] = "text"
) -> Mapping[Expression, Ruling]:
    """The decisions of the named passes on the mentions of a reading; the antecedent is one of
    them, or an event, which the model does not know. That *this* takes up a clause is not sure.
    Empty without passes. `names` is the sieve's parameter.
    """
    if not sure:
        return {}
    discourse = reading.discourse
    known = {expression.mention: expression for expression in discourse.expressions}
    chosen = frozenset(reading.expressions)
    events: dict[Mention, Expression] = {}
    ruled: dict[Expression, Ruling] = {}
    sieve = Sieve(without=EXTRAPOSED, groups=False, names=names)
    for decision in sieve.resolve(discourse.document, discourse.mentions):
        mention, anaphor = decision.antecedent, known[decision.anaphor]
        if mention is None or anaphor not in chosen:
            continue
        antecedent = known.get(mention) or events.setdefault(
            mention, Expression(discourse, NONE, mention)
        )
        # The model's mentions may lack the sieve's antecedent; only events can be added to them.
        if antecedent not in chosen and antecedent.kind is not Kind.VERBAL:
            continue
        if decision.rule in sure:
            if decision.rule != VARIANTS or _sure_variant(anaphor, antecedent):
                ruled[anaphor] = Ruling(decision.rule, antecedent, sure=decision.rule != OPEN)
        # Links of others have put it into an entity, of which the sieve names the latest mention;
        # the reporting clause tells who speaks or is spoken to.
        elif decision.rule == MERGED and SPEECH in sure and (party := _party(anaphor)) in chosen:
            ruled[anaphor] = Ruling(SPEECH, party)
        elif decision.rule == PRONOUNS and _declared(antecedent):
            ruled[anaphor] = Ruling(decision.rule, antecedent)
        elif decision.rule == PRONOUNS and anaphor.features.animacy != Animacy.INANIMATE:
            ruled[anaphor] = Ruling(decision.rule, antecedent, sure=False)
    return ruled


def by_form(reading: MentionReading) -> dict[Expression, Ruling]:
    """What the form of a text decides: letters, labels, tasks, *he or she*, *pidió que*."""
    discourse, expressions = reading.discourse, reading.expressions
    return {
        **{one: _spoken(one, party, sure=False) for one, party in written(discourse, expressions)},
        **either(reading),
        **to_do(reading),
        **influenced(reading),
        **called(reading),
        **{one: _spoken(one, party) for one, party in spoken_to(discourse, expressions)},
    }


def called(reading: MentionReading) -> dict[Expression, Ruling]:
    """Between whom a sentence calls by name and its *tú* or *usted*: *Tienes una fisura, Miguel.*
    Of 61 in the Spanish everyday texts and discourses, 55 are right.

    For languages whose parser does not know vocatives, and in which *you* is left out.
    """
    if not get_language(reading.discourse.document.language).pro_drop:
        return {}
    ruled: dict[Expression, Ruling] = {}
    for _, some in groupby(reading.expressions, lambda one: one.sentence):
        sentence = [*some]
        second = next((one for one in sentence if _is_you(one)), None)
        name = next((one for one in sentence if is_called(one)), None)
        if second is None or name is None or second.quotation != name.quotation:
            continue
        if not clash(second.features, name.features, persons=False):
            later, earlier = (second, name) if name.head < second.head else (name, second)
            ruled[later] = Ruling(CALLED, earlier)
    return ruled


def _is_you(one: Expression) -> bool:
    polite = words(one.discourse.document.language, "grammar", "polite")
    return one.pronominal and (role_of(one) == "you" or one.form in polite)


def is_called(one: Expression) -> bool:
    """Whether it is a bare noun or name between marks: *Miguel, ...*, *..., señora.*"""
    document = one.discourse.document
    tokens, sentence = document.tokens, document.sentences[one.sentence].span
    if one.kind not in (Kind.NAME, Kind.NOMINAL) or one.preposition:
        return False
    parse = one.discourse.forest
    if any(parse.labels[child] in ("det", "case", "cop") for child in parse.children[one.head]):
        return False
    start, end = one.mention.start, one.mention.end
    before = tokens[start - 1].form if start > sentence.start else ""
    behind = tokens[end].form if end < sentence.end else ""
    opens = before in _OPENING and behind in (",", "!")
    return opens or (before == "," and behind in ENDS - {":", "-"})


_OPENING = frozenset({"", "¿", "¡", "—", "-", "«", "(", ":"})
"""What stands before the name of somebody who is called at the beginning."""


def influenced(reading: MentionReading) -> dict[Expression, Ruling]:
    """From a subject left out to the person who is asked to do what its verb says: *le pidió que
    dimitiera*. Of 96 in the Spanish everyday texts and discourses, 94 are right.
    """
    if not get_language(reading.discourse.document.language).pro_drop:
        return {}
    from coindex.resolvers.supar.structure import told_subjects  # as in `choices`

    ruled: dict[Expression, Ruling] = {}
    for one in reading.expressions:
        rule, asked = next(told_subjects(one), ("", one))
        if rule == INFLUENCED and not clash(one.features, asked.features):
            ruled[one] = Ruling(rule, asked)
    return ruled


def _spoken(one: Expression, party: Expression, *, sure: bool = True) -> Ruling:
    return Ruling(SPEECH if role_of(one) == "you" else TURNS, party, sure)


def to_do(reading: MentionReading) -> dict[Expression, Ruling]:
    """In a list of tasks, *Bill to finish his slides*, from a pronoun to who is to do it, if nobody
    else is named before it.
    """
    parse = reading.discourse.forest
    ruled: dict[Expression, Ruling] = {}
    for _, some in groupby(reading.expressions, lambda one: one.sentence):
        doing: Expression | None = None
        for one in some:
            if one.kind is Kind.NAME and _is_to_do(one):
                doing = one
            elif one.features.animacy == Animacy.ANIMATE and not one.pronominal:
                doing = None
            elif (
                doing is not None
                and one.kind in (Kind.POSSESSIVE, Kind.PERSONAL)
                and one.features.person == Person.THIRD
                and one.features.number == Number.SINGULAR
                and one.features.animacy == Animacy.ANIMATE
                # Beside the one who does it, *Bill to call him*, the pronoun is somebody else.
                and (one.kind is Kind.POSSESSIVE or one.governor != parse.heads[doing.head])
                and not clash(one.features, doing.features)
            ):
                ruled[one] = Ruling(TASK, doing)
    return ruled


def either(reading: MentionReading) -> dict[Expression, Ruling]:
    """From *he or she* to the person of whom no gender is known, or to *he or she* before."""
    ruled: dict[Expression, Ruling] = {}
    last: Expression | None = None
    for expression in reading.expressions:
        features = expression.features
        if is_either(expression):
            if last is not None and expression.sentence - last.sentence <= _NEAR:
                ruled[expression] = Ruling(EITHER, last)
                last = expression
        elif (
            expression.kind in (Kind.NOMINAL, Kind.INDEFINITE)
            and features.animacy == Animacy.ANIMATE
            and not features.gender
            and features.number != Number.PLURAL
        ):
            last = expression
    return ruled


_NEAR = 2
"""How many sentences back *he or she* refers."""


def _is_to_do(expression: Expression) -> bool:
    """Whether it is the subject of an infinitive that is a sentence: *Bill to finish ...*."""
    tokens, parse = expression.discourse.document.tokens, expression.discourse.forest
    verb, after = parse.heads[expression.head], expression.mention.end
    return (
        expression.function is Function.SUBJECT
        and after < len(tokens)
        and tokens[after].form == "to"
        and tokens[after].head == verb
    )


def same_bearers(
    expressions: Iterable[Expression], bearers: Mapping[Expression, Bearer]
) -> dict[Expression, Ruling]:
    """From each name to the last one of the same bearer."""
    latest: dict[int, Expression] = {}
    chosen: dict[Expression, Ruling] = {}
    for expression in expressions:
        if (bearer := bearers.get(expression)) is not None:
            if bearer.number in latest:
                chosen[expression] = Ruling(CHARACTER, latest[bearer.number])
            latest[bearer.number] = expression
    return chosen


def _sure_variant(anaphor: Expression, antecedent: Expression) -> bool:
    """Whether one is a pet form of the other, *Bill* and *William*, or a title and the surname of a
    full name, *Ms Lee* and *Ann Lee*; the model itself knows that *Smith* is *Ann Smith*.
    """
    titled, full = anaphor.name, antecedent.name
    if titled.titles and len(titled.words) == 1 < len(full.words):
        return titled.surname == full.surname
    one, other = titled.given, full.given
    language = anaphor.discourse.document.language
    return other in formal_names(one, language) or one in formal_names(other, language)


def _declared(antecedent: Expression) -> bool:
    """Whether the text states the pronouns of the person, *Ash (they/them)*: the model relies on
    the name.
    """
    return antecedent.features.gender == Gender.OTHER


def _party(anaphor: Expression) -> Expression | None:
    """The speaker of *I* and the addressee of *you* by the reporting clause, which may follow:
    *"I was asleep," he answered.*
    """
    return {"I": anaphor.speaker, "you": anaphor.addressee}.get(role_of(anaphor))
