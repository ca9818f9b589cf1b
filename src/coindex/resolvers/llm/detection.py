"""The detector `llm`: mentions as a large language model marks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from coindex.core.annotation import Annotation, Mention, Source, in_order
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.resolvers.llm.asking import Asking
from coindex.resolvers.llm.reading import placed


@dataclass(frozen=True, slots=True)
class LlmMentions(Asking):
    """Ask a model to mark every mention; a resolver with the same parameters shares the answer."""

    prompt: Literal["mentions", "document", "links"] = "document"
    """Always *document*."""

    def __post_init__(self) -> None:
        super(LlmMentions, self).__post_init__()
        if self.prompt != "document":
            raise SpecError("the detector llm asks for mentions: its prompt is document")

    def detect(self, document: Document) -> Annotation:
        spans = {
            one.span
            for part, answer in self.turns(document, ())
            for one in placed(part, answer.text)[0]
        }
        parse = forest(document)
        bare = (Mention((span,)) for span in spans)
        ordered = in_order([completed(parse, mention) for mention in bare])
        return Annotation(document.id, Source("llm", "system"), ordered)
