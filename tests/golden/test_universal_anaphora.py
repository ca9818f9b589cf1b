"""Split antecedents, discourse deixis, bridging, non-referring expressions and empty nodes: vectors
computed by hand from the formulas of the papers, with the arithmetic beside them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coindex.core.annotation import (
    Annotation,
    Entity,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.registry import build
from coindex.measures.pair import Pair
from coindex.testing import check_measure
from tests.golden.test_coreference import agrees

VECTORS = Path(__file__).with_name("split_antecedents.txt")
ROWS = [
    line.split("|")
    for line in VECTORS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
METRICS = ("MUC", "B3", "CEAFm", "CEAFe", "LEA")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DOCUMENT = Document(
    "letters",
    " ".join(LETTERS),
    tokens=tuple(Token(2 * at, 2 * at + 1, letter) for at, letter in enumerate(LETTERS)),
    sentences=(Sentence(Span(0, len(LETTERS))),),
)


def mention(letter: str, **fields: object) -> Mention:
    at = LETTERS.index(letter)
    return Mention((Span(at, at + 1),))._replace(**fields)  # type: ignore[arg-type]


def letters(notation: str) -> Annotation:
    """Words are entities, letters mentions; `(ac)` before letters is a split antecedent."""
    entities, links = [], []
    for number, word in enumerate(notation.split(), 1):
        match = re.fullmatch(r"(?:\((\w+)\))?(\w+)", word)
        assert match is not None, word
        group, names = match.groups()
        entities.append(Entity(str(number), tuple(map(mention, names))))
        if group:
            links.append(Link(mention(names[0]), tuple(map(mention, group))))
    mentions = tuple(one for entity in entities for one in entity.mentions)
    return Annotation("letters", mentions=mentions, entities=tuple(entities), links=tuple(links))


def scored(measure: str, key: Annotation, response: Annotation) -> dict[str, float | None]:
    built = build("measures", measure)
    values: dict[str, float | None] = built.score(
        built.counts(Pair(DOCUMENT, key, response))
    )._asdict()
    return values


def fraction(text: str) -> float | None:
    return None if text == "-" else float(Fraction(text))


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_split_antecedents(row: list[str]) -> None:
    _, key, response, *cells = row
    for metric, cell in zip(METRICS, cells, strict=True):
        score = scored(f"SplitAntecedents({metric!r})", letters(key), letters(response))
        for value, published in zip(
            (score["recall"], score["precision"]), cell.split(", "), strict=True
        ):
            assert value is not None
            agrees(value, published)


@pytest.mark.parametrize(
    ("key", "response", "recall", "precision"),
    [
        # S3: {a}, {b} against {a}, {d}: a alone is right
        ("a b d (ab)c", "a b d (ad)c", "1/2", "1/2"),
        # PA-5 of the authors: {ab}, {cd} against {ab}, {cd}, {e}: 1 + 1 links of 1 + 1, and of 1 + 1 + 1
        ("ab cd e (ac)fg", "ab cd e (ace)fg", "2/2", "2/3"),
        # PA-9: {ab}, {cd} against {ab}, {cde}: 1 + 1 of 1 + 1, and of 1 + 2
        ("ab cd e (ac)fg", "ab cde (ac)fg", "2/2", "2/3"),
        # nothing is proposed, so there is no precision
        ("a b (ab)c", "a b c", "0/2", "-"),
        ("a b c", "a b (ab)c", "-", "0/2"),
        ("a b c", "a b c", "-", "-"),
    ],
)
def test_the_sets_alone(key: str, response: str, recall: str, precision: str) -> None:
    score = scored("SplitAntecedents('MUC', only=True)", letters(key), letters(response))
    wanted = [pytest.approx(fraction(cell)) for cell in (recall, precision)]
    assert [score["recall"], score["precision"]] == wanted


@pytest.mark.parametrize(
    ("key", "response"), [("ab cd e", "abc de"), ("abc de", "ab cde"), ("a b", "ab"), ("ab", "a b")]
)
def test_without_groups_the_measures_are_the_usual_ones(key: str, response: str) -> None:
    for metric in (*METRICS, "CoNLL"):
        usual = scored(metric, letters(key), letters(response))
        assert scored(f"SplitAntecedents({metric!r})", letters(key), letters(response)) == usual


def deictic(notation: str) -> Annotation:
    """As `letters`; entities with an exclamation mark refer to what was said."""
    plain = letters(notation.replace("!", ""))
    marked = [word.endswith("!") for word in notation.split()]
    links = tuple(
        Link(entity.mentions[-1], entity.mentions[:1], Relation.DISCOURSE)
        for entity, yes in zip(plain.entities, marked, strict=True)
        if yes
    )
    return replace(plain, links=plain.links + links)


@pytest.mark.parametrize(
    ("key", "response", "muc", "b3", "ceafe"),
    [
        # nominal chains do not count: 1/1; 2/2; 1/1
        ("px! ab", "px! a b", "1, 1", "1, 1", "1, 1"),
        # another clause: MUC 0/1; B3 x has 1 of 2 mentions: (1/2)/2; phi 2*1/4
        ("px!", "qx!", "0, 0", "1/4, 1/4", "1/2, 1/2"),
        # nothing proposed: 0/1, no precision; 0/2; 0/1
        ("px!", "p x", "0, -", "0, -", "0, -"),
        # one of two pronouns: MUC 1/2, 1/1; B3 (4/3)/3, 2/2; phi 2*2/5
        ("pxy!", "px! y", "1/2, 1", "4/9, 1", "4/5, 4/5"),
        # a nominal chain taken for deixis: no recall; 0/1, 0/2, 0/1
        ("ab", "ab!", "-, 0", "-, 0", "-, 0"),
        # two merged: MUC 2/2, 2/3; B3 4/4, ((4+4)/4)/4; phi 2*2/6 of 2 and of 1
        ("px! qy!", "pxqy!", "1, 2/3", "1, 1/2", "1/3, 2/3"),
        # two clauses together (a split antecedent): S, x against S, x
        ("p q (pq)x!", "p q (pq)x!", "1, 1", "1, 1", "1, 1"),
    ],
)
def test_discourse_deixis(key: str, response: str, muc: str, b3: str, ceafe: str) -> None:
    for metric, cells in (("MUC", muc), ("B3", b3), ("CEAFe", ceafe)):
        score = scored(f"DiscourseDeixis({metric!r})", deictic(key), deictic(response))
        wanted = [pytest.approx(fraction(cell)) for cell in cells.split(", ")]
        assert [score["recall"], score["precision"]] == wanted, metric


def bridged(links: str) -> Annotation:
    """Chains ab, cd and e, and x, y, z alone; `x>a` is a bridging link."""
    plain = letters("ab cd e x y z")
    pairs = [link.split(">") for link in links.split()]
    bridges = tuple(
        Link(mention(anaphor), (mention(antecedent),), Relation.BRIDGING)
        for anaphor, antecedent in pairs
    )
    return replace(plain, links=bridges)


@pytest.mark.parametrize(
    ("key", "response", "anaphor", "entity", "link"),
    [
        # R, P at each level; what is right of what is in the key, and of what is proposed
        ("x>a", "x>a", "1/1, 1/1", "1/1, 1/1", "1/1, 1/1"),
        ("x>a", "x>b", "1/1, 1/1", "1/1, 1/1", "0/1, 0/1"),  # another mention of the entity
        ("x>a", "x>c", "1/1, 1/1", "0/1, 0/1", "0/1, 0/1"),  # another entity
        ("x>a", "y>a", "0/1, 0/1", "0/1, 0/1", "0/1, 0/1"),  # another anaphor
        ("x>a y>c", "x>a", "1/2, 1/1", "1/2, 1/1", "1/2, 1/1"),
        ("x>a", "x>a y>c", "1/1, 1/2", "1/1, 1/2", "1/1, 1/2"),
        ("x>a y>c", "x>b y>c", "2/2, 2/2", "2/2, 2/2", "1/2, 1/2"),
        ("x>a y>c z>e", "x>a y>a", "2/3, 2/2", "1/3, 1/2", "1/3, 1/2"),
        ("", "x>a", "-, 0/1", "-, 0/1", "-, 0/1"),
        ("x>a", "", "0/1, -", "0/1, -", "0/1, -"),
        ("x>a x>c", "x>a", "1/1, 1/1", "1/2, 1/1", "1/2, 1/1"),  # two antecedents in the key
        ("x>a", "x>a x>b", "1/1, 1/1", "1/1, 1/1", "1/1, 1/2"),  # one entity, twice
        ("x>a", "x>q", "1/1, 1/1", "0/1, 0/1", "0/1, 0/1"),  # q is not a mention of the key
    ],
)
def test_bridging(key: str, response: str, anaphor: str, entity: str, link: str) -> None:
    for level, cells in (("anaphor", anaphor), ("entity", entity), ("link", link)):
        score = scored(f"Bridging({level!r})", bridged(key), bridged(response))
        wanted = [pytest.approx(fraction(cell)) for cell in cells.split(", ")]
        assert [score["recall"], score["precision"]] == wanted, level


def silent(notation: str) -> Annotation:
    """`a:weather` is a mention that does not refer, with its subtype."""
    parts = [word.partition(":") for word in notation.split()]
    mentions = tuple(
        mention(name, reference=Reference.NONREFERENTIAL, subtype=subtype)
        for name, _, subtype in parts
    )
    return Annotation("letters", mentions=mentions)


@pytest.mark.parametrize(
    ("key", "response", "plain", "typed"),
    [
        ("a:weather b:cleft", "a:weather b:cleft", "2/2, 2/2", "2/2, 2/2"),
        ("a:weather b:cleft", "a:weather", "1/2, 1/1", "1/2, 1/1"),
        ("a:weather", "a:weather b:cleft", "1/1, 1/2", "1/1, 1/2"),
        ("a:weather", "b:weather", "0/1, 0/1", "0/1, 0/1"),
        ("a:weather", "a:cleft", "1/1, 1/1", "0/1, 0/1"),
        ("", "", "-, -", "-, -"),
    ],
)
def test_non_referring_expressions(key: str, response: str, plain: str, typed: str) -> None:
    for measure, cells in (("NonReferring", plain), ("NonReferring(subtypes=True)", typed)):
        score = scored(measure, silent(key), silent(response))
        wanted = [pytest.approx(fraction(cell)) for cell in cells.split(", ")]
        assert [score["recall"], score["precision"]] == wanted, measure


def empty_nodes(notation: str) -> Document:
    """Three words, and for `2:nsubj@1` an empty node after word 1 that depends on word 2."""
    tokens: list[Token] = []
    for number in range(4):
        if number:
            tokens.append(Token(2 * number - 2, 2 * number - 1, LETTERS[number - 1]))
        for node in notation.split():
            parent, _, place = node.partition("@")
            if int(place) == number:
                start = max(0, 2 * number - 1)
                tokens.append(Token(start, start, "", deps=parent, empty=True))
    return Document(
        "zeros", "a b c", tokens=tuple(tokens), sentences=(Sentence(Span(0, len(tokens))),)
    )


@pytest.mark.parametrize(
    ("key", "response", "arc", "dep", "wo", "both"),
    [
        ("2:nsubj@1", "2:nsubj@1", "1/1, 1/1", "1/1, 1/1", "1/1, 1/1", "1/1, 1/1"),
        ("2:nsubj@1", "2:obj@1", "1/1, 1/1", "0/1, 0/1", "1/1, 1/1", "0/1, 0/1"),
        ("2:nsubj@1", "2:nsubj@2", "1/1, 1/1", "1/1, 1/1", "0/1, 0/1", "0/1, 0/1"),
        ("2:nsubj@1", "3:nsubj@1", "0/1, 0/1", "0/1, 0/1", "0/1, 0/1", "0/1, 0/1"),
        # 2 and 2 against 2; nsubj and obj against obj; places 1 and 2 against 1
        ("2:nsubj@1 2:obj@2", "2:obj@1", "1/2, 1/1", "1/2, 1/1", "1/2, 1/1", "0/2, 0/1"),
        # the second of two equal nodes is one too many
        ("2:nsubj@1", "2:nsubj@1 2:nsubj@1", "1/1, 1/2", "1/1, 1/2", "1/1, 1/2", "1/1, 1/2"),
        ("2:nsubj@1", "", "0/1, -", "0/1, -", "0/1, -", "0/1, -"),
    ],
)
def test_empty_nodes(key: str, response: str, arc: str, dep: str, wo: str, both: str) -> None:
    from coindex.core.annotation import Annotated

    documents = [empty_nodes(notation) for notation in (key, response)]
    pair = Pair.of(*(Annotated(one, Annotation("zeros")) for one in documents))
    for match, cells in (("ARC", arc), ("DEP", dep), ("WO", wo), ("DEP_WO", both)):
        measure = build("measures", f"EmptyNodes({match!r})")
        score = measure.score(measure.counts(pair))._asdict()
        wanted = [pytest.approx(fraction(cell)) for cell in cells.split(", ")]
        assert [score["recall"], score["precision"]] == wanted, match


def test_there_are_enough_vectors() -> None:
    own = [row[0] for row in ROWS if row[0].startswith("S")]
    assert len(own) == 12 and len(own) + 6 + 7 + 13 + 6 + 7 >= 40


@pytest.mark.parametrize(
    "measure",
    [
        "SplitAntecedents",
        "SplitAntecedents('LEA', only=True)",
        "DiscourseDeixis",
        "Bridging",
        "NonReferring",
        "EmptyNodes",
    ],
)
def test_they_are_measures(measure: str) -> None:
    check_measure(build("measures", measure))
