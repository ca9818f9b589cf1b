"""What SUPAR's files cannot represent: they contain only anaphors and their candidates."""

from __future__ import annotations

from collections import Counter

from coindex.core.annotation import Annotated, Kind, Mention, Reference
from coindex.core.document import Document
from coindex.core.layers import Layer, present
from coindex.formats.misc import unplaced
from coindex.formats.supar.writer import Writing, kind_name, label_in, sentence_numbers
from coindex.language.nominals.anaphor_kinds import KINDS

_PHRASES = ("SNS", "ANF")
_OF_ANAPHORS = (*_PHRASES, "anaphor", "antecedents", "constraints")


def losses(item: Annotated, *, facts: bool, window: int) -> Counter[Layer]:
    lost = _of_document(item.document, facts=facts)
    writing = Writing(item, window)
    anaphors = {id(mention) for mention, _ in writing.marked()}
    for mention in item.annotation.mentions:
        _add(lost, item.document, mention, anaphor=id(mention) in anaphors)
    places = {writing.place(mention) for mention in item.annotation.mentions} & writing.written()
    lost[Layer.MENTIONS] = len(item.annotation.mentions) - len(places)
    if not facts:
        counts = present(item)
        lost.update({layer: counts[layer] for layer in (Layer.LEMMAS, Layer.XPOS)})
    return lost


def _of_document(document: Document, *, facts: bool) -> Counter[Layer]:
    lost: Counter[Layer] = Counter()
    lost[Layer.MISC] = unplaced(document, ("Phrases", "Extra", "Stem") if facts else ("Phrases",))
    names = [sentence.id for sentence in document.sentences]
    kept = names == [str(number) for number in sentence_numbers(document)]
    lost[Layer.SENTENCE_NAMES] = 0 if kept else sum(map(bool, names))
    for sentence in document.sentences:
        lost[Layer.COMMENTS] += len(sentence.comments) - bool(label_in(sentence.comments))
    return lost


def _add(lost: Counter[Layer], document: Document, mention: Mention, *, anaphor: bool) -> None:
    kept = KINDS.get(kind_name(document, mention), Kind.UNKNOWN) if anaphor else Kind.UNKNOWN
    lost[Layer.KINDS] += mention.kind is not Kind.UNKNOWN and mention.kind is not kept
    lost[Layer.REFERENCE] += mention.reference is not Reference.UNMARKED and not anaphor
    lost[Layer.HEADS] += mention.head is not None and not mention.attribute("SNS")
    known = _OF_ANAPHORS if anaphor else _PHRASES
    lost[Layer.ATTRIBUTES] += sum(name not in known for name, _ in mention.attributes)
