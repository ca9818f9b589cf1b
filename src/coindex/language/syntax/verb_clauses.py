"""A finite verb and the dependents of its predicate, for rules about subjects."""

from __future__ import annotations

from coindex.language.lexicon import words
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import Forest

NONFINITE = frozenset({"Inf", "Ger", "Part"})
_SUBJECTS = frozenset({Role.SUBJECT, Role.OUTER})


class VerbClause:
    """`verb` is the word with the personal ending, `predicate` the head of its clause; labels are
    universal ones.
    """

    def __init__(self, forest: Forest, verb: int, predicate: int) -> None:
        self.forest, self.verb, self.predicate = forest, verb, predicate
        self.tokens, self.language = forest.document.tokens, forest.document.language
        self.children = forest.children[predicate]

    def label(self, token: int) -> str:
        return self.forest.labels[token].partition(":")[0]

    def labelled(self, *labels: str) -> list[int]:
        return [child for child in self.children if self.label(child) in labels]

    def lemma(self, token: int) -> str:
        return self.tokens[token].lemma.lower()

    def form(self, token: int) -> str:
        return self.tokens[token].form.lower()

    def words(self, name: str) -> frozenset[str]:
        """A list of verbs and the words that accompany them."""
        return words(self.language, "verbs", name)

    @property
    def lemmas(self) -> set[str]:
        """The lemmas of the predicate and of infinitives that depend on it: *empezó a llover*."""
        return {self.lemma(word) for word in (self.predicate, *self.labelled("xcomp"))}

    @property
    def plural(self) -> bool:
        return self.tokens[self.verb].feature("Number") == "Plur"

    @property
    def third(self) -> bool:
        return self.tokens[self.verb].feature("Person") not in ("1", "2")

    @property
    def reflexive(self) -> list[int]:
        own = self.words("clitic.reflexive")
        return [child for child in self.children if self.form(child) in own]

    def has_subject(self, predicate: int) -> bool:
        """Whether there is a subject; zero pronouns do not count."""
        return any(
            self.forest.roles[child] in _SUBJECTS and not self.tokens[child].empty
            for child in self.forest.children[predicate]
        )

    def begins_with(self, child: int, *forms: str) -> bool:
        return self.form(self.forest.left[child]) in forms
