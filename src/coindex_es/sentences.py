"""A view of a parsed Spanish sentence for the corrections of its verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.core.document import Document, Sentence, Token
from coindex.language.lexicon import words
from coindex_es.conjugation import VerbReading, readings

VERBS = ("VERB", "AUX")
SUBJECT_PRONOUNS = {
    "yo": ("1", "Sing"), "tú": ("2", "Sing"), "vos": ("2", "Sing"), "usted": ("3", "Sing"),
    "él": ("3", "Sing"),
    "ella": ("3", "Sing"), "nosotros": ("1", "Plur"), "nosotras": ("1", "Plur"),
    "vosotros": ("2", "Plur"),
    "vosotras": ("2", "Plur"), "ustedes": ("3", "Plur"), "ellos": ("3", "Plur"),
    "ellas": ("3", "Plur"),
}  # fmt: skip
_ADDRESSED = frozenset(["tú", "vos", "usted", "vosotros", "vosotras", "ustedes"])
_REFLEXIVES = {"me": ("1", "Sing"), "te": ("2", "Sing"), "nos": ("1", "Plur"), "os": ("2", "Plur")}
_ATTACHED = {"te": ("2", "Sing"), "nos": ("1", "Plur"), "os": ("2", "Plur")}
_AFTER_ARTICLE = frozenset(["de", "del", "que"])
_CLAUSE_LABELS = ("root", "conj", "parataxis", "ccomp", "dep")


class SentenceView:
    """`tokens` are those of the whole document, corrected so far."""

    def __init__(self, document: Document, tokens: Sequence[Token], sentence: Sentence) -> None:
        self.document, self.tokens, self.sentence = document, tokens, sentence
        self.span = range(*sentence.span)
        self._enclitics = {
            index
            for one in sentence.multiwords
            for index in range(one.span.start + 1, one.span.end)
        }  # fmt: skip

    def children(self, head: int) -> list[int]:
        return [index for index in self.span if self.tokens[index].head == head]

    def predicate(self, verb: int) -> int:
        token = self.tokens[verb]
        return (
            token.head
            if token.relation in ("aux", "cop") and token.head is not None and token.head >= 0
            else verb
        )

    def form(self, index: int) -> str:
        return self.tokens[index].form.lower()

    def has_enclitic(self, verb: int) -> bool:
        return verb + 1 in self._enclitics

    def finite(self) -> list[int]:
        """The verbs that the parse analyses as finite."""
        return [
            i
            for i in self.span
            if self.tokens[i].upos in VERBS and self.tokens[i].feature("VerbForm") == "Fin"
        ]

    def before(self, verb: int) -> Iterator[int]:
        """The words before a verb in its clause, nearest first, up to the punctuation mark that
        opens it.
        """
        for index in range(verb - 1, self.sentence.span.start - 1, -1):
            if self.tokens[index].form in '¿¡—«“"(:;–…' or self.tokens[index].upos in VERBS:
                return
            yield index

    def told_person(self, verb: int, lemma: str) -> tuple[str, str] | None:
        """Person and number implied by a subject pronoun of the verb, or by the clitic of a verb
        that takes one.
        """
        predicate = self.predicate(verb)
        children = self.children(predicate)
        for child in children:
            if self.is_subject_pronoun(child):
                return SUBJECT_PRONOUNS[self.form(child)]
        own, pronouns = (
            words("es", "verbs", "pronominal"),
            _ATTACHED if self.has_enclitic(verb) else _REFLEXIVES,
        )
        named = any(self.tokens[child].relation == "nsubj" for child in children)
        if named or not {lemma, self.tokens[predicate].lemma.lower()} & own:
            return None
        return next(
            (pronouns[self.form(child)] for child in children if self.form(child) in pronouns), None
        )

    def is_subject_pronoun(self, index: int) -> bool:
        """Whether it is *yo*, *usted*, *ellas* without a preposition."""
        if self.form(index) not in SUBJECT_PRONOUNS:
            return False
        return not any(self.tokens[other].relation == "case" for other in self.children(index))

    def is_object_clitic(self, index: int) -> bool:
        """Whether it is *lo*, *las* or *se*, and not the head of a phrase: *los de Sevilla*, *la
        que vino*.
        """
        if self.tokens[index].upos != "PRON" or self.form(index) not in words(
            "es", "grammar", "clitic"
        ):
            return False
        return index + 1 not in self.span or self.form(index + 1) not in _AFTER_ARTICLE

    def has_noun_before(self, verb: int) -> bool:
        """Whether the subject is a noun, a name or another third person that precedes the verb."""
        return any(
            self.tokens[child].relation == "nsubj"
            and child < verb
            and self.form(child) not in SUBJECT_PRONOUNS
            and not self.is_object_clitic(child)
            for child in self.children(self.predicate(verb))
        )

    def before_adjective(self, index: int) -> bool:
        return index + 1 in self.span and self.tokens[index + 1].upos in ("ADJ", "ADV")

    def main(self, verb: int) -> bool:
        """Whether its clause depends on nothing: no conjunction or relative pronoun opens it."""
        predicate = self.predicate(verb)
        if self.tokens[predicate].relation not in _CLAUSE_LABELS:
            return False
        return not any(
            self.tokens[child].relation in ("mark",)
            or "Rel" in self.tokens[child].feature("PronType")
            for child in self.children(predicate)
            if child < verb
        )

    def asks_for_subjunctive(self, verb: int) -> bool:
        return not self.main(verb) or any(
            self.form(index) in words("es", "verbs", "doubt") for index in self.before(verb)
        )

    def commands(self, verb: int) -> bool:
        """Whether a subjunctive is a command: in a main clause without doubt, with no preceding
        subject but *usted*.
        """
        if self.asks_for_subjunctive(verb):
            return False
        before = list(self.before(verb))
        if any(self.form(index) == "que" for index in before):
            return False
        subjects = [
            c
            for c in self.children(self.predicate(verb))
            if self.tokens[c].relation == "nsubj" and c < verb
        ]
        return all(self.form(child) in _ADDRESSED for child in subjects)

    def opens(self, verb: int) -> bool:
        """Whether only particles, clitics and punctuation precede it."""
        clitics = words("es", "verbs", "clitic") | words("es", "grammar", "clitic")
        return all(
            self.tokens[i].upos in ("PUNCT", "INTJ", "ADV", "CCONJ")
            or self.form(i) in clitics
            or self.form(i) in words("es", "verbs", "opening")
            for i in self.before(verb)
        )

    def tells_command(self, verb: int) -> bool:
        """Whether a form that may be a command to *tú* is one: it opens its clause, and a person is
        addressed.
        """
        if self.has_enclitic(verb):
            return True
        if not self.main(verb) or any(
            self.form(index) in words("es", "verbs", "negation") for index in self.before(verb)
        ):
            return False
        if not all(
            self.tokens[i].upos in ("PUNCT", "INTJ", "CCONJ")
            or self.form(i) in words("es", "verbs", "opening")
            for i in self.before(verb)
        ):
            return False
        verbs = (verb, *self.children(verb))
        lemmas = {
            self.tokens[index].lemma.lower() for index in verbs if self.tokens[index].upos in VERBS
        }
        subjectless = ("weather", "clausal", "enough", "copula", "existential", "pointing")
        if any(lemmas & words("es", "verbs", name) for name in subjectless):
            return False
        inside = [self.form(index) for index in self.span]
        own = [
            c
            for c in self.children(self.predicate(verb))
            if self.tokens[c].relation == "nsubj" and c < verb
        ]
        if own:
            return False
        # *Canta* is also the third person: only a sign that somebody is spoken to decides, or the
        # very
        # first words of a document, before which there is no subject to leave out.
        favour = "favor" in inside or "¡" in inside or "!" in inside
        addressed = any(
            form in ("te", "ti", "tu", "tus", "contigo", "tú", "vos") for form in inside
        )
        return favour or addressed or self._vocative() or self._opens_text(verb)

    def _vocative(self) -> bool:
        """Whether a name follows the last comma: *Espera un momento, Lucía.*"""
        last = [i for i in self.span if self.tokens[i].upos != "PUNCT"][-1:]
        return any(
            self.tokens[i].upos == "PROPN" and i - 1 in self.span and self.tokens[i - 1].form == ","
            for i in last
        )

    def _opens_text(self, verb: int) -> bool:
        """Whether nothing precedes to which a subject could refer, and the verb is none with which
        one tells something: *Cuenta que*, *Suele venir*, *Di un paseo*, *Salí*.
        """
        children = self.children(self.predicate(verb))
        told = self.tokens[verb].lemma.lower() in words("es", "verbs", "told") or any(
            self.form(child) in words("es", "verbs", "given") for child in children
        )
        clause = any(
            self.form(inner) in words("es", "verbs", "conjunction.that")
            for child in children
            for inner in self.children(child)
            if inner == verb + 1
        )
        past = any(one.person == "1" for one in readings(self.form(verb)))
        known = past and self.form(verb).endswith("í")
        return self.sentence.span.start == 0 and not (told or clause or known)

    def denied(self, verb: int) -> bool:
        """Whether *no* and clitics alone open its clause: *no sigas*, which is a command."""
        before = [self.form(index) for index in self.before(verb)]
        clitics = words("es", "verbs", "clitic") | words("es", "grammar", "clitic")
        negation = words("es", "verbs", "negation")
        return self.main(verb) and any(
            form in negation and clitics.issuperset(before[:place])
            for place, form in enumerate(before)
        )

    def acts(self, noun: int, verb: int, reading: VerbReading) -> bool:
        """Whether it is a person before a verb that has a clitic for its object and no other
        subject: *el forense se lo quitó*. As an object it would have *a*.
        """
        token, children = self.tokens[noun], self.children(self.predicate(verb))
        if token.relation != "obj" or noun > verb or reading.person != "3":
            return False
        if token.upos != "PROPN" and not is_person_noun(token.lemma.lower()):
            return False
        taken = words("es", "verbs", "clitic.accusative")
        return (
            any(self.form(child) in taken and noun < child < verb for child in children)
            and not any(self.tokens[child].relation == "nsubj" for child in children)
            and not any(self.tokens[child].relation == "case" for child in self.children(noun))
            and (token.feature("Number") or reading.number) == reading.number
        )

    def may_be_subject(self, noun: int, reading: VerbReading, verb: int) -> bool:
        """Whether a noun agrees with its verb; before the verb it may be *los españoles
        cenamos*.
        """
        form, token = self.form(noun), self.tokens[noun]
        if form in SUBJECT_PRONOUNS:
            return True
        if reading.mood == "Imp":
            reflexive = any(
                self.form(child) == "se" for child in self.children(self.predicate(verb))
            )
            return reading.person == "3" and reflexive and noun > verb
        if self._taken_up(noun, verb) or self._asked_for(noun, verb):
            return False
        joined = any(self.tokens[child].relation == "conj" for child in self.children(noun))
        plural = joined or token.feature("Number") == "Plur"
        if reading.person in ("1", "2"):
            # *Los españoles cenamos*, *cenamos dos*: a plural noun may include who speaks or is
            # spoken to.
            return plural and reading.number == "Plur" and (noun < verb or token.upos == "NUM")
        if (
            noun < verb
            or token.upos == "PRON"
            or token.lemma.lower() in words("es", "verbs", "collective")
            or not token.feature("Number")
        ):
            return True
        return plural == (reading.number == "Plur")

    def _taken_up(self, noun: int, verb: int) -> bool:
        """Whether a clitic of the verb doubles a preceding thing: *La sopa la tomó fría*."""
        token = self.tokens[noun]
        if noun > verb or token.upos != "NOUN" or is_person_noun(token.lemma.lower()):
            return False
        shape = (token.feature("Gender"), token.feature("Number"))
        return any(
            noun < child < verb
            and self.form(child) in words("es", "verbs", "clitic.accusative")
            and (self.tokens[child].feature("Gender"), self.tokens[child].feature("Number"))
            == shape
            for child in self.children(self.predicate(verb))
        )

    def _asked_for(self, noun: int, verb: int) -> bool:
        """Whether a thing before a transitive verb is questioned: *¿Qué libro leyó?*"""
        token = self.tokens[noun]
        intransitive = self.tokens[verb].lemma.lower() in words("es", "verbs", "intransitive")
        if (
            noun != verb - 1
            or token.upos != "NOUN"
            or is_person_noun(token.lemma.lower())
            or intransitive
        ):
            return False
        return noun - 1 in self.span and self.form(noun - 1) == "qué"


def is_person_noun(lemma: str) -> bool:
    """Whether a noun is in the word lists for persons or animals."""
    known = (
        words("es", "people", "person")
        | words("es", "people", "kin")
        | words("es", "people", "title")
    )
    return (
        lemma in known
        or lemma in words("es", "nouns", "animal")
        or lemma.endswith(("dor", "dora", "ista", "ero", "era"))
    )
