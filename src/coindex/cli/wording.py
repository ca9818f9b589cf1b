"""Remedies in terms of the command line: options and commands."""

from __future__ import annotations

from coindex.core.errors import CoindexError
from coindex.core.remedies import Action, Words
from coindex.interface.translation import translate

WORDS: Words = {
    Action.READ_LENIENTLY: "--lenient {effect}",
    Action.NAME_FORMAT: "name the format with --from; see `coindex list formats`",
    Action.NAME_OUTPUT_FORMAT: "name the format with --to in convert, with --as in resolve",
    Action.WRITE_TO_FOLDER: "name a folder with -o",
    Action.RESUME: "--resume continues the job",
    Action.NAME_LANGUAGE: "name it with --language if it is another",
    Action.CHOOSE_PARSER: "choose a parser with --parser; see `coindex list parsers`",
    Action.CHOOSE_RESOLVER: "--resolver auto chooses one that fits; see `coindex list resolvers`",
    Action.DETECT_MENTIONS: "--mentions detected finds some",
    Action.MISSING_IS_EMPTY: "--missing empty {effect}",
    Action.NAME_PLUGIN: "give the file with --plugin",
    Action.FIND_IN_PLUGIN: "if a plug-in has it, give its file with --plugin",
    Action.COPY_CORPUS: "`coindex corpora get NAME --from PATH` copies it",
    Action.WRITE_JSON_LINES: "write it with --as jsonl instead",
    Action.GIVE_ANNOTATION: (
        "give a file with annotation; `coindex resolve` needs none, and `coindex serve` opens a "
        "tool to annotate with"
    ),
}


def explain(error: CoindexError) -> str:
    """What is wrong and what to do, in one line."""
    return translate(error.worded(WORDS))
