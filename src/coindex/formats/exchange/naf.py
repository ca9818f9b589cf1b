"""NAF, the NLP Annotation Format (Fokkens et al. 2014): layers of words, terms, dependencies and
coreference; also KAF, its predecessor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.exchange.layers import Layers, attributes, described_words
from coindex.formats.markup import DECLARATION, Xml, content, escaped, one_file_each, own_files, xml
from coindex.formats.running import with_tokens
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True)
class Naf:
    """One document a file. Targets of coreference are terms, or words.

    `pos` of a term is its universal part of speech where it is spelled like one, and else, with
    `morphofeat`, the language-specific one. Written are universal ones.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".naf", ".kaf")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TEXT, Layer.TOKENS, Layer.SPACING, Layer.LANGUAGE, Layer.SENTENCES),
            *(Layer.PARAGRAPHS, Layer.LEMMAS, Layer.UPOS, Layer.XPOS, Layer.SYNTAX),
            *(Layer.MENTIONS, Layer.HEADS, Layer.DISCONTINUOUS, Layer.ENTITIES, Layer.TYPES),
            Layer.SINGLETONS,
        }
    )

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if ("<NAF" in sample or "<KAF" in sample) and "<wf" in sample:
            return 0.95
        return 0.2 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "NAF"):
            yield _reading(xml(file, problems), file.id)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, ".naf")


def _reading(source: Xml, name: str) -> Annotated:
    root = source.root
    raw = root.find("raw")
    layers = Layers(
        source, name, root.get(_LANGUAGE) or "", content(raw) if raw is not None else ""
    )
    for place, word in enumerate(root.iterfind("./text/wf")):
        key = (_number(word, "para"), word.get("sent") or "")
        layers.add_word(
            word, _id(word, place), content(word), key=key, start=_number(word, "offset")
        )
        layers.paragraphs.append(max(0, (_number(word, "para") or 1) - 1))
    for term in root.iterfind("./terms/term"):
        words = [one.get("id") or "" for one in term.iterfind("./span/target")]
        id = term.get("id") or term.get("tid") or ""
        if words and words[-1] in layers.index:
            layers.index.setdefault(id, layers.index[words[-1]])
            tag, features = term.get("pos") or "", term.get("morphofeat") or ""
            # Tags in capitals are universal (NOUN); single letters are NAF's own, but for X.
            universal = tag if tag == "X" or (tag.isupper() and len(tag) > 1) else ""
            layers.describe(
                id,
                lemma=term.get("lemma") or "",
                upos=universal,
                xpos=features or tag * (not universal),
            )
    for arc in root.iterfind("./deps/dep"):
        layers.depend(arc.get("from") or "", arc.get("to") or "", arc.get("rfunc") or "")
    for number, chain in enumerate(root.iterfind("./coreferences/coref"), 1):
        called = str(number)
        layers.types[called] = (chain.get("type") or "").lower()
        for span in chain.iterfind("span"):
            targets = list(span.iterfind("target"))
            heads = [one.get("id") or "" for one in targets if one.get("head") == "yes"]
            ids = [one.get("id") or "" for one in targets]
            layers.add_mention(span, called, ids, head=heads[0] if heads else "")
    return layers.result()


def _id(word: Element, place: int) -> str:
    return word.get("id") or word.get("wid") or f"w{place + 1}"


def _number(element: Element, name: str) -> int | None:
    value = element.get(name) or ""
    return int(value) if value.isascii() and value.isdecimal() else None


def _written(item: Annotated) -> Iterator[str]:
    document, annotation = with_tokens(item.document), item.annotation
    yield DECLARATION
    yield f"<NAF{attributes(xml__lang=document.language, version='v3')}>\n"
    yield f"<nafHeader><fileDesc{attributes(title=document.id)}/></nafHeader>\n"
    yield f"<raw>{escaped(document.text)}</raw>\n<text>\n"
    numbers = {sentence.span: place for place, sentence in enumerate(document.sentences, 1)}
    words = list(described_words(document))
    last = 0
    for index, sentence in words:
        token = document.tokens[index]
        # A word outside all sentences belongs to the one before: NAF has no word without.
        last = numbers[sentence.span] if sentence else last
        place = attributes(
            id=f"w{index + 1}",
            sent=last or 1,
            para=(sentence.paragraph if sentence else 0) + 1,
            offset=token.start,
            length=token.end - token.start,
        )
        yield f"<wf{place}>{escaped(document.text[token.start : token.end] or token.form)}</wf>\n"
    yield "</text>\n<terms>\n"
    for index, _ in words:
        token = document.tokens[index]
        tags = attributes(
            id=f"t{index + 1}", lemma=token.lemma, pos=token.upos, morphofeat=token.xpos
        )
        yield f'<term{tags}><span><target id="w{index + 1}"/></span></term>\n'
    yield "</terms>\n<deps>\n"
    for index, _ in words:
        token = document.tokens[index]
        if token.head is not None and (token.head == ROOT or not document.tokens[token.head].empty):
            head = "" if token.head == ROOT else f"t{token.head + 1}"
            yield f"<dep{attributes(from_=head, to=f't{index + 1}', rfunc=token.deprel)}/>\n"
    yield "</deps>\n<coreferences>\n"
    for number, entity in enumerate(annotation.entities, 1):
        yield f"<coref{attributes(id=f'co{number}', type=entity.type)}>\n"
        for mention in entity.mentions:
            inside = [index for index in mention.tokens if not document.tokens[index].empty]
            heads = {index: "yes" if index == mention.head else "" for index in inside}
            targets = "".join(
                f"<target{attributes(id=f't{index + 1}', head=head)}/>"
                for index, head in heads.items()
            )
            if inside:
                yield f"<span>{targets}</span>\n"
        yield "</coref>\n"
    yield "</coreferences>\n</NAF>\n"
