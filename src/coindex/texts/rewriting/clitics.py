"""Names in languages with clitics, as in Spanish: zeros get a subject, *su casa* becomes *la casa
de Ana*, *le* is doubled by *a Ana*.

It follows the practice of careful editors: the accusative clitics *lo*, *la* stay, questions keep
their order, and *a* and *de* contract with *el*.
"""

from __future__ import annotations

import re

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span, Token
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Number
from coindex.language.syntax.roles import VERBAL
from coindex.language.syntax.tree import NONE
from coindex.language.zeros.zeros import subject_place
from coindex.texts.edits import Edit
from coindex.texts.rewriting.appellations import Appellation
from coindex.texts.rewriting.choices import Left
from coindex.texts.rewriting.phrases import inflected_article

_CONTRACTING = {"a": "al", "de": "del"}
_CLOSING = frozenset({"—", "–", "-", "--", "»", "”", '"'})
_ENDING = frozenset({",", ".", ";", ":", "…"})


def edits(expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
    """The edits that make a mention explicit; possessives take two."""
    if name.plural != _is_plural(expression) and expression.kind is not Kind.POSSESSIVE:
        return Left.AGREEMENT
    if expression.kind is Kind.ZERO:
        return _subject(expression, name)
    if expression.kind is Kind.POSSESSIVE:
        return _possessor(expression, name)
    document = expression.discourse.document
    language = get_language(document.language)
    if expression.kind is Kind.NOMINAL:
        return _in_place(expression, name)
    form = document.tokens[expression.head].form.lower()
    if form in language.words("grammar", "strong"):
        fixed = expression.discourse.forest.children[expression.head]
        labels = {expression.discourse.forest.labels[child] for child in fixed}
        neuter = form in language.words("grammar", "neuter")
        return Left.FORM if neuter or labels - {"case", "punct"} else _in_place(expression, name)
    if form in language.words("rewriting", "doubled"):
        return _doubled(expression, name)
    return Left.CLITIC


def _is_plural(expression: Expression) -> bool:
    return expression.features.number == Number.PLURAL


def _subject(expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
    """Insert a subject before the verb, its clitics and its negation; after it, if it introduces
    speech.
    """
    document = expression.discourse.document
    tokens, sentence = document.tokens, document.sentence_of(expression.head)
    verb = expression.head + 1
    if verb >= sentence.span.end or _asks(document, expression.head):
        return Left.FORM
    first = subject_place(document, expression.head)
    place = next(index for index in range(first, verb + 1) if not tokens[index].empty)
    before = tokens[first - 1] if first > sentence.span.start else None
    if before is not None and (_is_question_word(before) or before.upos in VERBAL):
        return Left.FORM  # *los que has tenido serían así*
    if _is_interpolated(document, first, verb):
        return (Edit(tokens[verb].end, tokens[verb].end, f" {name.text}"),)
    word = tokens[place]
    if not word.form[:1].isupper() or word.upos == "PROPN":
        return (Edit(word.start, word.start, f"{name.text} "),)
    text = name.text[:1].upper() + name.text[1:]
    written = document.text[word.start : word.end]
    return (Edit(word.start, word.end, f"{text} {written[:1].lower()}{written[1:]}"),)


def _is_interpolated(document: Document, first: int, verb: int) -> bool:
    """Whether the subject follows: *—Sí —dijo Ana*, *«Sí», dijo Ana*, *eso, dijo Ana, es mío*."""
    tokens = document.tokens
    words = [one for one in tokens[max(0, first - 3) : first] if not one.empty]
    if not words or any(not one.form.islower() for one in tokens[first : verb + 1] if one.form):
        return False
    after = tokens[verb + 1].form if verb + 1 < len(tokens) else "."
    ends = after in _ENDING | _CLOSING
    saying = get_language(document.language).words("speech", "verb")
    closes = words[-1].form in _CLOSING or (len(words) > 1 and words[-2].form in _CLOSING)
    if closes and words[-1].form in _CLOSING | {","}:
        return ends or tokens[verb].lemma.lower() in saying
    return words[-1].form == "," and ends


def _is_question_word(token: Token) -> bool:
    return token.feature("PronType") in ("Int", "Int,Rel", "Exc") and any(
        letter in token.form.lower() for letter in "áéíóú"
    )


def _asks(document: Document, token: int) -> bool:
    span = document.sentence_of(token).span
    return any(one.form in ("?", "¿") for one in document.tokens[span.start : span.end])


def _possessor(expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
    """Turn *su casa blanca* into *la casa blanca de Ana*; a more complex phrase is left."""
    discourse, index = expression.discourse, expression.head
    document, forest, tokens = discourse.document, discourse.forest, discourse.document.tokens
    noun = forest.heads[index]
    if noun == NONE or noun <= index or tokens[noun].upos != "NOUN":
        return Left.FORM
    end = noun
    for child in forest.children[noun]:
        label = forest.labels[child]
        if child > noun and label == "amod" and forest.span(child) == Span(end + 1, end + 2):
            end += 1
        # Behind a complement, *de Ana* would seem to belong to that; a relative clause can follow
        # it.
        elif child > noun and label not in ("punct", "acl", "acl:relcl"):
            return Left.FORM
    inside = list(document.words(Span(index + 1, end + 1)))
    if not inside or any(one.lemma == "propio" or one.upos == "PUNCT" for one in inside):
        return Left.FORM
    language = get_language(document.language)
    article = inflected_article(language, tokens[noun], inside[0].form)
    if not article:
        return Left.FORM
    head = _with_preposition(document, index, article)
    return head, Edit(tokens[end].end, tokens[end].end, " " + contracted("de", name.text))


def _with_preposition(document: Document, index: int, words: str) -> Edit:
    """The words in place of a token; a preceding *a* or *de* contracts with *el*."""
    token = document.tokens[index]
    before = document.tokens[index - 1] if index else None
    joins = before is not None and before.form.lower() in _CONTRACTING and before.end <= token.start
    if before is not None and joins and words.startswith("el "):
        return Edit(before.start, token.end, _cased(before, contracted(before.form.lower(), words)))
    if before is not None and joins and words == "el":
        return Edit(before.start, token.end, _cased(before, _CONTRACTING[before.form.lower()]))
    return Edit(token.start, token.end, _cased(token, words))


def contracted(preposition: str, name: str) -> str:
    """*Del director* for *de* and *el director*."""
    if name.startswith("el ") and preposition in _CONTRACTING:
        return f"{_CONTRACTING[preposition]} {name[3:]}"
    return f"{preposition} {name}"


def _cased(token: Token, text: str) -> str:
    return text[:1].upper() + text[1:] if token.form[:1].isupper() else text


def _in_place(expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
    """Replace a strong pronoun or a description with the name."""
    document = expression.discourse.document
    words = list(document.words(expression.mention.span))
    start = expression.mention.start
    # The words of *del* share their characters; *el* may be outside the mention.
    for article in (start, start - 1):
        before = document.tokens[article - 1] if article > 0 else None
        if before is not None and before.end > document.tokens[article].start:
            text = _cased(before, contracted(before.form.lower(), name.text))
            return (Edit(before.start, words[-1].end, text),)
    edit = _with_preposition(document, start, name.text)
    return (edit._replace(end=words[-1].end),)


def _doubled(expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
    """Double a clitic, *Le dijo a Ana*; if a phrase already doubles it, nothing is added."""
    discourse = expression.discourse
    forest, tokens = discourse.forest, discourse.document.tokens
    verb = forest.heads[expression.head]
    if verb == NONE or _asks(discourse.document, expression.head):
        return Left.CLITIC
    for child in forest.children[verb]:
        case = forest.cases[child]
        if case != NONE and tokens[case].form.lower() in ("a", "al"):
            return Left.CLITIC
    end = max(tokens[verb].end, tokens[expression.head].end)
    after = verb + 1
    while after < len(tokens) and (tokens[after].empty or tokens[after].start < end):
        end, after = max(end, tokens[after].end), after + 1
    behind = _behind_object(expression.discourse, verb, after)
    if behind is None:
        return Left.CLITIC
    end = max(end, behind)
    return (Edit(end, end, " " + with_a(name)),)


def _behind_object(discourse: Discourse, verb: int, after: int) -> int | None:
    """The end of a short object that precedes the doubling phrase, *le dio la mano a Ana*, or 0:
    what is new comes last, *le dio a Ana un libro*. Nothing, where the phrase would part what
    belongs together: *le da de comer*, *se le echa encima*.
    """
    forest, tokens = discourse.forest, discourse.document.tokens
    following = tokens[after] if after < len(tokens) else None
    if following is None or following.upos not in ("NOUN", "DET", "ADV", "ADP"):
        return 0
    if following.upos in ("ADV", "ADP"):
        asks = _is_question_word(following)
        return 0 if asks or forest.labels[after] not in ("advmod", "mark", "case") else None
    for child in forest.children[verb]:
        span = forest.span(child)
        if span.start == after and forest.labels[child] == "obj":
            bare, words = following.upos == "NOUN", list(discourse.document.words(span))
            if bare or following.feature("Definite") == "Def":
                return words[-1].end if len(words) <= 1 + (not bare) else (None if bare else 0)
    return 0


def with_a(name: Appellation) -> str:
    """*A Ana y a Inés*: the preposition of people is repeated."""
    text = contracted("a", name.text)
    if len(name.mentions) < 2:
        return text
    start, joint, last = re.split(r"( [ye] )(?!.* [ye] )", text, maxsplit=1)
    return f"{start}{joint}{contracted('a', last)}"
