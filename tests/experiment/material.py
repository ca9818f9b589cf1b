"""A small annotated corpus with a parse of its own, made up here, for
experiments that need no model.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention, in_order
from coindex.core.chains import entities
from coindex.core.document import Span
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from tests.detectors.parses import parsed

PAST = "Mood=Ind|Tense=Past|VerbForm=Fin"
SHE = "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs"
HE = SHE.replace("Fem", "Masc")
IT = "Case=Acc|Gender=Neut|Number=Sing|Person=3|PronType=Prs"
WANTED = f"it/it/PRON/2/obj/{IT} ././PUNCT/2/punct"
PEOPLE = (("Ann", "Bob"), ("Eve", "Tom"), ("Mary", "Paul"), ("Jane", "Carl"), ("Rose", "Fred"))
THINGS = ("dog", "key", "map", "lamp", "boat")
MEASURES = ("CoNLL(singletons=False)@head", "Success(of='third')@head", "Mentions@head")
QUICK = ("recent", "subject", "rosana", "oracle")


def document(number: int) -> Annotated:
    """A woman, a man and a thing, then pronouns for each; who comes first, and is
    meant, changes with the number.
    """
    woman, man = PEOPLE[number % len(PEOPLE)]
    thing = THINGS[(number // 2) % len(THINGS)]
    first, second = (woman, man) if number % 2 else (man, woman)
    she, he = ("She", SHE), ("He", HE)
    subject, other = (she, he) if number % 3 else (he, she)
    text = parsed(
        f"{first}/{first}/PROPN/2/nsubj/Number=Sing showed/show/VERB/0/root/{PAST} "
        f"{second}/{second}/PROPN/2/iobj/Number=Sing the/the/DET/5/det/Definite=Def|PronType=Art "
        f"{thing}/{thing}/NOUN/2/obj/Number=Sing ././PUNCT/2/punct",
        f"{subject[0]}/{subject[0].lower()}/PRON/2/nsubj/{subject[1]} "
        f"wanted/want/VERB/0/root/{PAST} {WANTED}",
        f"{other[0]}/{other[0].lower()}/PRON/2/nsubj/{other[1]} kept/keep/VERB/0/root/{PAST} "
        f"{WANTED}",
    )
    id, genre = f"d{number:02}", ("press", "plot")[number % 2]
    places = {
        "first": 0,
        "second": 2,
        "thing": 4,
        "subject": 6,
        "it": 8,
        "other": 10,
        "it again": 12,
    }
    mentions = {
        name: Mention((Span(at - (name == "thing"), at + 1),), at) for name, at in places.items()
    }
    women = "first" if first == woman else "second"
    owner = {"first": "1", "second": "2", "thing": "3", "it": "3", "it again": "3"}
    for name, pronoun in (("subject", subject), ("other", other)):
        female = pronoun is she
        owner[name] = owner[women] if female else {"1": "2", "2": "1"}[owner[women]]
    chains = entities((owner[name], mention) for name, mention in mentions.items())
    key = Annotation(id, mentions=in_order(tuple(mentions.values())), entities=chains)
    return Annotated(replace(text, id=id, meta={"genre": genre}), key)


def corpus(folder: Path, documents: int = 6, *, name: str = "made-up") -> str:
    """The path of a file with so many documents."""
    path = folder / f"{name}.jsonl"
    formats.write((document(number) for number in range(documents)), path, "jsonl")
    return str(path)


def planned(*corpora: str, **changes: object) -> Plan:
    usual = Plan(
        corpora, ("given",), resolvers=QUICK, measures=MEASURES, slices=("genre", "form"), draws=200
    )
    return replace(usual, **changes).checked()  # type: ignore[arg-type]


def carried_out(plan: Plan, folder: Path, engine: str = "serial") -> tuple[Results, Experiment]:
    experiment = Experiment(plan, registry.build("engines", engine), DiskCache(folder))
    return experiment.run(), experiment
