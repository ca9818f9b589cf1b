"""Adapters to other resolvers, with stand-ins of the same interfaces."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.resolvers.outside import fastcoref, maverick, stanza
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


STAND_INS = {"fastcoref": FCoref, "maverick": Maverick, "stanza": Pipeline}


@pytest.mark.parametrize("name", STAND_INS)
def test_their_clusters_become_decisions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType(name)
    setattr(module, STAND_INS[name].__name__, STAND_INS[name])
    monkeypatch.setitem(sys.modules, name, module)
    for adapter in (fastcoref, maverick, stanza):
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
    assert found == EXPECTED
    for adapter in (fastcoref, maverick, stanza):
        adapter._loaded.cache_clear()


@pytest.mark.parametrize("name", STAND_INS)
def test_a_missing_library_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        CoindexError, match=rf"{name} is not installed; install it with: pip install"
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
