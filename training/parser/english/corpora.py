"""The English corpora as texts: EWT, GUM, LitBank and CRAFT, read
from the archives they come in.
"""

from __future__ import annotations

import gzip
import re
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from training.parser.texts import Sentence, Text, Word, gathered, read_conllu

NON_COMMERCIAL = ("essay", "fiction", "letter", "podcast", "whow")
AMBIENT = {
    "rain",
    "snow",
    "cold",
    "hot",
    "warm",
    "dark",
    "late",
    "early",
    "time",
    "sunny",
    "windy",
    "a.m.",
    "pm",
}
"""EWT has no entities: *it* under one of these heads may be
weather or time, and is left unknown.
"""

LITBANK_TYPES = {
    "PER": "person",
    "FAC": "place",
    "LOC": "place",
    "GPE": "place",
    "ORG": "organization",
    "VEH": "object",
}
AFTER_HEAD = {
    *(
        "of",
        "in",
        "at",
        "on",
        "from",
        "with",
        "to",
        "for",
        "by",
        "under",
        "near",
        "upon",
        "over",
        "beyond",
    ),
    *("who", "whom", "whose", "which", "that", "where", "(", "--"),
}
"""The head of a LitBank mention is the last word before the first of these."""

_ENTITY = re.compile(r"\(([^()]*)(\)?)|([^()]+)\)")


def read_ewt(folder: Path) -> list[Text]:
    """EWT train and dev; *it* is expletive where it is ``expl``."""
    texts = []
    for part in ("train", "dev"):
        with gzip.open(folder / f"en_ewt-ud-{part}.conllu.gz", "rt", encoding="utf-8") as lines:
            texts += gathered(read_conllu(lines), "ewt", part)
    for sentence in _sentences(texts):
        for word in sentence.words:
            if word.form.lower() == "it":
                ambient = word.head > 0 and sentence.words[word.head - 1].lemma in AMBIENT
                word.expletive = 1 if word.deprel == "expl" else -1 if ambient else 0
    return texts


def read_gum(folder: Path) -> list[Text]:
    """GUM train without the non-commercial genres, and all of dev."""
    texts: list[Text] = []
    for part in ("train", "dev"):
        for name, content in _members(folder / f"dep_conllu_{part}.tar.gz", ".conllu"):
            if part == "dev" or name.split("_")[1] not in NON_COMMERCIAL:
                texts += gathered(read_conllu(content.splitlines()), "gum", part)
    for text in texts:
        _mark_entities(text)
    return texts


def read_litbank(folder: Path) -> list[Text]:
    """LitBank train: entity types of the mentions it marks, nothing else."""
    files = dict(_members(folder / "litbank_coref_train.tar.gz", (".ann", ".txt"), whole=True))
    return [
        _litbank_text(Path(name).stem, text, files[f"{name[:-4]}.ann"])
        for name, text in files.items()
        if name.startswith("coref/tsv/") and name.endswith(".txt")
    ]


def read_craft(folder: Path) -> list[Text]:
    """CRAFT train and dev: each sentence with *it*, and the one before
    it, with nothing but expletives.
    """
    texts = []
    for part in ("train", "dev"):
        files = dict(
            _members(folder / f"craft_{part}.tar.xz", (".txt", ".xml", ".conllu"), whole=True)
        )
        for name, article in files.items():
            if name.endswith(".txt"):
                key = Path(name).stem
                expletives = _expletive_offsets(
                    files[f"coreference-annotation/knowtator-2/{key}.xml"]
                )
                parse = files[f"structural-annotation/dependency/conllu/{key}.conllu"]
                texts += _craft_texts(key, part, article, expletives, parse)
    return texts


def read_gap(folder: Path) -> list[str]:
    """The passages of GAP's development part: plain text, from Wikipedia."""
    with gzip.open(folder / "gap-development.tsv.gz", "rt", encoding="utf-8") as lines:
        return [line.split("\t")[1] for line in lines][1:]


def fold_of(document: str, folds: int) -> int:
    """In which of so many folds a document is; LitBank's names end in different ways."""
    return zlib.crc32(document.removesuffix("_brat").encode()) % folds


def in_folds(texts: list[Text], folds: int) -> list[Text]:
    """The training texts; those with entities are put into folds."""
    chosen = [text for text in texts if text.part == "train"]
    for text in chosen:
        if text.corpus in ("gum", "litbank"):
            text.fold = fold_of(text.name, folds)
    return chosen


def _sentences(texts: list[Text]) -> Iterator[Sentence]:
    return (sentence for text in texts for sentence in text.sentences)


def _members(
    archive: Path, endings: str | tuple[str, ...], *, whole: bool = False
) -> Iterator[tuple[str, str]]:
    """Name (with folders if ``whole``) and content of an archive's files."""
    with tarfile.open(archive) as files:
        for member in files:
            stream = (
                files.extractfile(member)
                if member.isfile() and member.name.endswith(endings)
                else None
            )
            if stream:
                name = member.name if whole else Path(member.name).stem
                yield name, stream.read().decode("utf-8")


def _mark_entities(text: Text) -> None:
    """Type of the smallest mention headed at each word, and *it* without a
    referent (no mention, or cata).
    """
    open_mentions: dict[str, list[tuple[Sentence, int, list[str]]]] = {}
    for sentence in text.sentences:
        sizes: dict[int, int] = {}
        cataphoric: set[int] = set()
        for position, word in enumerate(sentence.words):
            word.entity = "none"
            for opening, closed, closing in _ENTITY.findall(word.misc.get("Entity", "")):
                if opening:
                    fields = opening.split("-")
                    open_mentions.setdefault(fields[0], []).append((sentence, position, fields))
                if (closed or closing) and open_mentions.get(key := closing or fields[0]):
                    where, start, mention = open_mentions[key].pop()
                    if where is sentence:
                        head = _mention_head(sentence, start, position, mention[5])
                        size = position - start
                        if size < sizes.get(head, 10**6):
                            sizes[head], sentence.words[head].entity = size, mention[1]
                        if mention[6] == "cata":
                            cataphoric.add(head)
        for position, word in enumerate(sentence.words):
            if word.form.lower() == "it" and word.upos == "PRON":
                referential = (
                    word.entity != "none" and word.deprel != "expl" and position not in cataphoric
                )
                word.expletive = int(not referential)


def _mention_head(sentence: Sentence, start: int, end: int, minimum: str) -> int:
    """The word, of the minimal span if possible, whose head lies outside the mention."""
    inside = range(start, end + 1)
    least = [start + int(index) - 1 for index in minimum.split(",") if index.isdigit()]
    for positions in (least, inside):
        for position in positions:
            if position in inside and sentence.words[position].head - 1 not in inside:
                return position
    return min(least[0] if least else end, end)


def _litbank_text(name: str, text: str, annotations: str) -> Text:
    sentences = []
    for line in text.splitlines():
        words: list[Word] = []
        for form in line.split():
            words.append(Word(form, space_before=_has_space_before(form, words)))
        sentences.append(Sentence(words))
    for line in annotations.splitlines():
        fields = line.split("\t")
        if fields[0] == "MENTION" and fields[2] == fields[4]:
            words, start, end = sentences[int(fields[2])].words, int(fields[3]), int(fields[5])
            head = (
                next(
                    (i for i in range(start + 1, end + 1) if words[i].form.lower() in AFTER_HEAD),
                    end + 1,
                )
                - 1
            )
            words[head].entity = LITBANK_TYPES[fields[7]]
    kept = [sentence for sentence in sentences if sentence.words]
    kept[0].paragraph = True
    return Text(name, "litbank", "train", kept, known_starts=False)


def _has_space_before(form: str, words: list[Word]) -> bool:
    """LitBank's tokens are all spaced; the usual spacing of print is put back."""
    if not words:
        return True
    if form[0] in ",.;:!?)]}’" or form in (
        "'s",
        "n't",
        "'ll",
        "'ve",
        "'re",
        "'d",
        "'m",
        "''",
        "--",
    ):
        return False
    quotes = sum(word.form in ('"', "``", "''") for word in words)
    if form == '"':
        return quotes % 2 == 0
    last = words[-1].form
    return not (last in ("(", "[", "``", "“", "--") or (last == '"' and quotes % 2 == 1))


def _expletive_offsets(xml: str) -> set[int]:
    return {
        int(span.get("start", -1))
        for annotation in ET.fromstring(xml).iter("annotation")
        if (kind := annotation.find("class")) is not None
        and kind.get("id") == "Nonreferential pronoun"
        for span in annotation.iter("span")
    }


def _craft_texts(key: str, part: str, article: str, expletives: set[int], parse: str) -> list[Text]:
    sentences, has_it, offset = [], [], 0
    for sentence in read_conllu(parse.splitlines()):
        words = []
        for word in sentence.words:
            found = article.find(word.form, offset, offset + 400)
            offset = found + len(word.form) if found >= 0 else offset
            is_it = word.form.lower() == "it" and found >= 0
            label = int(found in expletives) if is_it else -1
            words.append(Word(word.form, space_before=word.space_before, expletive=label))
        sentences.append(Sentence(words, paragraph=sentence.paragraph))
        has_it.append(any(word.expletive >= 0 for word in words))
    texts: list[Text] = []
    previous = False
    for index, sentence in enumerate(sentences):
        wanted = has_it[index] or (index + 1 < len(sentences) and has_it[index + 1])
        if wanted and not previous:
            texts.append(Text(f"{key}-{index}", "craft", part, [], known_starts=False))
        if wanted:
            texts[-1].sentences.append(sentence)
        previous = wanted
    return texts
