"""Plain text that only teachers answer: novels, the web, an encyclopedia, any other texts."""

from __future__ import annotations

import bz2
import gzip
import html
import random
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

CHUNK = 1300
"""Words of a passage at most, but for its last paragraph."""
TESTS = frozenset({145, 155, 217, 599, 766, 543, 2084, 2891})
"""Numbers of the novels that books are tested on; no model learns from them."""
Text = tuple[str, str]


def raw_texts(
    corpora: Path, novels: int, web: int, wikipedia: Path | None, plain: Path | None = None
) -> list[Text]:
    """So many words of novels (without their openings, which LitBank has, and without those that
    are tests) and of EWT train; all articles of a dump of Wikipedia; all files of a folder of plain
    texts.
    """
    chooser = random.Random(7)
    texts = [*_novels(corpora / "en_novels/novels.tar.xz", novels, chooser)]
    texts += _web(corpora / "ud_en_ewt/en_ewt-ud-train.conllu.gz", web, chooser)
    if wikipedia is not None:
        texts += _encyclopedia(wikipedia, chooser)
    if plain is not None:
        texts += (
            (one.stem, one.read_text(encoding="utf-8")) for one in sorted(plain.glob("*.txt"))
        )
    chooser.shuffle(texts)
    return texts


def _novels(path: Path, words: int, chooser: random.Random) -> Iterator[Text]:
    with tarfile.open(path) as files:
        members = [
            member
            for member in files.getmembers()
            if member.name.endswith(".txt") and int(member.name.partition("_")[0]) not in TESTS
        ]
        each = words // len(members)
        for member in members:
            text = files.extractfile(member).read().decode("utf-8", "replace")  # type: ignore[union-attr]
            paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
            taken = 0
            while taken < each:
                start = chooser.randrange(len(paragraphs) // 10, len(paragraphs) - 40)
                chunk: list[str] = []
                size = chooser.choice([300, 600, CHUNK])
                while _words(chunk) < size and start < len(paragraphs) - 5:
                    chunk.append(paragraphs[start])
                    start += 1
                if _words(chunk) <= 2 * CHUNK:
                    yield f"{Path(member.name).stem}-{start}", "\n\n".join(filter(None, chunk))
                    taken += _words(chunk)


def _web(path: Path, words: int, chooser: random.Random) -> Iterator[Text]:
    documents: list[list[str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
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
        count = len(text.split())
        if taken < words and 60 <= count <= 2 * CHUNK:
            yield f"ewt-{number}", text
            taken += count


def _encyclopedia(path: Path, chooser: random.Random) -> Iterator[Text]:
    """Passages of articles."""
    for title, paragraphs in articles(path):
        chunk: list[str] = []
        number = 0
        size = chooser.choice([200, 400, 800])
        for paragraph in paragraphs:
            chunk.append(paragraph)
            if _words(chunk) >= size:
                yield f"{title}-{number}", "\n\n".join(chunk)
                chunk, number = [], number + 1
                size = chooser.choice([200, 400, 800])


def articles(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The titles of the articles in a dump (XML, bz2), and their paragraphs of prose."""
    with bz2.open(path, "rt", encoding="utf-8") as file:
        dump = file.read()
    for page in re.findall(r"<page>(.*?)</page>", dump, re.DOTALL):
        title = re.search(r"<title>(.*?)</title>", page)
        body = re.search(r"<text[^>]*>(.*?)</text>", page, re.DOTALL)
        if title is None or body is None or body[1].startswith("#"):
            continue
        yield title[1], list(_prose(html.unescape(body[1])))


def _prose(markup: str) -> Iterator[str]:
    """The paragraphs of an article without markup; lists, tables and headings are left out."""
    text = re.sub(r"<!--.*?-->", "", markup, flags=re.DOTALL)
    text = re.sub(r"<ref[^>]*/>|<(ref|math|gallery|table|div)\b.*?</\1>", "", text, flags=re.DOTALL)
    for pattern in (r"\{\{[^{}]*\}\}", r"\{\|[^{}]*?\|\}"):
        while (shorter := re.sub(pattern, "", text, flags=re.DOTALL)) != text:
            text = shorter
    links = r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]"
    text = re.sub(
        links,
        r"\1",
        re.sub(r"\[\[(?:File|Image):[^\[\]]*(?:\[\[[^\[\]]*\]\][^\[\]]*)*\]\]", "", text),
    )
    text = re.sub(r"\[https?://\S+ ?([^\]]*)\]", r"\1", text)
    text = re.sub(r"<[^>]+>|'{2,}", "", text)
    for part in text.split("\n"):
        line = re.sub(r" ?\([ ,;]*\)", "", html.unescape(part)).replace("\xa0", " ").strip()
        plain = not re.match(r"[=*#:;|!{}\[<]", line) and not re.search(r"[{}\[\]|]|https?:", line)
        if plain and len(line.split()) >= 25 and line.endswith((".", '"', "”")):
            yield " ".join(line.split())


def _words(parts: list[str]) -> int:
    return sum(len(part.split()) for part in parts)
