"""What authors of commands use: the declaration of a command, and groups of options.

`Reading` names the texts of a command and says how to read them; `Preprocessing` is what prepares
a text for a resolver. Both are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coindex.core.commands import GROUPS, Command

if TYPE_CHECKING:
    from coindex.cli.input_options import Reading
    from coindex.cli.options import Preprocessing

__all__ = ["GROUPS", "Command", "Preprocessing", "Reading"]


def __getattr__(name: str) -> Any:
    if name == "Reading":
        from coindex.cli.input_options import Reading

        return Reading
    if name == "Preprocessing":
        from coindex.cli.options import Preprocessing

        return Preprocessing
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
