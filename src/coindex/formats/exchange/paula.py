"""PAULA XML 1.1 (Dipper 2005; Zeldes, Zipser & Neumann 2013): a text, its tokens, marks over them,
and relations between marks, each in a file of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.exchange.layers import Layers
from coindex.formats.markup import Xml, content, escaped, file_stems, quoted, xml
from coindex.formats.running import with_tokens
from coindex.formats.standoff import runs
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_LINK = "http://www.w3.org/1999/xlink"
_HREF, _BASE = f"{{{_LINK}}}href", "{http://www.w3.org/XML/1998/namespace}base"
_STRING = re.compile(r"string-range\(//body,\s*'',\s*(\d{1,12}),\s*(\d{1,12})\)")
_RANGE = re.compile(r"id\('([^']+)'\)/range-to\(id\('([^']+)'\)\)")
_NAME = re.compile(r"#([^\s,()#'\"]+)")
_MARKS, _RELATIONS = "mention", "coref"


@dataclass(frozen=True, slots=True)
class Paula:
    """A folder of files is a document. Marks that relations connect are an entity."""

    suffixes: ClassVar[tuple[str, ...]] = (".xml",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TEXT, Layer.TOKENS, Layer.SPACING, Layer.MENTIONS, Layer.DISCONTINUOUS),
            *(Layer.ENTITIES, Layer.SINGLETONS, Layer.TYPES),
        }
    )
    language: str = ""
    """Code of the language of the documents, which the files do not state."""
    mentions: tuple[str, ...] = ("mention", "referent", "markable", "referentSeg")
    """Types of marks that are mentions even if no relation has them."""
    relations: tuple[str, ...] = (
        "coref",
        "coreference",
        "anaphoric",
        "ident",
        "anaphor_antecedent",
    )
    """Types of relations that are coreference."""
    typed_by: tuple[str, ...] = ("entity", "type", "etype")
    """Types of features of marks that name the type of their entity."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        return 0.95 if "<paula" in sample and "paula_id" in sample else 0.0

    def parts(self, files: Files) -> Iterator[File]:
        """All files of this format, whatever they annotate, and their definitions."""
        for file in files:
            if file.suffix == ".dtd" or self.recognise(file):
                yield file

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        folders: dict[str, list[Xml]] = {}
        for file in files:
            if file.suffix != ".dtd":
                folder = str(PurePosixPath(file.name).parent)
                folders.setdefault(folder, []).append(xml(file, problems))
        for folder, sources in folders.items():
            yield _Folder(sources, self).result(PurePosixPath(folder).name)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        names = file_stems()
        for item in items:
            name = names(item.document.id)
            for kind, text in _written(item, name):
                yield Chunk(text, f"{name}/{name}.{kind}.xml")


class _Folder:
    """The files of one document."""

    def __init__(self, sources: list[Xml], format: Paula) -> None:
        self._sources, self._format = sources, format

    def _lists(self, kind: str) -> Iterator[tuple[Xml, Element]]:
        for source in self._sources:
            for element in source.root.iterfind(kind):
                yield source, element

    def result(self, fallback: str) -> Annotated:
        source, body = next(self._lists("body"), (None, None))
        if source is None or body is None:
            label = self._sources[0].file.label
            raise FormatError("folder without a text", path=label, remedy="read the whole folder")
        name = fallback or source.file.id.removesuffix(".text")
        layers = Layers(source, name, self._format.language, content(body))
        marks: list[tuple[Xml, Element, str]] = []
        for origin, listed in self._lists("markList"):
            for mark in listed.iterfind("mark"):
                place = _STRING.search(mark.get(_HREF) or "")
                # Marks of characters are words; marks of marks are mentions, which need the words
                # first.
                if place is None:
                    marks.append((origin, mark, listed.get("type") or ""))
                else:
                    start, length = int(place[1]) - 1, int(place[2])
                    form = layers.text[max(0, start) : start + length]
                    id = mark.get("id") or ""
                    layers.add_word(mark, id, form, key=0, start=start)
        order = list(layers.index)
        chains = self._chains()
        names: dict[str, str] = {}
        types = self._types()
        for origin, mark, kind in marks:
            id = mark.get("id") or ""
            if id in chains or kind in self._format.mentions:
                layers.source = origin
                chain = names.setdefault(chains.get(id, id), str(len(names) + 1))
                layers.add_mention(mark, chain, _targets(mark.get(_HREF) or "", layers, order))
                layers.types[chain] = layers.types.get(chain) or types.get(id, "")
        return layers.result()

    def _chains(self) -> dict[str, str]:
        """The name of the chain of each mark in a relation: the name of one of its marks."""
        chain: dict[str, str] = {}
        members: dict[str, list[str]] = {}
        for source, listed in self._lists("relList"):
            if (listed.get("type") or "") not in self._format.relations:
                continue
            for relation in listed.iterfind("rel"):
                ends = [_NAME.findall(relation.get(key) or "") for key in (_HREF, "target")]
                if not (ends[0] and ends[1]):
                    remedy = leniently("leaves it out", "name both marks")
                    source.report("relation without two marks", relation, remedy=remedy)
                    continue
                for id in (ends[0][0], ends[1][0]):
                    members.setdefault(chain.setdefault(id, id), [id])
                both = (chain[ends[0][0]], chain[ends[1][0]])
                few, many = sorted(both, key=lambda one: len(members[one]))
                if few == many:
                    continue
                for id in members.pop(few):
                    chain[id] = many
                    members[many].append(id)
        return chain

    def _types(self) -> dict[str, str]:
        types: dict[str, str] = {}
        for _, listed in self._lists("featList"):
            if (listed.get("type") or "") in self._format.typed_by:
                for feature in listed.iterfind("feat"):
                    for id in _NAME.findall(feature.get(_HREF) or ""):
                        types.setdefault(id, feature.get("value") or "")
        return types


def _targets(reference: str, layers: Layers, order: list[str]) -> Iterator[str]:
    """The tokens of a mark: named one by one, or as ranges from one to another in their order."""
    for first, last in _RANGE.findall(reference):
        if first in layers.index and last in layers.index:
            yield from order[layers.index[first] : layers.index[last] + 1]
        else:
            yield first if first not in layers.index else last
    yield from _NAME.findall(_RANGE.sub("", reference).replace("#xpointer", ""))


def _written(item: Annotated, name: str) -> Iterator[tuple[str, str]]:
    """The files of a document, each by its kind."""
    document = with_tokens(item.document)
    body = f"<body>{escaped(document.text)}</body>\n"
    yield "text", _file(f"{name}_text", "text", body)
    words = [(index, token) for index, token in enumerate(document.tokens) if not token.empty]
    tokens = "".join(
        f'<mark id="tok_{index + 1}" xlink:href="#xpointer(string-range(//body,\'\','
        f'{token.start + 1},{token.end - token.start}))"/>\n'
        for index, token in words
    )
    yield "tok", _listed(f"{name}_tok", "mark", "tok", f"{name}.text.xml", tokens)
    marks: list[str] = []
    features: list[str] = []
    relations: list[str] = []
    overt = {index for index, _ in words}
    for entity in item.annotation.entities:
        before = ""
        for mention in entity.mentions:
            spans = runs(index for index in mention.tokens if index in overt)
            if not spans:
                continue
            id = f"{_MARKS}_{len(marks) + 1}"
            places = ",".join(
                f"#tok_{index + 1}" for start, end in spans for index in range(start, end)
            )
            marks.append(f'<mark id="{id}" xlink:href="({places})"/>\n')
            if entity.type:
                features.append(f'<feat xlink:href="#{id}" value={quoted(entity.type)}/>\n')
            # A chain is a path in PAULA: each mention points to the one before.
            if before:
                number = len(relations) + 1
                relations.append(
                    f'<rel id="rel_{number}" xlink:href="#{id}" target="#{before}"/>\n'
                )
            before = id
    base = f"{name}.{_MARKS}.xml"
    yield _MARKS, _listed(f"{name}_{_MARKS}", "mark", _MARKS, f"{name}.tok.xml", "".join(marks))
    if features:
        kind = f"{_MARKS}_type"
        yield kind, _listed(f"{name}_{kind}", "feat", "type", base, "".join(features))
    if relations:
        kind = f"{_MARKS}_{_RELATIONS}"
        yield kind, _listed(f"{name}_{kind}", "rel", _RELATIONS, base, "".join(relations))


def _listed(id: str, element: str, kind: str, base: str, inside: str) -> str:
    listed = (
        f'<{element}List xmlns:xlink="{_LINK}" type={quoted(kind)} xml:base={quoted(base)}>\n'
        f"{inside}</{element}List>\n"
    )
    return _file(id, element, listed)


def _file(id: str, definition: str, inside: str) -> str:
    typed = ' type="text"' if definition == "text" else ""
    return (
        '<?xml version="1.0" standalone="no"?>\n'
        f'<!DOCTYPE paula SYSTEM "paula_{definition}.dtd">\n<paula version="1.1">\n'
        f"<header paula_id={quoted(id)}{typed}/>\n{inside}</paula>\n"
    )
