"""The conjugation of Spanish verbs in reverse: from a form to its possible readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coindex.language.languages import get_language
from coindex_es.verbs import PLAIN, changed_stems, infinitives


class VerbReading(NamedTuple):
    """A possible reading of a form; values are those of Universal Dependencies."""

    lemma: str
    mood: str
    tense: str
    person: str
    number: str


Slot = tuple[str, str, str, str]
"""Mood, tense, person and number."""

_PERSONS = (
    ("1", "Sing"),
    ("2", "Sing"),
    ("3", "Sing"),
    ("1", "Plur"),
    ("2", "Plur"),
    ("3", "Plur"),
)

_PARADIGMS = {
    ("ar", "Ind", "Pres"): "o as a amos áis an",
    ("ar", "Ind", "Imp"): "aba abas aba ábamos abais aban",
    ("ar", "Ind", "Past"): "é aste ó amos asteis aron",
    ("ar", "Sub", "Pres"): "e es e emos éis en",
    ("ar", "Sub", "Imp"): "ara aras ara áramos arais aran",
    ("er", "Ind", "Pres"): "o es e emos éis en",
    ("ir", "Ind", "Pres"): "o es e imos ís en",
}
"""Endings of the six persons after a stem."""
_SHARED = {
    ("Ind", "Imp"): "ía ías ía íamos íais ían",
    ("Ind", "Past"): "í iste ió imos isteis ieron",
    ("Sub", "Pres"): "a as a amos áis an",
    ("Sub", "Imp"): "iera ieras iera iéramos ierais ieran",
}
"""Endings that verbs in *er* and *ir* have in common."""
_VARIANTS = {
    "ar": (
        "ase:Sub:Imp:13 ases:Sub:Imp:2 ásemos:Sub:Imp:4 aseis:Sub:Imp:5 asen:Sub:Imp:6 "
        "ás:Ind:Pres:2 és:Sub:Pres:2 ad:Imp::5 á:Imp::2"
    ),
    "er": (
        "iese:Sub:Imp:13 ieses:Sub:Imp:2 iésemos:Sub:Imp:4 iesen:Sub:Imp:6 yó:Ind:Past:3 "
        "yeron:Ind:Past:6 yera:Sub:Imp:13 yeran:Sub:Imp:6 yese:Sub:Imp:13 ís:Ind:Past:0 "
        "és:Ind:Pres:2 ás:Sub:Pres:2 ed:Imp::5 é:Imp::2 íste:Ind:Past:2 ímos:Ind:Past:4"
    ),
    "ir": (
        "iese:Sub:Imp:13 ieses:Sub:Imp:2 iésemos:Sub:Imp:4 iesen:Sub:Imp:6 yó:Ind:Past:3 "
        "yeron:Ind:Past:6 yera:Sub:Imp:13 yeran:Sub:Imp:6 yese:Sub:Imp:13 ís:Ind:Pres:2 "
        "ás:Sub:Pres:2 id:Imp::5 í:Imp::2 íste:Ind:Past:2 ímos:Ind:Past:4"
    ),
}
"""Other endings, with mood, tense and persons by their positions; the last ones are those of
*vosotros* and *vos*.
"""
_INFINITIVE = {
    ("Ind", "Fut"): "é ás á emos éis án",
    ("Cnd", ""): "ía ías ía íamos íais ían",
}
_STRONG = {
    ("Ind", "Past"): "e iste o imos isteis ieron",
    ("Sub", "Imp"): "iera ieras iera iéramos ierais ieran",
}
_STRONG_STEMS = """
    tuv:tener hic:hacer hiz:hacer pus:poner pud:poder quis:querer sup:saber vin:venir dij:decir
    traj:traer duj:ducir
    anduv:andar hub:haber estuv:estar cup:caber plug:placer
"""
_FUTURE_STEMS = """
    tendr:tener pondr:poner vendr:venir saldr:salir valdr:valer podr:poder querr:querer sabr:saber
    har:hacer
    dir:decir
    habr:haber cabr:caber
"""
_FIRST_STEMS = """
    teng:tener pong:poner veng:venir salg:salir valg:valer hag:hacer dig:decir traig:traer caig:caer
    oig:oír
"""
"""Stems with endings of their own: strong preterites, contracted
futures, first persons with *g*.
"""
_WHOLE = """
    ser Ind Pres soy eres es somos sois son
    ser Ind Imp era eras era éramos erais eran
    ir Ind Pres voy vas va vamos vais van
    ir Ind Imp iba ibas iba íbamos ibais iban
    ser Ind Past fui fuiste fue fuimos fuisteis fueron
    ser Sub Imp fuera fueras fuera fuéramos fuerais fueran
    ser Sub Imp fuese fueses fuese fuésemos fueseis fuesen
    ser Sub Pres sea seas sea seamos seáis sean
    ir Sub Pres vaya vayas vaya vayamos vayáis vayan
    haber Ind Pres he has ha hemos habéis han
    haber Sub Pres haya hayas haya hayamos hayáis hayan
    estar Ind Pres estoy estás está estamos estáis están
    estar Sub Pres esté estés esté estemos estéis estén
    dar Ind Pres doy das da damos dais dan
    dar Ind Past di diste dio dimos disteis dieron
    dar Sub Pres dé des dé demos deis den
    dar Sub Imp diera dieras diera diéramos dierais dieran
    saber Ind Pres sé sabes sabe sabemos sabéis saben
    saber Sub Pres sepa sepas sepa sepamos sepáis sepan
    ver Ind Pres veo ves ve vemos veis ven
    ver Ind Imp veía veías veía veíamos veíais veían
    ver Ind Past vi viste vio vimos visteis vieron
    ver Sub Pres vea veas vea veamos veáis vean
    prever Ind Pres preveo prevés prevé prevemos prevéis prevén
    prever Ind Imp preveía preveías preveía preveíamos preveíais preveían
    prever Sub Pres prevea preveas prevea preveamos preveáis prevean
    entrever Ind Pres entreveo entrevés entrevé entrevemos entrevéis entrevén
    entrever Ind Imp entreveía entreveías entreveía entreveíamos entreveíais entreveían
    caber Ind Pres quepo cabes cabe cabemos cabéis caben
    caber Sub Pres quepa quepas quepa quepamos quepáis quepan
    oír Ind Pres oigo oyes oye oímos oís oyen
    oír Ind Past oí oíste oyó oímos oísteis oyeron
    reír Ind Pres río ríes ríe reímos reís ríen
    sonreír Ind Pres sonrío sonríes sonríe sonreímos sonreís sonríen
    reír Ind Past reí reíste rio reímos reísteis rieron
    sonreír Ind Past sonreí sonreíste sonrió sonreímos sonreísteis sonrieron
    jugar Ind Pres juego juegas juega jugamos jugáis juegan
    oler Ind Pres huelo hueles huele olemos oléis huelen
    crear Sub Pres cree crees cree creemos creéis creen
    creer Ind Pres creo crees cree creemos creéis creen
    leer Ind Pres leo lees lee leemos leéis leen
    dejar Ind Pres dejo dejas deja dejamos dejáis dejan
    querer Ind Pres quiero quieres quiere queremos queréis quieren
    poder Ind Pres puedo puedes puede podemos podéis pueden
    venir Ind Pres vengo vienes viene venimos venís vienen
    tener Ind Pres tengo tienes tiene tenemos tenéis tienen
    decir Ind Pres digo dices dice decimos decís dicen
"""
_ALONE = {
    "sos": ("ser", "Ind", "Pres", "2", "Sing"),
    "hay": ("haber", "Ind", "Pres", "3", "Sing"),
    "vení": ("venir", "Imp", "", "2", "Sing"),
    "decí": ("decir", "Imp", "", "2", "Sing"),
    "id": ("ir", "Imp", "", "2", "Plur"),
}
_TO_TU = {
    "pon": "poner",
    "ten": "tener",
    "ven": "venir",
    "haz": "hacer",
    "sal": "salir",
    "di": "decir",
    "ve": "ir",
    "sé": "ser",
}
_NO_REGULAR_COMMAND = frozenset(
    ["poner", "tener", "venir", "hacer", "salir", "decir", "ser", "ir", "poder", "haber"]
)
"""Verbs whose command to *tú* differs from their third person, or that have none."""

_VOS = frozenset(["ás", "és", "ís"])
_MISSPELT = frozenset({"conter", "segir"})
"""Frequent misspellings of verbs, whose forms are those of others: *cuenten*, *sigas*."""
_SHORT = frozenset(["ser", "ir", "ver"])
_PREPOSITION = "de"
"""Would be a regular subjunctive of *dar*, which is written *dé*."""
_NOUNS = frozenset(["par", "mar", "bar", "lar", "zar", "car"])
"""Words that look like infinitives, and verbs that are regular only in the future."""


@lru_cache(maxsize=1)
def known_verbs() -> frozenset[str]:
    """Infinitives among the frequent words, and those in the word lists."""
    lists = get_language("es").lists("verbs")
    listed = {
        word
        for words in lists.values()
        for word in words
        if word.endswith(("ar", "er", "ir", "ír"))
    }
    return (
        (infinitives() | listed | get_language("es").words("grammar", "report"))
        - _NOUNS
        - _SHORT
        - _MISSPELT
    )


def _slots(mood: str, tense: str, places: str) -> list[Slot]:
    return [(mood, tense, *_PERSONS[int(place) - 1]) for place in places if place != "0"]


def _endings() -> dict[str, list[tuple[str, Slot]]]:
    """Each ending, with the conjugations and its meaning there."""
    slots: dict[str, list[tuple[str, Slot]]] = {}
    paradigms = [
        (kind, (mood, tense), endings) for (kind, mood, tense), endings in _PARADIGMS.items()
    ]
    paradigms += [
        (kind, slot, endings) for kind in ("er", "ir") for slot, endings in _SHARED.items()
    ]
    for kind, (mood, tense), endings in paradigms:
        for ending, person in zip(endings.split(), _PERSONS, strict=True):
            slots.setdefault(ending, []).append((kind, (mood, tense, *person)))
    for kind, variants in _VARIANTS.items():
        for variant in variants.split():
            ending, mood, tense, places = variant.split(":")
            slots.setdefault(ending, []).extend(
                (kind, slot) for slot in _slots(mood, tense, places)
            )
    return slots


_ENDINGS = _endings()
_LONGEST = max(map(len, _ENDINGS))


def _six(endings: dict[tuple[str, str], str]) -> list[tuple[str, Slot]]:
    return [
        (ending, (*slot, *person))
        for slot, six in endings.items()
        for ending, person in zip(six.split(), _PERSONS, strict=True)
    ]


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(stem, verb) for stem, _, verb in (pair.partition(":") for pair in text.split())]


def _irregular() -> dict[str, list[tuple[str, Slot]]]:
    """Endings of forms with irregular stems, and their verbs."""
    slots: dict[str, list[tuple[str, Slot]]] = {}
    for stem, verb in _pairs(_STRONG_STEMS):
        for ending, slot in _six(_STRONG):
            if (stem, ending) in (("hiz", "e"), ("hic", "o")) or (stem == "hiz" and ending != "o"):
                continue
            short = (
                ending.removeprefix("i")
                if stem.endswith("j") and ending.startswith("ie")
                else ending
            )
            slots.setdefault(stem + short, []).append((verb, slot))
    for stem, verb in _pairs(_FUTURE_STEMS):
        for ending, slot in _six(_INFINITIVE):
            slots.setdefault(stem + ending, []).append((verb, slot))
    subjunctive = {("Sub", "Pres"): _SHARED["Sub", "Pres"]}
    for stem, verb in _pairs(_FIRST_STEMS):
        for ending, slot in (("o", ("Ind", "Pres", "1", "Sing")), *_six(subjunctive)):
            slots.setdefault(stem + ending, []).append((verb, slot))
    return slots


def _whole() -> dict[str, list[VerbReading]]:
    readings_by_form = {form: [VerbReading(*reading)] for form, reading in _ALONE.items()}
    for form, lemma in (("venís", "venir"), ("decís", "decir"), ("oís", "oír"), ("reís", "reír")):
        readings_by_form[form] = [VerbReading(lemma, "Ind", "Pres", "2", "Sing")]
    for line in _WHOLE.strip().splitlines():
        lemma, mood, tense, *forms = line.split()
        for form, (person, number) in zip(forms, _PERSONS, strict=True):
            readings_by_form.setdefault(form, []).append(
                VerbReading(lemma, mood, tense, person, number)
            )
    for form, lemma in _TO_TU.items():
        readings_by_form.setdefault(form, []).append(VerbReading(lemma, "Imp", "", "2", "Sing"))
    return readings_by_form


_IRREGULAR, _WHOLE_FORMS = _irregular(), _whole()
_AFTER_INFINITIVES = _six(_INFINITIVE)


@lru_cache(maxsize=1 << 14)
def readings(form: str) -> tuple[VerbReading, ...]:
    """Every finite reading of a form in lower case as a known verb; empty for other words."""
    if form == _PREPOSITION:
        return ()
    if form in _WHOLE_FORMS:
        return (*_WHOLE_FORMS[form], *_commands(_WHOLE_FORMS[form]))
    if irregular := tuple(_with_irregular_stem(form)):
        return irregular
    regular = tuple(dict.fromkeys((*_future(form), *_regular(form))))
    return (*regular, *_commands(regular))


def _commands(candidates: Iterable[VerbReading]) -> Iterator[VerbReading]:
    """The commands to *tú* that have the form of the third person."""
    for one in candidates:
        if one[1:] == ("Ind", "Pres", "3", "Sing") and one.lemma not in _NO_REGULAR_COMMAND:
            yield VerbReading(one.lemma, "Imp", "", "2", "Sing")


def _with_irregular_stem(form: str) -> Iterator[VerbReading]:
    known = known_verbs()
    for cut in range(len(form)):
        for verb, slot in _IRREGULAR.get(form[cut:], ()):
            lemma = form[:cut] + verb
            if lemma in known or (not form[:cut] and verb != "ducir"):
                yield VerbReading(lemma, *slot)


def _future(form: str) -> Iterator[VerbReading]:
    known = known_verbs()
    for ending, slot in _AFTER_INFINITIVES:
        if form.endswith(ending):
            verb = form.removesuffix(ending)
            if verb in known or verb in _SHORT:
                yield VerbReading(verb, *slot)


def _regular(form: str) -> Iterator[VerbReading]:
    """Readings with the stem of the infinitive; if no verb has it, with a changed stem."""
    known = known_verbs()
    for stems in (_own_stem, _other_stems):
        matched = False
        for cut in range(max(1, len(form) - _LONGEST), len(form)):
            ending = form[cut:]
            if ending not in _ENDINGS:
                continue
            possible = stems(form[:cut])
            for kind, slot in _ENDINGS[ending]:
                for stem in possible:
                    verb = stem + kind
                    if verb in known and not (ending in _VOS and stem != form[:cut]):
                        matched = True
                        yield VerbReading(verb, *slot)
        if matched:
            return


def _own_stem(stem: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((stem, stem.translate(PLAIN))))


def _other_stems(stem: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(changed_stems(stem.translate(PLAIN))))
