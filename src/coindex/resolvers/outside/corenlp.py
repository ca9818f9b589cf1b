"""A running server of Stanford CoreNLP (Manning et al. 2014; Clark & Manning 2016)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, ClassVar
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.resolvers.outside.clusters import Clustering, Place, from_characters


@component
class CoreNlpServer(Clustering):
    """The chains that a server of CoreNLP answers, each mention linked to the one before it.

    Texts are sent to the server, and to nothing else.
    """

    url: str = "http://localhost:9000"
    """Address of the server."""
    annotators: str = "tokenize,ssplit,pos,lemma,ner,parse,coref"
    """The annotators that the server runs."""
    timeout: int = ranged(300, least=1)
    """Seconds to wait for an answer."""
    remote: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise SpecError(
                Message("url={url!r}: must begin with http:// or https://", url=self.url)
            )

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        answer = self._answer(document.text)
        try:
            sentences = [sentence["tokens"] for sentence in answer["sentences"]]
            clusters = [
                [_place(sentences, mention) for mention in chain]
                for chain in answer["corefs"].values()
            ]
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise CoindexError(
                Message(
                    "the answer of {url} has no chains: does the server run the annotator coref?",
                    url=self.url,
                )
            ) from error
        return from_characters(document, clusters)

    def _answer(self, text: str) -> Any:
        properties = {"annotators": self.annotators, "outputFormat": "json"}
        address = f"{self.url}/?{urlencode({'properties': json.dumps(properties)})}"
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        request = Request(address, text.encode(), headers)  # noqa: S310 (checked above)
        try:
            with urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
                return json.load(answer)
        except (URLError, TimeoutError, OSError) as error:
            raise CoindexError(
                Message(
                    "no CoreNLP server answers at {url} ({error}); start one with: java -mx4g "
                    "-cp '*' edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000",
                    url=self.url,
                    error=error,
                )
            ) from error
        except ValueError as error:
            raise CoindexError(
                Message("the answer of {url} is not JSON: {error}", url=self.url, error=error)
            ) from error


def _place(sentences: list[Any], mention: Any) -> Place:
    tokens = sentences[mention["sentNum"] - 1]
    first, last = tokens[mention["startIndex"] - 1], tokens[mention["endIndex"] - 2]
    return int(first["characterOffsetBegin"]), int(last["characterOffsetEnd"])
