"""Detectors, fragmenters, engines and corpora keep to their contracts; the
contracts catch those that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from coindex import corpora
from coindex.core import registry
from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.corpus import Corpus
from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError
from coindex.core.protocols import In, Out
from coindex.testing import bracketed, check_corpus, check_detector, check_engine, check_fragmenter

ITEMS = (
    bracketed("[Ann]a met [Eve]e and [[her]e dog]d.\n[She]a said [it]d bit [her]a ."),
    bracketed("“ [I]b saw [him]c , ” said [Bob]b .\n[He]c was [[his]b brother]c ."),
)


@pytest.mark.parametrize("name", registry.installed("detectors"))
def test_detectors(name: str) -> None:
    check_detector(registry.build("detectors", name), ITEMS, parses=100)


@pytest.mark.parametrize("text", [*registry.installed("fragmenters"), "uncertain(share=0.5)"])
def test_fragmenters(text: str) -> None:
    check_fragmenter(registry.build("fragmenters", text), ITEMS, parses=100)


@pytest.mark.parametrize("text", ["serial", "processes(2)"])
def test_engines(text: str) -> None:
    check_engine(registry.build("engines", text))


@pytest.mark.parametrize("name", ["embedded", "embedded-es", "embedded-es-train", "minis"])
def test_corpora(name: str) -> None:
    check_corpus(registry.build("corpora", name))


@dataclass(frozen=True, slots=True)
class BrokenDetector:
    """Finds the first word, in a way that is not allowed."""

    fault: str = ""

    def detect(self, document: Document) -> Annotation:
        first = Mention((Span(0, 1),)) if document.tokens else None
        found = [] if first is None else [first]
        if self.fault == "twice":
            found *= 2
        elif self.fault == "textual order" and len(document.tokens) > 1:
            found = [Mention((Span(1, 2),)), *found]
        elif self.fault == "not inside":
            found.append(Mention((Span(0, len(document.tokens) + 1),)))
        elif self.fault == "not deterministic" and found:
            found = [found[0]._replace(id=str(id(document)))]
        entities = (Entity("1", tuple(found)),) if self.fault == "reference" and found else ()
        return Annotation(document.id, mentions=tuple(found), entities=entities)


@pytest.mark.parametrize(
    "fault", ["twice", "textual order", "not inside", "not deterministic", "reference"]
)
def test_a_broken_detector_is_noticed(fault: str) -> None:
    registry.register("detectors", "broken", BrokenDetector)
    check_detector(BrokenDetector())
    with pytest.raises(AssertionError, match=fault):
        check_detector(BrokenDetector(fault))


@dataclass(frozen=True, slots=True)
class BrokenFragmenter:
    fault: str = ""

    def fragment(self, document: Document) -> Document:
        if self.fault == "text":
            return replace(document, text=document.text + " ")
        if self.fault == "words":
            return replace(
                document, tokens=tuple(token._replace(form="x") for token in document.tokens)
            )
        return document


@pytest.mark.parametrize("fault", ["text", "words"])
def test_a_broken_fragmenter_is_noticed(fault: str) -> None:
    registry.register("fragmenters", "broken", BrokenFragmenter)
    check_fragmenter(BrokenFragmenter())
    with pytest.raises(AssertionError, match=f"{fault} (was|were) changed"):
        check_fragmenter(BrokenFragmenter(fault))


@dataclass(frozen=True, slots=True)
class BrokenEngine:
    fault: str = ""

    def map(
        self,
        work: Callable[[In], Out],
        inputs: Iterable[In],
        *,
        lost: Callable[[In, str], Out] | None = None,
    ) -> Iterator[Out]:
        if self.fault == "reordered":
            return iter([work(one) for one in inputs][::-1])
        if self.fault == "before the first result":
            return iter([work(one) for one in list(inputs)])
        if self.fault == "not raised":
            return self._swallowing(work, inputs)
        return map(work, inputs)

    @staticmethod
    def _swallowing(work: Callable[[In], Out], inputs: Iterable[In]) -> Iterator[Out]:
        for one in inputs:
            try:
                yield work(one)
            except CoindexError:
                continue


@pytest.mark.parametrize("fault", ["reordered", "before the first result", "not raised"])
def test_a_broken_engine_is_noticed(fault: str) -> None:
    registry.register("engines", "broken", BrokenEngine)
    check_engine(BrokenEngine())
    with pytest.raises(AssertionError, match=fault):
        check_engine(BrokenEngine(fault))


@dataclass(frozen=True, slots=True)
class Letters:
    """A corpus of another package: its documents are in the folder it is given."""

    folder: str = ""
    fault: str = ""
    title: ClassVar[str] = "Letters"
    language: ClassVar[str] = "en"
    licence: ClassVar[str] = "CC0"
    parts: ClassVar[tuple[str, ...]] = ("early",)

    def find(self, part: str = "") -> Corpus:
        if part not in ("", *self.parts) and self.fault != "was found":
            raise CoindexError(f"letters have no part {part!r}")
        path = Path(self.folder, part if part in self.parts else "")
        return Corpus(
            f"letters/{part}" if part else "letters", path, "inline", self.language, self.licence
        )


@pytest.fixture
def letters(tmp_path: Path) -> Letters:
    (tmp_path / "early").mkdir()
    (tmp_path / "early" / "one.inline").write_text(
        "# id: one\n\n{ann +Ann+} lost {ann her} key.\n", encoding="utf-8"
    )
    registry.register("corpora", "letters", Letters)
    return Letters(str(tmp_path))


def test_a_corpus_of_a_plug_in(letters: Letters, monkeypatch: pytest.MonkeyPatch) -> None:
    check_corpus(letters)
    with pytest.raises(AssertionError, match="was found"):
        check_corpus(replace(letters, fault="was found"))
    monkeypatch.setattr(registry, "build", lambda family, text: letters)
    assert corpora.find("letters/early").path.name == "early"
    assert corpora.collections()["letters"].title == "Letters"
    with pytest.raises(CoindexError, match="letters have no part 'late'"):
        corpora.find("letters/late")


@pytest.mark.parametrize("family", registry.FAMILIES)
def test_every_component_is_documented(family: str) -> None:
    folder = Path(__file__).parents[2] / "docs"
    own = folder / f"{family}.md"
    pages = [own] if own.exists() else sorted(folder.glob("*.md"))
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    ours = [
        name
        for name, point in registry.declarations(family).items()
        if point.module.startswith("coindex")
    ]
    assert ours
    assert not [name for name in ours if f"`{name}" not in text]
