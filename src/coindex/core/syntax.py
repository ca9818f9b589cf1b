"""Python's own parser, for one thread at a time.

CPython 3.11 counts the depth of a syntax tree for all threads together: two threads that parse at
the same time, as those of the web server do when it starts, can end in "SystemError: AST
constructor recursion depth mismatch".
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from threading import Lock

_ALONE = Lock()


def expression(text: str) -> ast.expr:
    """The syntax tree of an expression; nothing is evaluated."""
    with _ALONE:
        return ast.parse(text, mode="eval").body


def source_tree(component: type) -> ast.Module:
    """The syntax tree of a class, from its source; OSError or TypeError
    where the source is not available.
    """
    with _ALONE:  # inspect parses the whole module to find the class
        return ast.parse(textwrap.dedent(inspect.getsource(component)))
