"""A text in which every pronoun that can be replaced is, even where rewriting would leave it."""

from __future__ import annotations

from coindex.core.annotation import Annotation, Entity, in_order
from coindex.core.document import Document
from coindex.pipeline.brackets import NO_GROUPS, Groups
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.rewriting import assembled

EVERY = Choices(("pronouns",), 0.0, quotations=True, repeat="any")
"""However uncertain, quoted, or close to a name."""


def replaced(document: Document, entities: tuple[Entity, ...], groups: Groups = NO_GROUPS) -> str:
    """Each third-person pronoun becomes the name or description of its entity, one for a group
    the names of its members: *Ann and Bob*; possessives become genitives.

    The forms are those of a rewriting: what no name fits, such as reflexives, demonstratives and
    clitics, stays.
    """
    mentions = in_order([mention for entity in entities for mention in entity.mentions])
    annotation = Annotation(document.id, mentions=mentions, entities=entities)
    judge = Judge(document, annotation, (), EVERY, groups=groups)
    return assembled(document, judge.judgements(), EVERY).text
