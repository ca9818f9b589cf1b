"""Turns of a narrated dialogue: in *le dijo*, speakers alternate."""

from __future__ import annotations

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.resolvers.entities import Entities

LAST, IN_TURN = "last speaker", "speaker in turn"
DIALOGUE_TERMS: Glossary = {
    LAST: "the pronoun belongs to a verb of saying, and the candidate has spoken last",
    IN_TURN: (
        "the pronoun belongs to a verb of saying, and the candidate has spoken before the last one"
    ),
}
_NEAR = 6
"""How many sentences back an utterance may be to be answered."""


class Dialogue:
    """The preceding speakers for each verb that reports a quotation."""

    def __init__(self, discourse: Discourse, entities: Entities) -> None:
        self._entities = entities
        self._speakers = _speakers_before(discourse)

    def turn(self, pronoun: Expression, candidate: Expression) -> str:
        """Whether the candidate spoke last, or before the last one, if the pronoun belongs to the
        narrator's verb of saying; else empty.
        """
        speakers = self._speakers.get(pronoun.governor, ())
        if not speakers or pronoun.quotation is not None:
            return ""
        group = self._entities.of(candidate)
        turns = zip((LAST, IN_TURN), speakers, strict=False)
        return next((turn for turn, speaker in turns if self._entities.of(speaker) is group), "")


def _speakers_before(discourse: Discourse) -> dict[int, list[Expression]]:
    """For each verb that reports a quotation the speakers of the preceding ones, the last one
    first.
    """
    by_verb: dict[int, list[Expression]] = {}
    last: list[tuple[int, int, Expression]] = []
    for quotation in discourse.quotations:
        sentence = discourse.document.sentence_index(quotation.span.start)
        last = [item for item in last if sentence - item[1] <= _NEAR]
        if quotation.verb is not None:
            earlier = [e for utterance, _, e in reversed(last) if utterance != quotation.utterance]
            by_verb.setdefault(quotation.verb, earlier[:2])
        speaker = None if quotation.speaker is None else discourse.by_head.get(quotation.speaker)
        if speaker is not None and not (last and last[-1][0] == quotation.utterance):
            last.append((quotation.utterance, sentence, speaker))
    return by_verb
