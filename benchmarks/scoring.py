"""How fast we score, and that others agree: pairs made from real corpora, against
scorers that can be installed.

    python -m benchmarks.scoring CORPORA [--against PYTHON] [--scorer NAME=COMMAND ...]

CORPORA (or the variable of that name) is a folder with the archives of `en_gum` and `en_litbank`.
PYTHON is that of an environment in which another release is installed; the two take turns, so that
a machine that becomes slower does so for both. A command gets the paths of key and response
appended, and is timed only; `scorch`, if installed, is compared value by value.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Sentence, Span, Token
from coindex.measures.coreference import B3, BLANC, MUC, CEAFe, CEAFm
from coindex.measures.pair import Pair
from coindex.report.table import Average, Cell, Table

COINDEX = (sys.executable, "-m", "coindex", "score")
SAME = 1e-9


class Used(NamedTuple):
    cpu: float
    megabytes: float


def corpus(folder: Path) -> Iterator[Annotated]:
    for path in sorted((folder / "en_gum").glob("dep_conllu_*.tar.gz")):
        yield from formats.read(path, "conllu")
    for path in sorted((folder / "en_litbank").glob("litbank_coref_*.tar.gz")):
        yield from formats.read(path, "conll")


def perturbed(item: Annotated, chance: random.Random) -> Annotated:
    """A response that drops and shifts mentions, splits and merges entities."""
    last = len(item.document.tokens)
    groups: list[list[Mention]] = []
    for entity in item.annotation.entities:
        kept = [_shifted(m, last, chance) for m in entity.mentions if chance.random() > 0.12]
        if len(kept) > 2 and chance.random() < 0.2:
            cut = chance.randrange(1, len(kept))
            groups += [kept[:cut], kept[cut:]]
        elif kept and groups and chance.random() < 0.12:
            groups[chance.randrange(len(groups))] += kept
        elif kept:
            groups.append(kept)
    seen: set[tuple[Span, ...]] = set()
    entities = []
    for number, group in enumerate(groups):
        fresh = [m for m in group if m.parts not in seen and not seen.add(m.parts)]  # type: ignore[func-returns-value]
        if fresh:
            entities.append(
                Entity(str(number), tuple(sorted(fresh, key=lambda m: (m.start, -m.end))))
            )
    return Annotated(item.document, Annotation(item.document.id, entities=tuple(entities)))


def _shifted(mention: Mention, last: int, chance: random.Random) -> Mention:
    if chance.random() > 0.08 or mention.end >= last or len(mention.parts) > 1:
        return mention
    return mention._replace(parts=(Span(mention.start, mention.end + 1),))


def clean(item: Annotated) -> Annotated:
    """One mention per span, whole spans, no zeros: what every scorer can read."""
    seen: set[Span] = set()
    words = [index for index, token in enumerate(item.document.tokens) if not token.empty]
    place = {index: number for number, index in enumerate(words)}
    entities: list[Entity] = []
    for entity in item.annotation.entities:
        kept = []
        for mention in entity.mentions:
            inside = [place[index] for index in range(*mention.span) if index in place]
            span = Span(inside[0], inside[-1] + 1) if inside else None
            if span and span not in seen:
                seen.add(span)
                kept.append(Mention((span,)))
        if kept:
            entities.append(entity._replace(mentions=tuple(kept), id=str(len(entities))))
    tokens = [
        Token(0, len(item.document.tokens[index].form), item.document.tokens[index].form)
        for index in words
    ]
    document = _document(
        item.document.id, tokens, [place_of(s, place) for s in item.document.sentences]
    )
    return Annotated(document, Annotation(item.document.id, entities=tuple(entities)))


def place_of(sentence: Sentence, place: dict[int, int]) -> Sentence:
    inside = [place[index] for index in range(*sentence.span) if index in place]
    return Sentence(Span(inside[0], inside[-1] + 1)) if inside else Sentence(Span(0, 0))


def _document(id: str, tokens: list[Token], sentences: list[Sentence]) -> Document:
    return Document(
        id, "", tokens=tuple(tokens), sentences=tuple(s for s in sentences if s.span.length)
    )


def joined(items: list[Annotated], id: str) -> Annotated:
    """Several documents as one long one."""
    tokens: list[Token] = []
    sentences: list[Sentence] = []
    entities: list[Entity] = []
    for item in items:
        base = len(tokens)
        tokens += item.document.tokens
        sentences += [
            Sentence(Span(s.span.start + base, s.span.end + base)) for s in item.document.sentences
        ]
        for entity in item.annotation.entities:
            moved = [Mention((Span(m.start + base, m.end + base),)) for m in entity.mentions]
            entities.append(Entity(str(len(entities)), tuple(moved)))
    return Annotated(_document(id, tokens, sentences), Annotation(id, entities=tuple(entities)))


def measured(command: tuple[str, ...]) -> Used:
    """Processor time, not wall time: the machine may be busy."""
    program = (
        "import resource,subprocess,sys;"
        "r=subprocess.run(sys.argv[1:],capture_output=True,text=True);"
        "u=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "sys.stderr.write(r.stderr) if r.returncode else None;"
        "print(u.ru_utime+u.ru_stime,u.ru_maxrss/1024)"
    )
    found = subprocess.run(
        (sys.executable, "-c", program, *command), capture_output=True, text=True, check=False
    )
    if found.stderr:
        raise SystemExit(f"{' '.join(command)} failed: {found.stderr[-2000:]}")
    return Used(*map(float, found.stdout.split()))


def write(
    items: list[Annotated], responses: list[Annotated], folder: Path, name: str
) -> tuple[Path, Path]:
    paths = folder / f"{name}.key.conll", folder / f"{name}.response.conll"
    formats.write(items, paths[0], "conll(minimal=True)")
    formats.write(responses, paths[1], "conll(minimal=True)")
    return paths


def repeated(paths: tuple[Path, Path], times: int, folder: Path) -> tuple[Path, Path]:
    """The same documents over and over under new ids."""
    made = []
    for path in paths:
        target = folder / f"many.{path.name.split('.', 1)[1]}"
        text = path.read_text(encoding="utf-8")
        with target.open("w", encoding="utf-8") as stream:
            for number in range(times):
                stream.write(text.replace("#begin document (", f"#begin document ({number}/"))
        made.append(target)
    return made[0], made[1]


def as_clusters(items: list[Annotated], folder: Path) -> Path:
    """Scorch's own input: a JSON file per document."""
    folder.mkdir(parents=True, exist_ok=True)
    for item in items:
        clusters = {
            e.id: [f"{m.start}-{m.end}" for m in e.mentions] for e in item.annotation.entities
        }
        name = item.document.id.replace("/", "_")
        (folder / f"{name}.json").write_text(json.dumps({"type": "clusters", "clusters": clusters}))
    return folder


def agreement(items: list[Annotated], responses: list[Annotated]) -> None:
    """The largest difference between scorch's functions and ours over all documents."""
    from scorch import scores

    theirs: dict[Any, Any] = {
        MUC(): scores.muc,
        B3(): scores.b_cubed,
        CEAFm(): scores.ceaf_m,
        CEAFe(): scores.ceaf_e,
        BLANC(): scores.blanc,
    }
    for measure, function in theirs.items():
        largest = 0.0
        for item, response in zip(items, responses, strict=True):
            groups = [
                [{m.span for m in e.mentions} for e in side.annotation.entities]
                for side in (item, response)
            ]
            score = measure.score(
                measure.counts(Pair(item.document, item.annotation, response.annotation))
            )
            ours = (score.recall, score.precision, score.f1)
            largest = max(
                largest,
                *(abs(a - (b or 0.0)) for a, b in zip(function(*groups), ours, strict=True)),
            )
        verdict = "agrees" if largest < SAME else "DIFFERS"
        print(f"{type(measure).__name__:6} {verdict} with scorch: largest difference {largest:.2e}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="?", default=os.environ.get("CORPORA", ""), type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--against", help="Python of another release")
    parser.add_argument("--rounds", type=int, default=3, help="times that each is measured")
    parser.add_argument("--scorer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--documents", type=int, default=280)
    parser.add_argument("--tokens", type=int, default=268_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = options.work or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        run(options.corpora, folder, options)


def run(corpora: Path, folder: Path, options: argparse.Namespace) -> None:
    chance = random.Random(12345)
    items = chosen(list(map(clean, corpus(corpora))), options.documents, options.tokens)
    responses = [perturbed(item, chance) for item in items]
    tokens = sum(len(item.document.tokens) for item in items)
    print(f"{len(items)} documents, {tokens:,} tokens")
    many = write(items, responses, folder, "corpus")
    sizes = {"corpus": many}
    for name, wanted in (("one-60k", 60_000), ("one-268k", tokens)):
        part = upto(items, wanted)
        whole = joined(part, name)
        print(
            f"{name}: {len(whole.document.tokens):,} tokens, {len(whole.annotation.entities):,} "
            "entities"
        )
        sizes[name] = write([whole], [perturbed(whole, chance)], folder, name)
    sizes["many"] = repeated(many, -(-6_000_000 // tokens), folder)
    scorers = {
        "coindex": COINDEX,
        **({"other": (options.against, *COINDEX[1:])} if options.against else {}),
        **{n: tuple(c.split()) for n, _, c in (s.partition("=") for s in options.scorer)},
    }
    used = {
        (size, name): taken
        for size, paths in sizes.items()
        for name, taken in in_turns(scorers, paths, options.rounds).items()
    }
    if options.against:
        command = "python -m benchmarks.scoring CORPORA --against PYTHON"
        record("scoring", [_beside(sizes, used)], command=command)
    if importlib.util.find_spec("scorch"):
        agreement(items, responses)
        folders = as_clusters(items, folder / "key"), as_clusters(responses, folder / "response")
        print(measured((sys.executable, "-m", "scorch.main", *map(str, folders))))
    else:
        print("scorch is not installed: nothing to compare with (pip install scorch)")


def in_turns(
    scorers: Mapping[str, tuple[str, ...]], paths: tuple[Path, Path], rounds: int
) -> dict[str, list[Used]]:
    """What each scorer took in each round."""
    used: dict[str, list[Used]] = {name: [] for name in scorers}
    for _ in range(rounds):
        for name, command in scorers.items():
            used[name].append(measured((*command, *map(str, paths))))
    for name, taken in used.items():
        best = min(taken)
        print(f"{paths[0].name:24} {name:12} {best.cpu:8.2f} CPU s {best.megabytes:8.0f} MB")
    return used


def _beside(sizes: Iterable[str], used: Mapping[tuple[str, str], list[Used]]) -> Table:
    """The best of each, and the median of the ratios, each of which is of one round."""
    rows: list[list[Cell]] = []
    for size in sizes:
        this, other = used[size, "coindex"], used[size, "other"]
        ratio = median(a.cpu / b.cpu for a, b in zip(this, other, strict=True))
        cells = [round(cell, 2) for cell in (min(this).cpu, min(other).cpu, ratio)]
        memory = [round(max(one.megabytes for one in taken)) for taken in (this, other)]
        rows.append([size, *(Average(cell) for cell in cells), *memory])
    columns = ("", "CPU s", "of the other release", "ratio", "MB", "MB of the other release")
    return Table(columns, rows)


def chosen(items: list[Annotated], documents: int, tokens: int) -> list[Annotated]:
    """Documents cut so that they have a given number of words together."""
    items = items[:documents]
    share = tokens / sum(len(item.document.tokens) for item in items)
    return [shortened(item, share) for item in items] if share < 1 else items


def shortened(item: Annotated, share: float) -> Annotated:
    end = int(share * len(item.document.tokens))
    sentences = [
        s._replace(span=Span(s.span.start, min(end, s.span.end)))
        for s in item.document.sentences
        if s.span.start < end
    ]
    entities = [
        entity._replace(mentions=kept)
        for entity in item.annotation.entities
        if (kept := tuple(m for m in entity.mentions if m.end <= end))
    ]
    document = _document(item.document.id, list(item.document.tokens[:end]), sentences)
    return Annotated(document, replace(item.annotation, entities=tuple(entities)))


def upto(items: list[Annotated], tokens: int) -> list[Annotated]:
    part: list[Annotated] = []
    for item in items:
        if sum(len(other.document.tokens) for other in part) < tokens:
            part.append(item)
    return part


if __name__ == "__main__":
    main()
