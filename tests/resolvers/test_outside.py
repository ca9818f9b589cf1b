"""Adapters to other resolvers, with stand-ins of the same interfaces."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import coindex
from coindex.core import registry
from coindex.core.document import Document, Sentence, Span
from coindex.core.errors import CoindexError, MissingExtra, SpecError
from coindex.resolvers.outside import coreferee, fastcoref, maverick, stanza, xcore
from coindex.resolvers.outside.clusters import words_and_places
from coindex.resolvers.outside.corenlp import CoreNlpServer
from coindex.testing import bracketed

ITEM = bracketed("[Ann]a met [Eve]e in [[her]a garden]g .\n[She]e liked [it]g .")
CLUSTERS = (("Ann", "her"), ("Eve", "She"), ("her garden", "it"))
EXPECTED = {("her", "Ann"), ("She", "Eve"), ("it", "her garden")}


def place(words: str) -> tuple[int, int]:
    start = ITEM.document.text.index(words)
    return start, start + len(words)


def characters() -> list[list[tuple[int, int]]]:
    return [[place(words) for words in cluster] for cluster in CLUSTERS]


def tokens() -> list[list[tuple[int, int]]]:
    """Of each mention its first and its last token."""
    found = {
        mention.text(ITEM.document): (mention.start, mention.end - 1)
        for mention in ITEM.annotation.mentions
    }
    return [[found[words] for words in cluster] for cluster in CLUSTERS]


class FCoref:
    def __init__(self, device: str, model_name_or_path: str = "biu-nlp/f-coref") -> None:
        self.device = device

    def predict(self, texts: list[str]) -> list[Any]:
        return [SimpleNamespace(get_clusters=lambda as_strings: characters()) for _ in texts]


class Maverick:
    def __init__(self, hf_name_or_path: str, device: str) -> None:
        self.name = hf_name_or_path

    def predict(self, sentences: list[list[str]]) -> dict[str, Any]:
        assert sentences[1] == ["She", "liked", "it", "."]
        return {"clusters_token_offsets": tokens()}


class XCore(Maverick):
    def predict(
        self, sentences: list[list[str]], mode: str = "short", max_length: int = 0
    ) -> dict[str, Any]:
        assert (mode, max_length) == ("long", 4000)
        return super().predict(sentences)


class Pipeline:
    """Cuts at spaces; one sentence."""

    def __init__(self, language: str, *, processors: str, **named: Any) -> None:
        assert "coref" in processors and named["download_method"] is None

    def __call__(self, text: str) -> Any:
        words, start = [], 0
        for form in text.split():
            start = text.index(form, start)
            words.append(SimpleNamespace(text=form, start_char=start, end_char=start + len(form)))
            start += len(form)
        return SimpleNamespace(
            sentences=[SimpleNamespace(words=words)],
            coref=[self._chain(c, words) for c in CLUSTERS],
        )

    def _chain(self, cluster: tuple[str, ...], words: list[Any]) -> Any:
        mentions = []
        for phrase in cluster:
            start, end = place(phrase)
            inside = [
                i for i, word in enumerate(words) if word.start_char < end and word.end_char > start
            ]
            mentions.append(
                SimpleNamespace(sentence=0, start_word=inside[0], end_word=inside[-1] + 1)
            )
        return SimpleNamespace(mentions=mentions)


class Spacy:
    """Cuts at spaces; chains are of the last words of the phrases, as coreferee has heads."""

    def add_pipe(self, name: str) -> None:
        assert name == "coreferee"

    def __call__(self, text: str) -> Any:
        (sentence,) = Pipeline("en", processors="coref", download_method=None)(text).sentences
        words = [SimpleNamespace(text=word.text, idx=word.start_char) for word in sentence.words]
        ends = [word.idx + len(word.text) for word in words]
        chains = [[[ends.index(place(phrase)[1])] for phrase in cluster] for cluster in CLUSTERS]
        return Parsed(words, chains)


class Parsed(list[Any]):
    def __init__(self, words: list[Any], chains: list[list[list[int]]]) -> None:
        super().__init__(words)
        self._ = SimpleNamespace(coref_chains=chains)


STAND_INS = {
    "fastcoref": FCoref,
    "maverick": Maverick,
    "stanza": Pipeline,
    "xcore": XCore,
    "coreferee": Spacy,
}
CLASSES = {"xcore": "xCoRe"}
ADAPTERS: tuple[Any, ...] = (coreferee, fastcoref, maverick, stanza, xcore)


@pytest.mark.parametrize("name", STAND_INS)
def test_their_clusters_become_decisions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType(name)
    setattr(module, CLASSES.get(name, STAND_INS[name].__name__), STAND_INS[name])
    monkeypatch.setitem(sys.modules, name, module)
    spacy: Any = ModuleType("spacy")
    spacy.load = lambda model: Spacy()
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    for adapter in ADAPTERS:
        adapter._loaded.cache_clear()
    decisions = registry.build("resolvers", name).resolve(
        ITEM.document, ITEM.annotation.only_mentions()
    )
    text = ITEM.document
    found = {
        (d.anaphor.text(text), d.antecedent.text(text))
        for d in decisions
        if d.antecedent is not None
    }
    # coreferee's mentions are words; which phrase a word heads is known only from a parse.
    assert found == EXPECTED - ({("it", "her garden")} if name == "coreferee" else set())
    for adapter in ADAPTERS:
        adapter._loaded.cache_clear()


@pytest.mark.parametrize("name", STAND_INS)
def test_a_missing_library_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        MissingExtra, match=f"is not installed; install it with: pip install '?{name}"
    ):
        list(
            registry.build("resolvers", name).resolve(
                ITEM.document, ITEM.annotation.only_mentions()
            )
        )


def test_what_is_not_installed_is_not_run_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    assert not set(STAND_INS) & set(registry.installed("resolvers"))
    assert set(STAND_INS) <= set(registry.names("resolvers"))
    assert "sieve" in registry.installed("resolvers")


def test_words_that_are_not_there_do_not_shift_clusters() -> None:
    """A model gets no empty tokens; its numbers are mapped back over them."""
    tokens = list(ITEM.document.tokens)
    zero = tokens[1]._replace(form="", start=tokens[1].start, end=tokens[1].start, empty=True)
    document = Document("a", ITEM.document.text, "en", (tokens[0], zero, *tokens[1:3]))
    document = replace(document, sentences=(Sentence(Span(0, 4)),))
    assert words_and_places(document) == ([["Ann", "met", "Eve"]], [0, 2, 3])


def test_heads_of_coreferee_find_their_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coreferee", ModuleType("coreferee"))
    spacy: Any = ModuleType("spacy")
    spacy.load = lambda model: Spacy()
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    coreferee._loaded.cache_clear()
    result = coindex.resolve(ITEM.document.text, resolver="coreferee")
    coreferee._loaded.cache_clear()
    chains = [[m.text(result.document) for m in one.mentions] for one in result.entities]
    assert chains == [["Ann", "her"], ["Eve", "She"], ["her garden", "it"]]


class Server(BaseHTTPRequestHandler):
    """Answers as a server of CoreNLP does; a text that says so gets something else."""

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        text = self.rfile.read(length).decode()
        properties = json.loads(parse_qs(urlsplit(self.path).query)["properties"][0])
        assert properties["outputFormat"] == "json" and "coref" in properties["annotators"]
        body = b"no JSON" if "html" in text else json.dumps(self._answer(text)).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def _answer(self, text: str) -> dict[str, Any]:
        if "alone" in text:
            return {"sentences": []}
        words, tokens = Pipeline("en", processors="coref", download_method=None)(text), []
        for word in words.sentences[0].words:
            begin, end = word.start_char, word.end_char
            tokens.append({"characterOffsetBegin": begin, "characterOffsetEnd": end})
        chains = {
            str(number): [
                {"sentNum": 1, "startIndex": m.start_word + 1, "endIndex": m.end_word + 1}
                for m in chain.mentions
            ]
            for number, chain in enumerate(words.coref)
        }
        return {"sentences": [{"tokens": tokens}], "corefs": chains}

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def corenlp() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_server_of_corenlp(corenlp: str) -> None:
    resolver = registry.build("resolvers", f"corenlp(url='{corenlp}')")
    decisions = resolver.resolve(ITEM.document, ITEM.annotation.only_mentions())
    text = ITEM.document
    pairs = {(d.anaphor.text(text), d.antecedent.text(text)) for d in decisions if d.antecedent}
    assert pairs == EXPECTED


@pytest.mark.parametrize(
    ("text", "message"), [("html", "is not JSON"), ("alone", "does the server run the annotator")]
)
def test_bad_answers_of_corenlp(corenlp: str, text: str, message: str) -> None:
    resolver = CoreNlpServer(url=corenlp)
    with pytest.raises(CoindexError, match=message):
        resolver.clusters(Document("a", text))


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(CoindexError, match=r"no CoreNLP server answers at http://127\.0\.0\.1:9"):
        CoreNlpServer(url="http://127.0.0.1:9").clusters(Document("a", "Ann"))
    with pytest.raises(SpecError, match="must begin with http"):
        CoreNlpServer(url="file:///etc/passwd")
    assert "corenlp" not in registry.installed("resolvers")
