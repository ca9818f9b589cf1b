"""TCF 0.4, the Text Corpus Format of WebLicht (Heid et al. 2010): layers of tokens, sentences, tags
and references.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Kind
from coindex.core.document import ROOT
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.exchange.layers import Layers, attributes, described_words
from coindex.formats.markup import DECLARATION, Xml, content, escaped, one_file_each, own_files, xml
from coindex.formats.running import with_tokens
from coindex.io.files import File, Files

_CORPUS = "http://www.dspin.de/data/textcorpus"
_IN = f"{{{_CORPUS}}}"
_TYPES = {Kind.NAME: "nam", Kind.NOMINAL: "nom"}


@dataclass(frozen=True)
class Tcf:
    """One document a file. A mention is a `reference` of an `entity`; `mintokIDs` are its minimal
    span. Types of references and relations between them, of which there are many tagsets, are not
    read.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".tcf",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TEXT, Layer.TOKENS, Layer.SPACING, Layer.LANGUAGE, Layer.SENTENCES),
            *(Layer.LEMMAS, Layer.XPOS, Layer.SYNTAX, Layer.MENTIONS, Layer.MINIMA),
            *(Layer.DISCONTINUOUS, Layer.ENTITIES, Layer.SINGLETONS),
        }
    )

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if _CORPUS in sample or "<D-Spin" in sample:
            return 0.95
        return 0.2 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "TCF"):
            yield _reading(xml(file, problems), file.id)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, ".tcf")


def _ids(value: str | None) -> list[str]:
    return (value or "").split()


def _reading(source: Xml, name: str) -> Annotated:
    root = source.root
    corpus = root if root.tag == f"{_IN}TextCorpus" else root.find(f".//{_IN}TextCorpus")
    corpus = root if corpus is None else corpus
    text = corpus.findtext(f"{_IN}text") or ""
    layers = Layers(source, name, corpus.get("lang") or "", text)
    sentence_of: dict[str, int] = {}
    for number, sentence in enumerate(corpus.iterfind(f"{_IN}sentences/{_IN}sentence"), 1):
        sentence_of.update(dict.fromkeys(_ids(sentence.get("tokenIDs")), number))
    last = 0
    for token in corpus.iterfind(f"{_IN}tokens/{_IN}token"):
        id = token.get("ID") or ""
        # A token that no sentence lists belongs to that of the token before it.
        last = sentence_of.get(id, last)
        start = token.get("start") or ""
        begin = int(start) if start.isascii() and start.isdecimal() else None
        layers.add_word(token, id, content(token), key=last, start=begin)
    for path, field in (("lemmas/lemma", "lemma"), ("POStags/tag", "xpos")):
        outer, inner = path.split("/")
        for element in corpus.iterfind(f"{_IN}{outer}/{_IN}{inner}"):
            for id in _ids(element.get("tokenIDs")):
                layers.describe(id, **{field: content(element)})
    for arc in corpus.iterfind(f"{_IN}depparsing/{_IN}parse/{_IN}dependency"):
        for dependent in _ids(arc.get("depIDs")):
            # The format allows several governors, a tree has room for one.
            governors = _ids(arc.get("govIDs"))
            layers.depend(governors[0] if governors else "", dependent, arc.get("func") or "")
    for number, entity in enumerate(corpus.iterfind(f"{_IN}references/{_IN}entity"), 1):
        for one in entity.iterfind(f"{_IN}reference"):
            minimum = _ids(one.get("mintokIDs"))
            layers.add_mention(one, str(number), _ids(one.get("tokenIDs")), minimum=minimum)
    return layers.result()


def _written(item: Annotated) -> Iterator[str]:
    document, annotation = with_tokens(item.document), item.annotation
    tokens = document.tokens
    words = list(described_words(document))
    known = {index for index, _ in words}
    yield DECLARATION
    yield '<D-Spin xmlns="http://www.dspin.de/data" version="0.4">\n'
    yield '<MetaData xmlns="http://www.dspin.de/data/metadata"/>\n'
    yield f'<TextCorpus xmlns="{_CORPUS}"{attributes(lang=document.language)}>\n'
    yield f"<text>{escaped(document.text)}</text>\n<tokens>\n"
    for index, _ in words:
        token = tokens[index]
        place = attributes(ID=f"t_{index}", start=token.start, end=token.end)
        form = document.text[token.start : token.end] or token.form
        yield f"<token{place}>{escaped(form)}</token>\n"
    yield "</tokens>\n<sentences>\n"
    for sentence in document.sentences:
        inside = [index for index in range(*sentence.span) if index in known]
        if inside:
            yield f"<sentence{attributes(tokenIDs=_joined(inside))}/>\n"
    yield "</sentences>\n<lemmas>\n"
    for index, _ in words:
        if tokens[index].lemma:
            yield f'<lemma tokenIDs="t_{index}">{escaped(tokens[index].lemma)}</lemma>\n'
    yield "</lemmas>\n<POStags>\n"
    for index, _ in words:
        if tokens[index].xpos:
            yield f'<tag tokenIDs="t_{index}">{escaped(tokens[index].xpos)}</tag>\n'
    yield "</POStags>\n<depparsing><parse>\n"
    for index, _ in words:
        # A word that depends on an empty token would point to nothing.
        head = tokens[index].head
        if head is not None and (head == ROOT or head in known):
            governor = "" if head == ROOT else f"t_{head}"
            arc = attributes(govIDs=governor, depIDs=f"t_{index}", func=tokens[index].deprel)
            yield f"<dependency{arc}/>\n"
    yield "</parse></depparsing>\n<references>\n"
    for number, entity in enumerate(annotation.entities):
        yield f"<entity{attributes(ID=f'e_{number}')}>\n"
        for order, mention in enumerate(entity.mentions):
            inside = [index for index in mention.tokens if index in known]
            least = range(*mention.minimum) if mention.minimum else ()
            kind = _TYPES.get(mention.kind) or ("pro" if mention.kind.pronominal else "")
            one = attributes(
                ID=f"r_{number}_{order}",
                type=kind,
                tokenIDs=_joined(inside),
                mintokIDs=_joined(index for index in least if index in known),
            )
            if inside:
                yield f"<reference{one}/>\n"
        yield "</entity>\n"
    yield "</references>\n</TextCorpus>\n</D-Spin>\n"


def _joined(indices: Iterable[int]) -> str:
    return " ".join(f"t_{index}" for index in indices)
