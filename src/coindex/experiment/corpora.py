"""Reads the corpora and responses of a plan once, and stores them in the cache, document by
document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
from coindex.experiment.conditions import Condition, Signing, corpus_mark
from coindex.experiment.plan import Plan, Response
from coindex.experiment.response_pairs import checksum, with_annotation
from coindex.language.discourse.prose import prose_of


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

    def signing(self, condition: Condition, plan: Plan) -> Signing:
        """The common part of the signatures of runs on it."""
        mark = corpus_mark(self.name, self.version, self.checksum)
        return Signing(mark, condition, draws=plan.draws, seed=plan.seed)


class Enrolled(NamedTuple):
    """A corpus in the cache: document ids with the names of their entries, in order; the same for
    each response.
    """

    described: DescribedCorpus
    documents: dict[str, str]
    responses: dict[str, dict[str, str]]


def enrolled(plan: Plan, cache: DiskCache, problems: Problems) -> list[Enrolled]:
    """Read everything before any work begins, so that an unreadable file is reported at once."""
    corpora = [_corpus(name, plan, cache, problems) for name in plan.corpora]
    named = _distinct(plan.corpora, corpora)
    for response in plan.responses:
        _join(response, plan, named, cache, problems)
    return named


def _corpus(name: str, plan: Plan, cache: DiskCache, problems: Problems) -> Enrolled:
    corpus = Corpus(fixed_name(name), Path(name)) if beyond_paths(name) else corpora.find(name)
    documents: dict[str, str] = {}
    sizes: Counter[str] = Counter()
    for item in with_annotation(_items(name, corpus, plan, problems), name):
        documents[_free(item.document.id, documents)] = cache.keep("document", packed(item))
        sizes.update(_sizes(item))
    if not documents:
        raise CoindexError(Message("{name}: no document to resolve", name=name))
    files = _on_disk(name) if beyond_paths(name) else [corpus.path]
    # What is not on this machine is not fetched again for its bytes: its documents, as they were
    # stored, stand for it.
    sum_ = checksum(*files) if files else digest(*documents.values())[:8]
    described = DescribedCorpus(
        corpus.name,
        sum_,
        len(documents),
        words=sizes["words"],
        mentions=sizes["mentions"],
        entities=sizes["entities"],
        chains=sizes["chains"],
        language=corpus.language,
        licence=corpus.licence,
        version=corpus.version,
    )
    return Enrolled(described, documents, {})


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
    response: Response, plan: Plan, corpora: list[Enrolled], cache: DiskCache, problems: Problems
) -> None:
    """Join responses by document id; a response does not concern corpora with which it shares no
    documents.
    """
    items = {
        item.document.id: cache.keep("document", packed(item))
        for item in _read(response, plan, problems)
    }
    asked = dict(zip(plan.corpora, corpora, strict=True))
    joined = False
    for corpus in [asked[response.corpus]] if response.corpus else corpora:
        shared = {id: items[id] for id in corpus.documents if id in items}
        if shared:
            corpus.responses[response.name] = shared
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
