"""A book as a page: characters, who meets whom, chapters and quotations; it needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from coindex import __version__
from coindex.core.messages import Message
from coindex.interface.catalogues import language
from coindex.interface.translation import counted, grouped, say, worded
from coindex.report.figures.svg import style
from coindex.texts.books import CORRECTED
from coindex.texts.books.book import Book, common
from coindex.texts.books.chapters import chapter_of
from coindex.texts.books.characters import Character
from coindex.texts.books.figures import network_figure, presence_figure
from coindex.texts.books.speaking import Quotation, spoken_by

CARDS = 40
"""Characters with a card of their own."""
WORDS = 6
"""Words of each kind in a card."""


def page(book: Book) -> str:
    """The whole page; everything that comes from the text is escaped."""
    title = escape(book.document.meta.get("title", "") or book.document.id)
    return "".join(
        (
            f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">',
            f"<title>{title}</title>\n",
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n',
            f"<style>{style()}{_file('book.css')}</style></head>\n<body>\n",
            f'<header class="top"><h1>{title}</h1>\n<p class="quiet">{_summary(book)}</p>\n',
            f'<nav><a href="#meetings">{say("Who meets whom")}</a>',
            f'<a href="#people">{say("Characters")}</a>',
            f'<a href="#said">{say("Quotations")}</a></nav></header>\n<main>\n',
            *_meetings(book),
            *_people(book),
            *_correcting(book),
            *_quotations(book),
            f"<footer>Coindex {__version__}; ",
            f"{say('resolved by {resolver}', resolver=escape(book.annotation.source.name))}. ",
            f"{say('A program found all this: expect mistakes.')}</footer>\n</main>\n",
            f"<script>{_file('book.js')}</script>\n</body></html>\n",
        )
    )


@cache
def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _summary(book: Book) -> str:
    words = sum(token.upos not in ("PUNCT", "SYM") for token in book.document.tokens)
    named = sum(one.is_named for one in book.characters)
    return ", ".join(
        (
            counted(words, "word"),
            counted(len(book.chapters), "chapter")
            if book.has_headings
            else say("no headings of chapters"),
            say("{characters} with a name", characters=counted(named, "character")),
            counted(len(book.quotations), "quotation"),
        )
    )


def _meetings(book: Book) -> Iterator[str]:
    network, parts = book.meetings, book.chapters
    yield '<section id="meetings"><h2>' + say("Who meets whom") + "</h2>\n"
    if not any(one.is_named for one in book.characters):
        yield f"<p>{say('No character has a name.')}</p></section>\n"
        return
    about = say(
        "Two characters meet in a paragraph that mentions both, and when one speaks to the "
        "other. The more often they do, the wider the line; the larger a circle, the more often "
        "the character is mentioned."
    )
    yield f"<p>{about}</p>\n"
    if len(parts) > 1:
        yield (
            f'<div class="control"><label for="chapter">{say("Chapter")}</label>'
            f'<input type="range" id="chapter" min="0" max="{len(parts)}" value="0" '
            f'data-whole="{say("whole book")}" '
            f'data-numbers="{" ".join(str(part.number) for part in parts)}" '
            f'data-titles="{escape(chr(10).join(part.label for part in parts))}">'
            f'<output id="chapter-name" for="chapter">{say("whole book")}</output></div>\n'
        )
    yield f'<div id="network">{network_figure(network, say("Who meets whom")).svg()}</div>\n'
    if len(parts) > 1:
        yield f"<h2>{say('Who appears where')}</h2>\n"
        numbers = [part.number for part in parts]
        yield presence_figure(network, numbers, say("Who appears in which chapter")).svg()
    yield "</section>\n"


def _people(book: Book) -> Iterator[str]:
    yield '<section id="people"><h2>' + say("Characters") + '</h2>\n<div class="people">\n'
    quotations = spoken_by(book.quotations)
    names = {one.id: one.name for one in book.characters}
    shown = book.worth_listing[:CARDS]
    for one in shown:
        yield _card(book, one, quotations.get(one.id, []), names)
    yield "</div>\n"
    if len(book.characters) > CARDS:
        rest = [one for one in book.characters if one not in shown]
        listed = ", ".join(f"{escape(one.name)} ({one.mentions})" for one in rest[: 5 * CARDS])
        left = len(rest) - 5 * CARDS
        more = say(" and {count} more", count=grouped(left)) if left > 0 else ""
        yield f"<details><summary>{counted(len(rest), 'other')}</summary><p>{listed}{more}</p>"
        yield "</details>\n"
    yield "</section>\n"


def _correcting(book: Book) -> Iterator[str]:
    """The characters as a form that writes a file of corrections."""
    about = say(
        "Change a name by typing. To merge characters, select them. To split one, press the names "
        "that belong to somebody else. Download the file, and read the book again with it:"
    )
    yield (
        f'<details id="correct"><summary>{say("Correct the characters")}</summary><p>{about} '
        f"<code>{CORRECTED}</code></p>\n"
        f'<div class="control"><button type="button" id="merge">{say("Merge characters")}</button>'
        f'<button type="button" id="split">{say("Split off names")}</button>'
        f'<button type="button" id="nobody">{say("Not a person")}</button>'
        f'<button type="button" id="download">{say("Download")}</button></div>\n<ul>\n'
    )
    for one in book.worth_listing:
        names = [called.words for called in one.names or one.descriptions[:1]]
        yield _correctable(one.name, names, given=one.id in book.given)
    for nobody in book.given.values():
        if not nobody.is_person:
            yield _correctable(nobody.name, nobody.names, given=True, person=False)
    yield "</ul></details>\n"


def _correctable(name: str, names: Sequence[str], *, given: bool, person: bool = True) -> str:
    """A row of the form; what was corrected before, `given`, goes into the next file, too."""
    kinds = " ".join(filter(None, ("given" if given else "", "" if person else "nobody")))
    buttons = "".join(
        f'<button type="button" class="name" aria-pressed="false">{escape(one)}</button>'
        for one in names
    )
    shown = escape(name)
    return (
        f'<li class="{kinds}">'
        f'<input type="checkbox" aria-label="{say("select {name}", name=shown)}">'
        f'<input type="text" value="{shown}" aria-label="{say("name")}">'
        f"<span>{buttons}</span></li>\n"
    )


def _card(book: Book, one: Character, own: Sequence[Quotation], names: Mapping[str, str]) -> str:
    done = book.deeds(one)
    others = [called.words for called in one.names if called.words != one.name]
    first, last = book.chapter_at(one.first), book.chapter_at(one.last)
    to = Counter(quotation.addressee for quotation in own if quotation.addressee)
    rows = {
        say("also called"): ", ".join(others[:WORDS]) or _described(one),
        say("speaks"): f"{counted(len(own), 'quotation')}{_partners(to, names)}" if own else "",
        say("does"): ", ".join(common(done.agent, WORDS)),
        say("undergoes"): ", ".join(common(done.patient, WORDS)),
        say("has"): ", ".join(common(done.possessions, WORDS)),
        say("is"): ", ".join(common(done.modifiers, WORDS)),
    }
    if len(book.chapters) > 1:
        rows[say("appears")] = (
            say("in chapter {first}", first=first)
            if first == last
            else say("chapters {first} to {last}", first=first, last=last)
        )
    listed = "".join(
        f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in rows.items() if value
    )
    gender = f", {worded(Message(one.gender))}" if one.gender else ""
    return (
        f'<article class="person" id="{escape(one.id)}"><h3>{escape(one.name)}</h3>'
        f'<span class="quiet">{counted(one.mentions, "mention")}{gender}</span>'
        f"<dl>{listed}</dl></article>\n"
    )


def _described(one: Character) -> str:
    return ", ".join(called.words for called in one.descriptions[:2] if len(called.words) < 40)


def _partners(to: Counter[str], names: Mapping[str, str]) -> str:
    most = [names[id] for id, _ in to.most_common(3)]
    return say(", mostly to {names}", names=", ".join(most)) if most else ""


def _quotations(book: Book) -> Iterator[str]:
    yield '<section id="said"><h2>' + say("Quotations") + "</h2>\n"
    if not book.quotations:
        yield f"<p>{say('Nobody is quoted.')}</p></section>\n"
        return
    names = {one.id: one.name for one in book.characters}
    often = Counter(one.speaker for one in book.quotations if one.speaker)
    options = "".join(
        f'<option value="{escape(id)}">{escape(names[id])} ({count})</option>'
        for id, count in often.most_common(CARDS)
    )
    yield (
        f'<div class="control"><label for="speaker">{say("Spoken by")}</label>'
        f'<select id="speaker"><option value="">{say("everybody")} '
        f"({grouped(len(book.quotations))})</option>{options}</select></div>\n"
    )
    inside: dict[int, list[Quotation]] = {}
    for quotation in book.quotations:
        number = chapter_of(book.chapters, quotation.span.start)
        inside.setdefault(number, []).append(quotation)
    labels = {chapter.number: chapter.label for chapter in book.chapters}
    for number, some in inside.items():
        title = escape(labels.get(number) or say("Outside the chapters"))
        opened = " open" if len(inside) == 1 else ""
        yield (
            f'<details class="chapter"{opened}><summary>{title} '
            f'<span class="quiet">{counted(len(some), "quotation")}</span></summary>'
            '<ol class="said">\n'
        )
        for quotation in some:
            yield _item(quotation, names)
        yield "</ol></details>\n"
    yield "</section>\n"


def _item(quotation: Quotation, names: Mapping[str, str]) -> str:
    who = escape(names.get(quotation.speaker, "") or quotation.words or say("unknown speaker"))
    to = names.get(quotation.addressee, "")
    addressed = say(" to {name}", name=escape(to)) if to else ""
    text = " ".join(quotation.text.split())
    return (
        f'<li data-speaker="{escape(quotation.speaker)}"><span class="who"><b>{who}</b>'
        f'{addressed}</span><span class="words">{escape(text)}</span></li>\n'
    )
