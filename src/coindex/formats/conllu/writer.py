"""Writes CoNLL-U: tokens into lines, mentions into `Entity=`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Kind, Link, Mention, Reference, Relation
from coindex.core.document import ROOT, Document, Multiword, Sentence, Token
from coindex.formats.conllu.entities import APPENDED, KEPT_EMPTY, PLACES, place_of
from coindex.formats.conllu.fields import HEADER, ID_FIELDS, escaped, numbers_in
from coindex.formats.conllu.reader import AS_READ, EMPTY_HEADS, HEADER_COMMENT, INHERITED, header_of

_BREAKS = str.maketrans("\t\n\r", "   ")
_NAME = re.compile(r"[^\s()|\[\]-]+")


def lines_of(item: Annotated, *, first: bool = True, declared: tuple[str, ...] = ()) -> str:
    """A document in CoNLL-U. The first one of a file keeps its comments as they are, even without
    `# newdoc`; `declared` are the fields of `Entity=` of the document before it.
    """
    document, annotation = item
    header = header_in(item)
    own = bool(header_of(document.sentences))
    cells = _Cells(document, annotation, header or HEADER, known=bool(header)).misc
    style = _Style.of(annotation)
    lines: list[str] = []
    paragraph = -1
    for sentence in document.sentences:
        begins = not lines
        lines += _comments(
            document,
            sentence,
            begins=begins,
            newpar=sentence.paragraph != paragraph,
            named=not first,
            as_read=style.as_read,
        )
        if begins and not own and annotation.mentions and (header or HEADER) != declared:
            at = next((i + 1 for i, line in enumerate(lines) if line.startswith("# newdoc")), 0)
            lines.insert(at, HEADER_COMMENT + "-".join(header or HEADER))
        paragraph = sentence.paragraph
        lines += _token_lines(document, sentence, cells, style)
        lines.append("")
    return "\n".join([*lines, ""]) if lines else ""


class _Style(NamedTuple):
    """How the file wrote what can be written in several ways."""

    appended: bool
    as_read: bool
    places: Mapping[int, int]
    empty: Mapping[int, tuple[str, str]]

    @classmethod
    def of(cls, annotation: Annotation) -> _Style:
        kept = dict(annotation.attributes)
        places = (one.split(":") for one in kept.get(PLACES, "").split())
        empty = (one.partition("=") for one in kept.get(EMPTY_HEADS, "").split())
        return cls(
            APPENDED in annotation.attributes,
            AS_READ in annotation.attributes,
            {int(token): int(place) for token, place in places},
            {int(token): _head_and_relation(value) for token, _, value in empty},
        )


def _head_and_relation(value: str) -> tuple[str, str]:
    head, _, relation = value.partition("/")
    return head, relation


def header_in(item: Annotated) -> tuple[str, ...]:
    """The fields of `Entity=` that a document was read with."""
    inherited = dict(item.annotation.attributes).get(INHERITED, "")
    return header_of(item.document.sentences) or tuple(filter(None, inherited.split("-")))


def _comments(
    document: Document,
    sentence: Sentence,
    *,
    begins: bool,
    newpar: bool,
    named: bool,
    as_read: bool,
) -> Iterator[str]:
    """The comments of a sentence, preceded by those that it lacks; if it has none, all
    that apply.
    """
    own = sentence.comments
    keys = {line[1:].lstrip().partition(" = ")[0] for line in own}
    begun = any(key.startswith("newdoc") for key in keys)
    # A sentence with comments of its own comes from a file: what that left out is not made up.
    if begins and not begun and (named or not (own or as_read)):
        yield f"# newdoc id = {document.id}"
    if begins:
        yield from _of_document(document, commented=bool(own) or as_read)
    if (
        newpar
        and not as_read
        and not (own and begins)
        and not any(key.startswith("newpar") for key in keys)
        and not begun
    ):
        yield "# newpar"
    if sentence.heading and not _commented_before(document, sentence, "# newpar_block"):
        yield "# newpar_block = head (1 s)"
    if sentence.id and "sent_id" not in keys:
        yield f"# sent_id = {sentence.id}"
    if sentence.speaker and "speaker" not in keys:
        yield f"# speaker = {sentence.speaker}"
    yield from own
    words = [] if own or as_read else list(document.words(sentence.span))
    if words:
        yield f"# text = {' '.join(document.text[words[0].start : words[-1].end].split())}"


def _of_document(document: Document, *, commented: bool) -> Iterator[str]:
    """The comments of a document; the language is included only if there are no comments yet, since
    the file may have stated it elsewhere.
    """
    if document.language and not commented:
        yield f"# language = {document.language}"
    comments = (
        [line for sentence in document.sentences for line in sentence.comments]
        if document.meta
        else []
    )
    for key, value in document.meta.items():
        if not any(line.startswith(f"# meta::{key} =") for line in comments):
            yield f"# meta::{key} = {' '.join(value.split())}"


def _commented_before(document: Document, sentence: Sentence, beginning: str) -> bool:
    """Whether a comment of this or an earlier sentence begins like this: a heading's comment may
    cover several sentences.
    """
    until = document.sentence_index(sentence.span.start) + 1
    return any(
        line.startswith(beginning)
        for earlier in document.sentences[:until]
        for line in earlier.comments
    )


def _token_lines(
    document: Document, sentence: Sentence, cells: Mapping[int, str], style: _Style
) -> Iterator[str]:
    span = sentence.span
    numbers = _numbers(document, sentence)
    multiwords = {multiword.span.start: multiword for multiword in sentence.multiwords}
    inside_until = -1
    spacing = _spacing(document, sentence)
    for index in range(span.start, span.end):
        token = document.tokens[index]
        multiword = multiwords.get(index)
        if multiword:
            inside_until = multiword.span.end
            yield _multiword_line(multiword, numbers, document, spacing)
        misc = token.misc
        if index >= inside_until and index in spacing and "SpaceAfter=" not in misc:
            misc = with_item(misc, "SpaceAfter=No")
        if index in cells:
            for entry in cells[index].split("|"):
                kept = style.places.get(index) if entry.startswith("Entity=") else None
                misc = _with_entry(misc, entry, kept, appended=style.appended)
        columns = _columns(token, numbers, index, misc)
        if token.empty and index in style.empty:
            columns = (*columns[:6], *style.empty[index], *columns[8:])
        yield "\t".join(columns)


def _columns(token: Token, numbers: Mapping[int, str], index: int, misc: str) -> tuple[str, ...]:
    head = (
        "_" if token.head is None else "0" if token.head == ROOT else numbers.get(token.head, "_")
    )
    return (
        numbers[index],
        token.form.translate(_BREAKS) or "_",
        token.lemma or "_",
        token.upos or "_",
        token.xpos or "_",
        token.feats or "_",
        head,
        token.deprel or "_",
        token.deps or "_",
        misc or "_",
    )


def _numbers(document: Document, sentence: Sentence) -> dict[int, str]:
    numbers, count, inner = {}, 0, 0
    for index in range(sentence.span.start, sentence.span.end):
        if document.tokens[index].empty:
            inner += 1
            numbers[index] = f"{count}.{inner}"
        else:
            count, inner = count + 1, 0
            numbers[index] = str(count)
    return numbers


def _multiword_line(
    multiword: Multiword, numbers: Mapping[int, str], document: Document, spacing: set[int]
) -> str:
    words = [
        i for i in range(multiword.span.start, multiword.span.end) if not document.tokens[i].empty
    ]
    misc = multiword.misc
    if words[-1] in spacing and "SpaceAfter=" not in misc:
        misc = with_item(misc, "SpaceAfter=No")
    ids = f"{numbers[words[0]]}-{numbers[words[-1]]}"
    return "\t".join((ids, multiword.form, *"___", multiword.feats or "_", *"___", misc or "_"))


def _spacing(document: Document, sentence: Sentence) -> set[int]:
    """The words after which the next one follows without a space."""
    span = sentence.span
    stop = min(span.end + 1, len(document.tokens))
    words = [index for index in range(span.start, stop) if not document.tokens[index].empty]
    close = {a for a, b in pairwise(words) if document.tokens[a].end == document.tokens[b].start}
    return {index for index in close if document.tokens[index].end > document.tokens[index].start}


def with_item(misc: str, item: str) -> str:
    """MISC with one more entry: in alphabetical order if the others are sorted, else at the end."""
    return _with_entry(misc, item, None, appended=False)


def _with_entry(misc: str, entry: str, place: int | None, *, appended: bool) -> str:
    """MISC with one more entry, at the place where the file had it or else where its style says."""
    items = misc.split("|") if misc else []
    at = place_of(entry, misc, appended=appended) if place is None else place
    return "|".join([*items[:at], entry, *items[at:]])


class _Cells:
    """The entries that coreference adds to the MISC column, by token."""

    def __init__(
        self, document: Document, annotation: Annotation, header: Sequence[str], *, known: bool
    ) -> None:
        self.document, self.annotation, self.header = document, annotation, header
        self.keep_empty = (
            KEPT_EMPTY in annotation.attributes or not header or ("other" in header and not known)
        )
        self.ids: dict[int, str] = {}
        self.types: dict[int, str] = {}
        for entity, name in zip(annotation.entities, entity_names(annotation), strict=True):
            for mention in entity.mentions:
                self.ids[id(mention)] = name
                self.types[id(mention)] = entity.type
        opened = sorted(
            annotation.mentions, key=lambda mention: (mention.parts[0].start, -mention.parts[0].end)
        )
        self.numbers = {id(mention): number for number, mention in enumerate(opened, 1)}
        self.links_in_other = links_in_other(annotation.links)
        self.misc = self._misc()

    def _misc(self) -> dict[int, str]:
        singles: dict[int, list[str]] = {}
        opening: dict[int, list[tuple[int, str]]] = {}
        closing: dict[int, list[tuple[int, int, str]]] = {}
        for order, mention in enumerate(self.annotation.mentions):
            name = self._name(mention)
            total = len(mention.parts)
            for number, part in enumerate(mention.parts, 1):
                own = f"{name}[{number}/{total}]" if total > 1 else name
                item = f"({self._fields(mention, own)}"
                if part.length == 1:
                    singles.setdefault(part.start, []).append(f"{item})")
                else:
                    opening.setdefault(part.start, []).append((-part.end, item))
                    closing.setdefault(part.end - 1, []).append((-part.start, -order, f"{own})"))
        cells: dict[int, list[str]] = {}
        for place in {*singles, *opening, *closing}:
            begin = [item for _, item in sorted(opening.get(place, ()), key=lambda pair: pair[0])]
            end = [item for _, _, item in sorted(closing.get(place, ()))]
            alone = singles.get(place, [])
            items = [*end, *begin, *alone] if begin and end else [*begin, *alone, *end]
            cells.setdefault(place, []).append("Entity=" + "".join(items))
        self._relations(cells)
        return {place: "|".join(entries) for place, entries in cells.items()}

    def _relations(self, cells: dict[int, list[str]]) -> None:
        bridges: dict[int, list[str]] = {}
        splits: dict[int, list[str]] = {}
        for link in self.annotation.links:
            if not between_entities(link, self.ids):
                continue
            right, place = self._name(link.anaphor), link.anaphor.start
            if link.relation is Relation.BRIDGING:
                subtype = f":{link.subtype}" if link.subtype else ""
                bridges.setdefault(place, []).extend(
                    f"{self._name(a)}<{right}{subtype}" for a in link.antecedents
                )
            elif len(link.antecedents) > 1:
                splits.setdefault(place, []).extend(
                    f"{self._name(a)}<{right}" for a in link.antecedents
                )
        for key, links in (("Bridge", bridges), ("SplitAnte", splits)):
            for place, items in links.items():
                cells.setdefault(place, []).append(f"{key}={','.join(items)}")

    def _name(self, mention: Mention) -> str:
        return self.ids.get(id(mention)) or f"m{self.numbers.get(id(mention), 0)}"

    def _fields(self, mention: Mention, name: str) -> str:
        inside = mention.tokens
        values = []
        for field in self.header:
            if field in ID_FIELDS:
                values.append(name)
            elif field == "etype":
                values.append(
                    mention.attribute("etype") or escaped(self.types.get(id(mention), ""))
                )
            elif field == "head" and mention.head in inside:
                values.append(str(inside.index(mention.head) + 1))
            elif (
                field == "minspan" and mention.minimum is not None and not mention.attribute(field)
            ):
                values.append(numbers_in(mention.minimum, inside))
            elif field == "other":
                values.append(",".join(self._other(mention)))
            else:
                values.append(mention.attribute(field))
        if not self.keep_empty:
            while values and not values[-1]:
                values.pop()
        return "-".join(values)

    def _other(self, mention: Mention) -> Iterator[str]:
        if mention.attribute("other"):
            yield mention.attribute("other")
        if mention.kind is not Kind.UNKNOWN:
            yield f"kind:{mention.kind}"
        if mention.minimum is not None and "minspan" not in self.header:
            inside = mention.tokens
            first, last = mention.minimum.start, mention.minimum.end - 1
            yield f"min:{inside.index(first) + 1}..{inside.index(last) + 1}"
        if mention.reference is not Reference.UNMARKED:
            yield f"ref:{mention.reference}"
        if mention.subtype:
            yield f"sub:{escaped(mention.subtype)}"
        if id(mention) not in self.ids:
            yield "markable:1"
        link = self.links_in_other.get(id(mention))
        if link:
            yield f"ante:{self.numbers[id(link.antecedents[0])]}"
            if link.optional:
                yield "opt:1"
            if link.relation is not Relation.IDENTITY:
                yield f"rel:{link.relation}"


def entity_names(annotation: Annotation) -> list[str]:
    """The ids of entities; an id that is not allowed in `Entity=`, or is used twice, is
    replaced.
    """
    taken = {entity.id for entity in annotation.entities}
    fresh = (name for number in count(1) if (name := f"e{number}") not in taken)
    names: list[str] = []
    seen: set[str] = set()
    for entity in annotation.entities:
        fits = entity.id not in seen and _NAME.fullmatch(entity.id)
        seen.add(entity.id)
        names.append(entity.id if fits else next(fresh))
    return names


def between_entities(link: Link, ids: Container[int]) -> bool:
    """Whether all ends of a link are in entities: `Bridge` and `SplitAnte` cannot name others."""
    return all(id(mention) in ids for mention in (link.anaphor, *link.antecedents))


def links_in_other(links: Sequence[Link]) -> dict[int, Link]:
    """The links that `other` can represent: one antecedent, not bridging."""
    return {
        id(link.anaphor): link
        for link in links
        if len(link.antecedents) == 1 and link.relation is not Relation.BRIDGING
    }
