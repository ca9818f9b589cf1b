"""Reads the corpora and responses of a plan once, and stores them in the cache, document by
document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coindex import corpora, formats
from coindex.core.annotation import Annotated
from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.experiment.bulk.sources import Sources, beyond_paths, fixed_name
from coindex.experiment.cache import DiskCache, digest
from coindex.experiment.codec import packed
from coindex.experiment.conditions import OWN, Condition, Signing, corpus_mark
from coindex.experiment.plan import Plan, Response
from coindex.experiment.response_pairs import checksum, with_annotation
from coindex.experiment.seen import Exposure, declarations
from coindex.language.discourse.prose import prose_of
from coindex.models.fingerprints import probe


class DescribedCorpus(NamedTuple):
    """A corpus as it was read: `checksum` identifies the state of its content.

    `chains` are entities of two or more mentions: without any, there is nothing to score
    coreference against.
    """

    name: str
    checksum: str
    documents: int
    words: int
    mentions: int
    entities: int
    chains: int
    language: str = ""
    licence: str = ""
    version: str = ""
    seen: dict[str, list[str]] = {}  # noqa: RUF012 - never changed where it is not given
    """The documents that a component or response has seen in training, by family and name; those
    that do not say what they learned from are missing.
    """
    left_out: int = 0
    """How many documents were left out because a system has seen them."""

    def signing(self, condition: Condition, plan: Plan, other: Condition | None = None) -> Signing:
        """The common part of the signatures of runs on it, and of comparisons with an `other`."""
        mark = corpus_mark(self.name, self.version, self.checksum)
        options = tuple(self._exposure(condition, other))
        return Signing(mark, condition, options, draws=plan.draws, seed=plan.seed)

    def seen_by(self, *conditions: Condition) -> tuple[str, ...] | None:
        """The documents that resolver or detector of a run have seen in training; None if neither
        says what it learned from.
        """
        return self._seen([name for one in conditions for name in _learners(one)])

    def seen_by_parser(self, condition: Condition) -> tuple[str, ...]:
        return self._seen([f"parsers {condition.parser}"]) or ()

    def _seen(self, names: Iterable[str]) -> tuple[str, ...] | None:
        known = [self.seen[name] for name in names if name in self.seen]
        return tuple(dict.fromkeys(id for ids in known for id in ids)) if known else None

    def _exposure(self, condition: Condition, other: Condition | None) -> Iterator[str]:
        conditions = (condition,) if other is None else (condition, other)
        seen = self.seen_by(*conditions)
        if seen is not None:
            yield f"seen:{len(seen)}/{self.documents}"
        if parsed := self.seen_by_parser(condition):
            yield f"seen-by-parser:{len(parsed)}/{self.documents}"
        if self.left_out:
            yield f"unseen:{self.documents}/{self.documents + self.left_out}"


def _learners(condition: Condition) -> tuple[str, ...]:
    """The names, in `DescribedCorpus.seen`, of what a run tests."""
    if condition.detector == OWN:
        return (f"responses {condition.resolver}",)
    return f"resolvers {condition.component}", f"detectors {condition.detector}"


class Enrolled(NamedTuple):
    """A corpus in the cache: document ids with the names of their entries, in order; the same for
    each response. `sizes` are those of the documents.
    """

    described: DescribedCorpus
    documents: dict[str, str]
    responses: dict[str, dict[str, str]]
    sizes: dict[str, Mapping[str, int]]


def enrolled(plan: Plan, cache: DiskCache, problems: Problems) -> list[Enrolled]:
    """Read everything before any work begins, so that an unreadable file is reported at once."""
    exposure = Exposure(declarations(plan.seen))
    corpora = [_corpus(name, plan, cache, problems, exposure) for name in plan.corpora]
    named = _distinct(plan.corpora, corpora)
    for response in plan.responses:
        _join(response, plan, named, cache, problems, exposure)
    return [_without_seen(one) for one in named] if plan.unseen else named


def _corpus(
    name: str, plan: Plan, cache: DiskCache, problems: Problems, exposure: Exposure
) -> Enrolled:
    corpus = Corpus(fixed_name(name), Path(name)) if beyond_paths(name) else corpora.find(name)
    documents: dict[str, str] = {}
    sizes: dict[str, Mapping[str, int]] = {}
    seen: dict[str, list[str]] = {}
    for item in with_annotation(_items(name, corpus, plan, problems), name):
        id = _free(item.document.id, documents)
        documents[id] = cache.keep("document", packed(item))
        sizes[id] = _sizes(item)
        hashes = probe(item.document.text)
        for family in ("resolvers", "detectors", "parsers"):
            for component in getattr(plan, family):
                answer = exposure.seen(family, component, item.document, hashes)
                _note(seen, f"{family} {component}", id, answer)
    if not documents:
        raise CoindexError(Message("{name}: no document to resolve", name=name))
    files = _on_disk(name) if beyond_paths(name) else [corpus.path]
    # What is not on this machine is not fetched again for its bytes: its documents, as they were
    # stored, stand for it.
    sum_ = checksum(*files) if files else digest(*documents.values())[:8]
    described = DescribedCorpus(
        corpus.name,
        sum_,
        *(0, 0, 0, 0, 0),
        language=corpus.language,
        licence=corpus.licence,
        version=corpus.version,
        seen=seen,
    )
    return Enrolled(_sized(described, sizes), documents, {}, sizes)


def _note(seen: dict[str, list[str]], system: str, id: str, answer: bool | None) -> None:
    if answer is not None:
        seen.setdefault(system, []).extend([id] if answer else [])


def _without_seen(corpus: Enrolled) -> Enrolled:
    """The corpus without the documents that any system has seen in training."""
    described = corpus.described
    out = {id for ids in described.seen.values() for id in ids}
    if not out:
        return corpus
    sizes = {id: size for id, size in corpus.sizes.items() if id not in out}
    if not sizes:
        raise CoindexError(
            Message("{name}: each document was seen in training", name=described.name),
            remedy="name other texts, or keep those that were seen",
        )

    def kept(documents: Mapping[str, str]) -> dict[str, str]:
        return {id: name for id, name in documents.items() if id not in out}

    fewer = _sized(described, sizes)._replace(
        seen={name: [] for name in described.seen},
        left_out=len(out),
    )
    responses = {name: kept(shared) for name, shared in corpus.responses.items()}
    return Enrolled(fewer, kept(corpus.documents), responses, sizes)


def _sized(described: DescribedCorpus, sizes: Mapping[str, Mapping[str, int]]) -> DescribedCorpus:
    """The corpus with the sums of the sizes of its documents."""
    sums: Counter[str] = Counter()
    for size in sizes.values():
        sums.update(size)
    return described._replace(
        documents=len(sizes),
        words=sums["words"],
        mentions=sums["mentions"],
        entities=sums["entities"],
        chains=sums["chains"],
    )


def _on_disk(name: str) -> list[Path]:
    """The files of a pattern, or of an address on this machine; empty if any is elsewhere."""
    paths = [Path(file.address.removeprefix("file://")) for file in Sources.of([name]).files]
    return paths if all(path.is_file() for path in paths) else []


def _items(name: str, corpus: Corpus, plan: Plan, problems: Problems) -> Iterator[Annotated]:
    if beyond_paths(name):
        items = Sources.of([name], plan.format, lenient=problems.lenient).documents(problems)
    else:
        items = formats.read(corpus.path, corpus.format or plan.format, problems)
    return map(prose_of, items) if plan.prose else items


def _sizes(item: Annotated) -> dict[str, int]:
    tokens, annotation = item.document.tokens, item.annotation
    words = sum(not token.empty for token in tokens) if tokens else len(item.document.text.split())
    chains = sum(not entity.singleton for entity in annotation.entities)
    entities = len(annotation.entities)
    return {
        "words": words,
        "mentions": len(annotation.mentions),
        "entities": entities,
        "chains": chains,
    }


def _free(id: str, taken: dict[str, str]) -> str:
    """The id of a document; a second one with the same id, which only a lenient reader accepts,
    gets a number.
    """
    number, free = 1, id
    while free in taken:
        number += 1
        free = f"{id} ({number})"
    return free


def _distinct(given: Sequence[str], corpora: list[Enrolled]) -> list[Enrolled]:
    """Corpora with the same name are named as in the plan."""
    names = [one.described.name for one in corpora]
    return [
        one
        if names.count(one.described.name) == 1
        else one._replace(described=one.described._replace(name=asked))
        for asked, one in zip(given, corpora, strict=True)
    ]


def _join(
    response: Response,
    plan: Plan,
    corpora: list[Enrolled],
    cache: DiskCache,
    problems: Problems,
    exposure: Exposure,
) -> None:
    """Join responses by document id; a response does not concern corpora with which it shares no
    documents.
    """
    items: dict[str, str] = {}
    seen: dict[str, bool | None] = {}
    for item in _read(response, plan, problems):
        items[item.document.id] = cache.keep("document", packed(item))
        seen[item.document.id] = exposure.seen_by_response(response.name, item)
    asked = dict(zip(plan.corpora, corpora, strict=True))
    joined = False
    for corpus in [asked[response.corpus]] if response.corpus else corpora:
        shared = {id: items[id] for id in corpus.documents if id in items}
        if shared:
            corpus.responses[response.name] = shared
            for id in shared:
                _note(corpus.described.seen, f"responses {response.name}", id, seen[id])
            joined = True
    if not joined:
        first = next(iter(corpora[0].documents))
        raise CoindexError(
            Message(
                "{path}: none of its {count:,} documents is in the corpus, whose first is "
                "called {first!r} (documents are found by their ids)",
                path=response.path,
                count=len(items),
                first=first,
            )
        )


def _read(response: Response, plan: Plan, problems: Problems) -> Iterator[Annotated]:
    return formats.read(response.path, plan.format, problems)
