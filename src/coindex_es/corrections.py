"""Corrections of the model by Spanish conjugation: persons, moods and commands, and verbs tagged as
nouns.

The model's analysis is kept wherever the form allows it; otherwise the form gets the reading that
fits its clause best. Commands are recognised by the form and by the position of the verb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from coindex.core.document import ROOT, Arc, Document, Sentence, Token, features
from coindex.language.lexicon import words
from coindex.language.speech.labels import labels
from coindex_es.conjugation import VerbReading, readings
from coindex_es.sentences import SUBJECT_PRONOUNS, VERBS, SentenceView
from coindex_es.unseen_verbs import unseen_verb
from coindex_es.verbs import ENCLITICS


def corrected(document: Document) -> Document:
    """The parse with its verbs corrected; trees change only if a verb was tagged as
    something else.
    """
    tokens, arcs = list(document.tokens), list(document.arcs)
    address = _Address(tokens)
    speakers = _speakers(document)
    for sentence in document.sentences:
        unseen = unseen_verb(SentenceView(document, tokens, sentence))
        if unseen is not None and unseen[0] not in speakers:
            _promote(tokens, arcs, sentence, unseen)
        view = SentenceView(document, tokens, sentence)
        for index in range(*sentence.span):
            tokens[index] = _retagged(tokens[index])
            if index in speakers and tokens[index].upos in VERBS:
                name = tokens[index].form
                tokens[index] = tokens[index]._replace(upos="PROPN", feats="", lemma=name)
            if tokens[index].upos in VERBS and (reading := _reading(view, index, address)):
                tokens[index] = _with(tokens[index], reading)
                _mend_clitics(tokens, view, index)
                _mend_subjects(tokens, view, index, reading)
    if tuple(tokens) == document.tokens:
        return document
    return replace(document, tokens=tuple(tokens), arcs=tuple(arcs))


def _speakers(document: Document) -> frozenset[int]:
    """The first words of speakers' labels, which are no verbs: *Olga: No*."""
    starts = {token.start: index for index, token in enumerate(document.tokens)}
    places = (starts.get(label.own) for label in labels(document.text, "es"))
    return frozenset(place for place in places if place is not None)


def _retagged(token: Token) -> Token:
    """What looks like a verb to the model, *Pobre*, *Hecho*, without that; and a verb that it calls
    a pronoun, *¿Quiso salir?*, as one.
    """
    form = token.form.lower()
    if token.feature("VerbForm") == "Fin" and form in words("es", "verbs", "never"):
        participle = form.endswith(("cho", "cha", "chos", "chas", "sto"))
        feats = "VerbForm=Part" if participle else ""
        return token._replace(upos="VERB" if participle else "ADJ", feats=feats, lemma=form)
    if token.upos == "PRON" and token.feature("VerbForm") == "Fin" and readings(form):
        return token._replace(upos="VERB", xpos="")
    return token


class _Address:
    """How a text addresses its readers: with *vos*, *venís* is singular."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        forms = {token.form.lower() for token in tokens}
        self.vos = not forms.isdisjoint(("vos", "che", "sos", "tenés", "querés", "podés"))


def _with(token: Token, reading: VerbReading) -> Token:
    values = {
        name: value
        for name, value in features(token.feats).items()
        if name not in ("Gender", "Tense")
    }
    values |= {
        "Mood": reading.mood,
        "Number": reading.number,
        "Person": reading.person,
        "VerbForm": "Fin",
    }
    if reading.tense:
        values["Tense"] = reading.tense
    feats = "|".join(f"{name}={value}" for name, value in sorted(values.items()))
    lemma = (
        token.lemma
        if token.lemma.lower() in (reading.lemma, "ir" if reading.lemma == "ser" else "")
        else reading.lemma
    )
    return token._replace(feats=feats, lemma=lemma)


def _reading(view: SentenceView, index: int, address: _Address) -> VerbReading | None:
    """The reading of a verb, or `None` if the model's is kept."""
    token = view.tokens[index]
    candidates = readings(token.form.lower())
    if not candidates or (
        token.feature("VerbForm") not in ("Fin", "") and _may_be_nonfinite(token)
    ):
        return None
    values = features(token.feats)
    if values.get("Mood") == "Imp" and view.has_enclitic(index):
        candidates = tuple(r for r in candidates if _command_form(r)) or candidates
    best = max(candidates, key=lambda one: _fitness(view, index, one, values, address))
    # Commands to *usted* and *nosotros* borrow the form of the subjunctive: *venga*, *sentémonos*.
    # Only the clause tells them apart.
    together = best.person == "1" and best.number == "Plur" and view.has_enclitic(index)
    if (
        best.mood == "Sub"
        and best.tense == "Pres"
        and (best.person in ("2", "3") or together)
        and view.commands(index)
    ):
        best = best._replace(mood="Imp", tense="")
    return best


def _may_be_nonfinite(token: Token) -> bool:
    return token.form.lower().endswith(
        ("r", "ndo", "do", "da", "dos", "das", "to", "cho", "ta", "tos", "tas")
    )


def _command_form(reading: VerbReading) -> bool:
    return reading.mood == "Imp" or (reading.mood == "Sub" and reading.tense == "Pres")


def _fitness(
    view: SentenceView, index: int, one: VerbReading, values: Mapping[str, str], address: _Address
) -> float:
    """How well a reading fits; the clause outweighs the model, and the model outweighs
    frequency.
    """
    score = 0.0
    indicative = any(other[1] == "Ind" and other[3] == "3" for other in readings(view.form(index)))
    person = view.told_person(index, one.lemma)
    if person:
        score += 8 * (person == (one.person, one.number)) + 2 * (person[0] == one.person)
    elif view.has_noun_before(index):
        # Treebanks now and then call such forms first persons: *que el Congreso designe*.
        score += 3 * (one.person == "3")
    score += 2 * (values.get("Person") == one.person) + (values.get("Number") == one.number)
    score += 1.5 * (values.get("Mood") == one.mood) + 0.5 * (values.get("Tense", "") == one.tense)
    score += 0.5 * (view.tokens[index].lemma.lower() == one.lemma)
    if one.mood == "Imp" and one.person == "2" and one.number == "Sing":
        score += 6 if view.tells_command(index) else -4
    if one.mood == "Sub":
        score += 4 if one.person == "2" and view.denied(index) else 0
        score += 1 if view.asks_for_subjunctive(index) else 0
        score += 3 if one.person == "3" and not indicative and view.commands(index) else 0
    if one.mood != "Ind" or one.tense == "Imp":
        score += 0.4 * (one.person == "3")
    if view.form(index) == "sé":
        score += 5 * ((one.lemma == "ser") == view.before_adjective(index))
    if one.number == "Sing" and one.person == "2" and address.vos:
        score += 2
    return score


def _mend_clitics(tokens: list[Token], view: SentenceView, verb: int) -> None:
    """Turn an article directly before a finite verb into a clitic: *No la toque*."""
    place = verb - 1
    if (
        place in view.span
        and tokens[place].upos == "DET"
        and tokens[place].form.lower() in ENCLITICS
    ):
        feats = ENCLITICS[tokens[place].form.lower()]
        head = view.predicate(verb)
        tokens[place] = tokens[place]._replace(
            upos="PRON", xpos="", lemma="él", feats=feats, head=head, deprel="obj"
        )


def _mend_subjects(
    tokens: list[Token], view: SentenceView, verb: int, reading: VerbReading
) -> None:
    """Relabel a noun that does not agree with its verb, or accompanies a command, since it is not
    its subject.
    """
    predicate = view.predicate(verb)
    for child in view.children(predicate):
        token = tokens[child]
        if token.relation == "nsubj" and view.is_object_clitic(child):
            tokens[child] = token._replace(deprel="obj")
            continue
        if view.acts(child, verb, reading):
            tokens[child] = token._replace(deprel="nsubj")
            continue
        if view.is_subject_pronoun(child) and token.relation != "nsubj":
            if SUBJECT_PRONOUNS[token.form.lower()] == (reading.person, reading.number):
                tokens[child] = token._replace(deprel="nsubj", upos="PRON")
            continue
        if token.relation != "nsubj" or token.upos not in (
            "NOUN",
            "PROPN",
            "PRON",
            "ADJ",
            "DET",
            "NUM",
        ):
            continue
        # What stands beside a copula is never its object.
        if view.tokens[verb].relation != "cop" and not view.may_be_subject(child, reading, verb):
            tokens[child] = token._replace(deprel="obj")


def _promote(
    tokens: list[Token],
    arcs: list[tuple[Arc, ...]],
    sentence: Sentence,
    unseen: tuple[int, VerbReading],
) -> None:
    """Make a word the verb and root of its sentence; the former root depends on it."""
    index, reading = unseen
    if tokens[index].relation == "cop":
        tokens[index] = _with(
            tokens[index]._replace(upos="AUX", xpos="", feats="", lemma=reading.lemma), reading
        )
        return
    root = next((i for i in range(*sentence.span) if tokens[i].head == ROOT), index)
    verb = tokens[index]
    tokens[index] = _with(
        verb._replace(upos="VERB", xpos="", head=ROOT, deprel="root", lemma=reading.lemma), reading
    )
    if root != index:
        case = any(
            tokens[i].head == root and tokens[i].relation == "case"
            for i in range(*sentence.span)
            if i != index
        )
        before = root < index
        label = "obl" if case else "nsubj" if before else "obj"
        tokens[root] = tokens[root]._replace(head=index, deprel=label)
        for i in range(*sentence.span):
            # Arcs to the former root that would cross the new one go to the verb.
            apart = i < index < root or root < index < i
            if tokens[i].head == root and i != index and apart:
                tokens[i] = tokens[i]._replace(head=index)
    for i in range(*sentence.span):
        if tokens[i].head == index and tokens[i].relation in (
            "nmod",
            "case",
            "det",
            "amod",
            "flat",
            "appos",
        ):
            tokens[i] = _as_argument(tokens, i, index)
        if (
            arcs
            and arcs[i]
            and tokens[i].head is not None
            and all(arc.head != tokens[i].head for arc in arcs[i])
        ):
            # The parser's alternatives lack the new head, so it becomes the only one, and certain.
            arcs[i] = (
                (Arc(tokens[i].head or 0, 1.0),) if tokens[i].head != ROOT else (Arc(ROOT, 1.0),)
            )


def _as_argument(tokens: Sequence[Token], child: int, verb: int) -> Token:
    """Relabel dependents of a noun that now depend on a verb; an article before it was a clitic:
    *No la toque*.
    """
    token = tokens[child]
    form = token.form.lower()
    if token.upos in ("PRON", "DET") and child < verb and form in words("es", "grammar", "clitic"):
        return token._replace(
            upos="PRON", xpos="", lemma="él", feats=ENCLITICS.get(form, token.feats), deprel="obj"
        )
    case = any(
        other.head == child and other.relation == "case"
        for other in tokens[max(0, child - 4) : child]
    )
    if token.upos in ("NOUN", "PROPN", "PRON", "NUM"):
        return token._replace(deprel="obl" if case else "obj" if child > verb else "nsubj")
    return token._replace(deprel="advmod" if token.upos == "ADV" else "dep")
