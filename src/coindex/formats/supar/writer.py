"""Writes SUPAR's files."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from coindex.core import chains
from coindex.core.annotation import Annotated, Mention, Reference, Relation, in_order
from coindex.core.document import Document, Span, Token, features
from coindex.core.protocols import Chunk
from coindex.formats.supar.anaphors import SIGNS
from coindex.formats.supar.stems import stem
from coindex.formats.supar.texts import Phrase, unescaped
from coindex.language.nominals.anaphor_kinds import supar_kind

_SIGNS = {reference: sign for sign, reference in SIGNS.items()}
_OUTERMOST = ("CCC", "", "ANF", "SNS", "NSN")
"""Which of two phrases with the same words is the outer one; the empty name stands for
all others.
"""


SEGMENTED = "segmented.txt"
"""The file of a text segmented by its parse: its noun phrases were not annotated manually."""


def chunks(item: Annotated, *, facts: bool, window: int) -> Iterator[Chunk]:
    """All files of a document, in a folder with its name."""
    writing = Writing(item, window)
    folder = item.document.id or "document"
    yield Chunk(
        writing.facts() if facts else writing.lines(), f"{folder}/text.{'pl' if facts else 'txt'}"
    )
    if tagged := writing.tagged():
        yield Chunk(tagged, f"{folder}/tagged.txt")
    elif segmented := writing.segmented():
        yield Chunk(segmented, f"{folder}/{SEGMENTED}")
    if anaphors := writing.anaphors():
        yield Chunk(anaphors, f"{folder}/anaphors.txt")
    for name, text in writing.candidates():
        yield Chunk(text, f"{folder}/{name}")


class Writing:
    """Places in the files are sentence number, first and last boundary, counted over words only; a
    zero pronoun has the place of the verb it stands before.
    """

    def __init__(self, item: Annotated, window: int) -> None:
        self._document, self._annotation, self._window = item.document, item.annotation, window
        self._numbers = sentence_numbers(item.document)
        before = [0]
        for token in item.document.tokens:
            before.append(before[-1] + (not token.empty))
        self._before = before
        mentions = item.annotation.mentions
        self._written = [
            mention
            for mention in in_order(mentions)
            if before[self._end(mention)] > before[mention.start]
        ]
        self._known = frozenset(self._written)
        self._starts = [mention.start for mention in self._written]
        self._antecedents = self._solutions()

    def _solutions(self) -> dict[Mention, Mention]:
        """One antecedent for each anaphor: that of its link or, without one, the preceding mention
        of its entity.
        """
        linked = [
            link
            for link in self._annotation.links
            if link.relation is Relation.IDENTITY and len(link.antecedents) == 1
        ]
        antecedents = {link.anaphor: link.antecedents[0] for link in reversed(linked)}
        members = list(
            dict.fromkeys((*self._annotation.mentions, *antecedents, *antecedents.values()))
        )
        groups = chains.connected(
            members, [(antecedent, anaphor) for anaphor, antecedent in antecedents.items()]
        )
        group_of = {mention: number for number, group in enumerate(groups) for mention in group}
        for entity in self._annotation.entities:
            reached = {group_of.get(entity.mentions[0])}
            for before, mention in pairwise(entity.mentions):
                if group_of.get(mention) not in reached:
                    antecedents.setdefault(mention, before)
                    reached.add(group_of.get(mention))
        return antecedents

    def solution(self, anaphor: Mention) -> Mention | None:
        """The antecedent that the candidate file names."""
        return self._antecedents.get(anaphor)

    def _end(self, mention: Mention) -> int:
        """The boundary after its last token; for a zero pronoun, after the next word, if one
        follows in its sentence.
        """
        tokens, last = self._document.tokens, self._document.sentence_of(mention.start).span.end
        end = min(mention.end, last)
        if all(token.empty for token in tokens[mention.start : end]):
            following = (index for index in range(end, last) if not tokens[index].empty)
            return next(following, end - 1) + 1
        return end

    def place(self, mention: Mention) -> str:
        sentence = self._document.sentence_index(mention.start)
        span = self._document.sentences[sentence].span
        first = self._before[span.start]
        end = self._end(mention)
        return (
            f"{self._numbers[sentence]} {self._before[mention.start] - first} "
            f"{self._before[end] - first}"
        )

    def facts(self) -> str:
        lines = []
        for number, sentence in zip(self._numbers, self._document.sentences, strict=True):
            words = []
            for token in self._document.words(sentence.span):
                misc = features(token.misc)
                extra = [unescaped(misc["Extra"])] if "Extra" in misc else []
                root = unescaped(misc["Stem"]) if "Stem" in misc else self._stem(token.lemma)
                fields = (token.form, token.lemma, tag_of(token), *extra, root)
                words.append(f"w({','.join(map(_quoted, fields))})")
            if words:
                lines.append(
                    f"o({number},{_quoted(label_in(sentence.comments))},[{','.join(words)}]).\n"
                )
        return "".join(lines)

    def _stem(self, lemma: str) -> str:
        """The stem that the text came without: of English words, since the others' lemmas serve."""
        english = self._document.language.partition("-")[0] in {"", "en"}
        return stem(lemma.lower()) if english else lemma

    def lines(self) -> str:
        lines = []
        for number, sentence in zip(self._numbers, self._document.sentences, strict=True):
            forms = [token.form.replace(" ", "_") for token in self._document.words(sentence.span)]
            if forms:
                between = " ".join(f"{form} {place}" for place, form in enumerate(forms, 1))
                lines.append(f"{number} 0 {between}\n")
        return "".join(lines)

    def tagged(self) -> str:
        """The text with the phrases that it was read with; empty if there were none."""
        phrases = [*_kept(self._document), *self._noun_phrases()]
        phrases.sort(key=lambda phrase: (phrase.span.start, -phrase.span.end, _rank(phrase.name)))
        return self._with_phrases(phrases) if phrases else ""

    def segmented(self) -> str:
        """The text with the phrases of its parse; empty without a parse."""
        from coindex.formats.supar.segments import (
            segmented,
        )  # needs the parse's index, which most writing does not

        phrases = segmented(self._document)
        if not phrases:
            return ""
        anaphors = {mention.span for mention, _ in self.marked()}
        noun_phrases = {phrase.span for phrase in phrases if phrase.name == "SNS"}
        marked = [Phrase(span, "ANF", "") for span in anaphors & noun_phrases]
        ordered = sorted(
            [*phrases, *marked],
            key=lambda phrase: (phrase.span.start, -phrase.span.end, _rank(phrase.name)),
        )
        return self._with_phrases(ordered)

    def _with_phrases(self, phrases: Sequence[Phrase]) -> str:
        opening: dict[int, list[Phrase]] = {}
        for phrase in phrases:
            opening.setdefault(phrase.span.start, []).append(phrase)
        lines: list[str] = []
        for number, sentence in zip(self._numbers, self._document.sentences, strict=True):
            lines.append(f"<@000,{number},{label_in(sentence.comments)}>")
            open_phrases: list[Phrase] = []
            for index in range(*sentence.span):
                token = self._document.tokens[index]
                for phrase in opening.get(index, ()):
                    lines.append(_tag(phrase, ""))
                    open_phrases.append(phrase)
                if not token.empty:
                    cells = (token.form, tag_of(token) or "X", token.lemma or token.form)
                    lines.append(" ".join(map(_solid, cells)))
                while open_phrases and open_phrases[-1].span.end <= index + 1:
                    lines.append(_tag(open_phrases.pop(), "/"))
            lines += [_tag(phrase, "/") for phrase in reversed(open_phrases)]
        return "\n".join([*lines, ""])

    def _noun_phrases(self) -> Iterator[Phrase]:
        for mention in self._written:
            for name, value in mention.attributes:
                if name in ("SNS", "ANF"):
                    yield Phrase(mention.span, name, value)
            if mention.head is not None and mention.attribute("SNS"):
                head = Span(mention.head, mention.head + 1)
                core = mention.minimum or head
                inside = mention.span.covers(core) and core.covers(head)
                yield Phrase(core if inside else head, "NSN", "")

    def written(self) -> set[str]:
        """The places of all mentions that any file names."""
        named = {
            place
            for _, sections in self._candidates()
            for places in sections.values()
            for place in places
        }
        phrases = (
            mention
            for mention in self._written
            if mention.attribute("SNS") or mention.attribute("ANF")
        )
        anaphors = (mention for mention, _ in self.marked())
        return named | {self.place(mention) for mention in (*phrases, *anaphors)}

    def marked(self) -> Iterator[tuple[Mention, str]]:
        for mention in self._written:
            marked = mention.reference not in (Reference.UNMARKED, Reference.NONREFERENTIAL)
            if not marked and mention not in self._antecedents:
                continue
            antecedent = self._antecedents.get(mention)
            backward = antecedent is None or antecedent.start <= mention.start
            yield mention, _SIGNS[mention.reference] if marked else "<" if backward else ">"

    def anaphors(self) -> str:
        named = (
            (mention, kind_name(self._document, mention), sign) for mention, sign in self.marked()
        )
        return "".join(f"{self.place(mention)} {kind} {sign}\n" for mention, kind, sign in named)

    def candidates(self) -> Iterator[tuple[str, str]]:
        for mention, sections in self._candidates():
            lines = [line for name, places in sections.items() for line in (name, *places)]
            yield f"a_{self.place(mention).replace(' ', '_')}.www", "\n".join([*lines, ""])

    def _candidates(self) -> Iterator[tuple[Mention, dict[str, list[str]]]]:
        for mention, _ in self.marked():
            given = dict(mention.attributes)
            antecedent = self._antecedents.get(mention)
            if antecedent is None and "antecedents" not in given:
                continue
            known = "antecedents" in given
            sections = {
                "ANTECEDENTS": _places(given["antecedents"])
                if known
                else self._near(mention, antecedent)
            }
            if "constraints" in given:
                sections["CONSTRAINTS"] = _places(given["constraints"])
            sections["SOLUTION"] = (
                [self.place(antecedent)] if antecedent and antecedent in self._known else []
            )
            yield mention, sections

    def _near(self, anaphor: Mention, antecedent: Mention | None) -> list[str]:
        last = self._document.sentence_index(anaphor.start)
        first = self._document.sentences[max(0, last - self._window)].span.start
        near = self._written[
            bisect_left(self._starts, first) : bisect_left(self._starts, anaphor.start)
        ]
        if antecedent in self._known and antecedent not in near:
            near.append(antecedent)
        return list(dict.fromkeys(self.place(mention) for mention in near))


def sentence_numbers(document: Document) -> list[int]:
    ids = [sentence.id for sentence in document.sentences]
    usable = all(name.isascii() and name.isdigit() and len(name) < 10 for name in ids) and len(
        set(ids)
    ) == len(ids)
    return [int(name) for name in ids] if usable else list(range(1, len(ids) + 1))


def _kept(document: Document) -> Iterator[Phrase]:
    for index, token in enumerate(document.tokens):
        for item in filter(None, features(token.misc).get("Phrases", "").split(";")):
            tag, _, length = item.rpartition("~")
            name, _, arguments = tag.partition(",")
            if length.isascii() and length.isdigit():
                yield Phrase(
                    Span(index, index + int(length)), unescaped(name), unescaped(arguments)
                )


def _rank(name: str) -> int:
    return _OUTERMOST.index(name) if name in _OUTERMOST else 1


def _tag(phrase: Phrase, slash: str) -> str:
    return f"<@{slash}{phrase.name}{',' if phrase.arguments else ''}{phrase.arguments}>"


def tag_of(token: Token) -> str:
    """The tag of a token; the universal one if the tagger has no other, as in Spanish."""
    return token.xpos or token.upos


def kind_name(document: Document, mention: Mention) -> str:
    """What SUPAR's files call the kind of an anaphor."""
    own = mention.attribute("anaphor") or supar_kind(document, mention, mention.kind)
    return "".join(c for c in own if c.isascii() and c.isalpha()) or "np"


def _places(text: str) -> list[str]:
    return [place for place in text.split(";") if place]


def label_in(comments: Sequence[str]) -> str:
    labels = (comment.partition("label = ")[2] for comment in comments)
    return next(filter(None, labels), "")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _solid(text: str) -> str:
    return "_".join(text.split()) or "_"
