"""A language as one object: the facts and word lists that rules use, read from one folder.

A package brings a language with an entry point `coindex.languages` that names its folder, as
`coindex_en` and `coindex_es` do; `docs/own-language.md` describes the files. Languages that are
only recognised, and German, are in `coindex/language/lexicon/CODE`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

from coindex.core import registry
from coindex.core.errors import CoindexError, FormatError, suggestion
from coindex.core.messages import Message


def lists_of(folder: Traversable | None, file: str) -> Mapping[str, frozenset[str]]:
    """The lists of `FILE.txt` by name.

    A list is `name: word word ...`, continues in indented lines, and writes the spaces of phrases
    as underscores.
    """
    lists: dict[str, list[str]] = {}
    name = ""
    for line in _lines(folder, f"{file}.txt"):
        words = line
        if not line[0].isspace():
            name, _, words = line.partition(":")
        lists.setdefault(name, []).extend(word.replace("_", " ") for word in words.split())
    return {key: frozenset(words) for key, words in lists.items()}


def rows_of(folder: Traversable | None, file: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `FILE.tsv`."""
    return tuple(tuple(line.split("\t")) for line in _lines(folder, f"{file}.tsv"))


def _lines(folder: Traversable | None, file: str) -> list[str]:
    """The lines without blank lines and comments; empty if the file is missing."""
    if folder is None or not (source := folder.joinpath(file)).is_file():
        return []
    text = source.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


DEFAULT = "en"
"""Documents that do not name their language count as English."""
PROFILE = "language.toml"
GIVEN = "given"
"""The parser of languages whose documents must come with a parse."""

GenderSystem = Literal["natural", "grammatical"]
Nonreferential = Literal["", "patterns", "clitics", "parse"]
PronounFeatures = Literal["form", "parse"]
Replacement = Literal["words", "clitics"]
NameGender = Literal["form", "bearer"]
_CHOICES = {
    "gender": get_args(GenderSystem),
    "name_gender": get_args(NameGender),
    "nonreferential": get_args(Nonreferential),
    "pronoun_features": get_args(PronounFeatures),
    "replacement": get_args(Replacement),
}

Words = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Language:
    """One language. Every field but `code` and `folder` is a key of
    `language.toml`; only `name` must be there.
    """

    code: str
    """Two or three letters (ISO 639)."""
    name: str
    """What the language is called in English."""
    gender: GenderSystem = "natural"
    """`natural`: pronouns tell what their referent is (*she*). `grammatical`: they
    agree with a noun's own gender.
    """
    neuter: bool = False
    """Nouns may be neuter."""
    plural_gender: bool = True
    """Pronouns agree in gender also in the plural."""
    name_gender: NameGender = "form"
    """`form`: a name has the gender that the parse gives it. `bearer`: titles
    and first names are trusted more.
    """
    double_surnames: bool = False
    """People have two surnames, and are called by the first or by both: *García Márquez*."""
    pro_drop: bool = False
    """Finite clauses may do without a subject pronoun; zero pronouns
    are put in. Needs `subjects.tsv`.
    """
    cases: bool = False
    """Articles and nouns change with their case, so that only a name can
    replace a pronoun.
    """
    article: str = ""
    """The definite article if it has one form only: a noun that replaces a pronoun is given it."""
    conjunction: str = ""
    """*And*: what joins the members of a group where their names replace a pronoun."""
    euphony: Pairs = ()
    """Words that change before certain sounds, with their other form, and how the word after them
    begins; after a hyphen, how it does not: `[["y e", "i hi -hie"]]`.
    """
    genitive: str = ""
    """What makes a name a possessor (*’s*). Without one, possessive
    pronouns are never replaced by names.
    """
    nonreferential: Nonreferential = ""
    """How pronouns that do not refer are found: by `patterns` of English, as
    Spanish `clitics`, or by the `parse`.
    """
    pronoun_features: PronounFeatures = "form"
    """`form`: `pronouns.tsv` says everything. `parse`: the parse fills
    in what the table leaves open.
    """
    replacement: Replacement = "words"
    """How rewriting makes a mention explicit: `words` replaces the word; `clitics` does what
    Spanish does: it fills in subjects, doubles indirect objects and adds possessors.
    """
    relative_clauses: Words = ("acl:relcl",)
    """The relations of clauses on nouns in which relative pronouns stand for the noun."""
    relative_tags: Words = ()
    """Language-specific tags (XPOS) of relative pronouns, where features do not
    tell them from demonstratives.
    """
    feminine: Pairs = ()
    """Endings of nouns for women, each with that of the nouns for men that lists
    have: `[["a", "o"]]`.
    """
    verb_endings: Pairs = ()
    """Endings of verb forms, each with what makes it a dictionary form, for text
    without lemmas: `[["ed", "e"]]`.
    """
    parser: str = GIVEN
    """The component that parses raw text; with `given`, documents must come with a parse."""
    tokeniser: str = ""
    """Where the bundled parser finds its rules for words: `package.module:NAME`."""
    resolver: str = "recent"
    """The component that `auto` chooses."""
    fast_resolver: str = ""
    """The component that `auto` chooses for very long documents, and where speed matters more than
    accuracy; the same if empty.
    """
    rewriter: str = ""
    """The component whose chains rewriting uses, one with probabilities if there is
    one; empty: that of `auto`.
    """
    opinions: Words = ()
    """Components that rewriting asks besides a resolver without probabilities: where they differ,
    less is certain.
    """
    supar: str = "english"
    """The profile of preferences that `supar` chooses."""
    folder: Traversable | None = field(default=None, repr=False, compare=False)
    """Where the files are; none for a language that is not described."""
    _lists: dict[str, Mapping[str, frozenset[str]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _words: dict[tuple[str, str], frozenset[str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def is_described(self) -> bool:
        """Whether there is a folder for it."""
        return self.folder is not None

    @property
    def has_pronouns(self) -> bool:
        """Whether its pronouns are listed; without them, a language is only recognised."""
        return bool(self.table("pronouns"))

    def before(self, word: str, following: str) -> str:
        """Return the form that a word takes before another one: *y Ana*, but *e Inés*."""
        lowered = following.lower()
        for forms, beginnings in self.euphony:
            plain, _, changed = forms.partition(" ")
            if word in (plain, changed):
                sounds = [one for one in beginnings.split() if not one.startswith("-")]
                others = [one[1:] for one in beginnings.split() if one.startswith("-")]
                clash = lowered.startswith(tuple(sounds)) and not lowered.startswith(tuple(others))
                return changed if clash else plain
        return word

    def lists(self, file: str) -> Mapping[str, frozenset[str]]:
        """Return all lists of a file such as `grammar`, by their names; none if the language does
        not have the file.
        """
        if file not in self._lists:
            self._lists[file] = lists_of(self.folder, file)
        return self._lists[file]

    def words(self, file: str, name: str) -> frozenset[str]:
        """Return a list such as `title.male` of `people`; `title` alone is the union of all lists
        whose name begins with it.

        A list that the language does not have is empty.
        """
        words = self._words.get((file, name))
        if words is None:
            lists = self.lists(file).items()
            own = (listed for key, listed in lists if key == name or key.startswith(f"{name}."))
            words = self._words[file, name] = frozenset().union(*own)
        return words

    def table(self, file: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of a file of tab-separated values such as `pronouns`."""
        return rows_of(self.folder, file)

    def __reduce__(self) -> tuple[object, ...]:
        return get_language, (self.code,)


@cache
def get_language(code: str) -> Language:
    """Return the language with this code. A region (`es-MX`) does not matter; `""` is English.

    An unknown language has no lists and the default of every field, so that resolvers run on it.
    """
    return _language(code.partition("-")[0] or DEFAULT)


@cache
def _language(code: str) -> Language:
    folder = _folder(code)
    return Language(code, code) if folder is None else read_language(code, folder)


def known_languages() -> list[str]:
    """The codes of all languages that are described."""
    declared = (code for code in registry.declarations("languages") if not _is_missing(code))
    return sorted({*_own(), *declared, *_registered})


def all_languages() -> list[Language]:
    """Every language that is described, by code."""
    return [get_language(code) for code in known_languages()]


def register_language(folder: str | Path, code: str = "", *, replace: bool = False) -> Language:
    """Register a language for this process, from its folder; the folder's name is its code unless
    one is given.

    The folder replaces a language that Coindex only recognises; with `replace`, any language with
    the code. This is for notebooks and tests; packages use entry points.
    """
    path = Path(folder).absolute()
    code = code or path.name
    known = code in known_languages()
    is_taken = known and (code in _registered or get_language(code).has_pronouns)
    if is_taken and not replace:
        raise CoindexError(
            Message(
                "language {code!r} is already known: {folder}", code=code, folder=_folder(code)
            ),
            remedy="replace=True replaces it with the new folder",
        )
    language = read_language(code, path)
    _registered[code] = path
    if known:
        _forget_words()
    _language.cache_clear()
    get_language.cache_clear()
    return language


def _forget_words() -> None:
    """Empty the caches that rules derive from word lists by a language's code."""
    packages = (point.module for point in registry.declarations("languages").values())
    for name, module in list(sys.modules.items()):
        if name.startswith((*_KEEPING_WORDS, *packages)):
            for function in list(vars(module).values()):
                if isinstance(function, type(get_language)):
                    function.cache_clear()


_KEEPING_WORDS = tuple(
    f"coindex.{room}" for room in ("language", "parsers", "detectors", "resolvers")
)


_registered: dict[str, Path] = {}


@cache
def _own() -> Mapping[str, Traversable]:
    inside = files("coindex.language").joinpath("lexicon").iterdir()
    return {folder.name: folder for folder in inside if folder.joinpath(PROFILE).is_file()}


@cache
def _is_missing(code: str) -> bool:
    """Whether a language that Coindex itself brings was taken out of this installation."""
    point = registry.bundled("languages").get(code)
    return point is not None and find_spec(point.value) is None


def missing_package(code: str) -> str:
    """The package that a language needs and that this installation lacks; empty if it has it."""
    return registry.bundled("languages")[code].value if _is_missing(code) else ""


def _folder(code: str) -> Traversable | None:
    """The folder of a language: a package's takes precedence over Coindex's own, so that a language
    can be replaced.
    """
    if code in _registered:
        return _registered[code]
    point = registry.declarations("languages").get(code)
    if point is None or _is_missing(code):
        return _own().get(code)
    try:
        return files(point.value)
    except (ImportError, TypeError) as error:
        raise CoindexError(
            Message(
                "language {code!r} ({point}) cannot be loaded: {error}",
                code=code,
                point=point.value,
                error=error,
            )
        ) from error


def read_language(code: str, folder: Traversable) -> Language:
    """The language that a folder describes; raises `FormatError` if `language.toml` is missing or
    wrong.
    """
    source = folder.joinpath(PROFILE)
    if not source.is_file():
        raise FormatError(
            Message("language {code!r} has no {profile}", code=code, profile=PROFILE),
            path=str(folder),
        )
    try:
        entries = tomllib.loads(source.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(str(error), path=str(source)) from error
    known = {
        item.name: item
        for item in fields(Language)
        if item.init and item.name not in ("code", "folder")
    }
    for name in entries:
        if name not in known:
            raise FormatError(
                Message(
                    "unknown field {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, known),
                ),
                path=str(source),
            )
    if "name" not in entries:
        raise FormatError("no name", path=str(source), remedy='add name = "..."')
    values = {
        name: _value(name, value, known[name].default, str(source))
        for name, value in entries.items()
    }
    return Language(code, folder=folder, **values)


def _value(name: str, value: Any, default: Any, path: str) -> Any:
    """A value of the type that the field has by default; lists become tuples."""
    if name in _CHOICES and value not in _CHOICES[name]:
        raise FormatError(
            Message(
                "{name} = {value!r}; {suggestion}",
                name=name,
                value=value,
                suggestion=suggestion(str(value), _CHOICES[name]),
            ),
            path=path,
        )
    if isinstance(default, tuple):
        return _listed(name, value, path)
    wanted = str if default is MISSING else type(default)
    if type(value) is not wanted:
        raise FormatError(
            Message(
                "{name} = {value!r}: {types} is needed",
                name=name,
                value=value,
                types=_TYPES[wanted],
            ),
            path=path,
        )
    return value


def _listed(name: str, value: Any, path: str) -> Words | Pairs:
    items: list[Any] = value if isinstance(value, list) else [None]
    if name in _WORDS and all(isinstance(item, str) for item in items):
        return tuple(items)
    if name not in _WORDS and all(_is_pair(item) for item in items):
        return tuple((left, right) for left, right in items)
    needed = "words" if name in _WORDS else Message("pairs of words")
    raise FormatError(
        Message(
            "{name} = {value!r}: a list of {needed} is needed",
            name=name,
            value=value,
            needed=needed,
        ),
        path=path,
    )


def _is_pair(item: Any) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item)


_WORDS = ("relative_clauses", "relative_tags", "opinions")
_TYPES = {str: "a text in quotation marks", bool: "true or false"}
