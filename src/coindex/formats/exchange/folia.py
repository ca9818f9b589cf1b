"""FoLiA 2 (van Gompel & Reynaert 2013): words in sentences in paragraphs, and chains of coreference
that point to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.exchange.layers import Layers, attributes, described_words
from coindex.formats.markup import (
    DECLARATION,
    Xml,
    content,
    encoded_name,
    escaped,
    local,
    one_file_each,
    own_files,
    xml,
)
from coindex.formats.running import with_tokens

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SPACE = "http://ilk.uvt.nl/folia"
_IN = f"{{{_SPACE}}}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_SUPERSEDED = ("original", "suggestion")
"""What corrections replace something with, or propose."""
_LAYERS = ("text", "token", "sentence", "paragraph", "lemma", "pos", "coreference")


@dataclass(frozen=True)
class Folia:
    """One document a file. Words inside corrections count as they are corrected; the head of a
    coreference link is the first word of its `hd`.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".folia.xml", ".folia")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TOKENS, Layer.SPACING, Layer.LANGUAGE, Layer.SENTENCES, Layer.PARAGRAPHS),
            *(
                Layer.LEMMAS,
                Layer.XPOS,
                Layer.MENTIONS,
                Layer.HEADS,
                Layer.DISCONTINUOUS,
                Layer.ENTITIES,
            ),
            *(Layer.TYPES, Layer.SINGLETONS),
        }
    )

    def recognise(self, file: File) -> float:
        if _SPACE in file.sample():
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "FoLiA"):
            yield _reading(xml(file, problems), file.id)

    def losses(self, item: Annotated) -> Mapping[Layer, int]:
        words = [token for token in item.document.tokens if not token.empty]
        gaps = (item.document.text[a.end : b.start] for a, b in pairwise(words))
        return {Layer.SPACING: sum(gap not in ("", " ") for gap in gaps)}

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, ".folia.xml")


def _reading(source: Xml, name: str) -> Annotated:
    root = source.root
    language = root.findtext(f"{_IN}metadata/{_IN}meta[@id='language']") or ""
    layers = Layers(source, root.get(_ID) or name, language)
    pieces: list[str] = []
    length = sentence = paragraph = 0
    for number, element in enumerate(root.iter(f"{_IN}p", f"{_IN}s", f"{_IN}w")):
        kind = local(element)
        sentence += kind == "s"
        paragraph += kind == "p"
        if kind != "w" or any(local(one) in _SUPERSEDED for one in element.iterancestors()):
            continue
        id, form = element.get(_ID) or f"w{number}", _form(element)
        layers.add_word(element, id, form, key=(paragraph, sentence), start=length)
        layers.paragraphs.append(max(0, paragraph - 1))
        pieces.append(form + ("" if element.get("space") == "no" else " "))
        length += len(pieces[-1])
        for tag, field in (("lemma", "lemma"), ("pos", "xpos")):
            value = element.find(f"{_IN}{tag}")
            if value is not None:
                layers.describe(id, **{field: value.get("class") or ""})
    layers.text = "".join(pieces).rstrip()
    for number, chain in enumerate(root.iter(f"{_IN}coreferencechain"), 1):
        called = str(number)
        layers.types[called] = chain.get("class") or ""
        for link in chain.iterfind(f"{_IN}coreferencelink"):
            ids = [one.get("id") or "" for one in link.iter(f"{_IN}wref")]
            head = link.find(f"{_IN}hd/{_IN}wref")
            layers.add_mention(link, called, ids, head="" if head is None else head.get("id") or "")
    return layers.result()


def _form(word: Element) -> str:
    """The current text of a word: elements of the class `current`, which need not be named."""
    for text in word.iterfind(f"{_IN}t"):
        if text.get("class") in (None, "current"):
            return content(text)
    inside = word.find(f"{_IN}correction/{_IN}new/{_IN}t")
    return content(inside) if inside is not None else "_"


def _written(item: Annotated) -> Iterator[str]:
    document, annotation = with_tokens(item.document), item.annotation
    name = encoded_name(document.id)
    yield DECLARATION
    yield f'<FoLiA xmlns="{_SPACE}"{attributes(xml__id=name, version="2.0")}>\n'
    yield '<metadata type="native">\n<annotations>\n'
    yield "".join(f"<{layer}-annotation/>\n" for layer in _LAYERS)
    yield "</annotations>\n"
    if document.language:
        yield f'<meta id="language">{escaped(document.language)}</meta>\n'
    yield f"</metadata>\n<text{attributes(xml__id=f'{name}.text')}>\n"
    words = list(described_words(document))
    known = {index for index, _ in words}
    following = {left: right for (left, _), (right, _) in pairwise(words)}
    by_paragraph = groupby(words, key=lambda pair: pair[1].paragraph if pair[1] else 0)
    for number, (_, words_inside) in enumerate(by_paragraph, 1):
        yield f"<p{attributes(xml__id=f'{name}.p.{number}')}>\n"
        for place, (_, own) in enumerate(groupby(words_inside, key=lambda pair: pair[1]), 1):
            yield f"<s{attributes(xml__id=f'{name}.p.{number}.s.{place}')}>\n"
            for index, _ in own:
                token = document.tokens[index]
                after = following.get(index)
                tight = after is not None and document.tokens[after].start == token.end
                yield f"<w{attributes(xml__id=f'{name}.w.{index}', space='no' if tight else '')}>"
                yield f"<t>{escaped(document.text[token.start : token.end] or token.form)}</t>"
                if token.xpos:
                    yield f"<pos{attributes(class_=token.xpos)}/>"
                if token.lemma:
                    yield f"<lemma{attributes(class_=token.lemma)}/>"
                yield "</w>\n"
            yield "</s>\n"
        yield "</p>\n"
    yield "<coreferences>\n"
    for number, entity in enumerate(annotation.entities, 1):
        chain = attributes(xml__id=f"{name}.chain.{number}", class_=entity.type)
        yield f"<coreferencechain{chain}>\n"
        for mention in entity.mentions:
            inside = [index for index in mention.tokens if index in known]
            references = {i: f"<wref{attributes(id=f'{name}.w.{i}')}/>" for i in inside}
            if mention.head in references:
                references[mention.head] = f"<hd>{references[mention.head]}</hd>"
            if inside:
                yield f"<coreferencelink>{''.join(references.values())}</coreferencelink>\n"
        yield "</coreferencechain>\n"
    yield "</coreferences>\n</text>\n</FoLiA>\n"
