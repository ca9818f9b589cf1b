"""Three ways to ask a model: to number mentions, to find and number them, or to name
antecedents.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Message = tuple[str, str]
"""The role of a speaker, and the text."""
Way = Literal["mentions", "document", "links"]


class Prompt(NamedTuple):
    """An instruction, and an example of a text and its answer."""

    instruction: str
    text: str
    answer: str

    def messages(self, text: str) -> tuple[Message, ...]:
        return (
            ("system", self.instruction),
            ("user", self.text),
            ("assistant", self.answer),
            ("user", text),
        )


PROMPTS: dict[Way, Prompt] = {
    "mentions": Prompt(
        "You annotate coreference. In the text, expressions are marked as [expression](#). Repeat "
        "the text exactly, and put a number behind each #. Expressions that refer to the same "
        "person or thing get the same number; all others get numbers of their own. The sign ∅ "
        "stands for a pronoun that is left out. Change no word and write nothing else.",
        "[Ann](#) lost [[her](#) key](#). [She](#) asked [Bob](#) whether [he](#) had seen "
        "[it](#).",
        "[Ann](#1) lost [[her](#1) key](#2). [She](#1) asked [Bob](#3) whether [he](#3) had seen "
        "[it](#2).",
    ),
    "document": Prompt(
        "You annotate coreference. Repeat the text exactly, and mark every noun phrase, name and "
        "pronoun as [expression](#number). Expressions that refer to the same person or thing get "
        "the same number. The sign ∅ stands for a pronoun that is left out. Change no word and "
        "write nothing else.",
        "Ann lost her key. She asked Bob whether he had seen it.",
        "[Ann](#1) lost [[her](#1) key](#2). [She](#1) asked [Bob](#3) whether [he](#3) had seen "
        "[it](#2).",
    ),
    "links": Prompt(
        "You annotate coreference. In the text, expressions are marked as [expression](#number). "
        "For each expression that refers to something that another expression before it refers "
        "to, write one line: its number, ->, and the number of the nearest such expression. The "
        "sign ∅ stands for a pronoun that is left out. Write nothing else.",
        "[Ann](#1) lost [[her](#3) key](#2). [She](#4) asked [Bob](#5) whether [he](#6) had seen "
        "[it](#7).",
        "3 -> 1\n4 -> 3\n6 -> 5\n7 -> 2",
    ),
}
