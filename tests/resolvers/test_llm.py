"""The resolver `llm`, against a scripted endpoint that damages its answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError, SpecError
from coindex.resolvers.llm import Llm
from coindex.resolvers.llm.asking import windows
from coindex.resolvers.llm.client import ask
from coindex.resolvers.llm.detection import LlmMentions
from coindex.testing import bracketed, check_resolver
from tests.resolvers.endpoint import Reply, Scripted, scripted

pytest.importorskip("openai", reason="openai is not installed: pip install 'coindex[llm]'")

ITEM = bracketed(
    "[Ann]1 lost [[her]1 key]2 .\n[She]1 asked [Bob]3 whether [he]3 had seen [it]2 .", id="ann"
)
RIGHT = (
    "[Ann](#1) lost [[her](#1) key](#2) .\n"
    "[She](#1) asked [Bob](#3) whether [he](#3) had seen [it](#2) ."
)
LINES = "3 -> 1\n4 -> 3\n6 -> 5\n7 -> 2"
ALL = {("her", "Ann"), ("She", "her"), ("he", "Bob"), ("it", "her key")}
DOCUMENTATION = Path(__file__).parents[2] / "docs/llm-answers.md"


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripted]:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    ask.cache_clear()
    with scripted() as server:
        yield server
    ask.cache_clear()


def llm(endpoint: Scripted, **options: Any) -> Llm:
    return Llm("tiny", endpoint.url, **options)


def links(resolver: Llm, item: Annotated = ITEM) -> set[tuple[str, str]]:
    found = resolver.resolve(item.document, item.annotation.only_mentions())
    return {
        (one.anaphor.text(item.document), one.antecedent.text(item.document))
        for one in found
        if one.antecedent is not None
    }


def repaired(resolver: Llm, item: Annotated = ITEM) -> dict[str, float]:
    account = resolver.account(item.document, item.annotation.only_mentions())
    return {
        name: n
        for name, n in account.items()
        if name not in ("requests", "tokens in", "tokens out")
    }


class Damage(NamedTuple):
    """What an endpoint does, what is reported, and which of the four links are lost."""

    reply: Reply
    reported: Mapping[str, float]
    lost: frozenset[str] = frozenset()
    prompt: str = "mentions"
    first: tuple[Reply, ...] = ()


def changed(old: str, new: str) -> Reply:
    assert old in RIGHT
    return Reply(RIGHT.replace(old, new))


BUSY, FAILING = Reply(status=429, body="{}"), Reply(status=500, body="{}")
DAMAGES: dict[str, Damage] = {
    "a word is missing": Damage(changed("lost ", ""), {"words dropped": 1}),
    "a word is another one": Damage(changed("lost", "misplaced"), {"words changed": 1}),
    "a marked word is another one": Damage(changed("[She]", "[Ms]"), {"words changed": 1}),
    "words stand before the text": Damage(Reply("Sure, here it is: " + RIGHT), {"words added": 6}),
    "words stand after the text": Damage(Reply(RIGHT + "\nAnything else?"), {"words added": 3}),
    "all is in upper case": Damage(Reply(RIGHT.upper()), {"words changed": 12}),
    "a bracket is never closed": Damage(
        changed("[Bob](#3)", "[Bob"),
        {"brackets never closed": 1, "mentions left out": 1},
        frozenset({"he"}),
    ),
    "a bracket is never opened": Damage(changed("[She]", "She]"), {"brackets never opened": 1}),
    "a number is missing": Damage(
        changed("[he](#3)", "[he](#)"),
        {"mentions without a number": 1, "mentions left out": 1},
        frozenset({"he"}),
    ),
    "numbers have names": Damage(Reply(RIGHT.replace("#", "#cluster_")), {}),
    "numbers stand without parentheses": Damage(Reply(re.sub(r"\(#(\d)\)", r"\1", RIGHT)), {}),
    "a bracket stands around another word, too": Damage(
        changed("asked [Bob]", "[asked Bob]"), {"mentions moved": 1}
    ),
    "a verb is marked": Damage(changed("seen", "[seen](#9)"), {"mentions that were not given": 1}),
    "a mention is marked twice": Damage(
        changed("[he](#3)", "[[he](#3)](#4)"), {"mentions marked twice": 1}
    ),
    "a fence stands around the answer": Damage(Reply(f"```text\n{RIGHT}\n```"), {"code fences": 2}),
    "the model thinks aloud": Damage(
        Reply(f"<think>[Who](#7) is she?</think>\n{RIGHT}"), {"thoughts": 1}
    ),
    "the answer is cut short": Damage(
        Reply(RIGHT.partition("[Bob]")[0], finish="length"),
        {"answers cut short": 1, "words dropped": 7, "mentions left out": 3},
        frozenset({"he", "it"}),
    ),
    "the answer is empty": Damage(
        Reply(""), {"empty answers": 1, "mentions left out": 7}, frozenset(dict(ALL))
    ),
    "the answer is null": Damage(
        Reply(None), {"empty answers": 1, "mentions left out": 7}, frozenset(dict(ALL))
    ),
    "the text comes twice": Damage(
        Reply(f"{RIGHT}\n{RIGHT}"),
        {"words added": 14, "mentions without words of the text": 7},
    ),
    "the answer is about something else": Damage(
        Reply("I cannot help with that."),
        {"words dropped": 8, "words changed": 5, "mentions left out": 7},
        frozenset(dict(ALL)),
    ),
    "the endpoint is busy at first": Damage(Reply(RIGHT), {"retries": 1}, first=(BUSY,)),
    "the endpoint fails twice": Damage(Reply(RIGHT), {"retries": 2}, first=(FAILING, FAILING)),
    "the connection breaks": Damage(Reply(RIGHT), {"retries": 1}, first=(Reply(close=True),)),
    "links are explained": Damage(
        Reply(f"The links are\n{LINES}"), {"lines not understood": 1}, prompt="links"
    ),
    "a link has a number of no mention": Damage(
        Reply(f"{LINES}\n9 -> 1"), {"numbers of no mention": 1}, prompt="links"
    ),
    "a link goes forwards": Damage(
        Reply(f"1 -> 2\n{LINES}"), {"links to itself or forwards": 1}, prompt="links"
    ),
    "a mention has two antecedents": Damage(
        Reply(f"{LINES}\n7 -> 1"), {"second answers about a mention": 1}, prompt="links"
    ),
    "arrows are of another kind": Damage(
        Reply(LINES.replace("->", "=>").replace("3 =>", "#3 =>")), {}, prompt="links"
    ),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damage_is_repaired_and_reported(what: str, endpoint: Scripted) -> None:
    damage = DAMAGES[what]
    endpoint.script, endpoint.first = lambda _: damage.reply, list(damage.first)
    resolver = llm(endpoint, prompt=damage.prompt)
    assert links(resolver) == {link for link in ALL if link[0] not in damage.lost}
    assert repaired(resolver) == {name: n for name, n in damage.reported.items() if n}


def test_the_documentation_lists_each_damage() -> None:
    rows = re.findall(r"^\| ([a-z][^|]+?) \| ([^|]*?) \|", DOCUMENTATION.read_text(), re.M)
    documented = {what: reported for what, reported in rows if what in DAMAGES}
    for what, damage in DAMAGES.items():
        reported = ", ".join(f"{name} {n:g}" for name, n in damage.reported.items() if n)
        assert documented.get(what) == (reported or "nothing"), what


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(body="<html>"), "model tiny at http://127.0.0.1"),
        (Reply(body="{}"), "the answer has no choices"),
        (
            Reply(status=401, body='{"error": {"message": "wrong key sk-secret-of-the-test"}}'),
            "OPENAI_API_KEY",
        ),
        (Reply(status=400, body='{"error": {"message": "no such model"}}'), "no such model"),
        (FAILING, "500"),
    ],
)
def test_what_cannot_be_repaired_is_an_error_without_the_key(
    reply: Reply, message: str, endpoint: Scripted
) -> None:
    endpoint.script = lambda _: reply
    with pytest.raises(CoindexError, match=message) as raised:
        links(llm(endpoint, retries=1))
    assert "secret" not in str(raised.value) and "secret" not in repr(raised.value.__context__)


def test_an_endpoint_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path))
    with pytest.raises(CoindexError, match=r"model tiny at http://127.0.0.1:9/v1"):
        links(Llm("tiny", "http://127.0.0.1:9/v1", retries=0))


def test_a_request_is_deterministic_and_carries_the_key_in_its_header(endpoint: Scripted) -> None:
    endpoint.script = lambda _: Reply(RIGHT)
    assert links(llm(endpoint, seed=7)) == ALL
    (request,) = endpoint.requests
    assert (request["model"], request["temperature"], request["seed"]) == ("tiny", 0, 7)
    assert request["messages"][-1]["content"] == re.sub(r"#\d", "#", RIGHT)
    assert endpoint.authorised == ["Bearer sk-secret-of-the-test"]


def test_answers_are_cached_by_model_and_prompt(endpoint: Scripted, tmp_path: Path) -> None:
    endpoint.script = lambda _: Reply(RIGHT)
    for resolver in (llm(endpoint), llm(endpoint), llm(endpoint, price_in=2.0)):
        assert links(resolver) == ALL
        ask.cache_clear()
    assert len(endpoint.requests) == 1
    endpoint.script = lambda _: Reply(LINES)
    assert links(llm(endpoint, prompt="links")) == ALL
    endpoint.script = lambda _: Reply(RIGHT)
    assert links(replace(llm(endpoint), model="other")) == ALL
    assert len(endpoint.requests) == 3
    files = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert len(files) == 3
    assert not any(b"secret" in path.read_bytes() for path in files)
    files[0].write_text("{")
    ask.cache_clear()
    assert links(llm(endpoint)) == ALL, "a damaged entry counts as none"


def test_without_a_cache_nothing_is_written(endpoint: Scripted, tmp_path: Path) -> None:
    endpoint.script = lambda _: Reply(RIGHT)
    assert links(llm(endpoint, cache=False)) == ALL
    assert not (tmp_path / "cache").exists()


def test_tokens_and_cost(endpoint: Scripted) -> None:
    endpoint.script = lambda _: Reply(RIGHT)
    account = llm(endpoint, price_in=2.0, price_out=10.0).account(*ITEM)
    assert account == {"requests": 1, "tokens in": 100, "tokens out": 20, "cost": 0.0004}


def test_why_shows_the_words_of_the_model(endpoint: Scripted) -> None:
    endpoint.script = lambda _: changed("[he](#3)", "[he](#)")
    decisions = {
        one.anaphor.text(ITEM.document): one
        for one in llm(endpoint).resolve(ITEM.document, ITEM.annotation.only_mentions())
    }
    assert decisions["it"].rule == "the model's words: [it](#2)"
    assert decisions["She"].rule == "the model's words: [She](#1)"
    endpoint.script = lambda _: Reply(LINES)
    lines = list(llm(endpoint, prompt="links").resolve(*ITEM))
    assert lines[-1].rule == "the model's words: 7 -> 2"


def test_windows_overlap_and_chains_continue(endpoint: Scripted) -> None:
    """A model that numbers names afresh in each window; the shared sentence joins them."""

    def numbering(text: str) -> Reply:
        numbers: dict[str, int] = {}

        def number(match: re.Match[str]) -> str:
            return f"[{match[1]}](#{numbers.setdefault(match[1], len(numbers) + 4)})"

        return Reply(re.sub(r"\[(\w+)\]\(#\)", number, text))

    endpoint.script = numbering
    lines = [f"[Ann]a met [{name}]{name} ." for name in ("Bob", "Cat", "Dan", "Eve", "Fay")]
    item = bracketed("\n".join(lines), id="long")
    resolver = llm(endpoint, window=8, overlap=4)
    assert len(windows(item.document, 8, 4)) == 4
    assert links(resolver, item) == {("Ann", "Ann")}
    decisions = list(resolver.resolve(*item))
    assert len(decisions) == 4, "each Ann but the first goes back to the one before"
    assert "mentions that two windows resolve differently" not in repaired(resolver, item)


@pytest.mark.parametrize(("size", "overlap"), [(3, 0), (5, 2), (7, 6), (100, 50)])
def test_windows_cover_a_document(size: int, overlap: int) -> None:
    document = bracketed("a b c d e f g h .\nBob left .\nShe ran off .").document
    found = windows(document, size, overlap)
    assert found[0].start == 0 and found[-1].end == len(document.tokens)
    assert all(span.length <= size for span in found)
    for before, after in pairwise(found):
        assert before.start < after.start <= before.end <= after.end
        assert before.end - after.start <= overlap


def test_the_model_finds_mentions_itself(endpoint: Scripted) -> None:
    endpoint.script = lambda _: Reply(RIGHT.replace("[her](#1)", "her"))
    resolver = llm(endpoint, prompt="document")
    detector = registry.build("detectors", resolver.detector)
    assert isinstance(detector, LlmMentions)
    found = detector.detect(ITEM.document)
    texts = [mention.text(ITEM.document) for mention in found.mentions]
    assert texts == ["Ann", "her key", "She", "Bob", "he", "it"]
    item = Annotated(ITEM.document, found)
    assert links(resolver, item) == {("She", "Ann"), ("he", "Bob"), ("it", "her key")}
    assert len(endpoint.requests) == 1, "detector and resolver share the answer"
    assert "[" not in endpoint.requests[0]["messages"][-1]["content"]


def test_zeros_and_square_brackets_of_the_text(endpoint: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "ana.crac"
    path.write_text("Ana|[e1] sale [ sic ] y ##|[e1] canta .")
    (item,) = formats.read(path, "crac")
    endpoint.script = lambda text: Reply(text.replace("](#)", "](#1)"))
    resolver = llm(endpoint)
    assert _sent(endpoint, resolver, item) == "[Ana](#) sale ( sic ) y [∅](#) canta ."
    assert not repaired(resolver, item)
    assert links(resolver, item) == {("", "Ana")}


def _sent(endpoint: Scripted, resolver: Llm, item: Annotated) -> str:
    list(resolver.resolve(*item))
    return str(endpoint.requests[-1]["messages"][-1]["content"])


def test_it_keeps_the_contract(endpoint: Scripted) -> None:
    endpoint.script = lambda text: Reply(text.replace("](#)", "](#1)"))
    check_resolver(llm(endpoint), parses=3)


WRONG: list[tuple[Callable[[], Llm], str]] = [
    (lambda: Llm("m", key="sk-12345678"), "never the key itself"),
    (lambda: Llm("m", "http://me:secret@host/v1"), "must not contain a name, password or query"),
    (
        lambda: Llm("m", "https://host/v1?api-key=secret"),
        "must not contain a name, password or query",
    ),
    (lambda: Llm("m", "file:///etc/passwd"), "must begin with http"),
    (lambda: Llm(""), "name a model"),
    (lambda: Llm("m", window=10, overlap=10), "smaller than the window"),
    (lambda: Llm("m", prompt="poem"), "prompt is "),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "message"), WRONG)
def test_wrong_parameters(make: Callable[[], Llm], message: str) -> None:
    with pytest.raises(SpecError, match=message) as raised:
        make()
    assert "secret" not in str(raised.value)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path))
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(CoindexError, match=r"pip install 'openai>="):
        links(Llm("m", "http://127.0.0.1:9/v1"))


def test_it_never_runs_unasked() -> None:
    assert "llm" in registry.names("resolvers")
    assert "llm" not in registry.installed("resolvers") + registry.distinct("resolvers")
    assert "llm" not in registry.installed("detectors")
