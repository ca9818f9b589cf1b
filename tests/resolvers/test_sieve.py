"""The multi-pass sieve: its worked example, each pass on a sentence of its own,
its options, and its contract.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

import coindex
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Kind, Mention, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision, TracedDecision
from coindex.core.document import Document, Span
from coindex.core.errors import SpecError
from coindex.core.parameters import component
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.passes import JoinProposal, Sieve, State, sieve_pass
from coindex.resolvers.sieve.salience import standing
from coindex.testing import check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

HE = "Gender=Masc|Number=Sing|Person=3|PronType=Prs"
SHE = "Gender=Fem|Number=Sing|Person=3|PronType=Prs"
IT = "Gender=Neut|Number=Sing|Person=3|PronType=Prs"
MY = "Number=Sing|Person=1|Poss=Yes|PronType=Prs"
SONG = (
    (
        "John/John/PROPN/4/nsubj/Number=Sing is/be/AUX/4/cop/VerbForm=Fin a/a/DET/4/det "
        "musician/musician/NOUN/0/root/Number=Sing ././PUNCT/4/punct"
    ),
    (
        f"He/he/PRON/2/nsubj/{HE} played/play/VERB/0/root/VerbForm=Fin a/a/DET/5/det "
        "new/new/ADJ/5/amod song/song/NOUN/2/obj/Number=Sing ././PUNCT/2/punct"
    ),
    (
        "A/a/DET/2/det girl/girl/NOUN/4/nsubj/Number=Sing was/be/AUX/4/aux/VerbForm=Fin "
        "listening/listen/VERB/0/root/VerbForm=Part to/to/ADP/7/case the/the/DET/7/det "
        "song/song/NOUN/4/obl/Number=Sing ././PUNCT/4/punct"
    ),
    (
        f'"/"/PUNCT/5/punct It/it/PRON/5/nsubj/{IT} is/be/AUX/5/cop/VerbForm=Fin '
        f"my/my/PRON/5/nmod:poss/{MY} "
        'favorite/favorite/NOUN/9/ccomp/Number=Sing ,/,/PUNCT/5/punct "/"/PUNCT/5/punct '
        "John/John/PROPN/9/nsubj/Number=Sing said/say/VERB/0/root/VerbForm=Fin to/to/ADP/11/case "
        f"her/she/PRON/9/obl/{SHE} ././PUNCT/9/punct"
    ),
)
SONG_TEXT = (
    'John is a musician. He played a new song. A girl was listening to the song. "It is my '
    'favorite," John said to her.'
)
WANTED = [
    ["John", "a musician", "He", "my", "John"],
    ["a new song", "the song", "It", "my favorite"],
    ["A girl", "her"],
]


def entities(document: Document, resolver: str = "sieve") -> list[list[str]]:
    mentions = registry.build("detectors", "nominals").detect(document)
    decisions = registry.build("resolvers", resolver).resolve(document, mentions)
    found = resolved(
        document, mentions, decisions, source=Source("sieve", "system"), singletons=False
    )
    return [[mention.text(document) for mention in entity.mentions] for entity in found.entities]


def rule(text: str, form: str, resolver: str = "sieve", occurrence: int = 1) -> tuple[str, str]:
    worked = Worked(resolver, read(text))
    return worked.antecedent(form, occurrence), worked.of(form, occurrence).rule


def test_the_worked_example() -> None:
    assert entities(parsed(*SONG)) == WANTED


def test_the_worked_example_through_the_bundled_parser() -> None:
    assert entities(read(SONG_TEXT)) == WANTED


def test_the_worked_example_with_the_first_candidate_that_agrees() -> None:
    assert entities(parsed(*SONG), 'sieve(pronouns="first")') == WANTED


def test_ontonotes_keeps_no_predicates() -> None:
    found = entities(parsed(*SONG), 'sieve(scheme="ontonotes")')
    assert found == [
        ["John", "He", "my", "John"],
        ["a new song", "the song", "It"],
        ["A girl", "her"],
    ]


@pytest.mark.parametrize(
    ("text", "form", "antecedent", "decided_by"),
    [
        ("The old mill burned. Nobody saw the old mill burn.", "the", "mill", "exact"),
        ("A letter came. The letter was long.", "The", "letter", "same noun"),
        ("She bought a red bicycle. The bicycle was stolen.", "The", "bicycle", "fewer modifiers"),
        ("Dr. Jane Miller resigned. Miller was tired.", "Miller", "Jane", "name variant"),
        ("America is large. The United States has many lakes.", "The", "America", "country"),
        ("Ann Lee, the mayor of Leeds, resigned.", "the", "Ann", "apposition"),
        ("Ann Lee is the mayor of Leeds.", "the", "Ann", "copula"),
        ("Ann Lee is mayor of Leeds.", "mayor", "Ann", "copula"),
        ("The house is a blessing.", "a", "house", "predicate"),
        ("Mary hurt herself.", "herself", "Mary", "reflexive"),
        ('"I am tired," Mary said.', "I", "Mary", "speaker"),
        ("Children who love their parents are happy.", "their", "Children", "pronoun"),
        ("In her youth, Ann lived abroad.", "her", "Ann", "pronoun"),
    ],
)
def test_each_pass(text: str, form: str, antecedent: str, decided_by: str) -> None:
    occurrence = 2 if decided_by == "name variant" else 1
    assert rule(text, form, occurrence=occurrence) == (antecedent, decided_by)


def test_a_pass_can_be_left_out() -> None:
    text = "A letter came. The letter was long."
    assert entities(read(text)) == [["A letter", "The letter"]]
    assert entities(read(text), 'sieve(without=("same noun",))') == []
    assert entities(read(text), 'sieve(without="same noun")') == []


def named(phrase: str, last: int) -> str:
    """A sentence in which a phrase is tired, the last word being head or in a
    phrase with *of* behind the head.
    """
    return (
        f"{phrase} is/be/AUX/{last}/cop/VerbForm=Fin tired/tired/ADJ/0/root ././PUNCT/{last}/punct"
    )


LEAGUE = named("the/the/DET/2/det League/League/PROPN/6/nsubj/Number=Sing", 4)
NATIONS = named(
    "the/the/DET/2/det League/League/PROPN/6/nsubj/Number=Sing of/of/ADP/4/case "
    "Nations/Nation/PROPN/2/nmod/Number=Plur",
    6,
)
FRANCE = named("France/France/PROPN/3/nsubj/Number=Sing", 3)
FRENCH = named("the/the/DET/2/det French/French/PROPN/4/nsubj/Number=Sing", 4)


def test_a_name_is_shortened_to_its_head() -> None:
    assert entities(parsed(NATIONS, LEAGUE)) == [["the League of Nations", "the League"]]
    assert Worked("sieve", parsed(NATIONS, LEAGUE)).of("the", 2).rule == "relaxed head"
    assert entities(parsed(LEAGUE, NATIONS)) == []
    assert entities(parsed(NATIONS, LEAGUE), 'sieve(without="relaxed head")') == []


@pytest.mark.parametrize(("relatives", "found"), [(11, True), (12, False)])
def test_the_last_twelve_names_with_a_surname_are_compared(relatives: int, found: bool) -> None:
    """A family may be large; a telephone book is not compared with itself."""
    names = ("Bob", "Carl", "Dan", "Eric", "Fred", "Hugo", "Ivan", "Jack", "Karl", "Leo", "Max")
    others = " ".join(f"{name} Cooper came." for name in (*names, "Noah")[:relatives])
    result = coindex.resolve(
        f"Mary Anna Cooper left. {others} Mrs. Cooper slept.", resolver="sieve"
    )
    chains = [[one.text(result.document) for one in entity.mentions] for entity in result.entities]
    assert (["Mary Anna Cooper", "Mrs. Cooper"] in chains) is found


def test_demonyms_are_asked_for() -> None:
    assert entities(parsed(FRANCE, FRENCH)) == []
    assert entities(parsed(FRANCE, FRENCH), 'sieve(also="demonym")') == [["France", "the French"]]
    assert entities(parsed(FRANCE, FRENCH), 'sieve(also="demonym", without="demonym")') == []


def test_what_is_denied_or_imagined_is_no_identity() -> None:
    assert entities(read("Bob is not the mayor. Sue would be the best mayor.")) == []


@pytest.mark.parametrize(
    "text",
    [
        "The letter was proof of the guilt.",
        "Ann lives in Paris, Texas.",
        "Ann works at the University of Portsmouth, England.",
    ],
)
def test_what_is_of_another_type_or_lies_elsewhere_is_no_identity(text: str) -> None:
    assert entities(read(text)) == []


def test_a_parser_may_type_names_alone() -> None:
    document = parsed(
        "Ann/Ann/PROPN/6/nsubj//EntityType=person ,/,/PUNCT/4/punct the/the/DET/4/det "
        "mayor/mayor/NOUN/1/appos/Number=Sing ,/,/PUNCT/4/punct resigned/resign/VERB/0/root"
    )
    assert entities(document) == [["Ann", "the mayor"]]


def test_a_possession_is_the_same_if_its_owner_is() -> None:
    document = read("Sue met Ann in Rome. Her sister laughed. Later her sister left.")
    assert ["Her sister", "her sister"] in entities(document)


def test_nobody_says_she_of_herself() -> None:
    worked = Worked("sieve", read('"She is late," Mary said.'))
    assert worked.antecedent("She") == ""
    assert dict(worked.of("She").dropped) in ({}, {"speaker": 1})


def test_turns_have_their_own_first_person() -> None:
    first = (
        "I/I/PRON/2/nsubj/Number=Sing|Person=1|PronType=Prs agree/agree/VERB/0/root/VerbForm=Fin "
        "././PUNCT/2/punct"
    )
    plain = parsed(first, first, first)
    spoken = [
        type(sentence)(sentence.span, speaker=name)
        for sentence, name in zip(plain.sentences, ("Ann", "Bob", "Ann"), strict=True)
    ]
    document = Document(plain.id, plain.text, "en", plain.tokens, tuple(spoken))
    assert len(entities(document)) == 1
    assert Worked("sieve", document).antecedent("I", 3) == "I"
    assert len(entities(plain)[0]) == 3


def test_pronouns_show_their_candidates() -> None:
    decision = Worked("sieve", parsed(*SONG)).of("her")
    best = decision.candidates[0]
    assert best.mention == decision.antecedent
    assert best.score == sum(value for _, value in best.factors)
    assert decision.considered >= decision.agreeing >= len(decision.admissible)


def test_corrections_are_built_upon() -> None:
    document = read("Ann saw Sue. She waved. She left.")
    mentions = registry.build("detectors", "nominals").detect(document)
    sue = next(mention for mention in mentions.mentions if mention.text(document) == "Sue")

    def correct(anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        return sue if anaphor.text(document) == "She" else antecedent

    decisions = list(
        registry.build("resolvers", "sieve").resolve(document, mentions, correct=correct)
    )
    own = [
        decision.antecedent for decision in decisions if decision.anaphor.text(document) == "She"
    ]
    assert own[0] is not None and own[0].text(document) == "Ann"
    assert own[1] is not None and own[1].text(document) != "Ann"


@pytest.mark.parametrize(
    "spec",
    [
        'sieve(without="nonsense")',
        'sieve(also="nonsense")',
        'sieve(scheme="muc")',
        'sieve(pronouns="last")',
    ],
)
def test_unknown_options(spec: str) -> None:
    with pytest.raises(SpecError):
        registry.build("resolvers", spec)


@pytest.mark.parametrize(
    "spec", ["sieve", 'sieve(scheme="ontonotes")', 'sieve(pronouns="first", wordnet=True)']
)
def test_contract(spec: str) -> None:
    documents = [parsed(*SONG), read(SONG_TEXT)]
    detector = registry.build("detectors", "nominals(relatives=True)")
    check_resolver(
        registry.build("resolvers", spec),
        [Annotated(document, detector.detect(document)) for document in documents],
    )


def test_a_possessive_does_not_look_ahead_to_a_phrase_with_the_same_one() -> None:
    result = coindex.resolve("For his services his second son was promoted.", resolver="sieve")
    for entity in result.entities:
        assert "his second son" not in {m.text(result.document) for m in entity.mentions}


def latest_name(state: State) -> Iterator[JoinProposal]:
    """A pass that forgets every check: any name goes to the expression before it."""
    expressions = state.discourse.expressions
    for earlier, name in pairwise(expressions):
        if name.kind is Kind.NAME and state.open(name):
            yield JoinProposal(name, earlier)


@component
class Forgetful(Sieve):
    """The sieve with that pass, which runs first."""

    further = (sieve_pass("latest", gloss="the one before", after="character")(latest_name),)


def forgetful(**options: bool) -> Sieve:
    """The same with some of its checks."""
    one = sieve_pass("latest", gloss="the one before", after="character", **options)(latest_name)

    class Other(Sieve):
        further = (one,)

    return component(Other)(trace=True)


COUPLE = "Mr. Lee met Mrs. Harrow. Paris in France sang."


def decisions_of(resolver: Sieve, text: str) -> dict[str, Decision]:
    document = coindex.parse(text)
    mentions = registry.build("detectors", "nominals").detect(document)
    taken = resolver.resolve(document, mentions)
    return {decision.anaphor.text(document): decision for decision in taken}


def test_agreement_and_nesting_are_checked_although_a_pass_forgets_them() -> None:
    taken = decisions_of(Forgetful(trace=True), COUPLE)["Mrs. Harrow"]
    assert taken.antecedent is None
    assert [reason for _, reason in taken.refused] == ["gender"]
    assert decisions_of(forgetful(agreement=False), COUPLE)["Mrs. Harrow"].rule == "latest"
    document, mentions = nested_names()
    for nesting in (True, False):
        resolver = forgetful(agreement=False, nesting=nesting)
        joined = [one for one in resolver.resolve(document, mentions) if one.antecedent]
        assert bool(joined) is not nesting


def nested_names() -> tuple[Document, Annotation]:
    """*The king of France*, with *France*."""
    document = coindex.parse("The king of France sang.")
    outer = Mention((Span(0, 4),), 1, Kind.NOMINAL)
    inner = Mention((Span(3, 4),), 3, Kind.NAME)
    return document, Annotation(document.id, Source("test", "system"), (outer, inner))


def test_a_pass_brings_its_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_added", {})
    registry.register("resolvers", "forgetful", Forgetful)
    assert Forgetful.glossary["latest"] == "the one before"
    assert "latest" not in Sieve.glossary
    check_resolver(Forgetful())


def test_the_passes_that_looked_are_listed_on_request() -> None:
    taken = decisions_of(Forgetful(trace=True), COUPLE)["Mrs. Harrow"]
    assert isinstance(taken, TracedDecision)
    assert taken.looked[0] == "latest"
    assert {"same name", "name variant"} <= set(taken.looked)
    assert not any(
        isinstance(one, TracedDecision) for one in decisions_of(Sieve(), COUPLE).values()
    )


def test_a_pass_that_names_no_other_is_refused() -> None:
    one = sieve_pass("latest", gloss="the one before")(latest_name)

    class Lost(Sieve):
        further = (one,)

    with pytest.raises(SpecError, match="'latest' does not say where it runs"):
        component(Lost)()


def test_a_pass_that_follows_an_unknown_one_is_refused_with_a_suggestion() -> None:
    one = sieve_pass("latest", gloss="the one before", after="same nane")(latest_name)

    class Misspelt(Sieve):
        further = (one,)

    with pytest.raises(SpecError, match=r"is to follow 'same nane'.* did you mean 'same name'"):
        component(Misspelt)()


def test_a_pass_that_returns_nothing_is_named() -> None:
    one = sieve_pass("latest", gloss="the one before", after="same name")(lambda state: None)  # type: ignore[arg-type, return-value]  # a function without `yield`

    class Silent(Sieve):
        further = (one,)

    with pytest.raises(SpecError, match="'latest' returns nothing"):
        decisions_of(component(Silent)(), COUPLE)


def test_a_person_who_is_introduced_has_a_mark_of_their_own() -> None:
    """*A person came. They left.*: nobody knows whether it was he or she."""
    document = read("A person saw the teacher.")
    view = discourse(document, registry.build("detectors", "nominals").detect(document))
    person, teacher = view.expressions
    marks = {one.form: standing(_Setting(view), one) for one in (person, teacher)}
    assert "some person" in marks["person"]
    assert "some person" not in marks["teacher"]


class _Setting:
    def __init__(self, view: Discourse) -> None:
        self.discourse = view
