"""The contract of formats."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from itertools import accumulate
from pathlib import Path

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.document import Span
from coindex.core.errors import CoindexError, FormatError
from coindex.core.layers import Layer, present
from coindex.core.problems import Problems
from coindex.core.protocols import Localised, Reader, Writer
from coindex.formats.building import Builder
from coindex.formats.roundtrip import Fact, measured
from coindex.io.files import File, Files
from coindex.testing.contracts.soundness import check_annotated, check_component
from coindex.testing.rich import RICH, UNPARSED

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


def check_format(
    format: Reader | Writer, samples: dict[str, str], *, partly: Collection[Layer] = ()
) -> list[Annotated]:
    """The format reads `samples` (file name to content), gives the same again after writing, and
    handles broken input.

    Documents that have every layer are written and read, too: what `carries` names must come back,
    but for the layers `partly`, which the format cannot keep whole. Returns the documents of the
    samples, for tests of their content.
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
        _check_round_trip(format, format, items, samples)
        _check_empty_tokens(format, format, samples)
        for rich in (RICH, UNPARSED):
            _check_layers(format, format, rich, partly)
    return items


def _check_round_trip(
    reader: Reader, writer: Writer, items: list[Annotated], samples: dict[str, str]
) -> None:
    again = _read(reader, _written(writer, items, samples))
    assert len(again) == len(items), f"{len(items)} documents were written, {len(again)} read back"
    for before, after in zip(items, again, strict=True):
        assert before.document == after.document, (
            f"document {before.document.id} changed by writing and reading"
        )
        assert before.annotation == after.annotation, f"annotation of {before.document.id} changed"
    by_parameter = {Layer.LANGUAGE} if isinstance(reader, Localised) and reader.language else set()
    for item in items:
        lost = set(present(item)) - writer.carries - by_parameter
        assert not lost, f"reads {', '.join(sorted(lost))}, but does not say that it carries it"


def _check_layers(
    reader: Reader, writer: Writer, item: Annotated, partly: Collection[Layer]
) -> None:
    """Nothing is lost of a layer that the format says it carries."""
    lost: dict[Layer, list[str]] = {}
    try:
        losses = list(measured(item, writer, reader))
    except CoindexError:  # a writer may refuse what it cannot represent
        return
    for layer, fact, explained in losses:
        if layer in writer.carries and layer not in partly and not explained:
            lost.setdefault(layer, []).append(_called(fact, item))
    examples = (f"{layer}: {len(facts)} lost, such as {facts[0]}" for layer, facts in lost.items())
    assert not lost, (
        f"{'; '.join(examples)} (of a document with every layer). Name a layer"
        " in `partly` if the format cannot keep it whole; remove it from `carries` if the"
        " format does not have it"
    )


def _called(fact: Fact, item: Annotated) -> str:
    """What is lost, in words: the mention or the entity that it is about."""
    about = fact.about[0] if isinstance(fact.about, tuple) and fact.about else fact.about
    for mention in item.annotation.mentions:
        if id(mention) == about:
            words = mention.text(item.document)
            return f"of “{words}”" if fact.on else f"“{words}”"
    for entity in item.annotation.entities:
        if id(entity) == about:
            words = "”, “".join(mention.text(item.document) for mention in entity.mentions)
            return f"of the entity “{words}”"
    return str(fact.said)


def _check_empty_tokens(reader: Reader, writer: Writer, samples: dict[str, str]) -> None:
    """Words and chains of words stay the same next to empty tokens, whether or not the format
    carries these.
    """
    item = _with_empty_tokens()
    try:
        contents = _written(writer, [item], samples)
    except CoindexError:  # a writer may refuse what it cannot represent
        return
    try:
        again = _read(reader, contents)
    except FormatError as error:
        raise AssertionError(
            "a document with empty tokens was written so that it cannot be read; see "
            f"`token.empty`: {error}"
        ) from error
    assert len(again) == 1, f"1 document with empty tokens was written, {len(again)} read back"
    before, after = item, again[0]
    if Layer.TOKENS in writer.carries:
        assert _words(before) == _words(after), (
            "empty tokens become words, or words are lost beside them; see `token.empty`"
        )
    if {Layer.TOKENS, Layer.MENTIONS, Layer.ENTITIES} <= writer.carries:
        chains = _chains(after)  # may hold more, such as a zero at the place of its verb
        assert all(any(one <= chain for chain in chains) for one in _chains(before)), (
            "mentions move or leave their chain beside empty tokens; see `token.empty`"
        )
    if Layer.EMPTY in writer.carries:
        assert _empty(before) == _empty(after), "empty tokens are lost, though `carries` has them"


def _with_empty_tokens() -> Annotated:
    """Ann slept. (She) dreamed. Then (she) woke Eve; Ann told Eve."""
    builder = Builder("empty", "en")
    ann = [builder.word("Ann")]
    builder.word("slept")
    builder.end_sentence()
    ann.append(builder.empty("she"))
    builder.word("dreamed")
    builder.end_sentence()
    builder.word("Then")
    ann.append(builder.empty(""))
    builder.word("woke")
    eve = [builder.word("Eve")]
    builder.end_sentence()
    ann.append(builder.word("Ann"))
    builder.word("told")
    eve.append(builder.word("Eve"))
    builder.end_sentence()
    chains = [
        tuple(Mention((Span(index, index + 1),), head=index) for index in chain)
        for chain in (ann, eve)
    ]
    entities = tuple(Entity(f"e{number}", chain) for number, chain in enumerate(chains, 1))
    mentions = in_order([mention for chain in chains for mention in chain])
    document = builder.document()
    return Annotated(document, Annotation(document.id, mentions=mentions, entities=entities))


def _words(item: Annotated) -> list[str]:
    return [token.form for token in item.document.tokens if not token.empty]


def _empty(item: Annotated) -> int:
    return sum(token.empty for token in item.document.tokens)


def _chains(item: Annotated) -> list[set[tuple[int, ...]]]:
    """Each entity as its mentions, and these as numbers of their words; without zeros."""
    tokens = item.document.tokens
    number = list(accumulate((not token.empty for token in tokens), initial=0))
    chains = (
        {
            tuple(number[index] for index in mention.tokens if not tokens[index].empty)
            for mention in entity.mentions
        }
        for entity in item.annotation.entities
    )
    return [chain - {()} for chain in chains]


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


def _written(writer: Writer, items: list[Annotated], samples: dict[str, str]) -> dict[str, bytes]:
    """The files that a format writes for documents, by name."""
    written: dict[str, str] = {}
    only = next(iter(samples)) if len(samples) == 1 else f"documents{writer.suffixes[0]}"
    for chunk in writer.write(items):
        name = chunk.name or only
        written[name] = written.get(name, "") + chunk.text
    return {name: text.encode() for name, text in written.items()}


def _read(format: Reader, contents: dict[str, bytes], *, lenient: bool = False) -> list[Annotated]:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, content in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            files.append(File(path, name, name))
        return list(format.read(Files(files, "samples"), Problems(lenient=lenient)))
