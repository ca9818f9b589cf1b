"""The documents of public corpora that the bundled models learn from, in the
views that training chooses from.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document
from coindex.core.document import Span as DocumentSpan
from coindex.language.discourse.discourse import Discourse
from coindex.pipeline.pipeline import Pipeline
from coindex.training.antecedents.items import (
    LabelledView,
    TrainingItem,
    given_view,
    labelled_item,
    proposed,
    swapped_view,
)
from coindex.training.antecedents.spans import UNKNOWN, Labels, Span
from training.marks import COMPOSED, DISCOURSES, EVERYDAY, Mark, marked_texts, read_marks
from training.parser.english.corpora import NON_COMMERCIAL, fold_of

GIVEN = 'tokens="given", sentences="given"'
HELD = {
    "gum": 10,
    "litbank": 12,
    "craft": 15,
    "gap": 10,
    "composed": 12,
    "discourses": 12,
    "everyday": 12,
}
"""One training document in this many is kept from training."""
VARIANTS = 10
"""Discourses are kept from training by so many at a time, since neighbours may be variants."""
CRAFT_EVERY = 3
One = TypeVar("One")


class Question(NamedTuple):
    """A pronoun of GAP and two names, as numbers of expressions; an empty tuple if no mention was
    found.
    """

    pronoun: int
    names: tuple[tuple[int, ...], tuple[int, ...]]
    right: tuple[bool, bool]
    feminine: bool


class Wanted(NamedTuple):
    """Documents of a corpus: those of a part, at most `limit` of them (0: all), and of these the
    shard's, `place` of so many. `parsers` holds parsers, each trained without one of the folds.
    """

    part: str = "train"
    limit: int = 0
    place: int = 0
    shards: int = 1
    parsers: Path | None = None

    def chosen(self, found: list[One]) -> list[One]:
        return found[: self.limit or None][self.place :: self.shards]


def items(corpus: str, corpora: Path, wanted: Wanted) -> Iterator[TrainingItem]:
    """Of *gum*, *litbank*, *craft* or *gap*."""
    read = {"gum": _gum, "litbank": _litbank, "craft": _craft, "gap": _gap}[corpus]
    yield from read(corpora, wanted)


def _parsed(documents: Iterable[Document], wanted: Wanted, tokens: str = "") -> Iterator[Document]:
    """By the bundled parser, or each by the one that was trained without its fold."""
    if wanted.parsers is None:
        yield from Pipeline(f"bundled({tokens})").parsed(documents)
        return
    folds = len([*wanted.parsers.iterdir()])
    pipelines = [
        Pipeline(f"bundled(folder={str(wanted.parsers / str(fold))!r}, {tokens})")
        for fold in range(folds)
    ]
    for document in documents:
        yield from pipelines[fold_of(document.id, folds)].parsed([document])


def _item(
    keys: Mapping[str, Annotated],
    document: Document,
    corpus: str,
    part: str,
    types: dict[Span, str] | None = None,
) -> TrainingItem:
    item = labelled_item(keys, document, corpus, part, types)
    if part == "train" and corpus != "craft":
        item.views += [swapped_view(item.views[0]), given_view(keys, types)]
    return item


def in_parts(found: list[One], corpus: str, part: str) -> list[tuple[One, str]]:
    """Each with its part: some are kept from training."""

    def shown(number: int) -> str:
        place = number // VARIANTS if corpus == "discourses" else number
        held = part == "train" and place % HELD[corpus] == HELD[corpus] // 2
        return "held" if held else part

    return [(one, shown(number)) for number, one in enumerate(found)]


def _gum(corpora: Path, wanted: Wanted) -> Iterator[TrainingItem]:
    part = wanted.part
    keys = [
        key
        for key in formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu")
        if part == "dev" or key.document.genre not in NON_COMMERCIAL
    ]
    chosen = wanted.chosen(in_parts(keys, "gum", part))
    onto = {
        key.document.id: key
        for key in formats.read(corpora / f"en_gum/ontogum_conll_{part}.tar.gz", "conll")
    }
    texts = (Document(key.document.id, key.document.text) for key, _ in chosen)
    for (key, shown), document in zip(chosen, _parsed(texts, wanted), strict=True):
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


def _litbank(corpora: Path, wanted: Wanted) -> Iterator[TrainingItem]:
    archive = corpora / f"en_litbank/litbank_coref_{wanted.part}.tar.gz"
    chosen = wanted.chosen(in_parts(list(formats.read(archive, "conll")), "litbank", wanted.part))
    types = _litbank_types(archive)
    parsed = _parsed((key.document for key, _ in chosen), wanted, GIVEN)
    for (key, shown), document in zip(chosen, parsed, strict=True):
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


def _craft(corpora: Path, wanted: Wanted) -> Iterator[TrainingItem]:
    keys = list(formats.read(corpora / f"en_craft/craft_{wanted.part}.tar.xz", "craft"))
    chosen = wanted.chosen(in_parts(keys, "craft", wanted.part)[1::CRAFT_EVERY])
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key, _ in chosen)
    for (key, shown), document in zip(chosen, parsed, strict=True):
        yield _item({"craft": key}, document, "craft", shown)


def _gap(corpora: Path, wanted: Wanted) -> Iterator[TrainingItem]:
    name = "development" if wanted.part == "train" else "validation"
    keys = list(formats.read(corpora / f"en_gap/gap-{name}.tsv.gz", "gap"))
    chosen = wanted.chosen(in_parts(keys, "gap", wanted.part))
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key, _ in chosen)
    for (key, shown), document in zip(chosen, parsed, strict=True):
        discourse = proposed(document)
        view = LabelledView("own", discourse, [])
        item = TrainingItem(
            key.document.id, "gap", shown, [view], {"question": _question(key, discourse)}
        )
        if shown == "train":
            item.views.append(swapped_view(view))
        yield item


def invented(lines: list[str], wanted: Wanted) -> Iterator[TrainingItem]:
    """Short texts with marked mentions; a line break is written as `|`. Only links are learnt."""
    chosen = wanted.chosen([*enumerate(lines)])
    texts = [read_marks(line.replace("|", "\n")) for _, line in chosen]
    parsed = Pipeline().parsed(
        Document(f"invented-{number}", text.plain, language="en")
        for (number, _), text in zip(chosen, texts, strict=True)
    )
    for (number, _), document, text in zip(chosen, parsed, texts, strict=True):
        discourse = proposed(document)
        entity = _marked_entities(discourse, text.marks)
        unknown = len(entity)
        found = Labels(entity, [UNKNOWN] * unknown, [(UNKNOWN, UNKNOWN)] * unknown)
        view = LabelledView("own", discourse, [found])
        held = number % 20 == 10
        item = TrainingItem(f"invented-{number}", "invented", "held" if held else "train", [view])
        if not held:
            item.views.append(swapped_view(view))
        yield item


def marked(corpus: str, wanted: Wanted) -> Iterator[TrainingItem]:
    """Texts composed for training, in which an unmarked expression has no antecedent; whether it is
    a mention, and of which type, is unknown.
    """
    texts = marked_texts(
        {"composed": COMPOSED, "discourses": DISCOURSES, "everyday": EVERYDAY / "en"}[corpus]
    )
    chosen = wanted.chosen(in_parts(texts, corpus, wanted.part))
    parsed = Pipeline().parsed(
        Document(name, text.plain, language="en") for (name, text), _ in chosen
    )
    for ((_, text), shown), document in zip(chosen, parsed, strict=True):
        key = Annotated(document, text.annotation(document))
        item = labelled_item({"gum": key}, document, corpus, shown)
        view = item.views[0]
        (known,) = view.labels
        view.labels = [known._replace(type=[UNKNOWN] * len(known.type))]
        if shown == "train":
            item.views.append(swapped_view(view))
        yield item


def _marked_entities(discourse: Discourse, marks: Sequence[Mark]) -> list[int]:
    tokens = discourse.document.tokens
    entity = [-1] * len(discourse.expressions)
    for number, start, end, _ in marks:
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


def raw(texts: list[tuple[str, str]]) -> Iterator[TrainingItem]:
    parsed = Pipeline().parsed(Document(name, text, language="en") for name, text in texts)
    for document in parsed:
        yield TrainingItem(
            document.id, "raw", "train", [LabelledView("own", proposed(document), [])]
        )


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
