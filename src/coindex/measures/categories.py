"""Categories of pronouns that studies leave out, in the order in which they are distinguished
(Byron 2001).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention, Reference, Relation
from coindex.core.document import Document, Span, Token
from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import in_declarations, invented, pronoun, pronoun_kind
from coindex.language.pleonastic import nonreferential
from coindex.language.speech.quotation_marks import quoted
from coindex.language.speech.turns import utterances
from coindex.language.syntax.tree import NONE, forest
from coindex.measures.selection import kind_of, person_of


class Category(NamedTuple):
    """A category of pronouns; `usual` ones are left out unless a study includes them.

    `refers` is false for categories that do not refer: they do not count as referring at all.
    `of_form`: the form alone decides, so that a study that names the form covers the category.
    """

    name: str
    meaning: str
    usual: bool = True
    refers: bool = True
    of_form: bool = False


CATEGORIES: Mapping[str, Category] = {
    category.name: category
    for category in (
        Category(
            "pleonastic",
            "refers to nothing: *it rains*; its type follows, where it is known",
            refers=False,
        ),
        Category(
            "abandoned utterance",
            "in a turn that breaks off, in no chain: *So that'll have —*; or marked `-abandoned`",
            refers=False,
        ),
        Category("named", "is named, not used: *Wren (they/them)*, *is a xe*", refers=False),
        Category(
            "determiner",
            "belongs to what follows: *this book*, Spanish *lo que dijo*",
            refers=False,
        ),
        Category(
            "split antecedent", "refers to several antecedents together: *Ann met Bob. They left*"
        ),
        Category("demonstrative", "*this, that, these, those*", of_form=True),
        Category("first or second person", "*I, we, you* and their forms", of_form=True),
        Category("plural", "*they* and its forms; zero subjects of plural verbs", of_form=True),
        Category(
            "other pronoun",
            "a pronoun that the word lists do not have as a third person singular",
            of_form=True,
        ),
        Category("zero", "a subject that is left out", usual=False, of_form=True),
        Category(
            "clitic", "an unstressed pronoun on a verb: *lo, le, se*", usual=False, of_form=True
        ),
        Category("reflexive", "*herself*", usual=False, of_form=True),
        Category(
            "possessive",
            "*her* book; Spanish *su*, a determiner that refers",
            usual=False,
            of_form=True,
        ),
        Category("first mention", "a name or noun phrase that nothing precedes in its chain"),
        Category(
            "exophoric",
            "refers to something outside the text: so marked, or the first in a chain of "
            "pronouns only",
        ),
        Category(
            "independent",
            "needs no antecedent: *he that plants thorns*; marked *other* or *generic*, or with "
            "a relative clause",
        ),
        Category("noncoreferential", "in no chain: *The Bakers arrived. She is an astronaut*"),
        Category("cataphora", "the antecedent follows"),
        Category("event", "the antecedent is a clause or a verb"),
        Category(
            "reported speech",
            "the pronoun or its nearest antecedent is in quotation marks",
            usual=False,
        ),
        Category("long distance", "the nearest antecedent is too many sentences back", usual=False),
    )
}

_EVENTS = ("event", "verbal")
_BROKEN_OFF = ("—", "–", "--", "-", "…", "...")
_OTHER_WORDS = frozenset({"NOUN", "PROPN", "ADJ", "VERB"})
"""Tags of a pronoun's form that is used as another word: *Wren is a xe*."""
_RELATIVE_CLAUSE = ("acl:relcl", "acl")


class Sorting:
    """Finds the categories of the pronouns of one document in its parse, text and key, as far as
    they are available.
    """

    def __init__(self, document: Document, key: Annotation, longest: int) -> None:
        self._document, self._longest = document, longest
        several = [link for link in key.links if len(link.antecedents) > 1]
        together = (
            link
            for link in several
            if link.relation is Relation.IDENTITY or link.subtype == "split"
        )
        self.split: Mapping[Mention, tuple[Mention, ...]] = {
            link.anaphor: link.antecedents for link in together
        }
        self._bridging = {link.anaphor for link in key.links if link.relation is Relation.BRIDGING}

    def of_pronoun(self, mention: Mention, entity: Entity | None) -> Iterator[str]:
        """All categories of a pronoun; `pleonastic` with its type."""
        yield from self._not_referring(mention, entity)
        if mention in self.split:
            yield "split antecedent"
        yield from self._of_form(mention)
        yield from self._of_antecedent(mention, entity)

    def of_phrase(self, mention: Mention, entity: Entity | None) -> Iterator[str]:
        """All categories of an expression that is not a pronoun."""
        if entity is None or not _before(entity, mention):
            yield "first mention"
        else:
            yield from self._of_antecedent(mention, entity)

    def attainable(self, mention: Mention, entity: Entity | None) -> bool:
        """Whether the key contains an antecedent that a response can find."""
        if mention in self.split:
            return True
        return entity is not None and bool(
            _before(entity, mention) or self._full(_behind(entity, mention))
        )

    def _not_referring(self, mention: Mention, entity: Entity | None) -> Iterator[str]:
        """Whether a pronoun does not refer: the key takes precedence over the parser, and whatever
        is in an entity refers.
        """
        index = mention.start
        token = self._document.tokens[index]
        if mention.reference is Reference.NONREFERENTIAL:
            if mention.subtype == "abandoned":
                yield "abandoned utterance"
            else:
                yield f"pleonastic: {mention.subtype}" if mention.subtype else "pleonastic"
        elif entity is None and (token.relation == "expl" or index in self._expletives):
            kind = self._expletives.get(index, "")
            yield f"pleonastic: {kind}" if kind else "pleonastic"
        # A singleton refers to nothing else in the text, so it does not speak against this.
        if (entity is None or entity.singleton) and self._breaks_off(index):
            yield "abandoned utterance"
        if entity is None and (token.upos in _OTHER_WORDS or self._is_named(index)):
            yield "named"
        if entity is None and self._determines(mention):
            yield "determiner"

    @cached_property
    def _expletives(self) -> Mapping[int, str]:
        """The type of expletive that each token is, by its construction."""
        return nonreferential(self._document)

    def _determines(self, mention: Mention) -> bool:
        """Whether the word is a determiner: *this book*; Spanish *lo*, which parsers tag as a
        pronoun: *lo que dijo*, *lo mejor*.
        """
        token = self._document.tokens[mention.start]
        kind = self._kind(mention)
        return (token.upos == "DET" and kind is Kind.DEMONSTRATIVE) or (
            token.relation == "det" and kind is not Kind.POSSESSIVE
        )

    @cached_property
    def _utterances(self) -> list[Span]:
        return utterances(self._document) if self._document.sentences else []

    @cached_property
    def _declared(self) -> frozenset[int]:
        return in_declarations(self._document)

    def _is_named(self, index: int) -> bool:
        """Whether the pronoun is only mentioned: *Wren (they/them)*, *a xe* with an article, or
        after a noun, *the pronouns are xe, xem*.
        """
        if index in self._declared:
            return True
        tokens, language = self._document.tokens, get_language(self._document.language)
        articles = language.words("grammar", "definite") | language.words("grammar", "indefinite")
        if index and tokens[index - 1].form.lower() in articles:
            return True
        tree = forest(self._document)
        first = index
        while tree.labels[first] == "conj" and tree.heads[first] != NONE:
            first = tree.heads[first]
        labels = {tree.labels[child]: child for child in tree.children[first]}
        subject = labels.get("nsubj")
        return "cop" in labels and subject is not None and tokens[subject].upos == "NOUN"

    def _breaks_off(self, index: int) -> bool:
        """Whether an utterance breaks off, by its last word: where a speaker is given, or lines
        begin with names.
        """
        spoken = next((one for one in self._utterances if one.start <= index < one.end), None)
        if spoken is None:
            return False
        last = self._last_word(spoken)
        return last in _BROKEN_OFF or (self._ends_are_marked and any(map(str.isalnum, last)))

    def _last_word(self, utterance: Span) -> str:
        return [word.form for word in self._document.words(utterance)][-1]

    @cached_property
    def _ends_are_marked(self) -> bool:
        """Whether most utterances end in a punctuation mark, so that one without breaks off:
        *So that'll have* (Byron 2001). Transcripts without punctuation say nothing.
        """
        ends = [self._last_word(one) for one in self._utterances]
        return sum(not any(map(str.isalnum, last)) for last in ends) > len(ends) / 2

    def _kind(self, mention: Mention) -> Kind:
        return mention.kind or token_kind(
            self._document.tokens[mention.start], self._document.language
        )

    def _of_form(self, mention: Mention) -> Iterator[str]:
        token, language = self._document.tokens[mention.start], self._document.language
        row, kind = pronoun(token, language), self._kind(mention)
        if kind is Kind.DEMONSTRATIVE:
            yield "demonstrative"
        elif person_of(token, language) in ("1", "2"):
            yield "first or second person"
        elif (
            token.feature("Number") == "Plur"
            if token.empty
            else row is not None and row.number in ("plural", "they")
        ):
            yield "plural"
        elif not token.empty and (row is None or row.person != "3" or row.kind is Kind.INDEFINITE):
            yield "other pronoun"
        if token.empty:
            yield "zero"
        elif token.form.lower() in get_language(language).words("grammar", "clitic"):
            yield "clitic"
        if kind in (Kind.REFLEXIVE, Kind.POSSESSIVE):
            yield str(kind)

    def _of_antecedent(self, mention: Mention, entity: Entity | None) -> Iterator[str]:
        earlier = _before(entity, mention) if entity is not None else ()
        later = _behind(entity, mention) if entity is not None else ()
        if mention.reference is Reference.EXOPHORIC:
            yield "exophoric"
        # A pronoun points forward only to a full phrase: pronouns alone do not say who is meant.
        if not earlier and not self._full(later):
            if mention.reference is not Reference.EXOPHORIC and mention not in self.split:
                yield self._without_antecedent(mention, bool(later))
            return
        if mention.reference is Reference.CATAPHORIC or not earlier:
            yield "cataphora"
        if (entity is not None and entity.type in _EVENTS) or (
            earlier and all(other.kind is Kind.VERBAL for other in earlier)
        ):
            yield "event"
        if mention.start in self._quoted or (earlier and earlier[-1].start in self._quoted):
            yield "reported speech"
        if earlier and self._distance(earlier[-1], mention) > self._longest:
            yield "long distance"

    def _without_antecedent(self, mention: Mention, repeated: bool) -> str:
        if (
            self._modified(mention.start)
            or mention.reference is Reference.OTHER
            or mention.attribute("generic")
        ):
            return "independent"
        return "exophoric" if repeated and mention not in self._bridging else "noncoreferential"

    def _modified(self, index: int) -> bool:
        """Whether a relative clause follows: by the parse, or after a subject by its first word,
        *he that plants*.
        """
        tokens = self._document.tokens
        if any(token.head == index and token.deprel in _RELATIVE_CLAUSE for token in tokens):
            return True
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        relatives = get_language(self._document.language).words("syntax", "relative")
        if following is None or following.form.lower() not in relatives:
            return False
        return tokens[index].relation == "nsubj" or "Rel" in following.feature("PronType")

    def _full(self, mentions: Sequence[Mention]) -> bool:
        """Whether one of the mentions is not a pronoun."""
        return any(not kind_of(self._document, mention).pronominal for mention in mentions)

    @cached_property
    def _quoted(self) -> frozenset[int]:
        spans: Sequence[Span] = [one.span for one in quoted(self._document)]
        return frozenset(index for span in spans for index in range(*span))

    def _distance(self, antecedent: Mention, anaphor: Mention) -> int:
        sentence = self._document.sentence_index
        return sentence(anaphor.start) - sentence(antecedent.start)


def token_kind(token: Token, language: str) -> Kind:
    """The kind of pronoun that a token is, by its tags or else by its form; `UNKNOWN` for other
    words.
    """
    if token.upos:
        tagged = token.upos in ("PRON", "DET") or token.form.lower() in invented(language)
        return pronoun_kind(token, language) if tagged else Kind.UNKNOWN
    row = pronoun(token, language)
    return row.kind if row is not None else Kind.UNKNOWN


def _before(entity: Entity, mention: Mention) -> tuple[Mention, ...]:
    return tuple(other for other in entity.mentions if other.start < mention.start)


def _behind(entity: Entity, mention: Mention) -> tuple[Mention, ...]:
    return tuple(other for other in entity.mentions if other.start > mention.start)
