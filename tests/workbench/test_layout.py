"""Zero pronouns put into a document and taken out again: nothing moves."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from coindex.core.annotation import Kind, Source
from coindex.core.document import Arc, Document, Fragment, Multiword, Sentence, Span, Token
from coindex.workbench.editing.layout import layout_of
from coindex.workbench.editing.states import State

WORDS = ["Ann", "ging", "weg", ".", "Dann", "kam", "sie", "wieder", "und", "sang", "."]


def document() -> Document:
    tokens, place = [], 0
    for index, word in enumerate(WORDS):
        head = -1 if index in (1, 5) else 1 if index < 4 else 5
        tokens.append(Token(place, place + len(word), word, upos="X", head=head, deprel="dep"))
        place += len(word) + 1
    sentences = (
        Sentence(
            Span(0, 4),
            multiwords=(Multiword(Span(1, 3), "gingweg"),),
            fragments=(Fragment(1, None, (0, 3)),),
        ),
        Sentence(Span(4, 11), paragraph=1),
    )
    arcs = tuple((Arc(max(0, index - 1), 0.5),) for index in range(len(WORDS)))
    return Document("d", " ".join(WORDS), "de", tuple(tokens), sentences, arcs=arcs)


@st.composite
def states(draw: st.DrawFn) -> State:
    mentions: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, 6))):
        if draw(st.booleans()):
            mentions.append({"zero": draw(st.integers(0, 10)), "kind": "zero"})
            continue
        cuts = sorted(draw(st.sets(st.integers(0, 11), min_size=2, max_size=2)))
        head = draw(st.one_of(st.none(), st.integers(cuts[0], cuts[1] - 1)))
        minimum = None if head is None else (head, head + 1)
        mentions.append({"parts": [tuple(cuts)], "head": head, "minimum": minimum})
    numbers = list(range(len(mentions)))
    entities = [{"id": "e", "mentions": numbers}] if numbers else []
    links = [{"anaphor": numbers[-1], "antecedents": [0]}] if len(numbers) > 1 else []
    return State.model_validate({"mentions": mentions, "entities": entities, "links": links})


@given(states(), states())
def test_there_and_back(first: State, second: State) -> None:
    layout = layout_of(document(), [first, second])
    for state in (first, second):
        annotation = layout.annotation(state, Source())
        assert [m.kind is Kind.ZERO for m in annotation.mentions] == [
            m.zero is not None for m in state.mentions
        ]
        back = layout.state(annotation)
        assert [m.model_copy(update={"kind": Kind.UNKNOWN}) for m in back.mentions] == [
            m.model_copy(update={"kind": Kind.UNKNOWN}) for m in state.mentions
        ]
        assert [sorted(e.mentions) for e in back.entities] == [
            sorted(e.mentions) for e in state.entities
        ]
        assert back.links == state.links
    assert [token.form for token in layout.document.tokens if not token.empty] == WORDS
    for mention in layout.annotation(first, Source()).mentions:
        if mention.kind is not Kind.ZERO:
            own = next(
                state
                for state in first.mentions
                if state.parts and layout.span(*state.parts[0]) == mention.span
            )
            assert layout.document.surface(mention.span) == document().surface(Span(*own.parts[0]))


@given(states())
def test_the_document_stays_whole(state: State) -> None:
    before, after = document(), layout_of(document(), [state]).document
    words = [index for index, token in enumerate(after.tokens) if not token.empty]
    for old, new in enumerate(words):
        head = before.tokens[old].head
        assert after.tokens[new].head == (head if head == -1 else words[head or 0])
        assert after.sentence_of(new).paragraph == before.sentence_of(old).paragraph
    spans = [sentence.span for sentence in after.sentences]
    assert (
        spans[0].start == 0 and spans[0].end == spans[1].start and spans[1].end == len(after.tokens)
    )
    (fragment,) = after.sentences[0].fragments
    assert (fragment.root, fragment.sites) == (words[1], (words[0], words[3]))
    assert len(after.arcs) == len(after.tokens)
    for index, token in enumerate(after.tokens):
        if token.empty:
            host = next(word for word in words if word > index)
            sentence = after.sentence_of(index)
            assert host in sentence.span
            number = sum(not other.empty for other in after.tokens[sentence.span.start : host + 1])
            assert token.deps == f"{number}:nsubj"
