"""Annotated text as training sees it, and a reader of CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

UNKNOWN = ""
"""A value the corpus does not give; its loss is masked."""

RAW = "raw"
"""The corpus of plain texts."""


@dataclass(slots=True)
class Word:
    """One syntactic word; ``head`` counts from 1 in the sentence, 0 is the root, -1 unknown."""

    form: str
    lemma: str = UNKNOWN
    upos: str = UNKNOWN
    xpos: str = UNKNOWN
    feats: str = UNKNOWN
    head: int = -1
    deprel: str = UNKNOWN
    space_before: bool = True
    entity: str = UNKNOWN
    subject: str = UNKNOWN
    expletive: int = -1
    misc: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Sentence:
    """Words of one sentence; ``paragraph`` when it begins one."""

    words: list[Word]
    paragraph: bool = False
    document: str | None = None


@dataclass(slots=True)
class Text:
    """One document of a corpus (ewt, gum ...) and of its part (train, dev);
    ``fold`` is its cross-validation fold.
    """

    name: str
    corpus: str
    part: str
    sentences: list[Sentence]
    known_starts: bool = True
    fold: int = -1


def read_conllu(lines: Iterable[str]) -> Iterator[Sentence]:
    """Sentences with spacing; a sentence that begins a document carries its name."""
    block: list[str] = []
    space = True
    for line in [*lines, ""]:
        if line.strip():
            block.append(line.rstrip("\n"))
        elif block:
            sentence, space = _sentence(block, space)
            yield sentence
            block = []


def _sentence(block: list[str], space: bool) -> tuple[Sentence, bool]:
    sentence = Sentence([])
    token_end, token_space = 0, True
    for line in block:
        if line.startswith("#"):
            if line.startswith("# newdoc"):
                sentence.document = line.partition("=")[2].strip()
                space = True
            sentence.paragraph |= line.startswith(("# newpar", "# newdoc"))
            continue
        index, form, lemma, upos, xpos, feats, head, deprel, _, misc = line.split("\t")
        values = dict(item.split("=", 1) for item in misc.split("|") if "=" in item)
        spaced = values.get("SpaceAfter") != "No"
        if "-" in index:
            token_end, token_space = int(index.partition("-")[2]), spaced
        elif "." not in index:
            word = Word(form, lemma, upos, xpos, feats, int(head), deprel, space, misc=values)
            sentence.words.append(word)
            position = len(sentence.words)
            space = spaced if position > token_end else position == token_end and token_space
    return sentence, space


def gathered(sentences: Iterable[Sentence], corpus: str, part: str) -> list[Text]:
    """Sentences grouped into documents."""
    texts: list[Text] = []
    for sentence in sentences:
        if sentence.document is not None or not texts:
            texts.append(Text(sentence.document or corpus, corpus, part, []))
            sentence.paragraph = True
        texts[-1].sentences.append(sentence)
    return texts
