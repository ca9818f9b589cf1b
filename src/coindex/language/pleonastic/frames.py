"""The predicate of an *it*: its verb, the predicate after a copula, and the clause that may stand
for its meaning.
"""

from __future__ import annotations

from typing import NamedTuple

from coindex.language.pleonastic.markers import STOPS, MarkedClause, clause_from, last_noun
from coindex.language.pleonastic.sentence_words import NONE, SentenceWords, listed


class Frame(NamedTuple):
    """Positions in the sentence, `NONE` for a missing word.

    `verb` is the verb of which *it* is the subject, a copula included; `start` and `predicate` are
    first word and head of the adjective, noun, prepositional phrase or participle after it; `rest`
    is where a clause may begin.
    """

    words: SentenceWords
    it: int
    verb: int
    start: int
    predicate: int
    rest: int

    @property
    def copular(self) -> bool:
        return self.verb != NONE and self.words.lemmas[self.verb] == "be"

    @property
    def passive(self) -> bool:
        return (
            self.copular
            and self.predicate != NONE
            and self.predicate == self.start
            and self._verbal(self.predicate)
        )

    def _verbal(self, position: int) -> bool:
        return self.words.tags[position] in ("VERB", "AUX", "", "ADJ") and self.words.participle(
            position
        )

    def clause(self) -> MarkedClause | None:
        return clause_from(self.words, self.rest, self.it)


def subject_frame(words: SentenceWords, it: int) -> Frame:
    """The frame of an *it* taken as a subject, before or (in questions) after its auxiliary."""
    copula = _inverted(words, it)
    position = _skip(words, it + 1)
    for between in range(it + 1, position):
        if words.lemmas[between] == "be":
            copula = between
    if position >= len(words):
        return Frame(words, it, copula, NONE, NONE, position)
    # *Easy it is*: the predicate stands before.
    if _fronted(words, it) and copula != NONE:
        return Frame(words, it, copula, it - 1, it - 1, position)
    verbal = words.tags[position] in ("VERB", "AUX") or (
        not words.tags[position] and words.is_a(position, "clausal_verb", "weather_verb")
    )
    if copula != NONE and not (verbal and _progressive(words, position)):
        return _predicate(words, it, copula, position)
    if not verbal:
        return Frame(words, it, NONE, NONE, NONE, position)
    if words.lemma(position) in listed("linking"):
        after = _skip(words, position + 1)
        if after < len(words) and (
            words.tags[after] == "ADJ"
            or words.tags[after] in ("DET", "NOUN")
            or _adjective(words, after)
        ):
            return _predicate(words, it, position, after)
    return Frame(words, it, position, NONE, NONE, position + 1)


def _fronted(words: SentenceWords, it: int) -> bool:
    """Whether the predicate comes first: *how difficult it is to* ..."""
    return words.form(it - 2) in ("how", "however", "as") and _adjective(words, it - 1)


def _progressive(words: SentenceWords, position: int) -> bool:
    """Whether it is a progressive, *is encouraging citizens*, and not *is encouraging to*."""
    if not words.gerund(position):
        return False
    return not _adjective(words, position) or words.tag(position + 1) in (
        "NOUN",
        "PROPN",
        "PRON",
        "DET",
        "ADJ",
    )


def object_frame(words: SentenceWords, it: int) -> Frame | None:
    """The frame of an *it* between a verb and a predicate about it: *makes it easy to*."""
    if words.lemma(it - 1) not in listed("object_verb"):
        return None
    if words.is_a(it + 1, "auxiliary"):
        return None
    start = _skip(words, it + 1)
    if start >= len(words) or words.form(start) in listed("preposition"):
        return None
    if words.tags[start] in ("ADP", "PUNCT", "VERB", "AUX", "SCONJ", "CCONJ") and not _adjective(
        words, start
    ):
        return None
    return _predicate(words, it, it - 1, start)


def _inverted(words: SentenceWords, it: int) -> int:
    """The copula before *it* in a question."""
    before = it - 1
    if words.form(before) in ("n't", "not"):
        before -= 1
    if words.lemma(before) == "be" and words.form(it - 1) not in listed("wh"):
        return before
    return NONE


def _skip(words: SentenceWords, position: int) -> int:
    """The position after auxiliaries, adverbs, negation, hesitation, and text between commas."""
    while position < len(words):
        form, tag = words.forms[position], words.tags[position]
        if form == ",":
            after = _parenthesis(words, position)
        elif form in listed("auxiliary"):
            after = position if _main(words, position) else position + 1
        elif tag in ("ADV", "") and _adverb(form):
            after = position + 1
        else:
            after = position + _adverbial(words, position)
        if after == position:
            break
        position = after
    return position


def _adverb(form: str) -> bool:
    if form in listed("adverb"):
        return True
    return form.endswith("ly") and form not in listed("clausal_adjective")


def _adverbial(words: SentenceWords, position: int) -> int:
    """The number of words of an adverb that does not end in *-ly*, or
    of a phrase such as *by no means*.
    """
    form = words.forms[position]
    if words.tags[position] == "ADV":
        return int(not _place(words, position) and form not in listed("wh"))
    if form == "like" and words.tag(position + 1) in ("PRON", "DET", ""):
        return 0
    for length in (3, 2, 1):
        phrase = words.forms[position : position + length]
        if " ".join(phrase) in listed("adverbial"):
            return len(phrase)
    return 0


def _main(words: SentenceWords, position: int) -> bool:
    """Whether the form of an auxiliary is the main verb: it does not, it has to."""
    if words.forms[position] == "to":
        return True
    if words.tags[position] != "VERB" or words.lemmas[position] == "be":
        return False
    after = position + 1
    while words.tag(after) == "ADV" or words.form(after) in ("not", "n't"):
        after += 1
    return words.tag(after) not in ("VERB", "AUX")


def _parenthesis(words: SentenceWords, comma: int) -> int:
    """The position after the second of two commas with a few words between them; that of the comma
    itself if there is none.
    """
    for position in range(comma + 1, min(comma + 12, len(words))):
        if words.forms[position] == ",":
            return position + 1
        if words.forms[position] in STOPS or words.forms[position] in listed("complementiser"):
            break
    return comma


def _adjective(words: SentenceWords, position: int) -> bool:
    return words.is_a(
        position,
        "clausal_adjective",
        "task_status",
        "knowledge_status",
        "modal_adjective",
        "raising_adjective",
    )


def _predicate(words: SentenceWords, it: int, verb: int, start: int) -> Frame:
    """The phrase that starts after a copula: up to its head, and where a clause may begin."""
    tag = words.tags[start] if start < len(words) else ""
    if start >= len(words) or words.forms[start] in STOPS or _opens(words, start):
        return Frame(words, it, verb, NONE, NONE, start)
    if tag in ("ADJ", "VERB", "AUX") or (
        not tag and (_adjective(words, start) or words.participle(start))
    ):
        return _adjectival(words, it, verb, start)
    if words.form(start) in listed("preposition") and tag in ("ADP", ""):
        return Frame(
            words, it, verb, start, last_noun(words, start + 1), last_noun(words, start + 1) + 1
        )
    head = last_noun(words, start)
    return (
        Frame(words, it, verb, start, head, max(head, start) + 1)
        if head != NONE
        else Frame(words, it, verb, start, start, start + 1)
    )


def _opens(words: SentenceWords, position: int) -> bool:
    """Whether a clause begins here, not a phrase."""
    if words.forms[position] == "that":
        return words.tags[position] not in ("DET", "") or words.tag(position + 1) in ("VERB", "AUX")
    return words.forms[position] in listed("wh")


def _adjectival(words: SentenceWords, it: int, verb: int, start: int) -> Frame:
    """Whether it is an adjective, unless a noun follows: *it is common practice*."""
    if (
        words.tags[start] == "ADJ"
        and words.tag(start + 1) in ("NOUN", "PROPN", "ADJ")
        and not _place(words, start + 1)
    ):
        head = last_noun(words, start)
        if words.tag(head) in ("NOUN", "PROPN"):
            return Frame(words, it, verb, start, head, head + 1)
    return Frame(words, it, verb, start, start, start + 1)


def _place(words: SentenceWords, position: int) -> bool:
    return words.form(position) in listed("ambient_place")
