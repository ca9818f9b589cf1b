"""The form of a name in place of a pronoun or a description; `clitics` has the others."""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.core.document import Token
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Number
from coindex.language.nominals.pronouns import POSSESSIVE_RELATIONS
from coindex.language.syntax.roles import NOMINAL, VERBAL
from coindex.language.syntax.tree import NONE
from coindex.texts.edits import Edit
from coindex.texts.rewriting.appellations import Appellation
from coindex.texts.rewriting.choices import Left

_CONTRACTED = {
    ("'s", "be"): "is",
    ("'s", "have"): "has",
    ("'ll", "will"): "will",
    ("'ll", "shall"): "will",
    ("'d", "would"): "would",
    ("'d", "will"): "would",
    ("'d", "have"): "had",
    ("'ve", "have"): "have",
    ("'re", "be"): "are",
}
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_MODIFYING = frozenset(
    {"acl", "acl:relcl", "appos", "det", "det:predet", "amod", "conj", "nmod", "flat", "compound"}
)


def pronoun_edit(expression: Expression, name: Appellation) -> Edit | Left:
    """Replace a pronoun with the name: as a genitive, or with a contraction written out."""
    tokens, index = expression.discourse.document.tokens, expression.head
    token = tokens[index]
    language = get_language(expression.discourse.document.language)
    strong = language.words("grammar", "strong")
    if _fixed(expression) or (strong and token.form.lower() not in strong):
        return Left.FORM
    if expression.kind is Kind.POSSESSIVE:
        if not language.genitive or not _owns(expression):
            return Left.FORM
        return Edit(token.start, token.end, cased(expression, genitive(expression, name)))
    twofold = language.words("grammar", "possessive_before_noun")
    if token.form.lower() in twofold and _before_noun(expression):
        return Left.FORM  # the parse may be wrong: *her move* is a possessive
    if disagrees(expression, name):
        return Left.AGREEMENT
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is not None and after.start == token.end and after.form[:1] in ("'", "’"):
        return _written_out(expression, name, after)
    return Edit(token.start, token.end, cased(expression, name.text))


def nominal_edit(expression: Expression, name: Appellation) -> Edit | Left:
    """Replace a definite description with the name."""
    document = expression.discourse.document
    span = expression.mention.span
    if disagrees(expression, name):
        return Left.AGREEMENT
    words = list(document.words(span))
    return Edit(words[0].start, words[-1].end, cased(expression, name.text))


def _written_out(expression: Expression, name: Appellation, after: Token) -> Edit | Left:
    """The contraction written out: *She’s late* becomes *Ann is late*, because *’s* after a name
    would read as a genitive.
    """
    token = expression.discourse.document.tokens[expression.head]
    spoken = after.form.lower().replace("’", "'")
    full = _CONTRACTED.get((spoken, after.lemma.lower()))
    if full is None:
        return Left.FORM
    if full == "are" and not name.plural:
        return Left.AGREEMENT
    return Edit(token.start, after.end, f"{cased(expression, name.text)} {full}")


def genitive(expression: Expression, name: Appellation) -> str:
    """*Ann’s*, *the girls’*, with the kind of apostrophe that the text uses."""
    document = expression.discourse.document
    ending = get_language(document.language).genitive
    if "'" in document.text and "’" not in document.text:
        ending = ending.replace("’", "'")
    short = name.short or name.text
    plural = name.plural and short.endswith("s")
    return short + (ending.removesuffix("s") if plural else ending)


def cased(expression: Expression, text: str) -> str:
    """The name with a capital if the old word had one; *iPhone* and *eBay* keep their own form."""
    tokens = expression.discourse.document.tokens
    form = tokens[expression.mention.start].form
    first = text.split(" ", 1)[0]
    if not form[:1].isupper() or first != first.lower():
        return text
    return text[:1].upper() + text[1:]


def disagrees(expression: Expression, name: Appellation) -> bool:
    """Whether the name differs in number from the pronoun where a verb would show it.

    *They said* of a team becomes *the team said*, but *they are* does not become *the team are*.
    """
    number = expression.features.number
    if name.plural:
        return not number & Number.PLURAL
    if not number & Number.PLURAL or number & Number.SINGULAR:
        return False
    return _shows_number(expression)


def _shows_number(expression: Expression) -> bool:
    forest = expression.discourse.forest
    tokens = forest.document.tokens
    if forest.labels[expression.head] not in _SUBJECTS:
        return False
    predicate = forest.heads[expression.head]
    if predicate == NONE:
        return True
    verbs = [predicate, *forest.children[predicate]]
    verbs += [
        child
        for other in forest.children[predicate]
        if forest.labels[other] == "conj"
        for child in forest.children[other]
    ]
    return any(_finite_with_number(tokens[verb]) for verb in verbs)


def _finite_with_number(token: Token) -> bool:
    if token.upos not in VERBAL or token.xpos == "MD":
        return False
    lemma = token.lemma.lower()
    if lemma == "be":
        return token.form.lower() not in ("be", "been", "being")
    return token.xpos in ("VBP", "VBZ") or (
        token.feature("Tense") == "Pres" and token.feature("VerbForm") == "Fin"
    )


def _owns(expression: Expression) -> bool:
    """Whether a possessive precedes its noun, or stands for a noun (*hers*)."""
    document, forest = expression.discourse.document, expression.discourse.forest
    form = document.tokens[expression.head].form.lower()
    if not any(token.deprel for token in document.words(expression.mention.span)):
        return True  # not parsed
    if forest.labels[expression.head] not in POSSESSIVE_RELATIONS:
        alone = get_language(document.language).words("rewriting", "alone")
        return form in alone and not _before_noun(expression)
    return forest.heads[expression.head] > expression.head


def _before_noun(expression: Expression) -> bool:
    tokens, index = expression.discourse.document.tokens, expression.head + 1
    while index < len(tokens) and tokens[index].upos in ("ADJ", "NUM"):
        index += 1
    return index < len(tokens) and tokens[index].upos in NOMINAL and tokens[index].upos != "PRON"


def _fixed(expression: Expression) -> bool:
    """Whether only a pronoun is possible: *he or she*, *they who*, *isn’t it?*, *here she is*."""
    forest = expression.discourse.forest
    tokens, index = forest.document.tokens, expression.head
    token = tokens[index]
    if len(token.form) > 1 and token.form.isupper():
        return True
    if any(forest.labels[child] in _MODIFYING for child in forest.children[index]):
        return True
    if forest.labels[index] == "conj" and tokens[forest.heads[index]].upos == "PRON":
        return True
    # *His/her*: both halves would get the same name.
    near = [tokens[place].form for place in (index - 1, index + 1) if 0 <= place < len(tokens)]
    if "/" in near:
        return True
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if (
        after is not None
        and after.form == "?"
        and before is not None
        and before.upos
        in (
            "AUX",
            "PART",
        )
    ):
        return True
    deictic = get_language(forest.document.language).words("rewriting", "deictic")
    return (
        before is not None and before.form.lower() in deictic and forest.labels[index] in _SUBJECTS
    )
