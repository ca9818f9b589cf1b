"""Report what catalogues of the interface lack, and what they have in vain: `make translations`.

What a catalogue lacks is shown in English, so a missing sentence never stops work on the program.
It is asked for before a release.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from coindex.checking.catalogue import CHECKS
from coindex.cli import commands
from coindex.cli.show_command import explanations
from coindex.cli.wording import WORDS as CLI_WORDS
from coindex.core import registry
from coindex.core.document import Document
from coindex.core.parameters import parameters
from coindex.experiment import plan_file
from coindex.interface.catalogues import ENGLISH, Catalogue, catalogue, interfaces
from coindex.workbench.wording import FORMS
from release import error_keys, translation_keys

Keys = dict[str, str]
"""English sentences, each with the place where the program says it."""
ABBREVIATION = re.compile(r"[A-Z][A-Z0-9-]*[ab]?|WordNet")
"""Names of factors and rule patterns that are the same in every language."""
TABLE = re.compile(r"\S {2,}\S")
CITATION = re.compile(r'",\s+[A-Z0-9]')
"""Paragraphs that are the same in every language: tables of functions, and references."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("code", nargs="*", help="languages of the interface; otherwise all")
    for code in parser.parse_args().code or translated_languages():
        print(report(code))


def translated_languages() -> list[str]:
    return [code for code in interfaces() if code != ENGLISH]


def report(code: str) -> str:
    """Return the lines that a catalogue lacks, ready to be completed, and those it has in vain."""
    known = catalogue(code)
    parts = [
        f"[{section}] of {code}.toml lacks {len(keys)}:\n{translation_keys.listed(keys)}"
        for section, keys in missing(known).items()
        if keys
    ] + [
        f"[{section}] of {code}.toml has {len(keys)} that nothing says:\n" + "\n".join(keys)
        for section, keys in unused(known).items()
        if keys
    ]
    return "\n\n".join(parts) or f"{code}.toml has every sentence, and no other."


def problems() -> Iterator[str]:
    """Yield a line for each section of a catalogue that is incomplete, for the release check."""
    for code in translated_languages():
        for section, keys in missing(catalogue(code)).items():
            if keys:
                yield f"{code}.toml: [{section}] lacks {len(keys)}; see make translations"


def missing(known: Catalogue) -> dict[str, dict[str, str]]:
    """Return the sentences of the program that a catalogue lacks, by section."""
    sections = known.section

    def without(section: str, keys: Keys) -> dict[str, str]:
        return {key: at for key, at in keys.items() if key not in sections(section)}

    def untranslated(context: str, keys: Keys) -> dict[str, str]:
        texts = known.texts(context)
        return {key: at for key, at in keys.items() if translation_keys.numbered(key) not in texts}

    def unnamed(keys: Keys) -> dict[str, str]:
        return {
            key: at
            for key, at in keys.items()
            if key not in sections("names") and known.term(key) == key
        }

    says = translation_keys.of_calls("say") | translation_keys.OF_HELP_PAGES
    remedies = {text for table in (CLI_WORDS, FORMS) for text in table.values() if text}
    counted = translation_keys.of_calls("Amount", 1) | translation_keys.of_calls("counted", 1)
    helps = {key: name for name in ("", *commands()) for key in translation_keys.of_help(name)}
    glosses, names = glossary_keys(known.code)
    return {
        "pages": without("pages", translation_keys.of_templates()),
        "scripts": without("scripts", translation_keys.of_scripts()),
        "text": without("text", says | plan_keys() | dict.fromkeys(remedies, "remedies")),
        "tables": untranslated("tables", translation_keys.of_named_words()),
        "counts": {noun: at for noun, at in counted.items() if noun not in known.counts},
        "help": untranslated("help", helps),
        "summaries": without("summaries", summary_keys()),
        "explanations": {
            key: at
            for key, at in explanation_keys().items()
            if key not in sections("summaries", "explanations")
        },
        "meanings": untranslated("meanings", glosses),
        "names": unnamed(names),
        "messages": {
            key: at
            for key, at in (error_keys.of_messages() | check_keys()).items()
            if not any(key in known.texts(one) for one in ("text", "tables", "meanings"))
        },
    }


def unused(known: Catalogue) -> dict[str, list[str]]:
    """Return what a catalogue has in vain, by section."""
    said: dict[str, Keys] = {
        "pages": translation_keys.of_templates(),
        "scripts": translation_keys.of_scripts(),
        "tables": translation_keys.of_named_words() | translation_keys.of_message_calls(),
        "summaries": summary_keys(),
        "explanations": explanation_keys(),
    }
    numbered = translation_keys.numbered
    return {
        name: [key for key in sorted(known.section(name)) if not {key, numbered(key)} & keys.keys()]
        for name, keys in said.items()
    }


def _components() -> list[tuple[str, str]]:
    return [
        (family, name)
        for family in registry.FAMILIES
        for name in registry.names(family)
        if name not in registry.broken(family)
    ]


def plan_keys() -> Keys:
    """What plans that come with Coindex are called."""
    plans = {name: plan_file.read(path) for name, path in plan_file.plans_of_papers().items()}
    return {
        text: f"plans/{name}" for name, plan in plans.items() for text in (plan.title, plan.note)
    }


def summary_keys() -> Keys:
    """What components and their parameters are."""
    return {registry.summary(*one): "/".join(one) for one in _components()} | {
        parameter.description: "/".join(one)
        for one in _components()
        for parameter in parameters(registry.component(*one))
        if parameter.description
    }


def explanation_keys() -> Keys:
    """The paragraphs that `coindex show` prints."""
    return {
        " ".join(paragraph.split()): "/".join(one)
        for one in _components()
        for text in explanations(registry.component(*one))
        for paragraph in text.split("\n\n")
        if not TABLE.search(paragraph) and not CITATION.search(paragraph)
    }


def glossary_keys(code: str) -> tuple[Keys, Keys]:
    """What the names of rules, constraints and preferences mean, and the names themselves."""
    glossaries = {
        name: registry.glossary(name, Document("d", "", language))
        for name in registry.names("resolvers")
        for language in (ENGLISH, code)
    }
    meanings = {text: name for name, glossary in glossaries.items() for text in glossary.values()}
    names = {
        one.replace("*", "3"): name
        for name, glossary in glossaries.items()
        for one in glossary
        if ":" not in one and not ABBREVIATION.fullmatch(one)
    }
    return meanings, names


def check_keys() -> Keys:
    """What checks of annotations say."""
    texts = [text for one in CHECKS.values() for text in (one.explanation, one.remedy)]
    return dict.fromkeys(texts, "checking")


if __name__ == "__main__":
    main()
