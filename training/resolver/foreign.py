"""Texts with coreference in French, German, Dutch and Hungarian, from which the Spanish model
learns what languages share. Nothing parses these languages here: words, sentences and mentions are
those of the corpora.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

from coindex import formats
from training.resolver.plain import PlainItem, Span, Words, plain_view

BLOCK, FEWEST = 250, 10
"""A part of a play counts as annotated if this many words have this many mentions."""
_ENDS = frozenset({".", "!", "?", "…"})
_WORD = re.compile(r"\w+(?:['’]\w*)?|[^\w\s]")
_TAG = re.compile(r"<(/?)(\w+)((?:[^<>\"]|\"[^\"]*\")*?)/?>|([^<]+)")
_UPOS = {
    "N": "NOUN",
    "VNW": "PRON",
    "WW": "VERB",
    "ADJ": "ADJ",
    "BW": "ADV",
    "LET": "PUNCT",
    "LID": "DET",
    "TW": "NUM",
    "VG": "CCONJ",
    "VZ": "ADP",
}
"""Part of speech of the Dutch tags, by their first word."""
_IDENTITY = frozenset({"coref", "koref", "prs", "dem", "rel", "refl", "recip", "syno", "rep"})
"""Relations of KorKor that make one entity; a whole and its part are two."""


def foreign_items(corpus: str, corpora: Path) -> Iterator[PlainItem]:
    """The texts of *french*, *german*, *dutch* or *hungarian*: with the key's mentions alone, and
    with other phrases among them.
    """
    for text in foreign_texts(corpus, corpora):
        views = [plain_view(text, sort) for sort in ("own", "given")]
        yield PlainItem(text.name, corpus, "train", views)


def foreign_texts(corpus: str, corpora: Path) -> Iterator[Words]:
    for text in READERS[corpus](corpora):
        if sum(len(chain) > 1 for chain in text.chains) > 1:
            yield text


def _french(corpora: Path) -> Iterator[Words]:
    for key in formats.read(corpora / "fr_litbank/sacr.tar.xz", "sacr"):
        text = Words(key.document.id, "fr")
        number = 0
        for sentence in key.document.sentences:
            for token in key.document.tokens[sentence.span.start : sentence.span.end]:
                text.forms.append(token.form)
                text.sentences.append(number)
                text.paragraphs.append(sentence.paragraph)
                number += token.form in _ENDS
            number += 1
        text.chains = [
            [(one.start, one.end) for one in entity.mentions] for entity in key.annotation.entities
        ]
        yield text


def _dutch(corpora: Path) -> Iterator[Words]:
    for key in formats.read(corpora / "nl_openboek/coref.tar.xz", "conll"):
        text = Words(key.document.id, "nl")
        for number, sentence in enumerate(key.document.sentences):
            for token in key.document.tokens[sentence.span.start : sentence.span.end]:
                text.forms.append(token.form)
                text.sentences.append(number)
                text.paragraphs.append(sentence.paragraph)
                sort = _UPOS.get(token.xpos.split("[")[0], "")
                text.tags.append("PROPN" if token.xpos.startswith("N[eigen") else sort)
                text.feats.append(_dutch_number(token.xpos))
        text.chains = [
            [(one.start, one.end) for one in entity.mentions] for entity in key.annotation.entities
        ]
        yield text


def _dutch_number(tag: str) -> str:
    parts = tag.rstrip("]").split("[")[-1].split(",")
    return "Number=Plur" if "mv" in parts else "Number=Sing" if "ev" in parts else ""


def _german(corpora: Path) -> Iterator[Words]:
    """Plays whose tags are not always nested, so that no XML reader takes them."""
    for name, content in _files(corpora / "de_gerdracor/tei.tar.xz", ".xml"):
        text = Words(name, "de")
        entities: dict[str, list[Span]] = {}
        opened: list[tuple[str, int]] = []
        speaker, paragraph, sentence = "", 0, 0
        for closing, tag, rest, plain in _TAG.findall(content.partition("<body>")[2]):
            if plain:
                for form in _WORD.findall(unescape(plain)):
                    text.forms.append(form)
                    text.sentences.append(sentence)
                    text.paragraphs.append(paragraph)
                    text.voices.append(speaker)
                    sentence += form in _ENDS
            elif tag == "rs" and not closing:
                opened.append((rest.partition('ref="')[2].partition('"')[0], len(text.forms)))
            elif tag == "rs" and opened:
                entity, start = opened.pop()
                if start < len(text.forms):
                    entities.setdefault(entity, []).append((start, len(text.forms)))
            elif tag in ("sp", "stage", "speaker", "div"):
                inside = tag == "sp" and not closing
                speaker = rest.partition('who="')[2].partition('"')[0] if inside else speaker
                speaker = "" if tag == "div" or (tag == "sp" and closing) else speaker
                paragraph += tag == "sp"
                sentence += 1
        text.chains = _in_one_entity(entities)
        yield _annotated(text)


def _annotated(text: Words) -> Words:
    """The longest stretch with mentions: of many plays only one act is annotated, though the names
    of the speakers are marked throughout.
    """
    blocks = [0] * (len(text.forms) // BLOCK + 1)
    for chain in text.chains:
        for start, _ in chain:
            blocks[start // BLOCK] += not text.forms[start].isupper()
    best, begin = (0, 0), 0
    for number, count in enumerate([*blocks, 0]):
        if count < FEWEST:
            if number - begin > best[1] - best[0]:
                best = begin, number
            begin = number + 1
    first, last = best[0] * BLOCK, min(len(text.forms), best[1] * BLOCK)
    chains = [
        [(start - first, end - first) for start, end in chain if first <= start and end <= last]
        for chain in text.chains
    ]
    return Words(
        text.name,
        text.language,
        text.forms[first:last],
        text.sentences[first:last],
        text.paragraphs[first:last],
        voices=text.voices[first:last],
        chains=[chain for chain in chains if chain],
    )


def _in_one_entity(entities: dict[str, list[Span]]) -> list[list[Span]]:
    """Without the spans of several entities: *we* are the two of them."""
    count: dict[Span, int] = {}
    for spans in entities.values():
        for span in set(spans):
            count[span] = count.get(span, 0) + 1
    return [sorted({one for one in spans if count[one] == 1}) for spans in entities.values()]


def _hungarian(corpora: Path) -> Iterator[Words]:
    """KorKor marks the verbs and nouns whose subject, object or possessor is left out, but not whom
    these refer to: they are not mentions here.
    """
    for part in ("train", "dev"):
        for name, content in _files(corpora / f"hu_korkor/{part}.tar.xz", ".conllup"):
            text = Words(name, "hu")
            places: dict[str, int] = {}
            links: list[tuple[int, str]] = []
            for number, block in enumerate(content.split("\n\n")):
                for row in (line.split("\t") for line in block.splitlines()):
                    if len(row) < 10 or row[0].startswith("#"):
                        continue
                    places[f"{number + 1}:{row[0]}"] = len(text.forms)
                    if row[9] in _IDENTITY:
                        links.append((len(text.forms), row[8]))
                    text.forms.append(row[1])
                    text.lemmas.append(row[2].lower())
                    text.tags.append(row[4])
                    text.feats.append("" if row[5] == "_" else row[5])
                    text.relations.append(row[6])
                    text.sentences.append(number)
                    text.paragraphs.append(0)
            text.chains = _linked([(one, places[to]) for one, to in links if to in places])
            yield text


def _linked(links: list[tuple[int, int]]) -> list[list[Span]]:
    chain: dict[int, set[int]] = {}
    for one, other in links:
        both = chain.get(one, {one}) | chain.get(other, {other})
        for token in both:
            chain[token] = both
    entities = {id(tokens): tokens for tokens in chain.values()}
    return [[(token, token + 1) for token in sorted(tokens)] for tokens in entities.values()]


def _files(archive: Path, suffix: str) -> Iterator[tuple[str, str]]:
    with tarfile.open(archive) as opened:
        for member in sorted(opened.getmembers(), key=lambda one: one.name):
            stream = opened.extractfile(member) if member.name.endswith(suffix) else None
            if stream is not None:
                yield Path(member.name).stem, stream.read().decode("utf-8")


READERS: dict[str, Callable[[Path], Iterator[Words]]] = {
    "french": _french,
    "german": _german,
    "dutch": _dutch,
    "hungarian": _hungarian,
}
