"""Spanish sentences of one clause, each with what a parser must say about its finite verb."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coindex.core.document import Document, Token
from coindex.core.errors import FormatError
from coindex.language.syntax.tree import forest
from coindex.language.zeros.subjects import Finite, SubjectKind, finite_verbs

_VERB = re.compile(r"\[([^\[\]]+)\]")
_MOODS = frozenset({"Ind", "Sub", "Imp", "Cnd"})
_TENSES = frozenset({"Pres", "Past", "Imp", "Fut", ""})


class VerbSentence(NamedTuple):
    """A sentence and the key of its verb, the word from character `start` to `end`; any
    of `moods` and `tenses` counts.

    The verb is the word with the personal ending (*ha* in *ha llegado*), with its `enclitics`
    (*Dámelo*).
    """

    id: str
    text: str
    start: int
    end: int
    person: str
    number: str
    moods: tuple[str, ...]
    tenses: tuple[str, ...]
    subject: SubjectKind
    enclitics: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """What the sentence tests: its id without the number."""
        return self.id.rpartition("-")[0]

    @property
    def verb(self) -> str:
        """The word with the personal ending, as it stands in the sentence."""
        return self.text[self.start : self.end]

    @property
    def document(self) -> Document:
        """The sentence as a document to parse."""
        return Document(self.id, self.text, language="es")


class VerbVerdict(NamedTuple):
    """What a parse has right about the verb of a sentence.

    `alone`: the verb is the only finite verb of the parse. A verb that is missing, or not finite,
    has nothing right.
    """

    alone: bool
    person: bool = False
    number: bool = False
    mood: bool = False
    tense: bool = False
    subject: bool = False
    enclitics: bool = False

    @property
    def right(self) -> bool:
        """Person, number, mood and subject are right, and no other
        word is taken for a finite verb.
        """
        return self.alone and self.person and self.number and self.mood and self.subject


def folder() -> Path:
    """The folder of the sentences, with their data sheet, checksums and corrections."""
    return Path(__file__).parent / "verbs_es"


def verb_sentences(path: Path | None = None) -> tuple[VerbSentence, ...]:
    """The sentences in `path`, or those of the package."""
    path = path or folder() / "sentences.tsv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(_sentence(row, path, line) for line, row in enumerate(rows, 2))


def _sentence(row: dict[str, str], path: Path, line: int) -> VerbSentence:
    verbs = list(_VERB.finditer(row["sentence"]))
    if len(verbs) != 1:
        message, remedy = (
            f"{len(verbs)} verbs in brackets",
            "put brackets around one word: Ana [canta].",
        )
        raise FormatError(message, path=str(path), line=line, remedy=remedy)
    moods, tenses = tuple(row["mood"].split("/")), tuple(row["tense"].split("/"))
    known = _MOODS.issuperset(moods) and _TENSES.issuperset(tenses)
    if not (known and row["person"] in ("1", "2", "3") and row["number"] in ("Sing", "Plur")):
        remedy = "use the values of Universal Dependencies: 3, Sing, Ind, Pres"
        raise FormatError(
            "person, number, mood or tense is not known", path=str(path), line=line, remedy=remedy
        )
    if row["subject"] not in list(SubjectKind):
        remedy = f"write one of {', '.join(SubjectKind)}"
        raise FormatError(
            f"subject {row['subject']!r} is not known", path=str(path), line=line, remedy=remedy
        )
    start, word = verbs[0].start(), verbs[0][1]
    text = _VERB.sub(r"\1", row["sentence"])
    features = (row["person"], row["number"], moods, tenses, SubjectKind(row["subject"]))
    return VerbSentence(
        row["id"], text, start, start + len(word), *features, tuple(row["enclitics"].split())
    )


def verdict(sentence: VerbSentence, parse: Document) -> VerbVerdict:
    """What `parse`, a parse of the sentence's document, has right about its verb."""
    verbs = list(finite_verbs(forest(parse)))
    word = list(_word(sentence, parse))
    verb = next((verb for verb in verbs if verb.verb in word), None)
    if verb is None:
        return VerbVerdict(alone=False)
    return _compared(
        sentence, parse.tokens, verb, [at for at in word if at != verb.verb], alone=len(verbs) == 1
    )


def _word(sentence: VerbSentence, parse: Document) -> Iterator[int]:
    """The tokens of the verb and its enclitics."""
    for index, token in enumerate(parse.tokens):
        if not token.empty and token.start < sentence.end and sentence.start < token.end:
            yield index


def _compared(
    sentence: VerbSentence,
    tokens: tuple[Token, ...],
    verb: Finite,
    others: list[int],
    *,
    alone: bool,
) -> VerbVerdict:
    token = tokens[verb.verb]
    return VerbVerdict(
        alone,
        token.feature("Person") == sentence.person,
        token.feature("Number") == sentence.number,
        token.feature("Mood") in sentence.moods,
        token.feature("Tense") in sentence.tenses,
        verb.subject is sentence.subject,
        tuple(tokens[other].form.lower() for other in others) == sentence.enclitics,
    )
