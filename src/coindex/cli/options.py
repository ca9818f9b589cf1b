"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.inputs import as_files
from coindex.cli.option_groups import INPUT, JOBS, OUTPUT, PREPROCESSING
from coindex.cli.wording import help_text
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.experiment.bulk import A_PART
from coindex.experiment.bulk.storage import has_magic, is_url
from coindex.measures.significance import DRAWS, SEED
from coindex.pipeline.pipeline import AUTO, GIVEN, NO_CUTS, PARSER, RESOLVER, Pipeline

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TEXT|FILE",
        help=(
            "Texts of two or more words, files, folders, archives, corpora; standard input if - "
            "or not given."
        ),
    ),
]
Text = Annotated[
    list[str] | None,
    typer.Option(
        "--text", help="A text, even of a single word; may be repeated.", rich_help_panel=INPUT
    ),
]
Parser = Annotated[
    str,
    typer.Option(
        "--parser",
        help="Parser, such as bundled or given.",
        rich_help_panel=PREPROCESSING,
    ),
]
Language = Annotated[
    str,
    typer.Option(
        "--language",
        help="Language of the texts, such as en or es.",
        rich_help_panel=PREPROCESSING,
    ),
]
Detector = Annotated[
    str,
    typer.Option(
        "--detector",
        help="Detector of mentions.",
        rich_help_panel=PREPROCESSING,
    ),
]
Fragmenter = Annotated[
    str,
    typer.Option(
        "--fragmenter",
        help="Fragmenter of the parse.",
        rich_help_panel=PREPROCESSING,
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from", help="Format of the files; detected if not given.", rich_help_panel=INPUT
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Encoding of the files, such as latin-1; else UTF-8.",
        rich_help_panel=INPUT,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="File or folder; its name determines the format.",
        rich_help_panel=OUTPUT,
    ),
]
OutputFiles = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        help="File, or folder for one output file per input.",
        rich_help_panel=OUTPUT,
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", help="File; standard output if not given.", rich_help_panel=OUTPUT
    ),
]
TableStyle = Annotated[
    str, typer.Option("--as", help="table, json, csv, markdown or latex.", rich_help_panel=OUTPUT)
]
TextField = Annotated[
    str,
    typer.Option(
        "--text-field",
        metavar="NAME",
        help="Column or key with the text, in CSV and JSON Lines.",
        rich_help_panel=INPUT,
    ),
]
Prose = Annotated[
    bool,
    typer.Option(
        "--prose",
        help="Leave out tables, code, contents and references.",
        rich_help_panel=INPUT,
    ),
]
Lenient = Annotated[
    bool,
    typer.Option(
        "--lenient", help="Count problems and continue instead of stopping.", rich_help_panel=INPUT
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", help="Folder for results, tables and report.", rich_help_panel=OUTPUT
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine", help="Where work runs: serial, processes(n=4), ray.", rich_help_panel=JOBS
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        min=0,
        help="Number of worker processes; 0: all cores.",
        rich_help_panel=JOBS,
    ),
]

Resume = Annotated[
    bool, typer.Option("--resume", help="Continue the job in the folder -o.", rich_help_panel=JOBS)
]
Part = Annotated[
    int | None,
    typer.Option(
        min=1,
        help=help_text("Documents in each part of the output; else {size:,}.", size=A_PART),
        rich_help_panel=JOBS,
    ),
]


Corpora = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CORPUS",
        help="Names or paths, - for standard input; the embedded corpus if not given.",
        callback=as_files,
    ),
]
AnnotatedCorpora = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS",
        help="Annotated documents: paths or corpus names; - is standard input.",
        callback=as_files,
    ),
]
KeyPath = Annotated[
    Path,
    typer.Argument(
        metavar="KEY",
        help="Gold annotation: a path, or the name of a corpus; - is standard input.",
        callback=as_files,
    ),
]
View = Annotated[
    str, typer.Option(help="How mentions are matched: exact, head, min, partial, overlap.")
]
Missing = Annotated[
    str, typer.Option(help="What to do with a document on one side only: error or empty.")
]
FromAll = Annotated[
    str,
    typer.Option(
        "--from", help="Format of all files; detected if not given.", rich_help_panel=INPUT
    ),
]
Seen = Annotated[
    list[str] | None,
    typer.Option(
        "--seen",
        metavar="NAME=PATH",
        help=(
            "What a system learned from, if it does not say so itself: a corpus, or a file of "
            "fingerprints; may be repeated."
        ),
    ),
]
Unseen = Annotated[
    bool,
    typer.Option("--unseen", help="Leave out documents that a system has seen in training."),
]
Draws = Annotated[int, typer.Option(min=1, help="Number of draws for bootstrap and randomisation.")]
Seed = Annotated[int, typer.Option(help="Seed for bootstrap and randomisation.")]

GivenOrResolver = Annotated[
    str,
    typer.Option("--resolver", help="Resolver for documents that have no entities of their own."),
]


@dataclass(frozen=True)
class Preprocessing:
    """A group of options: what prepares a text for a resolver."""

    parser: Parser = PARSER
    language: Language = "auto"
    detector: Detector = AUTO

    def pipeline(self, resolver: str = RESOLVER, fragmenter: str = NO_CUTS) -> Pipeline:
        """The pipeline from the text to this resolver."""
        parser = parser_for(self.parser, self.language)
        return Pipeline(parser, fragmenter, self.detector, resolver)


@dataclass(frozen=True)
class Running:
    """A group of options: where work runs."""

    engine: Engine = ""
    jobs: Jobs = None

    @property
    def spec(self) -> str:
        """The engine."""
        return engine_of(self.engine, self.jobs)


@dataclass(frozen=True)
class Drawing:
    """A group of options: how intervals and tests are computed."""

    draws: Draws = DRAWS
    seed: Seed = SEED


@dataclass(frozen=True)
class Files:
    """A group of options: how files are read."""

    from_: From = ""
    lenient: Lenient = False


@dataclass(frozen=True)
class TextFiles:
    """A group of options: as `Files`, for files that may be plain text."""

    from_: From = ""
    prose: Prose = False
    lenient: Lenient = False


@dataclass(frozen=True)
class BothSides:
    """A group of options: how a key and its responses are read."""

    missing: Missing = "error"
    from_: FromAll = ""
    lenient: Lenient = False


def names_in(names: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(filter(None, (name.strip() for name in names.split(","))))


def engine_of(engine: str, jobs: int | None) -> str:
    """The engine that `--engine` and `--jobs` request."""
    if jobs is None:
        return engine or "serial"
    if engine:
        raise CoindexError("--jobs is short for --engine processes(n=...); use only one of them")
    return "serial" if jobs == 1 else f"processes({jobs})"


def _naming(language: str) -> str:
    return (
        "leave it out, and name the language in the file, in CoNLL-U by "
        f'`# language = {language}`, or with --from "conllu(language={language!r})"'
    )


def parser_for(parser: str, language: str) -> str:
    """The parser for texts in this language: `--language es` is short for `--parser
    bundled(language="es")`.

    A language from a package may name another parser.
    """
    if language == "auto":
        return parser
    if parser != PARSER:
        raise CoindexError(
            Message(
                "--language needs --parser {parser}; {parser_2} has its own language",
                parser=PARSER,
                parser_2=parser,
            ),
            remedy=_naming(language) if parser.partition("(")[0] == GIVEN else "leave out one",
        )
    from coindex.language.languages import get_language
    from coindex.models.session import check_available

    own = get_language(language)
    if own.parser not in (PARSER, "given"):
        return own.parser
    if own.is_described and own.parser == "given":
        raise CoindexError(
            Message(
                "{own} has no parser: use files with a parse and --parser given, or name a "
                "parser (`coindex list parsers`)",
                own=own.name,
            )
        )
    check_available(language)
    return f"{PARSER}(language={language!r})"


@dataclass(frozen=True)
class Bulk:
    """A group of options: engine, resuming, and the size of parts."""

    engine: Engine = ""
    jobs: Jobs = None
    resume: Resume = False
    part: Part = None

    def is_job(self, texts: Sequence[str] | None, style: str, output: str | None) -> bool:
        """Whether the command runs as a job: an option, an input, the style or the output asks
        for it.
        """
        far = any(_far(text) for text in texts or [])
        return (
            self != Bulk() or far or style == "parquet" or (output is not None and is_url(output))
        )


def _far(text: str) -> bool:
    """Whether a text is a URL or a pattern; text with white space never is."""
    return not any(map(str.isspace, text)) and (is_url(text) or has_magic(text))
