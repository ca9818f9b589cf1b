"""What to do about an error, as data: the command line, the web and Python each word it in their
own way.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from coindex.core.messages import Message, series


class Action(Enum):
    """Something that a user can do. The value is the library's wording, for users of the Python
    interface.
    """

    READ_LENIENTLY = "reading leniently {effect}"
    NAME_FORMAT = "name the format"
    NAME_ENCODING = "name its encoding: coindex.read(path, encoding='latin-1')"
    NAME_OUTPUT_FORMAT = "name the format to write"
    WRITE_TO_FOLDER = "write it to a folder"
    RESUME = "resume the job to continue"
    NAME_LANGUAGE = "name the language if it is another: parser=\"bundled(language='en')\""
    CHOOSE_PARSER = "choose a parser"
    CHOOSE_RESOLVER = "`auto` chooses a resolver that fits"
    DETECT_MENTIONS = "a detector finds mentions"
    MISSING_IS_EMPTY = 'missing="empty" {effect}'
    NAME_PLUGIN = "load the file with coindex.load_plugin"
    FIND_IN_PLUGIN = "if a plug-in has it, load its file with coindex.load_plugin"
    COPY_CORPUS = "copy it from a folder that has it"
    WRITE_JSON_LINES = "write it in the format jsonl"
    GIVE_ANNOTATION = "give a file with annotation"
    NAME_TEXT_FIELD = "name another field in the format: jsonl(text_field='content')"


Words = Mapping[Action, str]
"""A front end's wording of actions; actions that are missing keep the library's wording, and empty
ones are left out.
"""


class Step(NamedTuple):
    """An action and its effect: `READ_LENIENTLY` `drops the line`."""

    action: Action
    effect: str = ""

    def worded(self, words: Words) -> Message:
        how = words.get(self.action, self.action.value)
        return Message(how, effect=Message(self.effect)) if how else Message("")


class Remedy(NamedTuple):
    """Advice that is the same everywhere, and steps that each front end words."""

    advice: str = ""
    steps: tuple[Step, ...] = ()

    def worded(self, words: Words) -> Message:
        parts = [Message(self.advice), *(step.worded(words) for step in self.steps)]
        return series([part for part in parts if part], "; ")

    def __str__(self) -> str:
        return str(self.worded({}))

    def __bool__(self) -> bool:
        return bool(self.advice or self.steps)


def remedy_of(given: Remedy | str) -> Remedy:
    """The remedy; plain text is advice."""
    return Remedy(given) if isinstance(given, str) else given


def leniently(effect: str, advice: str = "") -> Remedy:
    """Follow the advice, or read leniently, which has this effect instead of raising an error:
    *drops the line*.
    """
    return Remedy(advice, (Step(Action.READ_LENIENTLY, effect),))


def doing(action: Action, advice: str = "", *, effect: str = "") -> Remedy:
    """Follow the advice, or take the action."""
    return Remedy(advice, (Step(action, effect),))


LEFT_OUT = leniently("leaves it out")
"""The most common remedy."""
