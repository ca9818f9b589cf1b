"""Everyday texts as they are pasted: what is lost when the same texts come as Markdown or HTML,
with typing errors, or as chats in the forms of other exports.

The texts are those to read and mend by, and some of those to learn from; nothing here is a test,
and what is lost is compared with the same texts as they were written. Chats are all in the plain
form *Ben: ...*, of both parts.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.everyday import READ, SAMPLES, SEED, Judgement, Verdict, judge, parsed, part
from benchmarks.results import record
from coindex.language.speech.labels import labels
from coindex.pipeline.pipeline import Pipeline
from training.marks import EVERYDAY, Mark, MarkedText, marked_texts

RESOLVERS = ("hybrid",)
EVERY = 16
"""Of the texts to learn from, one in so many."""
LONG, SHARE = 6, 0.1
"""Letters of a word that may be misspelled, and the share of these that are."""
WIDTH = 66
"""Characters of a line that is broken."""
_LINE = re.compile(r"^[^\n]+", re.MULTILINE)
_WORD = re.compile(rf"[^\W\d_]{{{LONG},}}")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_SENTENCE_END = re.compile(r"(?<=[a-z]{4})[.!?][\"”’)]?(?=\s|$)")
Edit = tuple[int, int, str]
"""First and last character of what is replaced, and what by."""
CHATS = {
    "[10:03] Ben:": "[10:{minute}] {name}: ",
    "Ben (10:03):": "{name} (10:{minute}): ",
    "12/03/2024, 10:03 - Ben:": "12/03/2024, 10:{minute} - {name}: ",
    "Ben  10:03 AM": "{name}  10:{minute} AM\n",
    "**Ben:**": "**{name}:** ",
    "<Ben>": "<{name}> ",
    "{{Ben}}:": "{{{{{name}}}}}: ",
    "- Ben:": "- {name}: ",
}


def edited(text: MarkedText, edits: Iterable[Edit]) -> MarkedText:
    """The text with some edits, and its marks where they are then; what is put in beside a marked
    phrase is outside.
    """
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    """For each character, and the end, where it is: after what is put in before it, and before."""
    done = length = 0
    for start, end, words in [*sorted(edits), (len(text.plain), len(text.plain) + 1, "")]:
        for place in range(done, start):
            places.append((length + place - done, length + place - done))
        parts.append(text.plain[done:start])
        length += start - done
        if start == end:
            before = length
            parts.append(words)
            length += len(words)
            if start < len(text.plain):
                places.append((length, before))
                parts.append(text.plain[start])
                length += 1
            done = start + 1
            continue
        places += [(length, length)] * (end - start)
        parts.append(words)
        length += len(words)
        done = end
    marks = tuple(
        Mark(one.number, places[one.start][0], places[one.end][1], one.members)
        for one in text.marks
    )
    return MarkedText("".join(parts), marks, text.meta)


def markdown(text: MarkedText) -> MarkedText:
    """A heading above, names in bold, and the last paragraph as a quotation."""
    plain = text.plain
    last = plain.rfind("\n") + 1
    bold = {
        place: mark
        for found in _NAME.finditer(plain)
        for place, mark in ((found.start(), "**"), (found.end(), "**"))
    }
    bold.setdefault(last, "> ")
    if last > 0 and plain[last - 1] == "\n":
        bold[0] = "## " + text.meta.get("genre", "Text").capitalize() + "\n\n" + bold.get(0, "")
    return edited(text, [(place, place, mark) for place, mark in bold.items()])


def pasted_html(text: MarkedText) -> MarkedText:
    """Paragraphs and line breaks as tags, and escaped characters."""
    edits: list[Edit] = [
        (place, place + 1, html.escape(sign))
        for place, sign in enumerate(text.plain)
        if sign in "\"'&<>"
    ]
    inside = {found.start(): found.end() for found in _LINE.finditer(text.plain)}
    taken = {start for start, _, _ in edits}
    for start, end in inside.items():
        if start not in taken:
            edits.append((start, start, "<p>"))
        if end < len(text.plain):
            edits.append((end, end + 1, "</p>\n"))
    for found in _NAME.finditer(text.plain):
        if found.end() < len(text.plain) and not {found.start(), found.end()} & taken:
            edits += [(found.start(), found.start(), "<b>"), (found.end(), found.end(), "</b>")]
    return edited(text, {edit[0]: edit for edit in edits}.values())


def misspelled(text: MarkedText) -> MarkedText:
    """One in ten long words with two letters exchanged, or one left out."""
    draw = random.Random(text.plain)
    edits: list[Edit] = []
    for found in _WORD.finditer(text.plain):
        if draw.random() < SHARE:
            word, place = found[0], draw.randrange(1, len(found[0]) - 2)
            two = word[place : place + 2]
            wrong = two[::-1] if draw.random() < 0.5 and two[0] != two[1] else two[0]
            edits.append((found.start() + place, found.start() + place + 2, wrong))
    return edited(text, edits)


def typographic(text: MarkedText) -> MarkedText:
    """Curved quotation marks and apostrophes."""
    edits: list[Edit] = []
    for place, sign in enumerate(text.plain):
        opens = place == 0 or text.plain[place - 1] in " \n(—["
        if sign in "\"'":
            edits.append(
                (place, place + 1, ("“" if opens else "”") if sign == '"' else "‘’"[not opens])
            )
    return edited(text, edits)


def broken(text: MarkedText, *, hyphens: bool = False) -> MarkedText:
    """Lines of a fixed width, with words divided at their ends if asked for."""
    edits: list[Edit] = []
    start = 0
    for found in re.finditer(r"[^\s]+|\n", text.plain):
        if found[0] == "\n":
            start = found.end()
        elif found.end() - start > WIDTH and found.start() > start:
            middle = found.start() + len(found[0]) // 2
            if hyphens and len(found[0]) >= LONG + 2 and found[0].isalpha():
                edits.append((middle, middle, "-\n"))
                start = middle
            elif text.plain[found.start() - 1] == " ":
                edits.append((found.start() - 1, found.start(), "\n"))
                start = found.start()
    return edited(text, edits)


def hyphenated(text: MarkedText) -> MarkedText:
    return broken(text, hyphens=True)


def with_emoji(text: MarkedText) -> MarkedText:
    """A picture after every second sentence."""
    ends = [found.end() for found in _SENTENCE_END.finditer(text.plain)][::2]
    return edited(text, [(end, end, " 😀") for end in ends])


def chat(form: str) -> Callable[[MarkedText], MarkedText]:
    def written(text: MarkedText) -> MarkedText:
        edits = [
            (one.start, one.end, form.format(name=one.name, minute=f"{number % 60:02}"))
            for number, one in enumerate(labels(text.plain, "en"))
        ]
        return MarkedText(*_relabelled(text, edits), text.meta)

    return written


def _relabelled(text: MarkedText, edits: Sequence[Edit]) -> tuple[str, tuple[Mark, ...]]:
    """The text with other labels; a mark on a name in one stays on the name."""
    names = {start: text.plain[start:end].strip(" :*\n") for start, end, _ in edits}
    moved = edited(text, edits)
    marks = []
    shift = {start: words.index(names[start]) for start, _, words in edits}
    size = {start: len(names[start]) for start, _, _ in edits}
    for before, after in zip(text.marks, moved.marks, strict=True):
        inside = before.start in shift and before.end - before.start == size[before.start]
        first = after.start + shift[before.start] if inside else after.start
        marks.append(
            after._replace(start=first, end=first + size[before.start] if inside else after.end)
        )
    return moved.plain, tuple(marks)


VARIANTS: Mapping[str, Callable[[MarkedText], MarkedText]] = {
    "Markdown": markdown,
    "HTML": pasted_html,
    "typing errors": misspelled,
    "typographic quotes": typographic,
    "broken lines": broken,
    "words divided at line ends": hyphenated,
    "emoji after sentences": with_emoji,
}


def run(corpora: Path) -> bool:
    read, learn = part("en", READ), [text for _, text in marked_texts(EVERYDAY / "en")]
    texts = [*read, *learn[::EVERY]]
    chats = [text for text in (*read, *learn) if _plain_chat(text)]
    tables = []
    for resolver in RESOLVERS:
        pipeline = Pipeline(resolver=resolver)
        tables.append(_losses(pipeline, texts, VARIANTS, f"Lost by {resolver}"))
        forms = {name: chat(form) for name, form in CHATS.items()}
        tables.append(_losses(pipeline, chats, forms, f"Lost by {resolver} in chats"))
    record(
        "robust",
        tables,
        command=command("robust"),
        components=RESOLVERS,
        learned_from="A third of the texts, and most chats, are of those that models learn from.",
    )
    return True


def _plain_chat(text: MarkedText) -> bool:
    """Whether it is a chat in the plain form *Ben: ...*, without times."""
    found = labels(text.plain, "en")
    return bool(found) and all(
        text.plain[one.start : one.end].strip() == f"{one.name}:" for one in found
    )


def _losses(
    pipeline: Pipeline,
    texts: Sequence[MarkedText],
    variants: Mapping[str, Callable[[MarkedText], MarkedText]],
    title: str,
) -> Table:
    """What is right of the texts as they are and of each variant, in per cent."""
    whole = _judged(pipeline, texts)
    table = Table(
        *("form", "right, %", "lost, points", "lost", "gained"),
        title=f"{title} ({len(texts)} texts, {sum(map(len, whole))} expressions)",
    )
    table.add_row("as written", f"{_right(whole):.1f}", "", "", "")
    for name, variant in variants.items():
        found = _judged(pipeline, [variant(text) for text in texts])
        pairs = [
            (one.verdict is Verdict.RIGHT, other.verdict is Verdict.RIGHT)
            for left, right in zip(whole, found, strict=True)
            for one, other in zip(left, right, strict=True)
        ]
        low, high = _interval(whole, found)
        table.add_row(
            name,
            f"{_right(found):.1f}",
            f"{_right(whole) - _right(found):.1f} [{low:.1f}, {high:.1f}]",
            str(pairs.count((True, False))),
            str(pairs.count((False, True))),
        )
    return table


def _judged(pipeline: Pipeline, texts: Sequence[MarkedText]) -> list[list[Judgement]]:
    return [
        judge(number, text, document, pipeline.resolved(document).annotation)
        for number, (text, document) in enumerate(zip(texts, parsed(texts, "en"), strict=True))
    ]


def _right(found: Sequence[Sequence[Judgement]]) -> float:
    verdicts = [one.verdict for judgements in found for one in judgements]
    return 100 * verdicts.count(Verdict.RIGHT) / len(verdicts)


def _interval(
    whole: Sequence[Sequence[Judgement]], other: Sequence[Sequence[Judgement]]
) -> tuple[float, float]:
    """95 % of the difference, texts being resampled."""
    counts = [
        (
            sum(one.verdict is Verdict.RIGHT for one in left)
            - sum(one.verdict is Verdict.RIGHT for one in right),
            len(left),
        )
        for left, right in zip(whole, other, strict=True)
    ]
    draw = random.Random(SEED)
    shares = []
    for _ in range(SAMPLES):
        drawn = [counts[draw.randrange(len(counts))] for _ in counts]
        shares.append(100 * sum(lost for lost, _ in drawn) / max(1, sum(of for _, of in drawn)))
    shares.sort()
    return shares[int(0.025 * SAMPLES)], shares[int(0.975 * SAMPLES)]
