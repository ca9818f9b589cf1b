"""Reads a CAS: text, DKPro's analysis of it, and coreference in the types of either tool."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Attributes,
    Entity,
    Kind,
    Mention,
    in_order,
)
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.remedies import leniently
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.running import joined
from coindex.formats.standoff import utf16_units
from coindex.formats.xmi.structures import CasFile, Structure

UNSPECIFIED = "x-unspecified"
ANNOTATOR = "/coref/annotator/api"
_STRUCTURE = frozenset({"sofa", "begin", "end"})
_ENTITY = frozenset({"Label", "XmlId", "Color", "Key", "Hidden", "Members", "sofa"})
_METADATA = frozenset(
    {"sofa", "begin", "end", "language", "documentId", "documentTitle", "isLastSegment"}
)


class CasReading:
    """One CAS; the type system is not needed."""

    def __init__(self, source: CasFile, view: str) -> None:
        self.source = source
        self.sofa = self._sofa(view)
        self.text = self.sofa.get("sofaString", "")
        self._units = utf16_units(self.text)
        self._last = len(self._units) - 1 if self._units else len(self.text)
        self.by_id: dict[str, Structure] = {}
        self.by_type: dict[str, list[Structure]] = {}
        own = ("", self.sofa.id)
        for structure in source.structures:
            id = structure.id
            if id in self.by_id:
                source.report(
                    "id occurs twice",
                    structure,
                    detail=id,
                    remedy=leniently("uses the first for references"),
                )
            self.by_id.setdefault(id, structure)
            if structure.get("sofa") in own:
                self.by_type.setdefault(structure.type, []).append(structure)

    def _sofa(self, view: str) -> Structure:
        sofas = [
            one
            for one in self.source.structures
            if one.type == "Sofa" and "sofaString" in one.values
        ]
        if not sofas:
            raise FormatError(
                Message("no text ({sofa} with sofaString)", sofa=self.source.sofa),
                path=self.source.label,
                line=1,
                column=1,
                remedy=Message(
                    "export as {called}, not the type system", called=self.source.called
                ),
            )
        return next((sofa for sofa in sofas if sofa.get("sofaID") == view), sofas[0])

    def result(self, fallback: str) -> Annotated:
        metadata = next(iter(self.by_type.get("DocumentMetaData", ())), None)
        name = (metadata.get("documentId", "") if metadata is not None else "") or fallback
        document = self.document = self._document(name, metadata)
        self.offsets = TokenOffsets(document)
        chains = [*self._dkpro(), *self._annotator()]
        mentions = in_order(
            [*(mention for _, members, _ in chains for mention in members), *self._unchained()]
        )
        rank = {id(mention): number for number, mention in enumerate(mentions)}
        chains.sort(key=lambda chain: min(rank[id(mention)] for mention in chain[1]))
        return Annotated(
            document,
            Annotation(
                document.id,
                mentions=mentions,
                entities=tuple(
                    Entity(name or str(number), in_order(members), attributes=attributes)
                    for number, (name, members, attributes) in enumerate(chains, 1)
                ),
            ),
        )

    def _document(self, id: str, metadata: Structure | None) -> Document:
        language = (metadata.get("language", "") if metadata is not None else "").replace(
            UNSPECIFIED, ""
        )
        meta = self._meta(metadata)
        tokens = self._tokens()
        if not tokens:
            cuts = [
                at
                for name in ("CoreferenceLink", "Mention", "MentionSurface", "DetachedMentionPart")
                for at in self._edges(name, quiet=True)
            ]
            return from_text(id, self.text, cuts, language=language, meta=meta)
        return Document(
            id, self.text, language, tuple(tokens), tuple(self._sentences(tokens)), meta
        )

    def _meta(self, metadata: Structure | None) -> dict[str, str]:
        meta = {
            e.get("key", ""): e.get("value", "")
            for e in self.by_type.get("MetaDataStringField", ())
        }
        if metadata is not None:
            title = metadata.get("documentTitle")
            meta.update({"title": title} if title else {})
            meta.update({k: v for k, v in metadata.values.items() if k not in _METADATA})
        return meta

    def _edges(self, name: str, *, quiet: bool = False) -> Iterator[int]:
        for element in self.by_type.get(name, ()):
            span = self._characters(element, quiet=quiet)
            if span:
                yield from span

    def _characters(self, element: Structure, *, quiet: bool = False) -> tuple[int, int] | None:
        """Begin and end as characters of the text; `None`, with a report, if they are invalid."""
        begin, end = element.get("begin", ""), element.get("end", "")
        valid = begin.isdecimal() and end.isdecimal() and len(begin) < 12 and len(end) < 12
        if valid and int(begin) <= int(end) <= self._last:
            return self._character(int(begin)), self._character(int(end))
        if not quiet:
            self.source.report(
                "begin and end are not in the text",
                element,
                detail=begin,
                remedy=leniently("leaves the annotation out", "correct the offsets"),
            )
        return None

    def _character(self, unit: int) -> int:
        return self._units[unit] if self._units else unit

    def _tokens(self) -> list[Token]:
        """Words in the order of the text, with the values of their references or of other
        annotations.
        """
        words = []
        for element in self.by_type.get("Token", ()):
            span = self._characters(element)
            if span and span[0] < span[1]:
                words.append((span, element))
        words.sort(key=lambda item: item[0])
        places = {element.id: index for index, (_, element) in enumerate(words)}
        tokens = [self._token(span, element) for span, element in words]
        for element in [*self.by_type.get("Dependency", ()), *self.by_type.get("ROOT", ())]:
            dependent, governor = (
                places.get(element.get("Dependent", "")),
                places.get(element.get("Governor", "")),
            )
            if dependent is None or governor is None:
                self.source.report(
                    "dependency of a token that does not exist",
                    element,
                    detail=element.get("Dependent" if dependent is None else "Governor", ""),
                    remedy=leniently("drops the dependency"),
                )
            elif element.get("flavor", "basic") == "basic":
                head = ROOT if dependent == governor else governor
                tokens[dependent] = tokens[dependent]._replace(
                    head=head, deprel=element.get("DependencyType", "")
                )
        return tokens

    def _token(self, span: tuple[int, int], element: Structure) -> Token:
        pos = self.by_id.get(element.get("pos", ""))
        kind = pos.type if pos is not None else ""
        coarse = pos.get("coarseValue", "") if pos is not None else ""
        return Token(
            *span,
            self._value(element, "form") or self.text[slice(*span)],
            lemma=self._value(element, "lemma"),
            xpos=pos.get("PosValue", "") if pos is not None else "",
            upos=coarse or (kind[4:] if kind.startswith("POS_") else ""),
            feats=self._value(element, "morph"),
        )

    def _value(self, token: Structure, feature: str) -> str:
        feature_structure = self.by_id.get(token.get(feature, ""))
        return feature_structure.get("value", "") if feature_structure is not None else ""

    def _sentences(self, tokens: list[Token]) -> Iterator[Sentence]:
        """Sentences as marked; words outside all sentences form sentences of their own."""
        edges = {at for name in ("Sentence", "Paragraph", "Heading") for at in self._edges(name)}
        paragraphs = sorted(
            at for element in self.by_type.get("Paragraph", ()) if (at := self._begin(element)) >= 0
        )
        headings = {
            at for element in self.by_type.get("Heading", ()) if (at := self._begin(element)) >= 0
        }
        if not self.by_type.get("Sentence"):
            edges |= {at + 1 for at, character in enumerate(self.text) if character == "\n"}
        cuts = sorted({*edges, len(self.text)})
        begin, number, seen, last = 0, 0, -1, 0
        for cut in cuts:
            stop = begin
            # A cut inside a word falls behind it, so that no word is in two sentences.
            while stop < len(tokens) and tokens[stop].start < cut:
                stop += 1
            if stop > begin:
                start = tokens[begin].start
                while last < len(paragraphs) and paragraphs[last] <= start:
                    last += 1
                if last != seen:
                    number, seen = number + (seen >= 0), last
                yield Sentence(Span(begin, stop), paragraph=number, heading=start in headings)
                begin = stop

    def _begin(self, element: Structure) -> int:
        span = self._characters(element, quiet=True)
        return span[0] if span else -1

    def _mention(
        self, element: Structure, others: list[Structure], attributes: Attributes
    ) -> Mention | None:
        parts = []
        for piece in (element, *others):
            span = self._characters(piece)
            if span is None:
                continue
            tokens = self.offsets.overlapping(*span)
            if tokens is None:
                self.source.report(
                    "mention without words",
                    piece,
                    detail=piece.get("begin", ""),
                    remedy=leniently("leaves it out"),
                )
                continue
            self._check(piece, span, tokens)
            parts.append(tokens)
        if not parts:
            return None
        values = dict(attributes)
        kind = values.get("referenceType", "")
        known = kind in tuple(Kind) and kind
        kept = tuple(pair for pair in attributes if not (known and pair[0] == "referenceType"))
        return Mention(joined(parts), kind=Kind(kind) if known else Kind.UNKNOWN, attributes=kept)

    def _check(self, element: Structure, span: tuple[int, int], tokens: Span) -> None:
        text = self.text[slice(*span)]
        start, end = span[0] + len(text) - len(text.lstrip()), span[0] + len(text.rstrip())
        words = self.document.tokens
        if (words[tokens.start].start, words[tokens.end - 1].end) != (start, end):
            self.source.report(
                "mention cuts through a word",
                element,
                detail=element.get("begin", ""),
                remedy=leniently("extends it to whole words", "let it begin and end with words"),
            )

    def _dkpro(self) -> Iterator[tuple[str, list[Mention], Attributes]]:
        """Read chains: a chain points to its first link, and each link to the next."""
        self._chained: set[str] = set()
        for chain in self.by_type.get("CoreferenceChain", ()):
            members: list[Mention] = []
            link, reference = chain, chain.get("first", "")
            while reference:
                following = self.by_id.get(reference)
                if (
                    following is None
                    or reference in self._chained
                    or following.type != "CoreferenceLink"
                ):
                    self.source.report(
                        "chain continues with a link that does not exist",
                        link,
                        detail=reference,
                        remedy=leniently("ends the chain here"),
                    )
                    break
                self._chained.add(reference)
                link, reference = following, following.get("next", "")
                mention = self._mention(link, [], _further(link, _STRUCTURE | {"next"}))
                if mention:
                    members.append(mention)
            if members:
                yield "", members, ()

    def _unchained(self) -> Iterator[Mention]:
        """Links in no chain, and Coref Annotator's mentions without an entity."""
        for link in self.by_type.get("CoreferenceLink", ()):
            if link.id not in self._chained:
                mention = self._mention(link, [], _further(link, _STRUCTURE | {"next"}))
                if mention:
                    yield mention
        for element in self._annotators("Mention"):
            if element.get("Entity", "") not in self._known:
                if element.get("Entity"):
                    self.source.report(
                        "mention of an entity that does not exist",
                        element,
                        detail=element.get("Entity", ""),
                        remedy=leniently("keeps the mention in no entity"),
                    )
                mention = self._annotated(element)
                if mention:
                    yield mention

    def _annotators(self, *names: str) -> list[Structure]:
        """Elements of Coref Annotator's types; those without text belong to no view."""
        return [
            one for one in self.source.structures if one.type in names and ANNOTATOR in one.package
        ]

    def _annotator(self) -> Iterator[tuple[str, list[Mention], Attributes]]:
        entities = self._annotators("Entity", "EntityGroup")
        self._known = {entity.id for entity in entities}
        groups: dict[str, list[Structure]] = {}
        for element in self._annotators("Mention"):
            groups.setdefault(element.get("Entity", ""), []).append(element)
        for entity in entities:
            id = entity.id
            members = [
                mention for element in groups.get(id, ()) if (mention := self._annotated(element))
            ]
            named = [
                (name, entity.get(name, "")) for name in ("Label", "Members") if entity.get(name)
            ]
            if members:
                yield entity.get("XmlId") or id, members, (*named, *_further(entity, _ENTITY))

    def _annotated(self, element: Structure) -> Mention | None:
        """The parts of a mention: version 1 has its own extent and a detached part, version 2 a
        list of surfaces.
        """
        references = [
            *element.get("Surface", "").split(),
            *element.get("Discontinuous", "").split(),
        ]
        references += element.get("AdditionalExtent", "").split()
        pieces = [self.by_id[reference] for reference in references if reference in self.by_id]
        further = _further(
            element, _STRUCTURE | {"Entity", "Surface", "Discontinuous", "AdditionalExtent"}
        )
        pieces = [piece for piece in pieces if piece.get("begin")]
        if element.get("begin"):
            return self._mention(element, pieces, further)
        if not pieces:
            self.source.report("mention without words", element, remedy=leniently("leaves it out"))
            return None
        return self._mention(pieces[0], pieces[1:], further)


def _further(element: Structure, known: frozenset[str]) -> Attributes:
    own = [(name, value) for name, value in element.values.items() if name not in known]
    return (*own, *element.lists)
