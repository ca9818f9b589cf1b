"""Stanford CoreNLP's output (Manning et al. 2014) as JSON or XML: sentences, tokens, dependencies,
and coreference chains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from coindex.core.annotation import Annotated, Kind, Mention
from coindex.core.document import ROOT, Document, Span
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT
from coindex.formats.markup import Xml, own_files, xml
from coindex.formats.records import Record, looks_like_json, records
from coindex.formats.systems.layout import PlacedWord, chained, laid_out
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_KINDS = {"PROPER": Kind.NAME, "NOMINAL": Kind.NOMINAL, "LIST": Kind.COORDINATION}
_OUTSIDE = "span outside the document"
_DEPENDENCIES = "basicDependencies"


class _Place(NamedTuple):
    """A mention as CoreNLP counts: sentence, first word, word after the last, head, all from 1."""

    sentence: int | None
    start: int | None
    end: int | None
    head: int | None

    def mention(self, document: Document, kind: Kind = Kind.UNKNOWN) -> Mention | None:
        sentence, start, end, head = self
        if sentence is None or start is None or end is None:
            return None
        if not (0 < sentence <= len(document.sentences) and 0 < start < end):
            return None
        whole = document.sentences[sentence - 1].span
        first = whole.start - 1
        if first + end > whole.end:
            return None
        top = first + head if head is not None and start <= head < end else None
        return Mention((Span(first + start, first + end),), top, kind)


@dataclass(frozen=True, slots=True)
class CoreNlp:
    """What the server answers, or `-outputFormat json` and `-outputFormat xml` write.

    Chains of one mention are kept, as singletons. Dependencies are the basic ones. The text is made
    from the tokens, at their characters.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".json", ".xml")
    language: str = "en"
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample):
            tokens = '"characterOffsetBegin"' in sample and '"originalText"' in sample
            return 0.9 if tokens else 0.0
        if "<CharacterOffsetBegin>" in sample or "CoreNLP-to-HTML" in sample:
            return 0.95
        return 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "CoreNLP"):
            if looks_like_json(file.sample()):
                for number, record in enumerate(records(file, problems), 1):
                    name = file.id if number == 1 else f"{file.id}-{number}"
                    yield from_answer(record, record.string("docId") or name, self.language)
            else:
                yield from_xml(xml(file, problems), file.id, self.language)


def from_answer(record: Record, name: str, language: str) -> Annotated:
    """The document of one answer of the server."""
    sentences, about, first = [], [], 0
    for sentence in record.records("sentences"):
        words = _words(sentence, first)
        sentences.append(words)
        about.append({"speaker": _speaker(sentence)})
        first += len(words)
    document = laid_out(name, language, sentences, about)
    chains: dict[str, list[Mention]] = {}
    for chain in record.object("corefs"):
        for one in record.within(record.object("corefs"), "corefs").records(chain):
            place = _Place(*map(one.integer, ("sentNum", "startIndex", "endIndex", "headIndex")))
            kind = _KINDS.get(one.string("type"), Kind.UNKNOWN)
            mention = place.mention(document, kind)
            if mention is None:
                one.report(_OUTSIDE, one.string("text"))
            else:
                chains.setdefault(chain, []).append(mention)
    return chained(document, chains)


def _words(sentence: Record, first: int) -> list[PlacedWord]:
    arcs = {}
    for arc in sentence.records(_DEPENDENCIES):
        governor, dependent = arc.integer("governor"), arc.integer("dependent")
        if governor is not None and dependent is not None:
            arcs[dependent] = (governor, arc.string("dep"))
    words = []
    tokens = list(sentence.records("tokens"))
    for place, token in enumerate(tokens, 1):
        fields: dict[str, Any] = {"lemma": token.string("lemma"), "xpos": token.string("pos")}
        if place in arcs and 0 <= arcs[place][0] <= len(tokens):
            governor, label = arcs[place]
            fields["head"] = first + governor - 1 if governor else ROOT
            fields["deprel"] = label if governor else "root"
        form = token.string("originalText") or token.string("word") or "_"
        words.append(PlacedWord(form, token.integer("characterOffsetBegin"), fields))
    return words


def _speaker(sentence: Record) -> str:
    """Who speaks a sentence; *PER0* is the author of the text."""
    named = {one for token in sentence.records("tokens") if (one := token.string("speaker"))}
    return named.pop() if len(named) == 1 and "PER0" not in named else ""


def from_xml(source: Xml, name: str, language: str) -> Annotated:
    """The document of a file of XML."""
    sentences = [
        [
            PlacedWord(
                _text(token, "word") or "_",
                _number(token, "CharacterOffsetBegin"),
                {"lemma": _text(token, "lemma"), "xpos": _text(token, "POS")},
            )
            for token in sentence.iter("token")
        ]
        for sentence in source.root.iterfind("./document/sentences/sentence")
    ]
    document = laid_out(name, language, sentences)
    chains: dict[str, list[Mention]] = {}
    path = "./document/coreference/coreference"
    for number, chain in enumerate(source.root.iterfind(path), 1):
        for one in chain.iterfind("mention"):
            counted = (_number(one, key) for key in ("sentence", "start", "end", "head"))
            mention = _Place(*counted).mention(document)
            if mention is None:
                source.report(_OUTSIDE, one, detail=_text(one, "text"), remedy=LEFT_OUT)
            else:
                chains.setdefault(str(number), []).append(mention)
    return chained(document, chains)


def _text(element: Element, name: str) -> str:
    return (element.findtext(name) or "").strip()


def _number(element: Element, name: str) -> int | None:
    text = _text(element, name)
    return int(text) if text.isascii() and text.isdecimal() else None
