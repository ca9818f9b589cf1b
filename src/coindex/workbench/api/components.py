"""The available components: resolvers, formats, measures, corpora."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel

from coindex import corpora, formats
from coindex.core import registry
from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.parameters import REQUIRED, parameters
from coindex.core.protocols import Fetchable, Informed, InformedDetector
from coindex.interface.catalogues import language
from coindex.interface.translation import say, translate
from coindex.measures.purposes import COMPARISON
from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER
from coindex.workbench.editing.stages import FRAGMENTER
from coindex.workbench.security.visitor import ProtectedRoute, VisitorDep

router = APIRouter(route_class=ProtectedRoute, tags=["components"])

Family = Literal["resolvers", "formats", "measures", "detectors", "fragmenters", "parsers"]


class ParameterView(BaseModel):
    """`default` is a literal; `choices` are the values of a parameter
    that has only a few, as literals.
    """

    name: str
    type: str
    default: str | None = None
    description: str = ""
    choices: list[str] = []


class Component(BaseModel):
    """`usual`: it is a default; `installed`: its requirements are installed; `written`: a format
    that can be written; `informed`: a resolver or detector that is given the key.
    """

    name: str
    summary: str = ""
    parameters: list[ParameterView] = []
    usual: bool = False
    installed: bool = True
    written: bool = True
    informed: bool = False


class CorpusView(BaseModel):
    """A corpus; `here`: it is on this machine."""

    name: str
    title: str
    language: str
    licence: str
    here: bool
    parts: list[str] = []


@router.get("/components/{family}")
def list_components(family: Annotated[Family, Path()], _: VisitorDep) -> list[Component]:
    return _components(family, language())


def prepare() -> None:
    """Fill the cache before the first page is requested."""
    for family in ("resolvers", "formats", "measures"):
        _components(family, language())


@cache
def _components(family: str, code: str) -> list[Component]:
    """The components, described in the language in use, which has this code."""
    del code
    usual = {RESOLVER, PARSER, AUTO, FRAGMENTER, *COMPARISON}
    installed, broken = set(registry.installed(family)), registry.broken(family)
    written = set(formats.writers()) if family == "formats" else None
    return [
        Component(
            name=name,
            summary=translate(registry.summary(family, name), "summaries"),
            parameters=[
                ParameterView(
                    name=one.name,
                    type=one.type,
                    default=None if one.default == REQUIRED else one.default,
                    description=translate(one.description, "summaries"),
                    choices=[repr(choice) for choice in one.choices],
                )
                for one in parameters(kind)
            ],
            usual=name in usual,
            installed=name in installed,
            written=written is None or name in written,
            informed=(isinstance(kind, Informed) and kind.needs_key)
            or isinstance(kind, InformedDetector),
        )
        for name in registry.names(family)
        if name not in broken and (kind := registry.component(family, name))
    ]


@router.get("/corpora")
def list_corpora(_: VisitorDep) -> list[CorpusView]:
    """List the corpora on which comparisons can run, besides the project's own documents."""
    return [
        CorpusView(
            name=name,
            title=say(corpus.title),
            language=corpus.language,
            licence=corpus.licence,
            here=not (isinstance(corpus, Fetchable) and corpus.missing()),
            parts=list(corpus.parts),
        )
        for name, corpus in corpora.collections().items()
    ]


def named_corpus(name: str) -> Corpus:
    """A corpus by name; paths are refused, because they would be paths on the server."""
    if name.partition("/")[0] not in corpora.collections() or ".." in name or "\\" in name:
        raise CoindexError(
            Message("no corpus is called {name!r}; see GET /api/v1/corpora", name=name)
        )
    return corpora.find(name)
