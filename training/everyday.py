"""Checks everyday texts, and puts the parts that are not learned from into the language's package:
`python -m training.everyday en --read FILE... --test FILE...`.

Marks nest, every pronoun is marked, and no name or sentence stands in two parts.
"""

from __future__ import annotations

import argparse
import lzma
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import pronouns
from training.marks import BETWEEN_TEXTS, EVERYDAY, Mark, MarkedText, read_marks

LEAST, MOST = 40, 250
"""Words of a text."""
SHORT = 8
"""Sentences of fewer words (*Thank you very much.*) are anybody's."""
ANYBODYS = frozenset(
    """
    Agreement AGREEMENT Allotments Basque Committee Company Danes Dental Ghent Health House
    Iloilo Lake Lane Lettings Library LLC Ltd Lyon Marine Owner Parties Plovdiv Red Road
    Skipper Society Street Support Swahili Transit Trust X-ray Monday Tuesday's Thursday
    Friday Sunday March Dad Mum Mama Club Council Court Hospital School University Dr Mr Mrs
    Ms
    Hotel Line Payments Ibadan Publisher Rovers Translator Viennese Work Ediciones Editorial
    Universidad Vos
    """.split()  # noqa: SIM905
)
"""Words of institutions, days, and places of the world that several writers named."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TITLE = re.compile(r"\b(?:[DM]rs?|Ms|Prof|Cllr|Supt|Rep|Sra?|Dra|Don|St|Capt|Sgt|Lic|Ing)\.$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def problems(text: MarkedText, language: str) -> Iterator[str]:
    """What is wrong with a text."""
    words = len(_WORD.findall(text.plain))
    if not text.meta.get("genre"):
        yield "its header names no genre"
    if not LEAST <= words <= MOST:
        yield f"{words} words, not {LEAST} to {MOST}"
    spans = [(mark.start, mark.end) for mark in text.marks]
    for start, end in {span for span in spans if spans.count(span) > 1 and span[0] < span[1]}:
        yield f"two marks of the same words: {text.plain[start:end]!r}"
    numbers = {mark.number for mark in text.marks}
    for mark in text.marks:
        if missing := set(mark.members) - numbers:
            yield f"a group of what is nowhere mentioned: {sorted(missing)}"
    yield from _unmarked(text.plain, text.marks, language)


def _unmarked(plain: str, marks: Sequence[Mark], language: str) -> Iterator[str]:
    # *That* and *one* are conjunction and numeral as well, *lo* and *la* articles: not asked for.
    known = {
        form
        for form, pronoun in pronouns(language).items()
        if pronoun.kind.value in ("personal", "possessive", "reflexive") and " " not in form
    }
    grammar = get_language(language)
    ambiguous = {"one", "ones", "one's", "u", "per", "vis", "se", "nos", "sí", "consigo"}
    ambiguous |= grammar.words("grammar", "definite") | grammar.words("grammar", "neopronoun")
    for word in _WORD.finditer(plain):
        if word[0].lower() in known - ambiguous and not any(
            mark.start <= word.start()
            and word.end() <= mark.end
            and mark.end - mark.start < 2 * len(word[0]) + 12
            for mark in marks
        ):
            near = plain[max(0, word.start() - 20) : word.end() + 10]
            yield f"a pronoun without a mark: {near!r}"


def sentences(texts: Sequence[MarkedText]) -> set[str]:
    """The sentences of texts that are long enough to be somebody's own."""
    return {
        sentence.strip().lower()
        for text in texts
        for sentence in _SENTENCE_END.split(text.plain)
        if len(_WORD.findall(sentence)) >= SHORT
    }


def names(texts: Sequence[MarkedText], places: frozenset[str]) -> set[str]:
    """Words of names in mentions of people and things, places and peoples of the world apart.

    A word that also stands in small letters, or begins a sentence, is none.
    """
    found: set[str] = set()
    for text in texts:
        small = set(re.findall(r"\b[^\W\d_A-ZÁÉÍÓÚÑ][^\W\d_]*\b", text.plain))
        for mark in text.marks:
            for word in _WORD.finditer(text.plain, mark.start, mark.end):
                before = text.plain[: word.start()].rstrip(" *<[(\"“'‘«—")
                begins = not before or before[-1] in ".!?:\n…"
                begins = begins and not _TITLE.search(before)
                is_name = word[0][0].isupper() and word[0].lower() not in small and not begins
                if is_name and word[0] not in places | ANYBODYS and len(word[0]) > 2:
                    found.add(word[0])
    return found


def known_places(language: str) -> frozenset[str]:
    """Words of countries, peoples, months, days, titles and institutions, which anybody may use."""
    read = get_language(language)
    folder = read.folder
    assert folder is not None
    words = re.findall(r"[^\W\d_]+", folder.joinpath("countries.tsv").read_text(encoding="utf-8"))
    for file, name in (("people", "title.male"), ("people", "title.female")):
        words += read.words(file, name)
    words += read.words("people", "title.neutral")
    return frozenset({word.capitalize() for word in words} | set(words))


def texts_of(paths: Sequence[Path]) -> list[tuple[str, MarkedText]]:
    """The texts of files, each with a name for messages."""
    return [
        (f"{path.name}, text {number}", read_marks(text.strip("\n")))
        for path in paths
        for number, text in enumerate(path.read_text(encoding="utf-8").split(BETWEEN_TEXTS), 1)
    ]


def check(parts: Mapping[str, Sequence[Path]], language: str) -> list[str]:
    """What is wrong with the texts of some parts, and what two parts share."""
    read = {name: texts_of(paths) for name, paths in parts.items()}
    found = [
        f"{place}: {problem}"
        for texts in read.values()
        for place, text in texts
        for problem in problems(text, language)
    ]
    places = known_places(language)
    for one, other in combinations(read, 2):
        first, second = ([text for _, text in read[name]] for name in (one, other))
        for shared in sorted(sentences(first) & sentences(second)):
            found.append(f"{one} and {other} share a sentence: {shared}")
        for shared in sorted(names(first, places) & names(second, places)):
            found.append(f"{one} and {other} share a name: {shared}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.everyday", description=__doc__)
    parser.add_argument("language")
    parser.add_argument("--read", type=Path, nargs="*", default=[])
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("-o", "--output", type=Path, help="folder for both parts")
    options = parser.parse_args()
    learned = sorted((EVERYDAY / options.language).glob("*.txt"))
    parts = {"learn": learned, "read": options.read, "test": options.test}
    if found := check(parts, options.language):
        sys.exit("\n".join(found))
    for name, paths in parts.items():
        print(f"{name}: {len(texts_of(paths))} texts")
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        read, test = (
            BETWEEN_TEXTS.join(path.read_text(encoding="utf-8").strip("\n") for path in paths)
            for paths in (options.read, options.test)
        )
        if read:
            (options.output / "read.txt").write_text(f"{read}\n", encoding="utf-8")
        if test:
            (options.output / "test.txt.xz").write_bytes(lzma.compress(f"{test}\n".encode()))


if __name__ == "__main__":
    main()
