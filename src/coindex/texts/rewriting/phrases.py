"""One mention in words: a proper name with its article, a definite description of a noun phrase."""

from __future__ import annotations

from coindex.core.document import Document, Span, Token
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import Language, get_language
from coindex.language.nominals.agreement import Animacy, Number
from coindex.language.nominals.names import name_words
from coindex.language.nominals.noun_phrases import Definiteness, determiner, minimal, name_behind
from coindex.language.nominals.quantities import quantity
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.texts.rewriting.appellations import Appellation, Owner
from coindex.texts.rewriting.choices import Left

LONGEST = 6
"""The maximum number of words of a name, and of tokens before a noun; longer descriptions lose
modifiers.
"""
SHORT = 4
"""The maximum number of words of a complement or possessor that a description keeps."""
_BEFORE = frozenset(
    {"amod", "compound", "nummod", "nmod:desc", "nmod:unmarked", "flat", "goeswith"}
)
_IN_NAMES = frozenset({"PROPN", "NUM", "X", "SYM"})
_NOT_IN_NAMES = frozenset({"PUNCT", "VERB", "AUX", "PRON"})
_MARKS_IN_NAMES = frozenset("-–.&'’")
_NAMING = {True: frozenset({"appos", "flat"}), False: frozenset({"appos"})}
"""Relations of a name to the noun for a person, and for a thing, which a *flat* one is part of."""
_QUALIFYING = frozenset({"advmod", "aux", "mark", "advcl", "conj", "nmod", "nmod:poss"})
"""Relations of words that make *the winner is Ann* a question, a denial or no statement of names:
*is not Ann*, *may be Ann*, *if it is Ann*, *is Ann's*.
"""
_BESIDE = 2
"""Words between a noun and its bearer's name, with a comma."""
_ARTICLES = {
    ("Masc", "Sing"): "el",
    ("Fem", "Sing"): "la",
    ("Masc", "Plur"): "los",
    ("Fem", "Plur"): "las",
}


def proper_name(expression: Expression) -> Appellation | Left:
    """The name alone, with its article; empty for a time, a number or a mere common noun."""
    document, forest = expression.discourse.document, expression.discourse.forest
    tokens, head = document.tokens, expression.head
    span = _without_common_words(expression.discourse, minimal(forest, head), head)
    span = _before_place(document, span)
    span = _with_apposed(expression, _with_possessor(expression, span))
    words = list(document.words(span))
    if not words or len(words) > LONGEST or not _reads_as_name(expression, span):
        return Left.NAMELESS
    text = " ".join(document.surface(span).split())
    determining = determiner(forest, head)
    articles = get_language(document.language).words("grammar", "definite")
    if determining != NONE and determining < span.start:
        word = tokens[determining].form.lower()
        if word in articles:
            # *the real Noor* is Noor, but *the nearby Louvre* is the Louvre
            person = expression.type == "person" or (
                not expression.type and expression.features.animacy == Animacy.ANIMATE
            )
            dropped = determining + 1 < span.start and person
            # *La Coruña* has its capital inside sentences, too; English titles often have one.
            written, start = tokens[determining].form, document.sentence_of(head).span.start
            inflected = not get_language(document.language).article
            inside = inflected and determining != start and written.istitle()
            text = text if dropped else f"{written if inside else word} {text}"
        elif expression.definiteness is not Definiteness.POSSESSIVE:
            return Left.NAMELESS
    elif words[0].form.lower() in articles:
        text = _with_inner_article(expression, text)
    elif _has_lower_title(expression, words[0]):
        text = lowered(text)
    plural = tokens[head].feature("Number") == "Plur"
    return Appellation(text, (expression.mention,), plural, proper=True, short=text)


def _before_place(document: Document, span: Span) -> Span:
    """The name before what only says where it is: *Electro Vega* of *Electro Vega, en Gandía*."""
    tokens = document.tokens
    ends = (
        at
        for at in range(span.start + 1, span.end - 1)
        if tokens[at].form == "," and tokens[at + 1].upos == "ADP"
    )
    return Span(span.start, next(ends, span.end))


def _with_apposed(expression: Expression, span: Span) -> Span:
    """With the name behind a word for a place: *the River Skara*."""
    forest, tokens = expression.discourse.forest, expression.discourse.document.tokens
    if expression.type == "person" or tokens[expression.head].upos != "PROPN":
        return span
    joined = any(
        forest.labels[child] == "appos"
        and child == span.end == forest.left[child]
        and tokens[child].upos == "PROPN"
        for child in forest.children[expression.head]
    )
    return Span(span.start, span.end + 1) if joined else span


def _with_possessor(expression: Expression, span: Span) -> Span:
    """With the possessor in the name of an institution: *the Bakers' Union*."""
    forest, tokens = expression.discourse.forest, expression.discourse.document.tokens
    if expression.type == "person" or tokens[expression.head].upos != "PROPN":
        return span
    for child in forest.children[expression.head]:
        own = forest.span(child)
        linked = forest.labels[child] == "nmod:poss" and own.end == span.start
        if linked and tokens[child].upos == "PROPN" and own.length < LONGEST:
            return Span(own.start, span.end)
    return span


def _with_inner_article(expression: Expression, text: str) -> str:
    """The name with its article: *The Hague* keeps the capital that it has inside sentences; *The
    Beatles* does not.
    """
    document = expression.discourse.document
    if expression.mention.start != document.sentence_of(expression.head).span.start:
        return text
    inside = document.text.count(f" {text}") > document.text.count(f". {text}")
    return text if inside else lowered(text)


def _has_lower_title(expression: Expression, first: Token) -> bool:
    """Whether a name at the beginning of a sentence has a title that is written small inside one:
    *Don Melchor*, *a don Melchor*; *Mr. Hill* and *Sra. Paz* are not.
    """
    document = expression.discourse.document
    small = get_language(document.language).words("rewriting", "small_title")
    start = document.sentence_of(expression.head).span.start
    return first is document.tokens[start] and first.form.lower() in small


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _without_common_words(discourse: Discourse, span: Span, head: int) -> Span:
    """The parts of a name and titles, without other words: *Rival Microsoft*, *CEO Tim Cook*."""
    document = discourse.document
    kept = (
        lexicon.words(document.language, "people", "title")
        | name_words(document.language, "particle")
        | get_language(document.language).words("grammar", "definite")
    )
    start = span.start
    while start < head:
        token = document.tokens[start]
        if token.upos in _IN_NAMES or token.form.lower() in kept:
            break
        if _is_title_word(discourse, start, head):
            break
        start += 1
    sentence = document.sentence_of(head).span.start
    while start - 1 >= sentence and _is_title_word(discourse, start - 1, head):
        start -= 1
    return Span(start, span.end)


def _is_title_word(discourse: Discourse, index: int, head: int) -> bool:
    """Whether an adjective or number with a capital belongs to the name of a thing, *Analytical
    Engine*, *Two Chairs*, or to a title, *Prime Minister*; the capital of the first word of a
    sentence says nothing.
    """
    document, expression = discourse.document, discourse.by_head.get(head)
    token = document.tokens[index]
    if token.upos not in ("ADJ", "NUM") or not token.form[:1].isupper():
        return False
    inside = index > document.sentence_of(head).span.start
    after = document.tokens[index + 1].form.lower()
    if after in lexicon.words(document.language, "people", "title"):
        # *Foreign Minister* is a title, *Former Minister* was one.
        parts = lexicon.words(document.language, "rewriting", "title_part")
        return token.form.lower() in parts
    return (
        inside
        and discourse.forest.heads[index] == head
        and expression is not None
        and expression.type != "person"
        and (bool(expression.type) or expression.features.animacy != Animacy.ANIMATE)
    )


def own_name(expression: Expression) -> Appellation | None:
    """The name that a noun has beside it, *Rui* of *her brother Rui*, also for an apposition, *her
    brother Rui, a dentist*, behind a participle, *a man called Rui*, or that its clause
    gives it: *the firm's product is the X1*.
    """
    discourse = expression.discourse
    forest = discourse.forest
    if expression.function is Function.APPOSITION:
        explained = discourse.by_head.get(forest.heads[expression.head])
        return None if explained is None else own_name(explained)
    person = expression.features.animacy == Animacy.ANIMATE or expression.type == "person"
    for child in forest.children[expression.head]:
        token = discourse.document.tokens[child]
        near = expression.head < forest.left[child] <= expression.head + _BESIDE
        if near and token.upos == "PROPN" and token.relation in _NAMING[person]:
            return _beside(expression, minimal(forest, child))
    given = name_behind(forest, expression.head)
    return _equated(expression) if given == NONE else _beside(expression, minimal(forest, given))


def _beside(expression: Expression, span: Span) -> Appellation | None:
    """A name beside a noun; nothing, if there are other words in it."""
    document = expression.discourse.document
    words = list(document.words(span))
    if len(words) > LONGEST or any(
        one.upos not in ("PROPN", "NUM") and one.form not in _MARKS_IN_NAMES for one in words
    ):
        return None
    text = " ".join(document.surface(span).split())
    return Appellation(text, (expression.mention,), proper=True, short=text)


def _equated(expression: Expression) -> Appellation | None:
    """The name that is predicated of a definite subject."""
    discourse = expression.discourse
    forest, head = discourse.forest, expression.head
    predicate = forest.heads[head]
    if (
        predicate == NONE
        or forest.labels[head] != "nsubj"
        or forest.first(predicate, "cop") == NONE
    ):
        return None
    tokens, name = discourse.document.tokens, discourse.by_head.get(predicate)
    definite = expression.definiteness in (Definiteness.DEFINITE, Definiteness.POSSESSIVE)
    plain = all(forest.labels[one] not in _QUALIFYING for one in forest.children[predicate])
    if name is None or not definite or not plain or not tokens[predicate].form[:1].isupper():
        return None
    called = proper_name(name)
    return called if isinstance(called, Appellation) else None


def _reads_as_name(expression: Expression, span: Span) -> bool:
    document = expression.discourse.document
    token = document.tokens[expression.head]
    form = token.form
    if form.lower() in name_words(document.language, "particle"):
        form = document.surface(span)  # *van der Velde*
    # In chats people write *lars* for Lars.
    small = form.islower() and not (token.upos == "PROPN" and expression.type == "person")
    if expression.type == "time" or quantity(expression) or small:
        return False
    # *Alligators swim* in a text on *alligators*.
    kinds = token.feature("Number") == "Plur" and span.length == 1
    if kinds and any(one.form == form.lower() for one in document.tokens):
        return False
    return any(character.isalpha() for character in form) and all(
        token.upos not in _NOT_IN_NAMES or token.form in _MARKS_IN_NAMES
        for token in document.words(span)
    )


def definite_description(
    expression: Expression, owner: Owner, *, generic: bool = False
) -> Appellation | Left:
    """*The retired teacher* for *a retired teacher from Leeds*.

    In a `generic` statement, bare nouns stay bare: *owls hunt at night*.
    """
    document, forest = expression.discourse.document, expression.discourse.forest
    head, tokens = expression.head, document.tokens
    language = get_language(document.language)
    determining = determiner(forest, head)
    if unfit := _unfit(expression, determining):
        return unfit
    first = _first_word(expression, determining)
    core = " ".join(document.surface(Span(first, head + 1)).split())
    core = inner_form(expression, first) + core[len(tokens[first].form) :]
    article = _article(expression, core.partition(" ")[0])
    possessor = _possessor(expression, determining, owner)
    if isinstance(possessor, Left) or not (possessor or article):
        return Left.NAMELESS
    bare = generic and bool(language.article) and expression.definiteness is Definiteness.BARE
    complement = _complement(expression)
    if possessor and not language.genitive and possessor != tokens[determining].form.lower():
        # *El hijo de Ana*, but *mi hijo*, and *su hijo de Vigo* has no such form.
        if complement or not article:
            return Left.NAMELESS
        possessor, complement = "", possessor
    short = core if bare else f"{possessor or article} {core}"
    number = expression.features.number
    plural = bool(number & Number.PLURAL) and not number & Number.SINGULAR
    text = f"{short} {complement}".rstrip()
    if language.cases:
        return Left.NAMELESS
    return Appellation(text, (expression.mention,), plural, False, short)


def _unfit(expression: Expression, determining: int) -> Left | None:
    """Whether it cannot be described: numbers, times and measures, what a quantifier binds, forms
    of address, and a bare *Grandma*, which is as good as a name.
    """
    document, forest = expression.discourse.document, expression.discourse.forest
    tokens, head = document.tokens, expression.head
    language = get_language(document.language)
    if tokens[head].upos not in ("NOUN", "PROPN", "") or quantity(expression):
        return Left.NAMELESS
    features = expression.features
    # *Caballeros, ¿ustedes creen ...?*: where articles are inflected, bare people are addressed.
    person = features.animacy == Animacy.ANIMATE and (
        features.number == Number.SINGULAR or not language.article
    )
    if forest.labels[head] == "vocative" or (
        expression.definiteness is Definiteness.BARE and person
    ):
        return Left.NAMELESS
    vague = language.words("rewriting", "vague")
    if not _is_one_of_its_kind(expression):
        vague |= language.words("grammar", "measure")
    if expression.type == "time" or expression.lemma in vague:
        return Left.NAMELESS
    word = tokens[determining].form.lower() if determining != NONE else ""
    quantified = expression.definiteness is Definiteness.QUANTIFIED and word
    if word in language.words("rewriting", "bound") or (
        quantified and word not in language.words("rewriting", "counted")
    ):
        return Left.BOUND
    conjunction = forest.first(head, "cc")
    alternatives = language.words("grammar", "alternative")
    if conjunction != NONE and tokens[conjunction].form.lower() in alternatives:
        return Left.NAMELESS
    return None


def _is_one_of_its_kind(expression: Expression) -> bool:
    """*The couple next door*, rather than *a couple of days*."""
    document, forest = expression.discourse.document, expression.discourse.forest
    linking = get_language(document.language).words("rewriting", "linking")
    after = expression.head + 1
    measured = after < len(document.tokens) and document.tokens[after].form.lower() in linking
    quantified = any(forest.labels[one] == "nummod" for one in forest.children[expression.head])
    definite = expression.definiteness is Definiteness.DEFINITE
    return definite and not measured and not quantified


def _first_word(expression: Expression, determining: int) -> int:
    """Where the noun and its restrictive modifiers begin."""
    document, forest = expression.discourse.document, expression.discourse.forest
    head, tokens = expression.head, expression.discourse.document.tokens
    vague = get_language(document.language).words("rewriting", "unidentifying")
    first = head
    for child in reversed(forest.children[head]):
        if child >= head or child == determining:
            continue
        start = forest.span(child).start
        if (
            forest.labels[child] not in _BEFORE
            or tokens[child].lemma.lower() in vague
            or head - start > LONGEST
            or forest.span(child).end > first
        ):
            break
        first = start
    between = (token for token in tokens[first:head] if token.form not in _MARKS_IN_NAMES)
    return head if any(token.upos in _NOT_IN_NAMES for token in between) else first


def inner_form(expression: Expression, index: int) -> str:
    """A word as written inside a sentence; abbreviations and names keep their capitals."""
    document = expression.discourse.document
    token = document.tokens[index]
    initial = index in (document.sentence_of(index).span.start, expression.mention.start)
    title_case = token.form[:1].isupper() and token.form[1:].islower()
    return lowered(token.form) if initial and title_case and token.upos != "PROPN" else token.form


def _article(expression: Expression, first: str) -> str:
    """The definite article before these words; empty if the language has no suitable form."""
    document = expression.discourse.document
    language = get_language(document.language)
    if language.article:
        return language.article
    noun = document.tokens[expression.head]
    determining = determiner(expression.discourse.forest, expression.head)
    own = document.tokens[determining].feature("Gender") if determining != NONE else ""
    return inflected_article(language, noun, first, own)


def inflected_article(language: Language, noun: Token, first: str, written: str = "") -> str:
    """The article that agrees with a noun, if it is one of the language's; before a stressed *a*
    the masculine one, *el agua*. `written` is the gender of the determiner that the text has, which
    tells *las oyentes* from *los oyentes*.
    """
    gender, number = written or noun.feature("Gender"), noun.feature("Number") or "Sing"
    stressed = first.lower() in language.words("rewriting", "stressed_a")
    if stressed and (gender, number) == ("Fem", "Sing"):
        gender = "Masc"
    article = _ARTICLES.get((gender, number), "")
    return article if article in language.words("grammar", "definite") else ""


def _possessor(expression: Expression, determining: int, owner: Owner) -> str | Left:
    """*Tom’s* of *Tom’s sister*; empty if an article is enough: *her key* becomes *the key*.

    A person keeps the possessor, or is not described: *the sister* does not say whose.
    """
    if expression.definiteness is not Definiteness.POSSESSIVE:
        return ""
    document, forest = expression.discourse.document, expression.discourse.forest
    if document.tokens[determining].upos in ("PRON", "DET"):
        animate = expression.features.animacy == Animacy.ANIMATE
        return owner(expression, determining) if animate else ""
    span = forest.span(determining)
    words = list(document.words(span))
    if not get_language(document.language).genitive:
        return ""
    if len(words) > SHORT or any(one.upos == "PRON" for one in words):
        return Left.NAMELESS
    text = " ".join(document.surface(span).split())
    return inner_form(expression, span.start) + text[len(words[0].form) :]


def _complement(expression: Expression) -> str:
    """*Of the shop* in *the owner of the shop*, if it is short."""
    document, forest = expression.discourse.document, expression.discourse.forest
    linking = get_language(document.language).words("rewriting", "linking")
    after = expression.head + 1
    for child in forest.children[expression.head]:
        span = forest.span(child)
        if child > expression.head and forest.labels[child].partition(":")[0] == "nmod":
            words = list(document.words(span))
            fits = (
                span.start == after
                and words[0].form.lower() in linking
                and len(words) <= SHORT
                and all(one.upos not in _NOT_IN_NAMES | {"CCONJ"} for one in words)
            )
            return " ".join(document.surface(span).split()) if fits else ""
    return ""
