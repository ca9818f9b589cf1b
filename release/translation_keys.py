"""The sentences of the program that catalogues translate, collected from its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

from coindex.cli.option_groups import HEADINGS
from coindex.cli.wording import HELPS
from coindex.core import registry
from coindex.core.annotation import Kind
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.protocols import SPENT
from coindex.experiment.conditions import Condition
from coindex.interface.templates import sentences
from coindex.language.discourse.centers import Transition
from coindex.language.zeros.clitics import Use
from coindex.measures.categories import CATEGORIES
from coindex.measures.disagreements import ASPECTS
from coindex.measures.errors import Shape
from coindex.measures.palomar import TYPES
from coindex.measures.panel import OF_PANELS
from coindex.measures.slices import OF_ANAPHORS, OF_DOCUMENTS, OF_ENTITIES
from coindex.measures.study import NOT_COVERED, OUTSIDE
from coindex.report.causes import CAUSES
from coindex.report.tables.disclosure import OTHER
from coindex.report.tables.statistics import AVERAGES, COUNTS
from release import sources
from release.sources import SOURCE

TEMPLATES = (SOURCE / "workbench/templates", SOURCE / "report/html/templates")
SCRIPTS = (SOURCE / "workbench/static", SOURCE / "report/reader", SOURCE / "report/html")
_MARKED = re.compile(r"(?<![\w$.`])t`")
_NAMED = re.compile(r"\{\w+(?:![rsa])?(?::[^{}\s]*)?\}")
"""A field in a template."""
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
_PLAIN = re.compile(r"""(?<![\w])("[A-Z][a-z]+ [^"]*"|`[A-Z][a-z]+ [^`]*`)""")
_VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_SENTENCE = re.compile(r'(?<!t\()(?<!: )("[A-Z][a-z]+ [^"]*")')
_CALL = re.compile(r'\bt\("([^"]+)"\)')
_CHOICE = re.compile(r"\bt\(\{(.*?)\}\[")


def of_templates() -> dict[str, str]:
    """Text of templates and words in them that go through `t`, each with its file."""
    keys: dict[str, str] = {}
    for folder in TEMPLATES:
        for path in sorted(folder.glob("*.html")):
            source = path.read_text(encoding="utf-8")
            words = [*sentences(source), *_CALL.findall(source)]
            for choice in _CHOICE.findall(source):
                words += re.findall(r': "([^"]+)"', choice)
            keys |= dict.fromkeys(words, path.name)
    return keys


def scripts() -> list[Path]:
    """The modules that say something, without the one that translates."""
    return sorted(
        path
        for folder in SCRIPTS
        for path in folder.rglob("*.js")
        if path != SOURCE / "report/reader/wording.js"
    )


def of_scripts() -> dict[str, str]:
    """Texts that scripts mark with t, each with its file."""
    return {
        _template(source, match.end())[0].strip(): path.name
        for path in scripts()
        for source in [path.read_text(encoding="utf-8")]
        for match in _MARKED.finditer(source)
    }


def _template(source: str, place: int) -> tuple[str, int]:
    """The key of the template literal that begins at a place, and where it ends."""
    key, fields = "", 0
    while source[place] != "`":
        if source.startswith("${", place):
            fields += 1
            key, place = f"{key}{{{fields}}}", _expression(source, place + 2)
        else:
            key, place = key + source[place], place + 1
    return key, place + 1


def _expression(source: str, place: int) -> int:
    """Where an expression inside a template literal ends."""
    depth = 0
    while source[place] != "}" or depth:
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        if source[place] == "`":
            place = _template(source, place + 1)[1]
        elif source[place] in "\"'":
            place = source.index(source[place], place + 1) + 1
        else:
            place += 1
    return place + 1


def unmarked() -> list[str]:
    """Sentences in scripts, and in expressions of templates, that are not marked with t."""
    expressions = [
        f"{path.name}: {text}"
        for path in sorted(TEMPLATES[0].glob("*.html"))
        for expression in _VALUE.findall(path.read_text(encoding="utf-8"))
        for text in _SENTENCE.findall(expression)
    ]
    return expressions + [
        f"{path.name}: {text}"
        for path in scripts()
        for text in _PLAIN.findall(_COMMENT.sub("", path.read_text(encoding="utf-8")))
    ]


def of_calls(name: str, place: int = 0) -> dict[str, str]:
    """Sentences that Python modules hand to a function of this name, as the argument at this
    place, each with its file.
    """
    return {
        sentence: file
        for file, calls in _calls().items()
        for call in calls.get(name, ())
        if len(call.args) > place
        for sentence in _constants(call.args[place])
    }


@cache
def _calls() -> dict[str, dict[str, list[ast.Call]]]:
    """All calls with arguments, by file and name of the function."""
    calls: dict[str, dict[str, list[ast.Call]]] = {}
    for path, nodes in sources.nodes().items():
        named = calls.setdefault(path.relative_to(SOURCE).as_posix(), {})
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                named.setdefault(node.func.id, []).append(node)
    return calls


def _constants(node: ast.expr) -> Iterator[str]:
    """A string, or the strings between which a condition or a star chooses."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.Starred):
        yield from _constants(node.value)
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            yield from _constants(one)


def of_message_calls() -> dict[str, str]:
    """What `Message` and `messages` are called with, fields numbered, each with its file."""
    keys = of_calls("Message")
    for file, calls in _calls().items():
        for call in calls.get("messages", ()):
            for argument in call.args:
                keys |= dict.fromkeys(_constants(argument), file)
    return {numbered(key): file for key, file in keys.items()}


def of_named_words() -> dict[str, str]:
    """Words of tables that come from names in the program: values of measures, slices, kinds,
    causes, categories, counts of corpora, transitions, phenomena, states.
    """
    kinds = {str(kind) for kind in Kind if kind}
    values = {name for measure in registry.names("measures") for name in _values(measure)}
    slices = {*OF_DOCUMENTS, *OF_ENTITIES, *OF_ANAPHORS, *OF_PANELS}
    distances = {"same sentence", "3 or more", "none before", "unknown", "in no entity of the key"}
    transitions = {text for one in Transition for text in (one.label, one.label.lower())}
    pleonastic = {"extraposition", "cleft", "idiom", "ambient", "existential", *map(str, Use)}
    words = {
        *kinds, *values, *slices, *distances, *map(str, Shape), *CAUSES, *CATEGORIES,
        *Condition._fields, *SPENT, *COUNTS, *AVERAGES, *transitions, *pleonastic, *ASPECTS,
        *_phenomena(), *TYPES.values(), *map(str, Layer), OUTSIDE, NOT_COVERED, OTHER,
        "feminine", "masculine", "neuter",
    }  # fmt: skip
    return {word.replace("_", " "): "names" for word in words if re.search("[a-z]", word)}


def _values(measure: str) -> Iterator[str]:
    """The names of a measure's values and of what it counts."""
    component: Any = registry.component("measures", measure)
    yield component.headline
    yield from getattr(component, "means", ())
    yield from getattr(component, "counted", ())
    scored = get_type_hints(component.score)["return"]
    for one in get_args(scored) or (scored,):
        yield from one._fields


def _phenomena() -> Iterator[str]:
    """What `coindex stats --phenomena` counts, without types and names that follow a colon."""
    for node in sources.nodes()[SOURCE / "measures/census.py"]:
        if isinstance(node, ast.Yield) and node.value is not None:
            yield from _constants(node.value)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "counts":
            yield from _constants(node.slice)


def of_strings() -> set[str]:
    """All strings of Python modules, and the templates among them with their fields numbered."""
    texts = {
        node.value
        for nodes in sources.nodes().values()
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return texts | of_message_calls().keys()


def numbered(template: str) -> str:
    """A template with numbers for the names of its fields, as catalogues name it."""
    if isinstance(template, Message):
        return template.key
    places: dict[str, int] = {}

    def number(field: re.Match[str]) -> str:
        return f"{{{places.setdefault(field[0], len(places) + 1)}}}"

    return _NAMED.sub(number, template)


OF_HELP_PAGES = dict.fromkeys(("Usage", "Example", "default:", "required]", *HEADINGS), "help")
"""Headings and remarks that the help of every command has."""


def of_help(command: str) -> list[str]:
    """The lines of a command's help; without a name, of the whole program's."""
    import typer

    from coindex.cli import app, commands

    group = typer.main.get_command(app)
    if not command:
        declared = commands().values()
        return [
            *(one.summary for one in declared),
            *(one.group for one in declared),
            *_described(group),
        ]
    return _described(group.get_command(None, command))  # type: ignore[attr-defined]


def _described(command: object) -> list[str]:
    parameters = getattr(command, "params", [])
    texts = [getattr(command, name, "") for name in ("help", "epilog")]
    texts += [getattr(one, "help", "") for one in parameters]
    return [HELPS.get(text, text) for text in texts if text]


def listed(keys: dict[str, str]) -> str:
    """Sentences as lines of a catalogue, ready to be completed."""
    return "\n".join(f'"{key}" = ""  # {place}' for key, place in sorted(keys.items()))
