"""How words are spelled in the languages that are recognised: `python -m training.languages`.

Counts of trigrams, from the menus and messages of a web browser in its translations (Debian's
packages `firefox-esr-l10n-*`, MPL-2.0) and from corpora where there are any. Asturian, Basque,
Catalan and Galician, which are close to Spanish or quote it, also have those of an office program
(`libreoffice-l10n-*`, MPL-2.0). What is kept says how often each trigram is, not what anybody
wrote.
"""

from __future__ import annotations

import argparse
import gzip
import lzma
import math
import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gettext import GNUTranslations
from pathlib import Path

import numpy as np

from coindex.language.identify import STEP, TABLE, trigrams, words_of

CORPORA = {
    "en": ("ud_en_ewt/en_ewt-ud-train.conllu.gz", "en_novels/novels.tar.xz"),
    "es": ("ud_es_gsd/es_gsd-ud-dev.conllu.gz", "es_novels/*.tar.xz"),
    "fr": ("ud_romance/fr_gsd-ud-dev.conllu.xz",),
    "pt": ("ud_romance/pt_bosque-train-documents.conllu.xz",),
}
CODES = {"nb-no": "nb", "sv-se": "sv", "ga-ie": "ga", "es-es": "es", "es-ar": "es"}
CODES |= {"pt-br": "pt", "pt-pt": "pt"}
KEPT = 1000
"""Trigrams of each language; with 2,000, 1 % more of sentences of up to four words are right."""
LEAST = 12
"""Characters of a message; shorter ones are names and abbreviations."""
COMMON = {
    "ast": """
        el la lo los les un una unos unes al del de en con pa por ensin ente dende hasta a na nel
        nos nes no cola col colos coles pela pel pelos peles que quien cuando como onde porque si
        y o nin pero ye son yera yeren foi fueron ta tan taba taben hai había tien tienen tenía
        tuvo fai fizo diz dixo vien vieno va foi quier quería puede podía sabe sabía yo tu él ella
        ello nós vós ellos elles me te se lu la lo los les-y yos mio to so mios tos sos nuesu
        nuesa vuesu esti esta esto estos estes esi esa eso aquel aquella otru otra otros otres tou
        toa too toos toes munchu muncha muncho munchos munches más menos tamién namás yá entós
        dempués agora enantes siempres nunca nun non bien mal equí ellí ende home muyer xente neñu
        neña fíu fía pá ma hermanu casa día nueche añu vida mundu
    """,
    "ca": """
        el la els les un una uns unes al als del dels pel pels de en amb per sense entre des fins
        a que qui quan com on perquè si i o ni però és són era eren va van fou està estan estava
        hi ha havia té tenen tenia tingué fa feia diu va dir ve vol volia pot podia sap sabia jo
        tu ell ella nosaltres vosaltres ells elles em et es li ho el la els les meu meva teu teva
        seu seva seus seves nostre nostra aquest aquesta això aquests aquestes aquell aquella
        altre altra altres tot tota tots totes molt molta molts moltes més menys també només ja
        llavors després ara abans sempre mai no sí bé malament aquí allà home dona gent nen nena
        fill filla pare mare germà casa dia nit any vida món
    """,
    "gl": """
        o a os as un unha uns unhas ao á aos ás do da dos das no na nos nas dun dunha nun nunha
        polo pola polos polas co coa cos coas de en con por para sen entre desde ata que quen
        cando como onde porque se e ou nin pero mais é son era eran foi foron está están estaba
        estaban hai había ten teñen tiña tivo fai fixo di dixo vén veu vai quere quería pode podía
        sabe sabía eu ti el ela nós vós eles elas me te se lle lles o a os as meu miña teu túa seu
        súa seus súas noso nosa este esta isto estes estas ese esa iso aquel aquela outro outra
        outros outras todo toda todos todas moito moita moitos moitas máis menos tamén só xa entón
        despois agora antes sempre nunca non si ben mal aquí alí home muller xente neno nena fillo
        filla pai nai irmán casa día noite ano vida mundo
    """,
}
"""Small words of languages close to Spanish, most of which messages do not have: nobody in them is
he or she, or did anything.
"""
SHARE = 0.2
"""How many words of a language these are as a share of those in its messages, all as frequent."""
SMOOTHING, UNSEEN = 0.5, 20_000
"""What is added to every count, and how many trigrams there may be."""
ROUNDS = 4
"""Translations hold messages that were not translated: those that are more probable in English are
left out, and what is left is counted again. Of Asturian a third goes.
"""
_OPENING, _FROM_NOVEL = 20_000, 20_000
"""Characters of a novel that are passed over, and then read."""


def messages(archive: Path) -> Iterator[str]:
    """The sentences of a translation of the browser."""
    with zipfile.ZipFile(archive) as files:
        for name in files.namelist():
            text = files.read(name).decode("utf-8", "replace")
            if name.endswith(".ftl"):
                found = re.findall(
                    r"^(?:-?[a-zA-Z][\w-]* ?=|\s+(?:\.[\w-]+ ?=|\*?\[\w+\])?)\s*(.+)$", text, re.M
                )
            elif name.endswith(".properties"):
                found = re.findall(r"^[^#=\n]+=(.+)$", text, re.M)
            else:
                continue
            yield from filter(None, map(sentence, found))


def sentence(message: str) -> str:
    """A message without markup and variables; empty if hardly anything is left."""
    plain = re.sub(r"\{[^}]*\}|<[^>]*>|&\w+;|%\S*|\\n|\$\w+|https?:\S+|[_~]", " ", message)
    return plain.strip() if len(plain) > LEAST and re.search(r"\w+ \w+", plain) else ""


def compiled_messages(path: Path) -> Iterator[str]:
    """The sentences of a translation as gettext keeps it, but for those not translated."""
    with path.open("rb") as content:
        catalogue: dict[str | tuple[str, int], str] = vars(GNUTranslations(content))["_catalog"]
    for key, message in catalogue.items():
        source = key if isinstance(key, str) else key[0]
        if source and message != source.rpartition("\4")[2]:
            yield sentence(message)


def sentences(path: Path) -> Iterator[str]:
    """The sentences of a treebank, or of the novels in an archive."""
    if ".conllu" in path.name:
        unpacked = gzip.open if path.suffix == ".gz" else lzma.open
        with unpacked(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("# text = "):
                    yield line.removeprefix("# text = ").strip()
        return
    with tarfile.open(path) as files:
        for member in files:
            content = files.extractfile(member) if member.name.endswith(".txt") else None
            if content:
                text = content.read().decode("utf-8", "replace")[_OPENING:]
                yield from re.split(r"(?<=[.!?])\s+", text[:_FROM_NOVEL])


def gathered(interface: Path, corpora: Path) -> dict[str, list[str]]:
    """Texts by language; a message that several translations share is in none of them."""
    read: dict[str, list[str]] = {}
    for archive in sorted(interface.rglob("*.xpi")):
        code = re.sub(r"^langpack-|@.*$", "", archive.stem).lower()
        read.setdefault(CODES.get(code, code), []).extend(messages(archive))
    for path in sorted(interface.rglob("*/LC_MESSAGES/*.mo")):
        code = path.parent.parent.name
        read.setdefault(code, []).extend(filter(None, compiled_messages(path)))
    shared = Counter(message for texts in read.values() for message in set(texts))
    texts = {
        code: [message for message in dict.fromkeys(found) if shared[message] < 3]
        for code, found in read.items()
    }
    for code, patterns in CORPORA.items():
        for pattern in patterns:
            for path in sorted(corpora.glob(pattern)):
                texts.setdefault(code, []).extend(sentences(path))
    return texts


def counted(texts: Iterable[str]) -> Counter[str]:
    """How often each trigram occurs in texts."""
    return Counter(
        trigram for text in texts for word in words_of(text) for trigram in trigrams(word)
    )


def with_common_words(counts: Counter[str], texts: Iterable[str], common: str) -> Counter[str]:
    """The counts with those of common words."""
    words = words_of(common)
    each = SHARE * sum(len(words_of(text)) for text in texts) / len(common.split())
    together = Counter(counts)
    for trigram, times in counted([" ".join(words)]).items():
        together[trigram] += round(times * each)
    return together


def costs(counts: Mapping[str, Counter[str]]) -> tuple[list[str], list[str], np.ndarray]:
    """The languages, the trigrams that are kept, and the negative log probability of each in each
    language, in steps.
    """
    codes = sorted(counts)
    kept = sorted({one for code in codes for one, _ in counts[code].most_common(KEPT)})
    rows = [
        [-np.log((counts[code][one] + SMOOTHING) / _total(counts[code])) / STEP for code in codes]
        for one in kept
    ]
    return codes, kept, np.clip(np.rint(rows), 0, 255).astype(np.uint8)


def _total(counts: Counter[str]) -> float:
    return counts.total() + SMOOTHING * UNSEEN


def translated(texts: Sequence[str], own: Counter[str], english: Counter[str]) -> list[str]:
    """The texts that are not rather English."""
    shift = math.log(_total(own) / _total(english))
    gain = {
        one: math.log((english[one] + SMOOTHING) / (own[one] + SMOOTHING)) + shift
        for one in own | english
    }
    return [
        text
        for text in texts
        if sum(gain[one] for word in words_of(text) for one in trigrams(word)) < 0
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interface", type=Path, required=True, help="unpacked packages")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("-o", "--output", type=Path, default=TABLE)
    options = parser.parse_args()
    texts = gathered(options.interface, options.corpora)
    counts = {code: counted(found) for code, found in texts.items()}
    for code in texts.keys() - {"en"}:
        for _ in range(ROUNDS):
            texts[code] = translated(texts[code], counts[code], counts["en"])
            counts[code] = counted(texts[code])
        print(f"{code}: {len(texts[code])} texts")
    for code, words in COMMON.items():
        counts[code] = with_common_words(counts[code], texts[code], words)
    codes, kept, table = costs(counts)
    np.savez_compressed(
        options.output,
        languages=np.array("\n".join(codes)),
        trigrams=np.array("\n".join(kept)),
        costs=table,
    )
    print(f"{len(codes)} languages, {len(kept)} trigrams, {options.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
