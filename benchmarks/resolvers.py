"""Speed of every resolver: tokens per CPU second in texts of growing length, and the share of time by module."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document, Sentence, Span, Token
from coindex.experiment.pipeline import Pipeline, decided
from coindex.measures.pair import Pair

SIZES = (10_000, 100_000)
ROUNDS = 3
LEAST = 15_000
"""Tokens per CPU second that each resolver must reach, whatever the length."""
INSTANT = 1e8
MEASURES = ("CoNLL", "Success")
Value = TypeVar("Value")


class Text(NamedTuple):
    """Documents joined to one, with the mentions of each, and the key."""

    document: Document
    mentions: Annotation
    key: Annotation


def joined(items: Iterable[Annotated], size: int) -> Text:
    """Whole documents one after the other, until there are so many tokens; blank lines part them."""
    tokens: list[Token] = []
    sentences: list[Sentence] = []
    text = ""
    for document, _ in items:
        offset, characters = len(tokens), len(text)
        tokens += (_moved(token, offset, characters) for token in document.tokens)
        sentences += (
            replace(sentence, span=Span(sentence.span.start + offset, sentence.span.end + offset), multiwords=())
            for sentence in document.sentences
        )
        text += document.text + "\n\n"
        if len(tokens) >= size:
            break
    whole = Document(f"{size:,} tokens", text, "en", tuple(tokens), tuple(sentences))
    mentions = Pipeline().mentions(whole)
    return Text(whole, mentions, Annotation(whole.id))


def _moved(token: Token, offset: int, characters: int) -> Token:
    head = token.head + offset if token.head is not None and token.head >= 0 else token.head
    return token._replace(start=token.start + characters, end=token.end + characters, head=head)


def rate(resolver: Any, text: Text) -> float:
    """Tokens per CPU second, from a parse and mentions nobody has looked at yet; the best of several rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        fresh, mentions = replace(text.document), replace(text.mentions)
        spent, _decisions = timed(lambda: decided(resolver, fresh, mentions, text.key))  # noqa: B023 - called at once
        best = max(best, len(fresh.tokens) / spent)
    return best


def timed(work: Callable[[], Value]) -> tuple[float, Value]:
    """CPU seconds and result; what is left from before is cleared away first."""
    gc.collect()
    started = time.process_time()
    result = work()
    return max(time.process_time() - started, 1e-9), result


def growth(corpus: Path) -> bool:
    """Prints tokens per second for each length; whether all are fast enough."""
    items = list(formats.read(corpus, "conllu"))
    Random(1).shuffle(items)  # genres differ in pronouns, so every length needs all of them
    texts = [joined(items, size) for size in SIZES]
    items.clear()
    print(f"{'tokens per CPU second':<24}" + "".join(f"{len(text.document.tokens):>12,}" for text in texts))
    sound = True
    for name in registry.names("resolvers"):
        rates = [rate(registry.build("resolvers", name), text) for text in texts]
        slow = min(rates) < LEAST
        sound &= not slow
        shown = "".join(f"{value:>12,.0f}" if value < INSTANT else f"{'at once':>12}" for value in rates)
        print(f"{name:<24}{shown}" + (f"  < {LEAST:,}" if slow else ""))
    return sound


def shares(corpus: Path, documents: int = 10) -> None:
    """Prints which part of the time goes into parsing, detecting, resolving and scoring, raw text to scores."""
    keys = list(islice(formats.read(corpus, "conllu"), documents))
    pipeline = Pipeline()
    next(pipeline.parsed([Document("warm", "It is loaded.")]))
    parse, parsed = timed(lambda: list(pipeline.parsed(Document(key.document.id, key.document.text) for key in keys)))
    detect, found = timed(lambda: [pipeline.mentions(document) for document in parsed])
    words = sum(len(document.tokens) for document in parsed)
    print(f"\n{'share of time':<24}{'parse':>9}{'detect':>9}{'resolve':>9}{'score':>9}{'tokens/s':>12}")
    for name in registry.names("resolvers"):
        if getattr(registry.component("resolvers", name), "needs_key", False):
            continue
        fresh = Pipeline(resolver=name)
        again = [(replace(document), replace(mentions)) for document, mentions in zip(parsed, found, strict=True)]
        resolve, results = timed(lambda: [fresh.resolved(*pair) for pair in again])  # noqa: B023
        answers = [Annotated(result.document, result.annotation) for result in results]
        score, _ = timed(lambda: list(_scores(keys, answers)))  # noqa: B023
        spent = (parse, detect, resolve, score)
        parts = "".join(f"{part / sum(spent):>9.1%}" for part in spent)
        print(f"{name:<24}{parts}{words / sum(spent):>12,.0f}")


def _scores(keys: Iterable[Annotated], responses: Iterable[Annotated]) -> Iterator[object]:
    measures = [registry.build("measures", name) for name in MEASURES]
    for key, response in zip(keys, responses, strict=True):
        pair = Pair.of(key, response)
        yield [measure.score(measure.counts(pair)) for measure in measures]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    folder = arguments.parse_args().corpora / "en_gum"
    sound = growth(folder / "dep_conllu_train.tar.gz")
    shares(folder / "dep_conllu_dev.tar.gz")
    if not sound:
        raise SystemExit(f"not every resolver reaches {LEAST:,} tokens per CPU second")


if __name__ == "__main__":
    main()
