"""Converts ClearNLP-style dependencies, as in spaCy's English models, to Universal Dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

ROOT = -1

_LABELS = {
    "ROOT": "root",
    "neg": "advmod",
    "poss": "nmod:poss",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "prt": "compound:prt",
    "npadvmod": "obl:unmarked",
    "quantmod": "advmod",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "intj": "discourse",
    "meta": "discourse",
    "oprd": "xcomp",
    "acomp": "xcomp",
    "attr": "xcomp",
    "relcl": "acl:relcl",
    "dative": "iobj",
    "pobj": "obl",
    "pcomp": "advcl",
    "prep": "obl",
    "agent": "obl:agent",
}
_PREPOSITIONS = frozenset({"prep", "agent", "dative"})
_COMPLEMENTS = frozenset({"pobj", "pcomp"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM", "X"})
_OPENING = frozenset({"(", "[", "{", "“", "‘", "«", "``"})
_CLOSING = frozenset({")", "]", "}", "”", "’", "»", "''"})
_PLACES = frozenset(
    {"here", "there", "away", "over", "out", "back", "home", "up", "down", "off", "on", "in"}
)


class ClearWord(NamedTuple):
    """A word; `head` is a position in the sentence, or `ROOT`."""

    form: str
    lemma: str
    upos: str
    head: int
    label: str


class Dependency(NamedTuple):
    head: int
    label: str


def universal(
    words: Sequence[ClearWord], people: Iterable[tuple[int, int]] = ()
) -> list[Dependency]:
    """Heads and labels of a sentence; `people` are names of persons, which UD heads by their first
    word.
    """
    tree = _Tree(words)
    tree.prepositions()
    tree.copulas()
    tree.conjuncts()
    tree.punctuation()
    tree.labels()
    for start, end in people:
        tree.name(start, end)
    return [Dependency(head, label) for head, label in zip(tree.heads, tree.named, strict=True)]


class _Tree:
    """A tree being converted: content words replace prepositions and copulas."""

    def __init__(self, words: Sequence[ClearWord]) -> None:
        self.words = words
        self.heads = [word.head for word in words]
        self.named = [word.label for word in words]

    def children(self, head: int) -> list[int]:
        return [index for index, other in enumerate(self.heads) if other == head]

    def prepositions(self) -> None:
        """Make each preposition, innermost first, the case or mark of its dependent."""
        for index in reversed(range(len(self.words))):
            if self.named[index] in _PREPOSITIONS and self.words[index].upos in (
                "ADP",
                "SCONJ",
                "PART",
            ):
                self._preposition(index)

    def _preposition(self, index: int) -> None:
        children = self.children(index)
        governed = next((child for child in children if self.named[child] in _COMPLEMENTS), None)
        if governed is None:
            governed = next(
                (
                    child
                    for child in children
                    if self.named[child].startswith(("obl", "nmod", "acl", "advcl"))
                ),
                None,
            )
        head = self.heads[index]
        if governed is None:
            if self.named[index] != "agent":
                self.named[index] = "advmod"
            return
        clausal = self.named[governed] == "pcomp"
        self.heads[governed] = head
        self.named[governed] = self._governed(index, head, clausal)
        self.heads[index] = governed
        self.named[index] = "mark" if clausal else "case"
        for child in children:
            if child != governed:
                self.heads[child] = governed

    def _governed(self, preposition: int, head: int, clausal: bool) -> str:
        nominal = head != ROOT and self.words[head].upos in _NOMINAL
        if clausal:
            return "acl" if nominal else "advcl"
        if self.named[preposition] == "agent":
            return "obl:agent"
        return "nmod" if nominal else "obl"

    def copulas(self) -> None:
        for index, word in enumerate(self.words):
            if (
                word.lemma == "be"
                and word.upos in ("AUX", "VERB")
                and not self.named[index].startswith("aux")
            ):
                self._copula(index)

    def _copula(self, index: int) -> None:
        children = self.children(index)
        if any(
            self.named[child] == "expl" and self.words[child].form.lower() == "there"
            for child in children
        ):
            self._existential(children)
            return
        predicate = self._predicate(index, children)
        if predicate is None:
            return
        clausal = self.named[predicate] in ("ccomp", "xcomp")
        self.heads[predicate], self.named[predicate] = self.heads[index], self.named[index]
        self.heads[index], self.named[index] = predicate, "cop"
        for child in children:
            if child != predicate:
                self.heads[child] = predicate
                if clausal and self.named[child] in ("nsubj", "csubj"):
                    self.named[child] += ":outer"

    def _existential(self, children: list[int]) -> None:
        for child in children:
            if self.named[child] == "attr":
                self.named[child] = "nsubj"

    def _predicate(self, index: int, children: list[int]) -> int | None:
        """The predicate: a noun or adjective, else a phrase or clause after the copula."""
        for child in children:
            if self.named[child] in ("attr", "acomp"):
                return child
        for child in children:
            label, behind = self.named[child], child > index
            if behind and (
                label in ("obl", "ccomp", "xcomp") or (label == "advmod" and self._place(child))
            ):
                return child
        return None

    def _place(self, index: int) -> bool:
        return self.words[index].form.lower() in _PLACES

    def conjuncts(self) -> None:
        """Attach a conjunction to the conjunct that it introduces, and all conjuncts to
        the first.
        """
        for index in range(len(self.words)):
            if self.named[index] == "cc":
                siblings = self.children(self.heads[index])
                self.heads[index] = next(
                    (other for other in siblings if other > index and self.named[other] == "conj"),
                    self.heads[index],
                )
        for index in range(len(self.words)):
            if self.named[index] == "conj":
                while self.heads[index] != ROOT and self.named[self.heads[index]] == "conj":
                    self.heads[index] = self.heads[self.heads[index]]

    def punctuation(self) -> None:
        """Attach a mark to the phrase that it sets off: the one between it and its partner, before
        it, or after it.
        """
        content = [index for index, label in enumerate(self.named) if label != "punct"]
        if not content:
            return
        top = next((index for index in content if self.heads[index] == ROOT), content[0])
        self._free_marks(top)
        opened: list[int] = []
        for mark, label in enumerate(self.named):
            if label != "punct":
                continue
            form = self.words[mark].form
            if form in _OPENING:
                opened.append(mark)
            elif form in _CLOSING and opened:
                start = opened.pop()
                self.heads[start] = self.heads[mark] = self._highest(start, mark, top)
            elif mark > content[-1] or mark < content[0]:
                self.heads[mark] = top
            else:
                self.heads[mark] = self._set_off(mark)

    def _free_marks(self, top: int) -> None:
        """Reattach dependents of punctuation marks."""
        self.heads[top] = ROOT
        for index in range(len(self.words)):
            head = self.heads[index]
            while head != ROOT and self.named[head] == "punct":
                head = self.heads[head]
            self.heads[index] = top if head == ROOT and index != top else head

    def _highest(self, start: int, end: int, top: int) -> int:
        """The word between two marks that depends on one outside them."""
        inside = range(start + 1, end)
        return next(
            (
                index
                for index in inside
                if self.named[index] != "punct" and self.heads[index] not in inside
            ),
            top,
        )

    def _set_off(self, mark: int) -> int:
        """The largest phrase that ends before a mark and depends on what follows, or else the
        reverse.
        """
        before, behind = self._ending(mark, -1), self._ending(mark, 1)
        if before is not None and self.heads[before] > mark:
            return before
        if behind is not None and ROOT != self.heads[behind] < mark:
            return behind
        return self.heads[mark]

    def _ending(self, mark: int, step: int) -> int | None:
        """The highest word above the mark's neighbour that is still on its side of the mark."""
        current = mark + step
        while 0 <= current < len(self.words) and self.named[current] == "punct":
            current += step
        if not 0 <= current < len(self.words):
            return None
        while (head := self.heads[current]) != ROOT and (head < mark) == (step < 0):
            current = head
        return current

    def labels(self) -> None:
        for index, word in enumerate(self.words):
            label = self.named[index]
            head = self.heads[index]
            if label == "aux" and word.form.lower() == "to":
                self.named[index] = "mark"
            elif label == "npadvmod" and head != ROOT and self.words[head].upos in _NOMINAL:
                self.named[index] = "nmod:unmarked"
            else:
                self.named[index] = _LABELS.get(label, label)

    def name(self, start: int, end: int) -> None:
        """Change *Ann Smith* from a compound headed by *Smith* to a flat name headed by *Ann*."""
        last = end - 1
        parts = range(start, last)
        if not parts or any(
            self.heads[part] != last or self.named[part] != "compound" for part in parts
        ):
            return
        self.heads[start], self.named[start] = self.heads[last], self.named[last]
        for index, head in enumerate(self.heads):
            if head == last and index != start:
                self.heads[index] = start
        for part in range(start + 1, end):
            self.heads[part], self.named[part] = start, "flat"
