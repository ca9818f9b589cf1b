"""Writes the fingerprints of what each bundled model and table learned from: `python -m
training.seen --corpora FOLDER [NAME...]`, in about a minute.

Run it whenever a model or table is trained on other texts. The commands that fit a table write its
fingerprints themselves; parser and resolver are trained from prepared data, so that theirs are
written here. Articles of Wikipedia and plain texts of other origin are read where `--wikipedia` and
`--plain` say; without these, their fingerprints stay as they are.
"""

from __future__ import annotations

import argparse
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from coindex import formats
from coindex.core.document import Document
from coindex.corpora import find
from coindex.models.fingerprints import FILE, Fingerprints, Learned, beside, fingerprints
from training.marks import COMPOSED, DISCOURSES, EVERYDAY, marked_texts, read_marks
from training.parser.english.corpora import NON_COMMERCIAL
from training.resolver.raw import articles

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
INVENTED = Path(__file__).with_name("resolver") / "invented.txt"
WIKIPEDIA, PLAIN = "articles of Wikipedia", "plain texts"


class Folders(NamedTuple):
    """Where texts are that are not part of the project."""

    corpora: Path
    wikipedia: Path | None = None
    plain: Path | None = None


Texts = Callable[[Folders], Iterator[str]]


def _read(path: str, format: str, keep: Callable[[Document], bool] = lambda one: True) -> Texts:
    def texts(folders: Folders) -> Iterator[str]:
        for item in formats.read(folders.corpora / path, format):
            if keep(item.document):
                yield item.document.text

    return texts


def _each(*parts: Texts) -> Texts:
    return lambda folders: (text for part in parts for text in part(folders))


def _marked(folder: Path) -> Texts:
    return lambda folders: (text.plain for _, text in marked_texts(folder))


def _packaged(name: str) -> Texts:
    return lambda folders: (item.document.text for item in formats.read(find(name).path, "inline"))


def _invented(folders: Folders) -> Iterator[str]:
    for line in INVENTED.read_text(encoding="utf-8").splitlines():
        yield read_marks(line.replace("|", "\n")).plain


def _whole(*archives: str) -> Texts:
    """The texts in archives of plain text."""

    def texts(folders: Folders) -> Iterator[str]:
        for archive in archives:
            with tarfile.open(folders.corpora / archive) as files:
                for member in files:
                    content = files.extractfile(member)
                    if content is not None and member.name.endswith(".txt"):
                        yield content.read().decode("utf-8", "replace")

    return texts


def _wikipedia(folders: Folders) -> Iterator[str]:
    if folders.wikipedia is not None:
        for _, paragraphs in articles(folders.wikipedia):
            yield "\n\n".join(paragraphs)


def _plain(folders: Folders) -> Iterator[str]:
    for path in sorted(folders.plain.glob("*.txt")) if folders.plain is not None else ():
        yield path.read_text(encoding="utf-8")


class Part(NamedTuple):
    """Texts that something learned from; `raw` ones were read without annotation."""

    name: str
    texts: Texts
    raw: bool = False

    def without_annotation(self) -> Part:
        return self._replace(raw=True)


GUM = Part(
    "GUM train",
    _read("en_gum/dep_conllu_train.tar.gz", "conllu", lambda one: one.genre not in NON_COMMERCIAL),
)
LITBANK = Part("LitBank train", _read("en_litbank/litbank_coref_train.tar.gz", "conll"))
CRAFT = Part(
    "CRAFT train and dev",
    _each(*(_read(f"en_craft/craft_{part}.tar.xz", "craft") for part in ("train", "dev"))),
)
GAP = Part("GAP development", _read("en_gap/gap-development.tsv.gz", "gap"))
GAP_VALIDATION = Part("GAP validation", _read("en_gap/gap-validation.tsv.gz", "gap"))
EWT = Part("EWT train", _read("ud_en_ewt/en_ewt-ud-train.conllu.gz", "conllu"))
OWN = Part("composed texts", _marked(COMPOSED))
SHORT = Part("discourses", _marked(DISCOURSES))
EVERYDAY_EN = Part("everyday texts", _marked(EVERYDAY / "en"))
INVENTED_TEXTS = Part("invented texts", _invented, raw=True)
NOVELS = Part("English novels", _whole("en_novels/novels.tar.xz"), raw=True)
ENCYCLOPEDIA = Part(WIKIPEDIA, _wikipedia, raw=True)
MANUALS = Part(PLAIN, _plain, raw=True)

ANCORA = Part("AnCora dev", _read("ud_es_ancora/es_ancora-ud-dev.conllu.gz", "conllu"))
GSD = Part("GSD dev", _read("ud_es_gsd/es_gsd-ud-dev.conllu.gz", "conllu"))
COSER = Part("COSER test", _read("ud_es_coser/es_coser-ud-test.conllu.gz", "conllu"))
EMBEDDED_ES = Part("embedded-es-train", _packaged("embedded-es-train"))
SHORT_ES = Part("Spanish discourses", _marked(Path(__file__).with_name("discourses-es")))
EVERYDAY_ES = Part("Spanish everyday texts", _marked(EVERYDAY / "es"))
NOVELS_ES = Part(
    "Spanish novels", _whole("es_novels/eltec.tar.xz", "es_novels/conha19.tar.xz"), raw=True
)

RAW = (NOVELS, ENCYCLOPEDIA, MANUALS)
RESOLVER = (GUM, LITBANK, CRAFT, GAP, OWN, SHORT, EVERYDAY_EN, INVENTED_TEXTS)
PARTS: Mapping[str, tuple[Part, ...]] = {
    "parser": (
        *(EWT, GUM, LITBANK, CRAFT),
        *(part.without_annotation() for part in (GAP, OWN, SHORT, EVERYDAY_EN)),
        *RAW,
    ),
    "resolver": (*RESOLVER, EWT.without_annotation(), *RAW),
    "large": (*RESOLVER, EWT.without_annotation(), *RAW),
    "sieve": (GUM, LITBANK, GAP_VALIDATION, OWN),
    "events": (GUM,),
    "rosana": (GUM, LITBANK, OWN),
    "parser-es": (ANCORA, GSD, COSER, EMBEDDED_ES, NOVELS_ES),
    "resolver-es": (EMBEDDED_ES, SHORT_ES, EVERYDAY_ES, GUM, LITBANK, OWN, SHORT, EVERYDAY_EN),
    "sieve-es": (EMBEDDED_ES,),
    "supar": (EMBEDDED_ES,),
}
"""What each model and table learned from; of some of these texts a part is held out, to choose
settings, which counts as seen.
"""
_RESOLVERS = SOURCE / "coindex/resolvers"
FILES: Mapping[str, Path] = {
    "parser": SOURCE / "coindex_en/models" / FILE,
    "resolver": SOURCE / "coindex_en/models/antecedents" / FILE,
    "large": ROOT / "distributions/large/coindex_large/model" / FILE,
    "sieve": beside(_RESOLVERS / "sieve/weights.tsv"),
    "events": beside(_RESOLVERS / "sieve/events.tsv"),
    "rosana": beside(_RESOLVERS / "rosana/evidence.tsv"),
    "parser-es": SOURCE / "coindex_es/models" / FILE,
    "resolver-es": SOURCE / "coindex_es/models/antecedents" / FILE,
    "sieve-es": beside(_RESOLVERS / "sieve/weights-spanish.tsv"),
    "supar": beside(_RESOLVERS / "supar/fitted.toml"),
}


@cache
def learned(part: Part, folders: Folders) -> Learned:
    return Learned.of(part.texts(folders), raw=part.raw)


def write(name: str, folders: Folders, path: Path | None = None) -> Fingerprints:
    """Write the fingerprints of one model or table; of texts that are not at hand, those that it
    has stay.
    """
    path = path or FILES[name]
    before = fingerprints(path).corpora
    corpora = {}
    for part in PARTS[name]:
        found = learned(part, folders)
        corpora[part.name] = found if len(found.documents) else before.get(part.name, found)
    known = Fingerprints({part: one for part, one in corpora.items() if len(one.documents)})
    known.write(path)
    return known


def main(given: Iterable[str] | None = None) -> None:
    arguments = argparse.ArgumentParser(prog="python -m training.seen", description=__doc__)
    arguments.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PARTS))
    arguments.add_argument("--corpora", type=Path, required=True)
    arguments.add_argument("--wikipedia", type=Path, help="a dump of articles (XML, bz2)")
    arguments.add_argument("--plain", type=Path, help="a folder of plain texts")
    chosen = arguments.parse_args(None if given is None else list(given))
    folders = Folders(chosen.corpora, chosen.wikipedia, chosen.plain)
    if unknown := set(chosen.names) - set(PARTS):
        arguments.error(f"no model or table is called {min(unknown)!r}")
    for name in chosen.names or PARTS:
        known = write(name, folders).corpora
        counts = (f"{part} {len(one.documents)}" for part, one in known.items())
        print(f"{name}: {FILES[name].stat().st_size / 1000:.0f} kB:", ", ".join(counts))


if __name__ == "__main__":
    main()
