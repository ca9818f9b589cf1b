"""Which language a text is in, by its function words: enough to warn or to choose a model, no more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from coindex.core.document import Document

LEAST_WORDS = 8
LEAST_SHARE = 0.08
LOOKED_AT = 20_000

_WORDS = {
    "en": (
        "the of and to in that is was for it with as a i his he she we my on be at by not are or have an they do you "
        "her him its their them us our your me this these those from but had has were been will would could should "
        "can did does which who whom what when where why how there here then than so if because while before after "
        "about into over under out up down no yes all some any each every other one two said says say get got went"
    ),
    "es": (
        "de la que el en y los se del las un por con no una su para es al lo como más pero sus le ya este sí porque "
        "esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni "
        "contra otros ese eso ante ellos esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho "
        "quienes nada muchos cual poco ella estar estas algunas algo nosotros mi mis tú te ti tu tus ellas fue era "
        "ser está están estaba había han ha he son hace hizo dijo tiene tenía puede después luego aunque mientras "
        "aquí allí ahora así a e o u"
    ),
    "de": (
        "der die und den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
        "dass sie nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr"
    ),
    "fr": (
        "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec son elle "
        "mais comme ou si leur y dont aux ses été cette était ont nous vous je tout même ces sans deux peut où"
    ),
    "it": (
        "di che la il un per non una sono con del della lo come ma le gli nel più alla anche questo si dei è suo "
        "e a i da al ha dal se su nella delle ed ai quando era dopo molto loro tra lei lui così essere stato fu"
    ),
    "pt": (
        "de que não do da em um para com uma os no se na por mais as dos como mas ao ele das seu sua ou quando foi "
        "o a e é à muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus quem nas me esse"
    ),
    "nl": (
        "de van een het en in is dat op te zijn voor met die niet aan er om ook als maar bij uit nog naar dan wordt "
        "door over ze hij was worden heeft hebben tot of je werd meer geen haar hun wel deze kan ik we"
    ),
    "ca": (
        "de la que el i en els les per amb una del no un es al més com són va aquest ha seva dels però també s'ha "
        "a als d l s seu o ser aquesta molt on fins han pel hi ho quan tot ja sense entre després"
    ),
    "sv": (
        "och att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan hade "
        "när år under också efter eller nu sin där vid mot ska skulle ut få finns vara hur mer"
    ),
    "pl": (
        "w i na z do się nie to że jest o jak a po co ale za od tak przez jego już był tym dla czy może są ma oraz "
        "jej która który było tylko przed ich bardzo gdy być także lub pod tego"
    ),
}
_NAMES = {
    "en": "English",
    "es": "Spanish",
    "de": "German",
    "fr": "French",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "ca": "Catalan",
    "sv": "Swedish",
    "pl": "Polish",
}
_LISTS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_TOKEN = re.compile(r"[^\W\d_]+")
_SPANISH = re.compile(r"[¿¡ñÑ]")


def language_of(text: str) -> str:
    """The code of the language whose function words are most frequent; empty where there is too little to tell.

    A few words are enough if they have letters or signs that only Spanish has.
    """
    words = [word.lower() for word in _TOKEN.findall(text[:LOOKED_AT])]
    shares: Counter[str] = Counter(
        {language: sum(word in known for word in words) for language, known in _LISTS.items()}
    )
    (best, count), (_, second) = shares.most_common(2)
    if len(words) < LEAST_WORDS:
        spanish = _SPANISH.search(text) and shares["es"] >= shares["en"]
        return "es" if spanish or (best == "es" and count > max(1, shares["en"])) else ""
    return best if count >= LEAST_SHARE * len(words) and (count > second or best == "es") else ""


def language_among(document: Document, known: Sequence[str]) -> str:
    """The language a document says it is in, or seems to be in, if that is one of those known; else the first."""
    said = document.language.partition("-")[0] or language_of(document.text)
    return said if said in known else known[0]


def name_of_language(code: str) -> str:
    return _NAMES.get(code, code or "unknown")
