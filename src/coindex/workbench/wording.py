"""Remedies in terms of the workbench's forms and of the service."""

from __future__ import annotations

from coindex.core.errors import CoindexError
from coindex.core.remedies import Action, Words
from coindex.interface.translation import translate

FORMS: Words = {
    Action.READ_LENIENTLY: "“Continue despite errors in the files” {effect}",
    Action.NAME_FORMAT: "choose the format in the form",
    Action.NAME_ENCODING: "choose its encoding in the form",
    Action.NAME_OUTPUT_FORMAT: "choose a format",
    Action.WRITE_TO_FOLDER: "choose another format",
    Action.NAME_LANGUAGE: "choose the language if it is another",
    Action.CHOOSE_PARSER: "choose a parser",
    Action.CHOOSE_RESOLVER: "choose another resolver; `auto` fits every language",
    Action.DETECT_MENTIONS: "choose detected mentions",
    Action.MISSING_IS_EMPTY: "",
    Action.FIND_IN_PLUGIN: "if a plug-in has it, the owner of the server puts its file into the "
    "folder of plug-ins",
    Action.NAME_PLUGIN: "the owner of the server puts the file into its folder of plug-ins",
    Action.RESUME: "",
    Action.COPY_CORPUS: "",
    Action.WRITE_JSON_LINES: "give the same as jsonl",
    Action.GIVE_ANNOTATION: "choose documents with annotation",
    Action.NAME_TEXT_FIELD: "",
}
"""Words of the workbench."""

STRICT_FORMS: Words = {**FORMS, Action.READ_LENIENTLY: ""}
"""Words of forms that cannot read leniently."""

REQUESTS: Words = {
    **dict.fromkeys(Action, ""),
    Action.NAME_LANGUAGE: "state its language as lang if it is another",
}
"""Words of the service, which offers none of the other actions."""

TOOL_CALLS: Words = {
    **REQUESTS,
    Action.NAME_LANGUAGE: "state its language as language if it is another",
}
"""Words of the tools for language models."""


def explain(error: CoindexError, words: Words = FORMS) -> str:
    """What is wrong and what to do, for users of the workbench."""
    return translate(error.worded(words))
