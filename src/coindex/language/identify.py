"""Which language a text is in, by its function words: enough to warn or to choose a model, no more."""

from __future__ import annotations

import re
from collections import Counter

LEAST_WORDS = 8
LEAST_SHARE = 0.08
LOOKED_AT = 20_000

_WORDS = {
    "en": "the of and to in that is was for it with as a i his he she we my on be at by not are or have an they do you",
    "es": "de la que el en y los se del las un por con no una su para es al lo como más pero sus le ya este sí porque",
    "de": "der die und den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat",
    "fr": "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec son elle",
    "it": "di che la il un per non una sono con del della lo come ma le gli nel più alla anche questo si dei è suo",
    "pt": "de que não do da em um para com uma os no se na por mais as dos como mas ao ele das seu sua ou quando foi",
    "nl": "de van een het en in is dat op te zijn voor met die niet aan er om ook als maar bij uit nog naar dan wordt",
    "ca": "de la que el i en els les per amb una del no un es al més com són va aquest ha seva dels però també s'ha",
    "sv": "och att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan hade",
    "pl": "w i na z do się nie to że jest o jak a po co ale za od tak przez jego już był tym dla czy może są",
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


def language_of(text: str) -> str:
    """The code of the language whose function words are most frequent; empty where there is too little to tell."""
    words = [word.lower() for word in _TOKEN.findall(text[:LOOKED_AT])]
    if len(words) < LEAST_WORDS:
        return ""
    shares: Counter[str] = Counter(
        {language: sum(word in known for word in words) for language, known in _LISTS.items()}
    )
    (best, count), (_, second) = shares.most_common(2)
    return best if count >= LEAST_SHARE * len(words) and count > second else ""


def name_of_language(code: str) -> str:
    return _NAMES.get(code, code or "unknown")
