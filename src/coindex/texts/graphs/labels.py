"""The words on the edges of a graph, in the language of the text."""

from __future__ import annotations

import re

from coindex.core.document import Document
from coindex.language.languages import get_language
from coindex.language.syntax.functions import preposition
from coindex.language.syntax.predications import Predication, Predications

_HYPHENATED = re.compile(r"(?:-\w+)+")
_BEFORE_HYPHEN = re.compile(r"(?:\w+-)+\Z")


class Labels:
    """The labels for the predicates, nouns and prepositions of one document."""

    def __init__(self, predications: Predications, document: Document) -> None:
        self._predications, self._parse = predications, predications.parse
        self._tokens, self._text = document.tokens, document.text
        self._language = language = get_language(document.language)
        self._middle = self._first("middle")
        self.be = self._first("being") or "be"
        self._copulas = language.words("syntax", "being")
        self._have = self._first("having") or "have"
        self._to = self._first("dative")
        self.genitive = language.words("syntax", "genitive")
        self.possessive = language.words("syntax", "genitive_marker")
        self.denying = language.words("syntax", "denying")
        self._causing = language.words("syntax", "causing")
        self._complements = language.words("syntax", "completing")
        self._vague = language.words("rewriting", "unidentifying")
        self._attributing = {
            word.replace("_", " ") for word in language.words("syntax", "attributing")
        }
        self._reports = language.words("grammar", "report")
        self._currencies = language.words("syntax", "currency")
        self._measures = language.words("grammar", "measure") | language.words("syntax", "share")

    def _first(self, name: str) -> str:
        """The shortest word of a list: *a*, not *al*."""
        return min(self._language.words("syntax", name), key=len, default="")

    def of_argument(self, stated: Predication, role: str) -> str:
        """The verb; for a recipient beside a patient also the preposition: *give to*. Empty, if
        the verb alone would say something else: *let* of *let him go*.
        """
        verb = self._verb(stated)
        if stated.word in self._causing and self._parse.first(stated.token, "xcomp") >= 0:
            return ""
        if self._middle and role == "patient" and (marker := self._marker(stated)):
            return f"{verb} {marker}"
        beside = self._is_nominal(stated, 1) and stated.word not in self._reports
        return f"{verb} {self._to}" if role == "recipient" and beside and self._to else verb

    def of_oblique(self, stated: Predication, relation: str) -> str:
        """The verb and the preposition: *work for*, without an agent *be born in*; empty for
        *according to*.
        """
        words = relation.replace("_", " ")
        if words in self._attributing or not words.replace(" ", "").isalpha():
            return ""
        return f"{self._verb(stated)} {words}"

    def of_possession(self, noun: int, label: str) -> str:
        """*Have*, with what the possession is if its node does not say so: *have sister*."""
        return f"{self._have} {self._role(noun, label)}".rstrip()

    def of_attribute(self, noun: int, attribute: int, relation: str, label: str) -> str:
        """The preposition, with the noun if its node is called otherwise: *mayor of*; empty
        without a preposition, such as for a dash.
        """
        if not preposition(self._parse, attribute)[:1].isalpha():
            return ""
        words = relation.replace("_", " ").strip()
        return f"{self._role(noun, label)} {words}".lstrip() if words else ""

    def is_measure(self, token: int) -> bool:
        """Whether a noun measures another one: *eight percent of*, *a tenth of*, *one of*."""
        lemma = self._predications.lemma(token).lower()
        number = self._tokens[token]
        return lemma in self._measures or number.upos == "NUM" or bool(number.feature("NumType"))

    def is_money(self, token: int) -> bool:
        """Whether a noun is a sum: *240 million euros*, *£45*."""
        parts = (token, *self._parse.children[token])
        return any(self._tokens[one].upos == "NUM" for one in parts) and any(
            self._tokens[one].lemma.lower() in self._currencies
            or self._tokens[one].form in self._currencies
            for one in parts
        )

    def is_middle(self, token: int) -> bool:
        """Whether it is the pronoun of a passive: *el puente se construyó*."""
        return self._tokens[token].form.lower() == self._middle

    def _role(self, noun: int, label: str) -> str:
        """*Sister*, *chief executive*, *daughter-in-law*; empty, if the label has it."""
        token = self._tokens[noun]
        if token.upos != "NOUN" or token.form.lower() in label.lower().replace("-", " ").split():
            return ""
        words = [
            self._with_hyphens(child)
            for child in self._parse.children[noun]
            if child < noun
            and self._parse.labels[child] in ("compound", "amod")
            and self._tokens[child].form.islower()
        ]
        rest = _HYPHENATED.match(self._text, token.end)
        return " ".join([*words, self._predications.lemma(noun).lower()]) + (
            rest[0] if rest else ""
        )

    def _marker(self, stated: Predication) -> str:
        """The preposition of what a parser takes for an object: *separarse de*; *a* is one of
        objects, but not behind *se*: *mudarse a*.
        """
        marker = preposition(self._parse, stated.arguments[1])
        objective = marker in self._language.words("syntax", "dative")
        return "" if objective and not self._is_pronominal(stated.token) else marker

    def _is_pronominal(self, verb: int) -> bool:
        """Whether a verb is one with *se*: *casarse*; but *se* of *se lo dio* is *le*."""
        beside = self._parse.children[verb]
        return any(
            self._parse.labels[child].startswith("expl") and self.is_middle(child)
            for child in beside
        ) and not any(
            self._tokens[child].feature("Case") == "Acc" and not self.is_middle(child)
            for child in beside
        )

    def _with_hyphens(self, modifier: int) -> str:
        """The word with what a hyphen joins to it: *best-known*."""
        token = self._tokens[modifier]
        before = _BEFORE_HYPHEN.search(self._text, 0, token.start)
        return (before[0] if before else "") + token.form.lower()

    def _is_nominal(self, stated: Predication, place: int) -> bool:
        arguments = stated.arguments
        return (
            len(arguments) > place
            and arguments[place] >= 0
            and (not self._parse.clausal[arguments[place]])
        )

    def _verb(self, stated: Predication) -> str:
        """The verb with what completes it, *set aside*, *go missing*, *casarse*; a passive without
        its agent as the text has it: *be born*.
        """
        # A predicate without a copula is *be* in every language.
        verb = self.be if stated.word == "be" else stated.word.replace("_", " ")
        passive = not stated.arguments or stated.arguments[0] < 0
        if passive and self._predications.is_passive(stated.token):
            verb = self._passive(stated, verb)
        elif self._is_pronominal(stated.token):
            verb += self._middle
        for child in self._parse.children[stated.token]:
            token, label = self._tokens[child], self._parse.labels[child]
            completes = label == "advmod" and token.form.lower() in self._complements
            predicate = label == "xcomp" and token.upos == "ADJ"
            if child > stated.token and (completes or predicate):
                verb += f" {token.form.lower()}"
        return verb

    def _passive(self, stated: Predication, verb: str) -> str:
        lemma, _, particle = verb.partition(" ")
        token = self._tokens[stated.token]
        if token.feature("VerbForm") == "Part":
            # Where *be* is one of two verbs, *ser* or *estar*, only the text could say which.
            reduced = self._parse.labels[stated.token] == "acl" and len(self._copulas) > 1
            be = "" if reduced else self.be
            return f"{be} {token.form.lower()} {particle}".strip()
        return f"{lemma}{self._middle}"
