"""Knowledge about Spanish verbs without a model: their infinitives, and that a verb with attached
pronouns is a command.

The model derives lemmas by changing endings, which for unknown verbs may give no word at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from coindex.core.document import features

PLAIN = str.maketrans("áéíóú", "aeiou")
PRONOUN = "(me|te|se|nos|os|l[aeo]s?)"
FIRST_PRONOUN = "(me|te|se|nos|os)?"

CONTRACTED = ("de", "a")
"""The first words of *del* and *al*."""
ENCLITICS = {
    form: f"Case=Acc|Gender={gender}|Number={number}|Person=3|PrepCase=Npr|PronType=Prs"
    for form, gender, number in (
        *(("lo", "Masc", "Sing"), ("la", "Fem", "Sing")),
        *(("los", "Masc", "Plur"), ("las", "Fem", "Plur")),
    )
}
"""Features of the pronouns that look like articles."""

_WITH_OR_WITHOUT = re.compile(rf"(.*[aeiáéí]r){FIRST_PRONOUN}(?:{PRONOUN})?")
_CONSONANT_CHANGES = (
    *(("qu", "c"), ("gu", "g"), ("c", "z"), ("j", "g"), ("zc", "c"), ("y", "")),
    *(("g", "gu"), ("g", ""), ("g", "c")),
)
_VOWEL_CHANGES = (
    ("hue", "o"),
    ("ue", "o"),
    ("ue", "u"),
    ("ie", "e"),
    ("ie", "i"),
    ("i", "e"),
    ("u", "o"),
)

_FUTURE = ("é", "ás", "á", "emos", "éis", "án", "ía", "ías", "íamos", "íais", "ían")
_ENDINGS = {
    ("ar", "Ind"): "o as a amos áis an aba abas ábamos abais aban é aste ó asteis aron",
    ("ar", "Sub"): "e es emos éis en ara aras áramos arais aran ase ases ásemos aseis asen",
    ("ar", ""): "á ás ad ando ado ada ados adas ar",
    ("er", "Ind"): "o es e emos éis en ía ías íamos íais ían í iste ió imos isteis ieron yó yeron",
    ("ir", "Ind"): "o es e imos ís en ía ías íamos íais ían í iste ió imos isteis ieron yó yeron",
    **dict.fromkeys(
        [("er", "Sub"), ("ir", "Sub")],
        "a as amos áis an iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen yera "
        "yeran yese yesen",
    ),
    ("er", ""): "é és ed iendo yendo ido ida idos idas ído ída ídos ídas er",
    ("ir", ""): "í ís id iendo yendo ido ida idos idas ído ída ídos ídas ir",
}


def _classes() -> dict[str, list[tuple[str, str]]]:
    """Each ending, with its conjugations and moods."""
    classes: dict[str, list[tuple[str, str]]] = {}
    for kind, endings in _ENDINGS.items():
        for ending in endings.split():
            classes.setdefault(ending, []).append(kind)
    return classes


_CLASSES = _classes()
_LONGEST = max(map(len, _CLASSES))

_PRETERITE = "e iste o imos isteis ieron eron iera ieras iéramos ieran iese iesen era eran ese esen"
_STRONG = {
    _PRETERITE: """
        tuv:tener hic:hacer hiz:hacer pus:poner pud:poder quis:querer sup:saber vin:venir dij:decir
        traj:traer duj:ducir anduv:andar hub:haber estuv:estar
    """,
    " ".join(_FUTURE): """
        tendr:tener pondr:poner vendr:venir saldr:salir valdr:valer podr:poder querr:querer
        sabr:saber har:hacer dir:decir habr:haber
    """,
    "o a os as": """
        puest:poner hech:hacer vuelt:volver suelt:solver scrit:scribir abiert:abrir cubiert:cubrir
        muert:morir rot:romper vist:ver dich:decir
    """,
}
"""Irregular stems before these endings, with or without a prefix, and their verbs."""
_STEMS = {
    (ending, stem): verb
    for endings, pairs in _STRONG.items()
    for ending in endings.split()
    for stem, _, verb in (pair.partition(":") for pair in pairs.split())
} | {("", stem): verb for stem, verb in (("pón", "poner"), ("tén", "tener"), ("haz", "hacer"))}
_IRREGULAR = [(stem + ending, verb) for (ending, stem), verb in _STEMS.items()]
_IRREGULAR_ENDINGS = tuple(ending for ending, _ in _IRREGULAR)
_WHOLE = {
    "ver": "vi vio",
    "creer": "creo crees cree creen",
    "ir": "iba ibas íbamos iban",
    "saber": "sepa sepas sepamos sepan",
    "traer": "traigo traiga traigas traigamos traigan",
    "caer": "caigo caiga caigas caigan",
    "oír": "oigo oiga oigas oigan",
    "poner": "pon",
    "tener": "ten",
    "hacer": "haz",
    "decir": "di",
}
_FORMS = {form: verb for verb, forms in _WHOLE.items() for form in forms.split()}


def lemma_of(form: str, lemma: str, feats: str) -> str:
    """The lemma that the model gives a verb, if that is an infinitive; else one to which the form
    may belong.
    """
    if lemma in infinitives():
        return lemma
    values = features(feats)
    mood = values.get("Mood", "")
    if mood == "Imp":
        mood = "Sub" if values.get("Person") == "3" else "Ind"
    return _infinitive_for(form.lower(), mood) or lemma


def as_command(feats: str) -> str:
    """The features of a finite verb with attached pronouns: in present-day Spanish it is an
    imperative.
    """
    values = dict(features(feats))
    if values.get("VerbForm") != "Fin" or values.get("Mood") not in ("Ind", "Sub"):
        return feats
    if values["Mood"] == "Ind" and values.get("Person") == "3":
        values["Person"] = "2"
    values["Mood"] = "Imp"
    values.pop("Tense", None)
    return "|".join(f"{name}={value}" for name, value in sorted(values.items()))


@lru_cache(maxsize=1 << 14)
def _infinitive_for(form: str, mood: str) -> str:
    """The first known one of these: irregular, regular in this mood, in another mood, with changes
    in the stem.
    """
    known = infinitives()
    if form in _FORMS:
        return _FORMS[form]
    return next((verb for verb in (*_irregular(form), *_regular(form, mood)) if verb in known), "")


def _irregular(form: str) -> Iterator[str]:
    if not form.endswith(_IRREGULAR_ENDINGS):
        return
    for ending, verb in _IRREGULAR:
        if form.endswith(ending):
            yield form.removesuffix(ending) + verb


def _regular(form: str, mood: str) -> Iterator[str]:
    readings = [
        (form[:cut], *reading)
        for cut in range(max(1, len(form) - _LONGEST), len(form))
        for reading in _CLASSES.get(form[cut:], ())
    ]
    readings += [
        (form[: -len(end) - 2], form[-len(end) - 2 : -len(end)], mood)
        for end in _FUTURE
        if form.endswith(end)
    ]
    readings.sort(key=lambda reading: reading[2] not in ("", mood))
    for changed in (False, True):
        for stem, ending, _ in readings:
            plain = stem.translate(PLAIN)
            yield from (root + ending for root in (changed_stems(plain) if changed else (plain,)))
    yield from (stem.translate(PLAIN) + "r" for stem, _, _ in readings)


def infinitives_of(stem: str) -> Iterator[str]:
    """The infinitives to which the stem of a present form may belong, including changed stems."""
    for root in (stem, *changed_stems(stem)):
        yield from (root + ending for ending in ("ar", "er", "ir"))


def changed_stems(stem: str) -> Iterator[str]:
    """Stems whose last consonant, last vowel or both could have become those of this one."""
    bases = [
        stem,
        *(stem[: -len(new)] + old for new, old in _CONSONANT_CHANGES if stem.endswith(new)),
    ]
    yield from bases[1:]
    for base in bases:
        yield from (old.join(base.rsplit(new, 1)) for new, old in _VOWEL_CHANGES if new in base)


@lru_cache(maxsize=1)
def infinitives() -> frozenset[str]:
    """Infinitives among the frequent words: those in clusters most of whose members look like one.

    Members may have pronouns; without them they are infinitives, too.
    """
    words = clustered()
    verbs = {form: match[1] for form in words if (match := _WITH_OR_WITHOUT.fullmatch(form))}
    sizes, verbal = Counter(words.values()), Counter(words[form] for form in verbs)
    return frozenset(
        verb if verb.endswith(("eír", "oír")) else verb.translate(PLAIN)
        for form, verb in verbs.items()
        if 2 * verbal[words[form]] >= sizes[words[form]]
    )


def clustered() -> dict[str, int]:
    """Frequent words, and the numbers of their clusters."""
    from coindex.models.session import clusters_of

    return clusters_of("es")
