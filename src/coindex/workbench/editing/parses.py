"""Tokens and parses for texts in any language: the bundled parser where it
can, simple rules where it cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from coindex.core import registry, spec
from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError
from coindex.core.messages import Message
from coindex.core.protocols import Informed, Remote
from coindex.language.identify import language_of
from coindex.language.languages import DEFAULT
from coindex.pipeline.pipeline import Pipeline
from coindex.workbench.editing.contents import simply_cut, with_sentences
from coindex.workbench.presence import Waiting, check
from coindex.workbench.progress import tell

HEAVY = Waiting(2)
"""Number of texts that are parsed or resolved at a time."""


def with_tokens(document: Document, parser: str = "") -> Document:
    """A document that can be annotated: its own tokens, the parser's, or those of simple rules.

    `parser` is `bundled`, `none`, or empty: the bundled one if it has a model for the language.
    """
    if document.tokens:
        return with_sentences(document)
    language = document.language or language_of(document.text) or DEFAULT
    named = replace(document, language=language)
    if parser == "none" or not document.text.strip():
        return simply_cut(named)
    try:
        return parsed(named)
    except CoindexError:
        if parser == "bundled":
            raise
        return simply_cut(named)


def parsed(document: Document) -> Document:
    """The document with a parse: its own, or the bundled parser's on
    its own tokens, if it has any.
    """
    if any(token.upos for token in document.tokens):
        return document
    options = ', tokens="given", sentences="given"' if document.tokens else ""
    parser = f"bundled(language={document.language or DEFAULT!r}{options})"
    done = 0

    def hear(characters: int) -> None:
        nonlocal done
        check()
        done += characters
        tell("parsing", done, len(document.text))

    with HEAVY:
        tell("parsing", 0, len(document.text))
        return next(Pipeline(parser).parsed([document], hear))


LONGEST = 400
"""Characters of a parameter; the forms have room for as many."""


def without_files(text: str) -> spec.Spec:
    """Parse a component string; parameters that name files are refused, because
    they would be files on the server.
    """
    read = spec.read(text)
    strings = list(_strings((*read.positional, *(value for _, value in read.named))))
    for value in strings:
        if set(value) & set("/\\.~") or len(value) > LONGEST:
            raise SpecError(
                Message(
                    "{value!r} looks like a file; components on a server must not name files",
                    value=value,
                )
            )
    for name in (read.name, *(value.partition("(")[0] for value in strings)):
        if any(_remote(family, name) for family in ("resolvers", "detectors")):
            raise SpecError(
                Message(
                    "{name} sends texts to another server; components on a server must not",
                    name=name,
                )
            )
    return read


def _strings(value: object) -> Iterator[str]:
    """All strings in the value of a parameter, which may name components in turn."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _strings(tuple(value.values()))
    elif isinstance(value, Iterable):
        for part in value:
            yield from _strings(part)


def _remote(family: str, name: str) -> bool:
    return name in registry.names(family) and isinstance(registry.component(family, name), Remote)


def checked_resolver(text: str) -> str:
    """The shortest spelling of a resolver that can resolve a document by itself."""
    read = without_files(text)
    resolver = registry.build("resolvers", text)
    if isinstance(resolver, Informed) and resolver.needs_key:
        raise SpecError(
            Message("{read} needs the key and cannot resolve a document by itself", read=read.name)
        )
    return registry.spec_of(resolver)
