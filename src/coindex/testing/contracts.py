"""Contract suites: what every component of a family must keep to. Each raises AssertionError naming what was broken."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Correct, Reader, Writer
from coindex.formats import losses
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.testing.bracketed import bracketed
from coindex.testing.parses import random_parses

BROKEN = (
    b"",
    b"\n\n\n",
    b"\xff\xfe\x00",
    b"\x00" * 50,
    b"((((((",
    b"\t\t\t\n" * 20,
    b"<a><b></a>",
    b'{"a": [',
    b"1\t2\n\n",
)


def check_component(component: Any) -> None:
    """Frozen, picklable, and the same again from its own string."""
    text = registry.spec_of(component)
    family, _ = registry.name_of(component)
    assert registry.build(family, text) == component, f"{text} does not build the same component"
    assert pickle.loads(pickle.dumps(component)) == component, f"{text} does not survive pickling"  # noqa: S301
    assert hash(component) == hash(registry.build(family, text)), f"{text} is not hashable by value"


def check_format(format: Any, samples: dict[str, str]) -> list[Annotated]:
    """Reads `samples` (file name to content), gives the same again after writing, and survives broken input.

    The documents read are returned, for tests of what they hold.
    """
    check_component(format)
    items: list[Annotated] = []
    if isinstance(format, Reader):
        items = _read(format, {name: content.encode() for name, content in samples.items()})
        assert items, "no document was read from the samples"
        for item in items:
            check_annotated(item)
        _check_broken(format, samples)
    if isinstance(format, Reader) and isinstance(format, Writer):
        _check_round_trip(format, items, samples)
    return items


def _check_round_trip(format: Any, items: list[Annotated], samples: dict[str, str]) -> None:
    written: dict[str, str] = {}
    only = next(iter(samples)) if len(samples) == 1 else f"documents{format.suffixes[0]}"
    for chunk in format.write(items):
        name = chunk.name or only
        written[name] = written.get(name, "") + chunk.text
    again = _read(format, {name: text.encode() for name, text in written.items()})
    assert len(again) == len(items), f"{len(items)} documents were written, {len(again)} read back"
    for before, after in zip(items, again, strict=True):
        assert before.document == after.document, f"document {before.document.id} changed by writing and reading"
        assert before.annotation == after.annotation, f"annotation of {before.document.id} changed"
    for item in items:
        lost = set(losses(item, format)) - ({Layer.LANGUAGE} if getattr(format, "language", "") else set())
        assert not lost, f"reads {', '.join(sorted(lost))}, but does not say that it carries it"


def _check_broken(format: Reader, samples: dict[str, str]) -> None:
    for name, content in samples.items():
        half = content.encode()[: len(content) // 2]
        for damage in (
            *BROKEN,
            half,
            content.encode().replace(b"\n", b"\r\n", 1),
            b"\xef\xbb\xbf" + content.encode(),
        ):
            files = {other: text.encode() for other, text in samples.items()} | {name: damage}
            for lenient in (False, True):
                try:
                    for item in _read(format, files, lenient=lenient):
                        check_annotated(item)
                except FormatError as error:
                    assert error.path, f"no path in: {error}"


def _read(format: Reader, contents: dict[str, bytes], *, lenient: bool = False) -> list[Annotated]:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            files.append(File(path, name, name))
        return list(format.read(Files(files, "samples"), Problems(lenient=lenient)))


def check_annotated(item: Annotated) -> None:
    """A document and its annotation hang together."""
    document, annotation = item
    check_document(document)
    count = len(document.tokens)
    known = {id(mention) for mention in annotation.mentions}
    assert annotation.document == document.id, "the annotation is of another document"
    for mention in annotation.mentions:
        assert mention.parts, "a mention without tokens"
        last = 0
        for part in mention.parts:
            assert last <= part.start < part.end <= count, f"mention {mention} is not inside its document"
            last = part.end
        assert mention.head is None or mention.head in mention.tokens, f"head outside mention {mention}"
    for entity in annotation.entities:
        assert entity.mentions, f"entity {entity.id} is empty"
        assert all(id(mention) in known for mention in entity.mentions), f"entity {entity.id} has unlisted mentions"
    for link in annotation.links:
        assert id(link.anaphor) in known and link.antecedents, "a link from or to nowhere"
        assert all(id(mention) in known for mention in link.antecedents), "a link to an unlisted mention"


def check_document(document: Document) -> None:
    """Offsets are in order and inside the text, sentences cover the tokens, heads exist."""
    position = 0
    for index, token in enumerate(document.tokens):
        assert 0 <= token.start <= token.end <= len(document.text), f"token {index} is outside the text"
        assert token.empty or token.start >= position or token.start == position or _shared(document, index), (
            "tokens overlap"
        )
        assert token.head is None or -1 <= token.head < len(document.tokens), f"token {index} has no such head"
        position = max(position, token.start)
    end = 0
    for sentence in document.sentences:
        assert sentence.span.start == end < sentence.span.end, "sentences do not cover the tokens"
        end = sentence.span.end
    assert end == len(document.tokens), "tokens after the last sentence"


def _shared(document: Document, index: int) -> bool:
    """Words of one multiword token may share its characters."""
    sentence = document.sentence_of(index)
    return any(index in multiword.span for multiword in sentence.multiwords)


TEXTS = (
    "",
    " ",
    ".",
    "Ann left.",
    "Ann saw Bob. He waved at her.\n\nIt rained.",
    "🙂 عربي \x07 a\u200bb",
    "word" * 5000,
)


def check_parser(parser: Any, texts: Iterable[str] = TEXTS) -> None:
    """Keeps the text, gives sound offsets and trees, and parses a document alone as it does in company."""
    documents = [Document(f"d{number}", text) for number, text in enumerate(texts)]
    together = list(parser.parse(documents))
    assert [parsed.id for parsed in together] == [document.id for document in documents], "documents lost or reordered"
    for before, after in zip(documents, together, strict=True):
        assert before.text == after.text, "the text was changed"
        check_document(after)
        for token in after.tokens:
            if not token.empty:
                assert after.text[token.start : token.end], "a word without characters"
        assert next(iter(parser.parse([before]))) == after, "alone it is parsed differently than in company"


def check_resolver(resolver: Any, items: Iterable[Annotated] = (), *, parses: int = 50) -> None:
    """Deterministic and pure, whatever it resolved before; never links a mention to itself or to one it was not given;
    goes on when corrected; survives tiny documents and so many random parses.

    A resolver with `needs_key = True` is given the key.
    """
    check_component(resolver)
    tiny = ("", "Hm.", "[Hm]1", "[Ann]1 saw [her]1 dog. [She]1 liked [it]2.")
    for item in (*map(bracketed, tiny), *items, *random_parses(parses)):
        before = pickle.dumps(item)
        decisions = _decisions(resolver, item)
        _check_decisions(decisions, item.annotation)
        assert pickle.dumps(item) == before, "the document or its mentions were changed"
        copy = pickle.loads(before)  # noqa: S301 - our own
        assert decisions == _decisions(resolver, copy), "not deterministic"
        _check_decisions(_decisions(resolver, item, lambda anaphor, antecedent: None), item.annotation)


def _decisions(resolver: Any, item: Annotated, correct: Correct | None = None) -> list[Decision]:
    key = {"key": item.annotation} if getattr(resolver, "needs_key", False) else {}
    return list(resolver.resolve(item.document, item.annotation.only_mentions(), correct=correct, **key))


def _check_decisions(decisions: list[Decision], mentions: Annotation) -> None:
    given = set(mentions.mentions)
    anaphors = [decision.anaphor for decision in decisions]
    assert len(set(anaphors)) == len(anaphors), "an anaphor was decided twice"
    for decision in decisions:
        anaphor, antecedent = decision.anaphor, decision.antecedent
        assert anaphor in given, "an anaphor that was not given"
        assert anaphor.reference is not Reference.NONREFERENTIAL, "an anaphor that does not refer"
        assert antecedent is None or antecedent in given, "an antecedent that was not given"
        assert antecedent != anaphor, "an anaphor linked to itself"
        named = {candidate.mention for candidate in decision.candidates} | {mention for mention, _ in decision.refused}
        assert named <= given, "a candidate that was not given"
        assert all(candidate.mention != anaphor for candidate in decision.admissible), "an anaphor its own candidate"


def check_measure(measure: Any, items: Iterable[Annotated] = ()) -> None:
    """A perfect response has the perfect headline; an empty one scores no better; counts add up.

    A measure that no response can bring to 1 says so: `reaches_one = False`.
    """
    check_component(measure)
    known = [bracketed("[Ann]1 saw [her]1 dog. [She]1 liked [it]2."), *items]
    for document, key in known:
        counts = measure.counts(Pair(document, key, key))
        nothing = measure.counts(Pair(document, key, Annotation(document.id)))
        assert len(counts) == len(nothing), "counts of different lengths cannot be added"
        cases = [case for _, case in measure.cases(Pair(document, key, key))] if hasattr(measure, "cases") else []
        assert not cases or total(cases) == counts, "the cases of anaphors do not add up to the counts"
        perfect, empty = (getattr(measure.score(found), measure.headline) for found in (counts, nothing))
        linked = any(not entity.singleton for entity in key.entities)
        if linked and getattr(measure, "reaches_one", True):
            assert perfect is None or perfect == 1, f"a perfect response scores {perfect}"
        assert perfect is None or empty is None or empty <= perfect, "an empty response beats a perfect one"
