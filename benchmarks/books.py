"""Families in novels: are all names of a main character in one chain, and nobody else's?

    python -m benchmarks.books --novels FOLDER [--part mending|test] [--only NUMBER] [--show]

FOLDER holds the novels as plain text, named after their number at Project Gutenberg:
`145_middlemarch.txt`. The first 60,000 words of each are read, by `coindex book` as it comes.
`benchmarks/main_characters.json` lists up to 25 main characters of 22 novels with the names that
are theirs alone, written before any answer was read. Of these, 18 may be read to mend by. Four are
a test, which is scored five times at most; `benchmarks/main_characters.log` counts the scorings.

A name belongs to the chain that holds most of its mentions. Of all pairs of listed names:

    precision   share of pairs in one chain that name one character
    recall      share of pairs that name one character which are in one chain
    merged      characters in a chain with another one, and those of them who are of one family

`--quotations` scores the speakers of 100 random quotations of each of two novels instead, those of
`benchmarks/quotation_speakers.json`: by chapter and number in it, written before any answer was
read. What is no speech of one person was left out.

    right       the speaker is the key's person, by name or as a description of that person
    named       the same, and the person has a name in the list of characters
    nameless    no speaker, or one without a name in the list of characters
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex import __version__
from coindex.core.annotation import Annotated, Annotation, Kind
from coindex.core.document import Document
from coindex.report.table import Cell, Table
from coindex.texts.books.book import Book
from coindex.texts.books.chapters import chapter_of
from coindex.texts.books.characters import Character
from coindex.texts.books.reading import BookReader

LISTS = Path(__file__).parent / "main_characters.json"
SPEAKERS = LISTS.with_name("quotation_speakers.json")
LOG = LISTS.with_suffix(".log")
WORDS = 60_000
MOST = 5
"""Scorings of the test."""
TIMES = 2
"""Mentions that a name must have to count."""
COLUMNS = ("novel", "characters", "names", "precision", "recall", "merged", "of one family")
COMMAND = "python -m benchmarks.books --novels FOLDER/en_novels"


class Pairs(NamedTuple):
    """Pairs of names: in one chain and of one character, in one chain, of one character."""

    right: int
    together: int
    alike: int

    @property
    def precision(self) -> float:
        return self.right / self.together if self.together else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.alike if self.alike else 1.0


class Judged(NamedTuple):
    """A novel: the owner and the chain of each listed name that occurs."""

    title: str
    owners: Mapping[str, str]
    chains: Mapping[str, str]

    @property
    def pairs(self) -> Pairs:
        pairs = list(combinations(self.chains, 2))
        together = [(a, b) for a, b in pairs if self.chains[a] == self.chains[b]]
        alike = [(a, b) for a, b in pairs if self.owners[a] == self.owners[b]]
        right = sum(self.owners[a] == self.owners[b] for a, b in together)
        return Pairs(right, len(together), len(alike))

    @property
    def merged(self) -> tuple[set[str], set[str]]:
        """Characters in a chain with another one; those who are in one with their family."""
        people: dict[str, set[str]] = {}
        for name, chain in self.chains.items():
            people.setdefault(chain, set()).add(self.owners[name])
        merged = [pair for one in people.values() for pair in combinations(sorted(one), 2)]
        family = [pair for pair in merged if len({one.split()[-1] for one in pair}) == 1]
        return {one for pair in merged for one in pair}, {one for pair in family for one in pair}

    def row(self) -> list[Cell]:
        merged, family = self.merged
        people = len({self.owners[name] for name in self.chains})
        pairs = self.pairs
        shares = (f"{pairs.precision:.3f}", f"{pairs.recall:.3f}")
        return [self.title, people, len(self.chains), *shares, len(merged), len(family)]


def plain(name: str) -> str:
    """A name as names are compared here: *Mrs Munt* is *Mrs. Munt*."""
    return " ".join(name.replace("’", "'").replace("_", "").replace(".", " ").casefold().split())


def judged(book: Book, title: str, people: Mapping[str, Sequence[str]]) -> Judged:
    owners = {plain(name): person for person, names in people.items() for name in names}
    found: dict[str, Counter[str]] = {}
    for entity in book.annotation.entities:
        for mention in entity.mentions:
            if mention.kind is Kind.NAME:
                name = plain(book.document.surface(mention.minimum or mention.span))
                if name in owners:
                    found.setdefault(name, Counter())[entity.id] += 1
    chains = {
        name: chains.most_common(1)[0][0]
        for name, chains in found.items()
        if chains.total() >= TIMES
    }
    return Judged(title, {name: owners[name] for name in chains}, chains)


def beginning(path: Path) -> Document:
    """The first words of a novel, up to the end of a paragraph."""
    text = path.read_text(encoding="utf-8")
    words = list(re.finditer(r"\S+", text))
    if len(words) > WORDS:
        text = text[: text.rindex("\n\n", 0, words[WORDS].start())]
    return Document(path.stem, text, "en")


def novels(part: str, folder: Path, only: str) -> Iterator[Judged]:
    lists = json.loads(LISTS.read_text(encoding="utf-8"))[part]
    reader = BookReader()
    for number, listed in lists.items():
        if only in ("", number):
            paths = sorted(folder.glob(f"{number}_*.txt"))
            if not paths:
                sys.exit(f"{folder} has no {number}_*.txt")
            document = beginning(paths[0])
            book = reader(Annotated(document, Annotation(document.id)))
            yield judged(book, f"*{listed['title']}*", listed["people"])


class Spoken(NamedTuple):
    """The speakers of a novel: how many there are, are right, are right by name, have no name."""

    title: str
    quotations: int
    right: int
    named: int
    nameless: int

    def row(self) -> list[Cell]:
        shares = (f"{count / self.quotations:.3f}" for count in self[2:])
        return [self.title, self.quotations, *shares]


def spoken(folder: Path, only: str) -> Iterator[Spoken]:
    """The speakers of the quotations in the key."""
    reader = BookReader()
    lists = json.loads(LISTS.read_text(encoding="utf-8"))["mending"]
    for number, key in json.loads(SPEAKERS.read_text(encoding="utf-8")).items():
        if only not in ("", number):
            continue
        document = beginning(next(folder.glob(f"{number}_*.txt")))
        book = reader(Annotated(document, Annotation(document.id)))
        characters = {one.id: one for one in book.characters}
        counts: Counter[int] = Counter()
        right = named = nameless = 0
        for quotation in book.quotations:
            chapter = chapter_of(book.chapters, quotation.span.start)
            counts[chapter] += 1
            person = key["speakers"].get(f"{chapter}.{counts[chapter]}")
            if person is None:
                continue
            names = (*lists[number]["people"].get(person, ()), *key["also"].get(person, ()))
            speaker = characters.get(quotation.speaker)
            is_right = speaker is not None and _is_called(speaker, {*map(plain, names)})
            right += is_right
            named += is_right and speaker is not None and speaker.is_named
            nameless += speaker is None or not speaker.is_named
        yield Spoken(f"*{key['title']}*", len(key["speakers"]), right, named, nameless)


def _is_called(character: Character, names: set[str]) -> bool:
    """By one of the two most frequent names; without a name, by a frequent description, or *I*."""
    called = character.names[:2] or (*character.descriptions[:4], *character.pronouns[:1])
    return any(plain(one.words) in names for one in called)


def total(novels: Sequence[Judged]) -> list[Cell]:
    """All novels together, with intervals by novel left out: four are too few."""
    right, together, alike = (
        sum(counts) for counts in zip(*(one.pairs for one in novels), strict=True)
    )
    pairs = Pairs(right, together, alike)
    people = sum(len({*one.owners.values()}) for one in novels)
    merged, family = (sum(len(one.merged[place]) for one in novels) for place in (0, 1))
    shares = (f"{pairs.precision:.3f}", f"{pairs.recall:.3f}")
    return ["all", people, sum(len(one.chains) for one in novels), *shares, merged, family]


def details(novel: Judged) -> Iterator[str]:
    """What is wrong: names of several characters in a chain, and characters in several."""
    by_chain: dict[str, list[str]] = {}
    by_owner: dict[str, dict[str, list[str]]] = {}
    for name, chain in novel.chains.items():
        by_chain.setdefault(chain, []).append(name)
        by_owner.setdefault(novel.owners[name], {}).setdefault(chain, []).append(name)
    for names in by_chain.values():
        if len({novel.owners[name] for name in names}) > 1:
            yield f"  merged: {', '.join(names)}"
    for person, chains in by_owner.items():
        if len(chains) > 1:
            yield f"  split: {person}: {' | '.join(', '.join(names) for names in chains.values())}"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--novels", type=Path, required=True, help="folder of plain texts")
    arguments.add_argument("--part", choices=("mending", "test"), default="mending")
    arguments.add_argument("--only", default="", help="number of a novel to mend by")
    arguments.add_argument("--show", action="store_true", help="print what is wrong, to mend by")
    arguments.add_argument("--quotations", action="store_true", help="score speakers instead")
    chosen = arguments.parse_args()
    if chosen.quotations:
        _score_quotations(chosen.novels, chosen.only)
        return
    test = chosen.part == "test"
    if test and (chosen.only or chosen.show):
        sys.exit("the test is scored as a whole, and nothing of it is shown")
    lines = LOG.read_text(encoding="utf-8").splitlines()[1:] if LOG.exists() else []
    if test and len(lines) >= MOST:
        sys.exit(f"{LOG} has {len(lines)} scorings, and {MOST} are allowed")
    done = []
    for novel in novels(chosen.part, chosen.novels, chosen.only):
        done.append(novel)
        print(*novel.row(), sep="\t", flush=True)
        if chosen.show:
            print(*details(novel), sep="\n", flush=True)
    table = Table(COLUMNS, [*(novel.row() for novel in done), total(done)])
    if test:
        _log(table.rows[-1])
    if chosen.only:
        return
    record(
        f"books-{chosen.part}",
        [table],
        command=f"{COMMAND} --part {chosen.part}",
        components=[] if test else ["sieve(names='book')", "texts/book"],
        languages=["en"],
        learned_from="Earlier models have read these novels; their openings are in LitBank.",
        limited=test,
    )


def _score_quotations(folder: Path, only: str) -> None:
    done = []
    for novel in spoken(folder, only):
        done.append(novel)
        print(*novel.row(), sep="\t", flush=True)
    counts = (sum(counts) for counts in zip(*(one[1:] for one in done), strict=True))
    rows = [*(one.row() for one in done), Spoken("both", *counts).row()]
    table = Table(("novel", *Spoken._fields[1:]), rows)
    if not only:
        record(
            "books-quotations",
            [table],
            command=f"{COMMAND} --quotations",
            components=["sieve(names='book')", "texts/book"],
            languages=["en"],
            learned_from="Earlier models have read these novels; their openings are in LitBank.",
        )


def _log(row: Sequence[Cell]) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    new = not LOG.exists()
    with LOG.open("a", encoding="utf-8") as file:
        if new:
            file.write("\t".join(("date", "commit", "version", *COLUMNS[1:])) + "\n")
        when = datetime.now(UTC).isoformat(timespec="seconds")
        file.write("\t".join(map(str, (when, commit, __version__, *row[1:]))) + "\n")


if __name__ == "__main__":
    main()
