"""Writes one document as XML of the evaluation workbench."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Annotated, in_order
from coindex.core.document import ROOT, Document, Span, Token, features
from coindex.formats.coref_tags import start_tags
from coindex.formats.markup import Positions, escaped, labels, quoted, tag
from coindex.formats.running import Tags, fragments, paragraphs, with_tokens
from coindex.formats.workbench.words import NONE, NUMBERS
from coindex.language.syntax.fdg import TAGS


def written(item: Annotated, universal: bool) -> Iterator[str]:
    document = with_tokens(item.document)
    tags = _tags(Annotated(document, item.annotation))
    yield tag("DOC", [("ID", document.id), ("LANG", document.language)]) + "\n"
    tokens = document.tokens
    position = 0
    for index, token in enumerate(tokens):
        before = document.text[position : token.start] if index == 0 else ""
        following = tokens[index + 1].start if index + 1 < len(tokens) else len(document.text)
        start = max(position, token.start)
        own, gap = (
            document.text[start : token.end],
            document.text[max(start, token.end) : following],
        )
        position = max(position, token.end, following)
        yield from tags.opening.get(index, ())
        yield _word(document, index, own, _numbers(document, index), universal)
        yield f"{escaped(_space(before) + own + _space(gap))}</w>"
        yield from reversed(tags.closing.get(index, ()))
    yield "</DOC>\n"


def _space(gap: str) -> str:
    return "".join(character for character in gap if character.isspace())


def _numbers(document: Document, index: int) -> tuple[int, int, int]:
    """The number of the word in its sentence, of the sentence in the document, and of the
    paragraph.
    """
    number = document.sentence_index(index)
    sentence = document.sentences[number]
    return index - sentence.span.start, number, sentence.paragraph + 1


def _word(
    document: Document, index: int, own: str, numbers: tuple[int, int, int], universal: bool
) -> str:
    token = document.tokens[index]
    within, sentence, paragraph = numbers
    pos, number = token.xpos or _fdg(token.upos), features(token.feats).get("Number", "")
    nr = {"Sing": "SG", "Plur": "PL"}.get(number, "")
    implied = TAGS.get(pos.upper(), "") if universal else ""
    attributes = [
        ("LEMMA", token.lemma),
        ("DEP", _head(document, index)),
        ("GFUN", token.deprel),
        ("POS", pos),
        ("NR", nr),
        ("UPOS", (token.upos or NONE) if token.upos != implied else ""),
        ("XPOS", NONE if pos and not token.xpos else ""),
        ("FEATS", (token.feats or NONE) if token.feats != NUMBERS.get(nr, "") else ""),
        ("DEPS", token.deps),
        ("MISC", token.misc),
        ("FORM", token.form if token.form != own else ""),
        ("EMPTY", "YES" if token.empty else ""),
        ("JOINED", "YES" if _letters_meet(document.text, token, own) else ""),
    ]
    inside = "".join(f" {name}={quoted(value)}" for name, value in attributes if value)
    return f'<w ID="{within}" SENT="{sentence}" PAR="{paragraph}"{inside}>'


def _letters_meet(text: str, token: Token, own: str) -> bool:
    """Whether a word begins directly after a letter, as *n't* does."""
    return own[:1].isalnum() and text[token.start - 1 : token.start].isalnum()


def _fdg(upos: str) -> str:
    return next((name for name, universal in TAGS.items() if universal == upos), upos)


def _head(document: Document, index: int) -> str:
    token: Token = document.tokens[index]
    if token.head is None:
        return ""
    sentence = document.sentence_of(index).span
    return (
        "0"
        if token.head == ROOT
        else str(token.head - sentence.start + 1)
        if token.head in sentence
        else ""
    )


def _tags(item: Annotated) -> Tags:
    tags, document, annotation = Tags(), item.document, item.annotation
    for span in paragraphs(document):
        tags.add(span, "<P>", f"</P>{_new_line(document, span)}")
    for sentence in document.sentences:
        tags.add(
            sentence.span,
            tag("S", [("ID", sentence.id)]),
            f"</S>{_new_line(document, sentence.span)}",
        )
    mentions = list(in_order(annotation.mentions))
    ids = labels((mention.id for mention in mentions), "r", fits=bool)
    grouped = Positions(mention for entity in annotation.entities for mention in entity.mentions)
    starts, begun = start_tags(item, mentions, ids), set[int]()
    for index, span in fragments([mention.span for mention in mentions]):
        name = "NP" if grouped.of(mentions[index]) is None else "COREF"
        if index in begun:
            tags.add(span, tag(name, [("CONT", ids[index])]), f"</{name}>")
        elif name == "NP":
            tags.add(span, starts[index].replace("COREF", "NP", 1), "</NP>")
        else:
            tags.add(span, f"{starts[index]}<NP>", "</NP></COREF>")
        begun.add(index)
    return tags


def _new_line(document: Document, span: Span) -> str:
    """A line end, allowed only where the text has white space, because the reader keeps white space
    between words.
    """
    end = document.tokens[span.end - 1].end
    return "\n" if end == len(document.text) or document.text[end].isspace() else ""
