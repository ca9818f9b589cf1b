"""The pronouns of a parsed document and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from coindex.core.annotation import Annotation, Kind, Mention, Source
from coindex.core.document import Document, Span
from coindex.core.parameters import component
from coindex.detectors.expletives import treated
from coindex.detectors.heads import pronoun_head
from coindex.language.nominals.pronouns import in_declarations, invented
from coindex.language.syntax.attachment import determines
from coindex.language.syntax.shallow import readable
from coindex.language.syntax.tree import Forest, forest
from coindex.language.zeros.clitics import clitic_kind

_OPEN = frozenset({Kind.UNKNOWN, Kind.INTERROGATIVE, Kind.INDEFINITE})


@component
class Pronouns:
    """Personal, possessive, reflexive, reciprocal and demonstrative
    ones, each a mention of one word.
    """

    relatives: bool = False
    """Whether relative pronouns are mentions."""
    expletives: Literal["drop", "mark", "keep"] = "drop"
    """What happens to pronouns that do not refer: *drop* them, *mark* them as such,
    or *keep* them as if they did.
    """

    def detect(self, document: Document) -> Annotation:
        parse = forest(readable(document))
        mentions = tuple(treated(self._mentions(parse), parse, self.expletives))
        return Annotation(document.id, Source("pronouns", "system"), mentions)

    def _mentions(self, parse: Forest) -> Iterator[Mention]:
        language = parse.document.language
        neopronouns, named = invented(language), in_declarations(parse.document)
        for index, token in enumerate(parse.document.tokens):
            if index in named or determines(parse, index):
                continue
            possessive = "Poss=Yes" in token.feats
            if (
                token.upos not in ("PRON", "DET")
                and not possessive
                and token.form.lower() not in neopronouns
            ):
                continue
            kind = clitic_kind(parse, index) or pronoun_head(token, parse.labels[index], language)
            if kind not in _OPEN and (kind is not Kind.RELATIVE or self.relatives):
                span = Span(index, index + 1)
                yield Mention((span,), index, kind, span)
