"""Who is *I* and *you* by the form of a text: in a talk with labels of speakers, and in letters."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.speech.labels import labels
from coindex.resolvers.entity_constraints import greeted
from coindex.resolvers.sieve.speech import role_of
from coindex.resolvers.sieve.state import JoinProposal, State, sieve_pass


@sieve_pass(
    "talk",
    gloss="by the form of the text: the labels of a talk, the greeting and the end of a letter",
    # What is *I* for one is *you* for another.
    agreement=False,
    nesting=False,
)
def talk(state: State) -> Iterator[JoinProposal]:
    """Link *I*, *you* and names by the labels of a talk, or by the greeting and the signature of a
    letter.
    """
    expressions = state.discourse.expressions
    for form in (spoken_to, written):
        for one, party in form(state.discourse, expressions):
            if state.open(one):
                yield JoinProposal(one, party)


def written(
    discourse: Discourse, expressions: Sequence[Expression]
) -> Iterator[tuple[Expression, Expression]]:
    """In letters: *you* goes to whom the letter greets, and *I* in the answer of that person to the
    greeting as well; the name at the end goes to *I*.
    """
    document = discourse.document
    is_talk = any(sentence.speaker for sentence in document.sentences)
    if is_talk or labels(document.text, document.language):
        return
    greetings = [one for one in expressions if greeted(one)]
    people = {one.text.lower() for one in greetings}
    addressee = writer = latest = None
    for one in expressions:
        if one in greetings:
            if addressee is not None and len(people) == 2 and one.text != addressee.text:
                writer = addressee  # the answer of the one who was written to
            else:
                writer = None
            addressee, latest = one, writer
        elif one.quotation is not None:
            continue
        elif addressee is not None and role_of(one) == "you":
            yield one, addressee
            addressee = one
        elif role_of(one) == "I":
            if latest is not None and len(greetings) > 1:
                yield one, latest
            latest = one
        elif latest is not None and latest is not writer and _signs(one):
            yield one, latest
            latest = None


def _signs(expression: Expression) -> bool:
    """Whether it is a name in a line of its own after *Kind regards,*, or alone at the end."""
    document, span = expression.discourse.document, expression.mention.span
    if expression.kind is not Kind.NAME or not span.start:
        return False
    text, tokens = document.text, document.tokens
    start, end = tokens[span.start].start, tokens[span.end - 1].end
    if not _ALONE.match(text, end):
        return False
    left = len(text) - end - (text.find("\n", end) >= 0)
    if left < _BLOCK and text.endswith("\n\n", 0, start):
        return True
    # Only the last line before the name is searched: all text before it would make the time of a
    # long document grow with the square of its length.
    last = start
    while last and (text[last - 1].isspace() or text[last - 1] in "*_"):
        last -= 1
    return bool(_CLOSING.search(text, max(text.rfind("\n", 0, last), 0), start))


_ALONE = re.compile(r"[ .*_]*(?:\n|\Z)|,")
_BLOCK = 40
"""Letters after the name of a writer: *Country Director*. By eye."""
_CLOSING = re.compile(r"(?:^|\n)[^\n.!?]{1,40},?[ *_]*\n\s*[*_]*$")
"""A short line before."""


def spoken_to(
    discourse: Discourse, expressions: Sequence[Expression]
) -> Iterator[tuple[Expression, Expression]]:
    """In a talk with labels: *you* goes to whom the turn calls by name, *@ben did you see it*, or
    else in a talk of two to the other one; a label goes to who has spoken, or was spoken to, under
    this name. Questions and answers, *Q:* and *A:*, are anybody's.
    """
    document = discourse.document
    cues = labels(document.text, document.language)
    names = {cue.name for cue in cues}
    if not cues or names <= {"Q", "A"}:
        return
    starts = [token.start for token in document.tokens]
    turns = [bisect_right(starts, cue.own) - 1 for cue in cues]
    ends = [*turns[1:], len(starts)]
    parties, last = _words_of(names), dict[str, Expression]()
    for number, some in groupby(
        expressions, lambda one: bisect_right(turns, one.mention.start) - 1
    ):
        if number < 0:
            continue
        speaker = cues[number].name
        others = names - {speaker}
        said = range(bisect_left(starts, cues[number].end), ends[number])
        called = _called(document, said, others) or (others if len(others) == 1 else set())
        addressed = next(iter(called)) if len(called) == 1 else ""
        for one in some:
            is_label, role = one.mention.start == turns[number], role_of(one)
            party = speaker if is_label or role == "I" else addressed if role == "you" else ""
            # A party may be called by name within a turn: what follows goes to it. Other names than
            # that of the label are left to other rules.
            words = one.text.lower()
            known = parties.get(words.removeprefix("@"))
            if known is not None and one.kind is Kind.NAME and not is_label:
                if known in last and (words[0] == "@" or words == known.lower()):
                    yield one, last[known]
                last[known] = one
            # Within a quotation, *I* and *you* are those of another talk.
            if not party or one.quotation is not None:
                continue
            if party in last:
                yield one, last[party]
            last[party] = one


def _words_of(names: Collection[str]) -> dict[str, str]:
    """The names of speakers by the words with which others call them."""
    return {word: name for name in names for word in (name.lower(), _APART.split(name.lower())[0])}


def _called(document: Document, turn: range, names: Collection[str]) -> set[str]:
    """Who is called by name in a turn: *@ben*, *Ben, did you see it?*, *did you see it, Ben?*."""
    parties = _words_of(names)
    forms = [document.tokens[index].form.lower() for index in turn]
    found: set[str] = set()
    for place, form in enumerate(forms):
        if (party := parties.get(form.lstrip("@"))) is None:
            continue
        before = forms[place - 1] if place else ""
        behind, second = [*forms[place + 1 : place + 3], "", ""][:2]
        asks = second in _YOU  # *Carl did you take it*
        opens = before in ENDS and (behind in ENDS or behind in _YOU or asks)
        closes = (before == "," or before in _YOU) and behind in ENDS
        is_vocative = document.tokens[turn[place]].relation == "vocative"
        if form[0] == "@" or before == "@" or opens or closes or is_vocative:
            found.add(party)
    return found


_APART = re.compile(r"[\W\d_]+")
"""What stands between the words of a name of the net: *mihai_t*."""
_YOU = frozenset({"you", "your", "u", "ya"})
ENDS = frozenset({"", ",", ".", "!", "?", ":", "…", "...", "!!", "??", "—", "-"})
"""What stands beside the name of somebody who is called."""
