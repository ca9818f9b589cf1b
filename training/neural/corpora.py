"""The documents of public corpora that the bundled models learn from, in the
views that training chooses from.
"""

from __future__ import annotations

import gzip
import random
import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document
from coindex.core.document import Span as DocumentSpan
from coindex.experiment.pipeline import Pipeline
from coindex.resolvers.discourse import Discourse
from coindex.training.neural.items import (
    Item,
    Question,
    View,
    given_view,
    labelled_item,
    proposed,
    swapped_view,
)
from coindex.training.neural.spans import Labels, Span
from training.english.corpora import NON_COMMERCIAL

GIVEN = 'bundled(tokens="given", sentences="given")'
HELD = {"gum": 10, "litbank": 12, "craft": 15, "gap": 10}
"""One training document in this many is kept from training."""
CRAFT_EVERY = 3
CHUNK = 1300
One = TypeVar("One")


def items(corpus: str, corpora: Path, part: str, limit: int) -> Iterator[Item]:
    """Of *gum*, *litbank*, *craft* or *gap*; `limit` bounds their number, unless it is 0."""
    read = {"gum": _gum, "litbank": _litbank, "craft": _craft, "gap": _gap}[corpus]
    yield from read(corpora, part, limit)


def _item(
    keys: Mapping[str, Annotated],
    document: Document,
    corpus: str,
    part: str,
    types: dict[Span, str] | None = None,
) -> Item:
    item = labelled_item(keys, document, corpus, part, types)
    if part == "train" and corpus != "craft":
        item.views += [swapped_view(item.views[0]), given_view(keys, types)]
    return item


def _parts(found: list[One], corpus: str, part: str) -> Iterator[tuple[One, str]]:
    for number, one in enumerate(found):
        held = part == "train" and number % HELD[corpus] == HELD[corpus] // 2
        yield one, "held" if held else part


def _gum(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = [
        key
        for key in formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu")
        if part == "dev" or key.document.genre not in NON_COMMERCIAL
    ][: limit or None]
    onto = {
        key.document.id: key
        for key in formats.read(corpora / f"en_gum/ontogum_conll_{part}.tar.gz", "conll")
    }
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for (key, shown), document in zip(_parts(keys, "gum", part), parsed, strict=True):
        both = {"gum": key}
        other = onto.get(key.document.id)
        places = [index for index, token in enumerate(key.document.tokens) if not token.empty]
        if other is not None and len(other.document.tokens) == len(places):
            both["ontonotes"] = Annotated(key.document, _moved(other.annotation, places))
        else:
            print("no OntoGUM", key.document.id)
        yield _item(both, document, "gum", shown)


def _moved(annotation: Annotation, places: list[int]) -> Annotation:
    """On tokens among which there are empty ones."""

    def moved(mention: Mention) -> Mention:
        return mention._replace(
            parts=tuple(
                DocumentSpan(places[part.start], places[part.end - 1] + 1) for part in mention.parts
            )
        )

    return replace(
        annotation,
        mentions=tuple(map(moved, annotation.mentions)),
        entities=tuple(
            one._replace(mentions=tuple(map(moved, one.mentions))) for one in annotation.entities
        ),
        links=(),
    )


def _litbank(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    archive = corpora / f"en_litbank/litbank_coref_{part}.tar.gz"
    keys = list(formats.read(archive, "conll"))[: limit or None]
    types = _litbank_types(archive)
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    for (key, shown), document in zip(_parts(keys, "litbank", part), parsed, strict=True):
        same = Annotated(document, key.annotation)
        name = key.document.id.removesuffix("_brat")
        yield _item({"litbank": same}, document, "litbank", shown, types.get(name))


def _litbank_types(archive: Path) -> dict[str, dict[Span, str]]:
    found: dict[str, dict[Span, str]] = {}
    with tarfile.open(archive) as files:
        content = {
            member.name: files.extractfile(member).read().decode("utf-8")  # type: ignore[union-attr]
            for member in files.getmembers()
            if member.name.startswith("coref/tsv/")
        }
    for name, text in content.items():
        if name.endswith(".ann"):
            starts = [0]
            for line in content[f"{name[:-4]}.txt"].splitlines():
                starts.append(starts[-1] + len(line.split()))
            rows = [line.split("\t") for line in text.splitlines() if line.startswith("MENTION")]
            stem = Path(name).stem.removesuffix("_brat")
            found[stem] = {
                (starts[int(row[2])] + int(row[3]), starts[int(row[4])] + int(row[5])): row[7]
                for row in rows
            }
    return found


def _craft(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = list(formats.read(corpora / f"en_craft/craft_{part}.tar.xz", "craft"))
    chosen = [
        pair for number, pair in enumerate(_parts(keys, "craft", part)) if number % CRAFT_EVERY == 1
    ]
    chosen = chosen[: limit or None]
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key, _ in chosen)
    for (key, shown), document in zip(chosen, parsed, strict=True):
        yield _item({"craft": key}, document, "craft", shown)


def _gap(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    name = "development" if part == "train" else "validation"
    keys = list(formats.read(corpora / f"en_gap/gap-{name}.tsv.gz", "gap"))[: limit or None]
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for (key, shown), document in zip(_parts(keys, "gap", part), parsed, strict=True):
        discourse = proposed(document)
        view = View("own", discourse, [])
        item = Item(key.document.id, "gap", shown, [view], {"question": _question(key, discourse)})
        if shown == "train":
            item.views.append(swapped_view(view))
        yield item


_MARKED = re.compile(r"\{(\d+):([^{}]*)\}")


def invented(path: Path, limit: int) -> Iterator[Item]:
    """Texts with marked mentions `{number:words}`, one a line; a line break is written as `|`."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines = lines[: limit or None]
    texts, marks = [], []
    for line in lines:
        text, spans = "", []
        last = 0
        for match in _MARKED.finditer(line):
            text += line[last : match.start()]
            spans.append((int(match[1]), len(text), len(text) + len(match[2])))
            text += match[2]
            last = match.end()
        text += line[last:]
        texts.append(text.replace("|", "\n"))
        marks.append(spans)
    parsed = Pipeline().parsed(
        Document(f"invented-{number}", text, language="en") for number, text in enumerate(texts)
    )
    for number, (document, spans) in enumerate(zip(parsed, marks, strict=True)):
        discourse = proposed(document)
        entity = _marked_entities(discourse, spans)
        unknown = len(entity)
        found = Labels(entity, [-1] * unknown, [(-1, -1)] * unknown)
        view = View("own", discourse, [found])
        held = number % 20 == 10
        item = Item(f"invented-{number}", "invented", "held" if held else "train", [view])
        if not held:
            item.views.append(swapped_view(view))
        yield item


def _marked_entities(discourse: Discourse, spans: list[tuple[int, int, int]]) -> list[int]:
    tokens = discourse.document.tokens
    entity = [-1] * len(discourse.expressions)
    for number, start, end in spans:
        exact = [
            one.number
            for one in discourse.expressions
            if tokens[one.mention.start].start == start and tokens[one.mention.end - 1].end == end
        ]
        inside = [
            one.number
            for one in discourse.expressions
            if start <= tokens[one.head].start < end and tokens[one.mention.start].start >= start
        ]
        for found in (exact or inside)[:1]:
            entity[found] = number
    return entity


def raw(texts: list[tuple[str, str]]) -> Iterator[Item]:
    parsed = Pipeline().parsed(Document(name, text, language="en") for name, text in texts)
    for document in parsed:
        yield Item(document.id, "raw", "train", [View("own", proposed(document), [])])


def raw_texts(corpora: Path, novels: int, web: int) -> list[tuple[str, str]]:
    """So many words of novels (without their openings, which LitBank has) and of EWT train."""
    chooser = random.Random(7)
    texts: list[tuple[str, str]] = []
    with tarfile.open(corpora / "en_novels/novels.tar.xz") as files:
        members = [member for member in files.getmembers() if member.name.endswith(".txt")]
        each = novels // len(members)
        for member in members:
            text = files.extractfile(member).read().decode("utf-8", "replace")  # type: ignore[union-attr]
            paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
            taken = 0
            while taken < each:
                start = chooser.randrange(len(paragraphs) // 10, len(paragraphs) - 40)
                chunk: list[str] = []
                size = chooser.choice([300, 600, CHUNK])
                while (
                    sum(len(part.split()) for part in chunk) < size and start < len(paragraphs) - 5
                ):
                    chunk.append(paragraphs[start])
                    start += 1
                words = sum(len(part.split()) for part in chunk)
                if words > 2 * CHUNK:
                    continue
                texts.append(
                    (
                        f"{Path(member.name).stem}-{start}",
                        "\n\n".join(part for part in chunk if part),
                    )
                )
                taken += words
    with gzip.open(
        corpora / "ud_en_ewt/en_ewt-ud-train.conllu.gz", "rt", encoding="utf-8"
    ) as lines:
        documents: list[list[str]] = []
        for line in lines:
            if line.startswith("# newdoc"):
                documents.append([])
            elif line.startswith("# newpar") and documents and documents[-1]:
                documents[-1].append("\n\n")
            elif line.startswith("# text = "):
                documents[-1].append(line[9:].strip() + " ")
    chooser.shuffle(documents)
    taken = 0
    for number, parts in enumerate(documents):
        text = "".join(parts).strip()
        words = len(text.split())
        if taken < web and 60 <= words <= 2 * CHUNK:
            texts.append((f"ewt-{number}", text))
            taken += words
    chooser.shuffle(texts)
    return texts


def _question(key: Annotated, discourse: Discourse) -> Question:
    tokens = discourse.document.tokens
    asked = next(
        mention for mention in key.annotation.mentions if not mention.attribute("candidate")
    )
    start, end = _characters(key.document, asked)
    pronoun = next(
        (
            one.number
            for one in discourse.expressions
            if tokens[one.mention.start].start == start and tokens[one.mention.end - 1].end == end
        ),
        -1,
    )
    true = {mention for entity in key.annotation.entities for mention in entity.mentions}
    names: list[tuple[int, ...]] = [(), ()]
    right = [False, False]
    for mention in key.annotation.mentions:
        place = "AB".find(mention.attribute("candidate") or "?")
        if place >= 0:
            left, stop = _characters(key.document, mention)
            names[place] = tuple(
                one.number
                for one in discourse.expressions
                if not one.pronominal and left <= tokens[one.head].start < stop
            )
            right[place] = mention in true
    feminine = asked.text(key.document).lower() in ("she", "her", "hers")
    return Question(pronoun, (names[0], names[1]), (right[0], right[1]), feminine)


def _characters(document: Document, mention: Mention) -> tuple[int, int]:
    return document.tokens[mention.start].start, document.tokens[mention.end - 1].end
