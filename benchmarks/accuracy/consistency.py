"""Two checks of what a newcomer notices first: *he* and *she* after a man's and a woman's name, and
chains of novels that contradict themselves.

A chain contradicts itself if it has words for a man and for a woman, for a person of known gender
and a thing, or *he* or *she* (or a word that says the same) and *they*.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex.core.annotation import Annotated, Entity, Kind, Mention
from coindex.core.document import Document
from coindex.language.nominals.agreement import Gender, Number
from coindex.language.nominals.features import features_of
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Estimate, Table
from training.wilson import wilson

RESOLVERS = ("sieve", "rosana", "supar", "neural", "hybrid", "auto")
PAIRS = (
    *(("Emma", "Noah"), ("Julia", "Oliver"), ("Sofia", "Martin"), ("Hannah", "Samuel")),
    *(("Priya", "Arjun"), ("Fatima", "Hassan"), ("Mei", "Hiroshi"), ("Chloe", "Ethan")),
    *(("Ingrid", "Sven"), ("Olga", "Dmitri"), ("Teresa", "Carlos"), ("Bridget", "Patrick")),
    *(("Agnes", "Walter"), ("Edith", "Harold"), ("Rachel", "Benjamin"), ("Lucy", "Henry")),
    *(("Amina", "Tariq"), ("Yuki", "Kenji"), ("Greta", "Otto"), ("Nora", "Felix")),
)
"""A woman's and a man's name each; both orders, two pronouns each: 80 pronouns."""
FRAME = "{0} met {1} in the lane. He smiled at her."
PASSAGES = 200
WORDS = 270
"""Words of a passage at least; it ends with a paragraph."""
MOST_WRONG = 2
MOST_CONTRADICTORY = 0.01
SURE = 0.9
"""How certain the gender of a name or noun must be to count."""


class Claim(StrEnum):
    """What a word says of the one it stands for."""

    MAN = "man"
    WOMAN = "woman"
    THING = "thing"
    SEVERAL = "several"


_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), Claim.MAN),
    **dict.fromkeys(("she", "her", "hers", "herself"), Claim.WOMAN),
    **dict.fromkeys(("it", "its", "itself"), Claim.THING),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), Claim.SEVERAL),
}
_GENDERS = {Gender.MASCULINE: Claim.MAN, Gender.FEMININE: Claim.WOMAN}
_PERSONS = frozenset({Claim.MAN, Claim.WOMAN})


class Contradictions(NamedTuple):
    """Contradictory chains, chains that claim anything, and all chains."""

    wrong: int
    telling: int
    chains: int


def run(corpora: Path) -> bool:
    texts = [Document(f"{number}", text) for number, text in enumerate(passages(corpora))]
    parsed = list(Pipeline().parsed(texts))
    rows: list[tuple[Cell, ...]] = []
    sound = True
    for name in RESOLVERS:
        wrong = wrong_pronouns(name)
        found = contradictions(name, parsed)
        interval = wilson(found.wrong, found.chains)
        share = found.wrong / max(1, found.chains)
        sound &= wrong <= MOST_WRONG and share < MOST_CONTRADICTORY
        rows.append((f"`{name}`", wrong, found.wrong, found.chains, Estimate(share, interval)))
    columns = (
        "resolver",
        "names: wrong of 80",
        "novels: contradictory chains",
        "of chains",
        "per cent",
    )
    record(
        "first-contact",
        [Table(columns, rows)],
        command="python -m benchmarks.accuracy --corpora FOLDER consistency",
        components=RESOLVERS,
        learned_from="The learned resolvers have read other passages of novels.",
    )
    return sound


def wrong_pronouns(resolver: str) -> int:
    """How many of 80 pronouns are not in one chain with the name of
    their gender, or are in one with the other.
    """
    pipeline = Pipeline(resolver=resolver)
    pairs = [pair for woman, man in PAIRS for pair in ((woman, man), (man, woman))]
    texts = (Document(f"{place}", FRAME.format(*pair)) for place, pair in enumerate(pairs))
    women = {woman for woman, _ in PAIRS}
    wrong = 0
    for pair, document in zip(pairs, pipeline.parsed(texts), strict=True):
        result = pipeline.resolved(document)
        woman, man = sorted(pair, key=lambda name: name not in women)
        for pronoun, right, other in (("He", man, woman), ("her", woman, man)):
            chain = {
                mention.text(document)
                for entity in result.entities
                if any(mention.text(document) == pronoun for mention in entity.mentions)
                for mention in entity.mentions
            }
            wrong += right not in chain or other in chain
    return wrong


def contradictions(resolver: str, documents: Iterable[Document]) -> Contradictions:
    pipeline = Pipeline(resolver=resolver)
    wrong = telling = chains = 0
    for document in documents:
        result = pipeline.resolved(document)
        item = Annotated(document, result.annotation)
        for entity in result.annotation.entities:
            if len(entity.mentions) > 1:
                claims = entity_claims(item, entity)
                chains += 1
                telling += bool(claims)
                wrong += contradictory(claims)
    return Contradictions(wrong, telling, chains)


def entity_claims(item: Annotated, entity: Entity) -> frozenset[Claim]:
    claims = (claim_of(item.document, mention) for mention in entity.mentions)
    return frozenset(claim for claim in claims if claim is not None)


def claim_of(document: Document, mention: Mention) -> Claim | None:
    """By the pronoun, or by a name or noun whose gender is certain."""
    if mention.head is None:
        return None
    if mention.kind.pronominal:
        return _PRONOUNS.get(document.tokens[mention.head].form.lower())
    if mention.kind is Kind.COORDINATION:
        return Claim.SEVERAL
    features = features_of(document, mention)
    if features.number == Number.PLURAL:
        return Claim.SEVERAL
    return _GENDERS.get(features.gender) if features.gender_certainty >= SURE else None


def contradictory(claims: frozenset[Claim]) -> bool:
    return claims >= _PERSONS or bool(claims & _PERSONS and claims - _PERSONS)


def passages(corpora: Path) -> list[str]:
    """Passages from everywhere in the novels but their first and last sixths, always the same."""
    with tarfile.open(corpora / "en_novels/novels.tar.xz") as archive:
        members = sorted(
            (member for member in archive.getmembers() if member.name.endswith(".txt")),
            key=lambda member: member.name,
        )
        novels = [_paragraphs(archive, member) for member in members]
    rounds = -(-PASSAGES // len(novels))
    places = ((novel, (step + 1) / (rounds + 1)) for step in range(rounds) for novel in novels)
    return [_passage(novel, place) for novel, place in places][:PASSAGES]


def _paragraphs(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Sequence[str]:
    file = archive.extractfile(member)
    text = "" if file is None else file.read().decode("utf-8", errors="replace")
    blocks = (" ".join(block.split()) for block in re.split(r"\r?\n\s*\r?\n", text))
    return [block for block in blocks if block]


def _passage(paragraphs: Sequence[str], place: float) -> str:
    def taken() -> Iterator[str]:
        words = 0
        for paragraph in paragraphs[int(place * len(paragraphs)) :]:
            if words >= WORDS:
                return
            words += len(paragraph.split())
            yield paragraph

    return "\n\n".join(taken())
