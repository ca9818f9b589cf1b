"""A transformer for scikit-learn: texts that stand on their own, in front of a vectoriser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from coindex.core.document import Document
from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER, Pipeline

try:
    from sklearn.base import BaseEstimator, TransformerMixin
except ModuleNotFoundError as error:
    raise MissingExtra("scikit-learn") from error

if TYPE_CHECKING:

    class Estimator:
        """What the two classes of scikit-learn give a transformer."""
else:

    class Estimator(TransformerMixin, BaseEstimator):
        """What the two classes of scikit-learn give a transformer."""


OUTPUTS = ("rewritten", "replaced", "result")


class CoindexTransformer(Estimator):
    """Resolves texts. `output` is *rewritten* (names where that is safe), *replaced* (names
    wherever possible) or *result* (a `Result` for each text).

    Nothing is learned: `fit` only returns the transformer.
    """

    def __init__(
        self,
        resolver: str = RESOLVER,
        parser: str = PARSER,
        detector: str = AUTO,
        output: Literal["rewritten", "replaced", "result"] = "rewritten",
    ) -> None:
        self.resolver = resolver
        self.parser = parser
        self.detector = detector
        self.output = output

    def fit(self, texts: Iterable[str], y: Any = None) -> CoindexTransformer:
        """Return the transformer itself."""
        return self

    def transform(self, texts: Iterable[str]) -> list[Any]:
        """For each text a text, or a `Result`."""
        if self.output not in OUTPUTS:
            raise CoindexError(
                Message(
                    "output must be one of {outputs}, not {output!r}",
                    outputs=", ".join(OUTPUTS),
                    output=self.output,
                )
            )
        if isinstance(texts, str):
            raise CoindexError("transform takes a list of texts, not one text")
        pipeline = Pipeline(self.parser, detector=self.detector, resolver=self.resolver)
        documents = (Document(str(number), text) for number, text in enumerate(texts))
        results = [pipeline.resolved(document) for document in pipeline.parsed(documents)]
        if self.output == "rewritten":
            return [result.rewritten().text for result in results]
        return [result.replaced() for result in results] if self.output == "replaced" else results

    def __sklearn_is_fitted__(self) -> bool:
        return True
