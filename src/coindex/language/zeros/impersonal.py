"""Verbs without a subject, those whose subject is a clause, and third persons plural about people
in general: *llueve*, *hay*, *conviene salir*, *llaman a la puerta*.
"""

from __future__ import annotations

from functools import partial

from coindex.language.lexicon import words
from coindex.language.syntax.clauses import NONFINITE, VerbClause
from coindex.language.syntax.roles import VERBAL

_BACK, _BACK_OF_IDIOMS = 2, 0
"""How many sentences before the verb's are searched for a group that the plural may refer to: in
its own, where verb or place suggest people in general. Chosen on everyday texts and discourses,
whose 474 zeros in the plural and 237 verbs about people in general are no figure for that.
"""
_ACTING = frozenset({"nsubj"})


def is_arbitrary(clause: VerbClause) -> bool:
    """Whether a verb in the plural is about people in general: *me robaron*, *lo interrogaron*,
    *dicen que*. Its verb, a place that opens the sentence, or somebody to whom it happens suggest
    it; and no group was mentioned shortly before.
    """
    if not clause.plural or not clause.third or (clause.reflexive and not _clitics(clause)):
        return False
    if clause.tokens[clause.verb].feature("Mood") == "Imp" or _conditional(clause):
        return False
    if (before := _joined_with(clause)) is not None and before.plural and before.third:
        return is_arbitrary(before)
    if _idiom(clause) or _place_first(clause):
        back = _BACK_OF_IDIOMS
    elif _clitics(clause) or clause.lemma(clause.predicate) in clause.words("arbitrary.saying"):
        back = _BACK
    else:
        return False
    return not any(_acts(clause, group) for group in _groups(clause, back))


def _conditional(clause: VerbClause) -> bool:
    """Whether it is a condition, *si la ven, avísenme*, which is about the readers."""
    marks = clause.labelled("mark")
    return clause.label(clause.predicate) == "advcl" and any(
        clause.form(mark) in clause.words("conjunction.if") for mark in marks
    )


def _joined_with(clause: VerbClause) -> VerbClause | None:
    """The finite clause before it whose subject, if any, is left out as well: *llegaron y lo
    sorprendieron*.
    """
    forest, verb = clause.forest, clause.predicate
    if forest.labels[verb] != "conj":
        return None
    first = forest.heads[verb]
    group = (first, *forest.children[first])
    finite = next((word for word in group if clause.tokens[word].feature("Mood")), None)
    return None if finite is None else VerbClause(forest, finite, first)


def _clitics(clause: VerbClause) -> list[int]:
    """The clitics that say to whom it happens."""
    known = clause.words("clitic.personal") | words(clause.language, "grammar", "clitic")
    return [
        child
        for child in clause.children
        if clause.tokens[child].upos == "PRON"
        and clause.label(child) != "det"  # *lo que exigen*
        and clause.form(child) in known - clause.words("clitic.reflexive")
    ]


def _idiom(clause: VerbClause) -> bool:
    """Whether the verb and its dependents mean people in general: *me robaron*, *cortaron el agua*,
    *llaman a la puerta*, *te buscan*.
    """
    lemma, children = clause.lemma(clause.predicate), clause.children
    if lemma in clause.words("arbitrary.verb"):
        return True
    with_object = {clause.lemma(child) for child in children if child > clause.verb}
    if lemma in clause.words("arbitrary.with") and with_object & clause.words("arbitrary.object"):
        return True
    hearers = clause.words("clitic.personal")
    return lemma in clause.words("arbitrary.hearer") and any(
        clause.form(child) in hearers for child in children
    )


def _place_first(clause: VerbClause) -> bool:
    """Whether a place opens the sentence: *en Galicia comen mucho pulpo*, *en la radio anuncian
    tormentas*.
    """
    tokens, forest = clause.tokens, clause.forest
    start = forest.document.sentence_of(clause.verb).span.start
    media = clause.words("arbitrary.medium")
    for child in clause.children:
        if (
            child < clause.verb
            and forest.left[child] == start
            and clause.begins_with(child, *_places(clause))
        ):
            return tokens[child].upos == "PROPN" or clause.lemma(child) in media
    return False


def _places(clause: VerbClause) -> frozenset[str]:
    return clause.words("arbitrary.preposition")


def _groups(clause: VerbClause, back: int) -> list[int]:
    """Plurals, coordinations and collective nouns before the verb, in its sentence and so many
    before; without the one that its own clitic must take up, *los desalojaron*.
    """
    document = clause.forest.document
    sentence = document.sentence_index(clause.verb)
    start = document.sentences[max(0, sentence - back)].span.start
    found = [index for index in range(start, clause.verb) if _several(clause, index)]
    for clitic in _clitics(clause):
        gender = clause.tokens[clitic].feature("Gender")
        if clause.tokens[clitic].feature("Number") == "Plur" and clause.tokens[clitic].feature(
            "Person"
        ) not in ("1", "2"):
            taken = (
                [one for one in found if clause.tokens[one].feature("Gender") in ("", gender)]
                if gender
                else found
            )
            if len(taken) == 1:
                found.remove(taken[0])
    return found


def _several(clause: VerbClause, index: int) -> bool:
    token, forest = clause.tokens[index], clause.forest
    if token.empty or token.upos not in ("NOUN", "PROPN", "PRON", "ADJ", "NUM"):
        return False
    if token.upos not in ("NOUN", "PROPN"):
        acting = forest.labels[index].partition(":")[0] in _ACTING
        grammar = partial(words, clause.language, "grammar")
        # *Nadie les abrió*: whoever is taken up by a clitic may act next.
        taken_up = clause.form(index) in grammar("clitic") and index not in clause.children
        known = acting or clause.form(index) in grammar("strong") or taken_up
        plural = token.feature("Number") == "Plur"
        return plural and known and token.feature("Person") not in ("1", "2")
    lemma, nouns = clause.lemma(index), partial(words, clause.language, "nouns")
    if lemma in nouns("time"):
        return False
    joined = any(forest.labels[child] == "conj" for child in forest.children[index])
    return token.feature("Number") == "Plur" or joined or lemma in nouns("collective")


def _acts(clause: VerbClause, group: int) -> bool:
    """Whether it may be people: a name, a noun for them, or a subject that is no thing."""
    token, language, lemma = clause.tokens[group], clause.language, clause.lemma(group)
    if token.upos != "NOUN" or lemma in words(language, "nouns", "collective"):
        return True
    if any(lemma in words(language, "people", name) for name in ("person", "kin", "title")):
        return True
    if lemma in words(language, "nouns", "animal"):
        return True
    things = ("inanimate", "abstract", "quantity", "place", "vehicle")
    if any(lemma in words(language, "nouns", name) for name in things):
        return False
    if lemma.endswith(tuple(words(language, "nouns", "suffix.inanimate"))):
        return False
    acting = clause.forest.labels[group].partition(":")[0] in _ACTING
    return acting or lemma.endswith(tuple(words(language, "people", "suffix.person")))


_CLAUSES = ("ccomp", "csubj", "xcomp", "acl", "advcl")


def is_existential(clause: VerbClause) -> bool:
    """Whether it is an existential *haber*: *hay*, *había que salir*, *va a haber*; with a
    participle *haber* is an auxiliary.
    """
    known, verb = clause.words("existential"), clause.verb
    if clause.form(verb) in clause.words("existential_form"):
        return True
    if clause.lemma(verb) in known:
        if clause.predicate == verb:
            return not _before_participle(clause)
        if verb + 1 < len(clause.tokens) and clause.form(verb + 1) in clause.words(
            "conjunction.that"
        ):
            return True
    return not clause.has_subject(clause.predicate) and any(
        clause.lemma(end) in known and clause.tokens[end].feature("VerbForm") in NONFINITE
        for end in (clause.predicate, *clause.labelled("xcomp"))
    )


def tells_hour(clause: VerbClause) -> bool:
    """Whether it tells the time, *son las cuatro*, even if the parser labels the hour as a subject:
    it follows the verb, and nothing is predicated of it.
    """
    if clause.predicate != clause.verb or clause.lemma(clause.verb) not in clause.words("passive"):
        return False
    hours, articles = clause.words("hour"), clause.words("hour_article")
    return any(
        child > clause.verb
        and clause.lemma(child) in hours
        and any(clause.form(inner) in articles for inner in clause.forest.children[child])
        for child in clause.labelled("nsubj")
    )


def _before_participle(clause: VerbClause) -> bool:
    following = clause.tokens[clause.verb + 1 : clause.verb + 4]
    first = next((token for token in following if token.upos not in ("ADV", "PRON", "PUNCT")), None)
    return first is not None and first.feature("VerbForm") == "Part" and first.upos in VERBAL


def is_impersonal(clause: VerbClause) -> bool:
    """Whether a verb has no agent: weather, time, *parece que*, *se* of people in general."""
    weather = not (clause.lemmas | {clause.lemma(clause.verb)}).isdisjoint(clause.words("weather"))
    return (
        weather or _time(clause) or _pointing(clause) or _reflexive(clause) or is_arbitrary(clause)
    )


def _time(clause: VerbClause) -> bool:
    """Whether it is about time or weather: *hace frío*, *hace dos años*; *son las tres*, *es
    tarde*, *era de noche*.
    """
    if clause.lemma(clause.verb) in clause.words("do"):
        done = clause.words("done")
        if any(
            clause.lemma(child) not in done
            for child in clause.labelled("obj")
            if child > clause.verb
        ):
            return False
        return any(child > clause.verb and clause.lemma(child) in done for child in clause.children)
    if clause.lemma(clause.verb) not in clause.words("copula"):
        return False
    own = [clause.predicate] if clause.predicate != clause.verb else []
    return any(
        _tells_time(clause, word)
        for word in (*own, *clause.labelled("xcomp", "advmod", "obl", "obj"))
    )


def _tells_time(clause: VerbClause, word: int) -> bool:
    """Whether a noun is a time of day, which has no article: *de noche*, but *es la noche de San
    Juan*.
    """
    inside = clause.forest.children[word]
    articles = clause.words("hour_article")
    if clause.lemma(word) in clause.words("hour") and any(
        clause.form(child) in articles for child in inside
    ):
        return True
    determined = any(clause.label(child) == "det" for child in inside)
    return clause.lemma(word) in clause.words("late") and (
        not determined or clause.tokens[word].upos != "NOUN"
    )


def _pointing(clause: VerbClause) -> bool:
    """Whether a clause depends on a verb that has no subject: *parece que*, *es que*,
    *basta con*.
    """
    lemma = clause.lemma(clause.predicate)
    following = [child for child in clause.children if child > clause.verb]
    if lemma in clause.words("enough"):
        return any(
            clause.begins_with(child, *clause.words("enough_preposition")) for child in following
        )
    return lemma in clause.words("pointing") and any(
        clause.begins_with(child, *clause.words("conjunction.that"))
        and clause.label(child) in _CLAUSES
        for child in following
    )


def _reflexive(clause: VerbClause) -> bool:
    """Whether *se* makes the verb impersonal, *se trata de*, *se vive bien*; a passive *se* in the
    singular counts, since it has no visible subject.
    """
    own = clause.reflexive
    if not own or clause.plural or clause.lemma(clause.predicate) in clause.words("pronominal"):
        return False
    if any(clause.forest.labels[child] in ("expl:impers", "expl:pass") for child in own):
        return True
    # *Se ayuda a los pobres*: with a personal object *se* cannot be passive.
    if any(
        clause.begins_with(child, "a", "al")
        for child in clause.labelled("obj")
        if child > clause.verb
    ):
        return clause.lemma(clause.predicate) not in clause.words("reflexive")
    concerning = not clause.lemmas.isdisjoint(clause.words("concerning"))
    prepositions = clause.words("concerning_preposition")
    if concerning and any(
        child > clause.verb and clause.begins_with(child, *prepositions)
        for child in clause.children
    ):
        return True
    others = [child for child in clause.labelled("obj") if child not in own]
    return not others and not clause.lemmas.isdisjoint(clause.words("impersonal_se"))


def has_clausal_subject(clause: VerbClause) -> bool:
    """Whether the subject is a clause, even if the parser labels it otherwise: *es
    posible que*, *conviene salir*.
    """
    following = [child for child in clause.labelled(*_CLAUSES) if child > clause.predicate]
    if clause.plural or not clause.third or not any(_opens(clause, child) for child in following):
        return False
    if clause.label(clause.verb) == "cop" or clause.lemma(clause.verb) in clause.words("copula"):
        judgements = clause.words("judgement")
        return any(
            clause.lemma(word) in judgements for word in (clause.predicate, *clause.children)
        )
    return clause.lemma(clause.predicate) in clause.words(
        "clausal_se" if clause.reflexive else "clausal"
    )


def _opens(clause: VerbClause, child: int) -> bool:
    """Whether it begins with *que* or *si*, or is an infinitive."""
    return (
        clause.begins_with(child, *clause.words("conjunction"))
        or clause.tokens[child].feature("VerbForm") == "Inf"
    )
