"""The templates of all pages."""

from __future__ import annotations

from typing import Any

from coindex.interface.catalogues import language
from coindex.interface.templates import script_words, templates


def rendered(template: str, values: dict[str, Any]) -> str:
    """A page in the language of the interface, with the words that its scripts need."""
    environment = templates("coindex.workbench", language())
    return environment.get_template(template).render({"wording": script_words(), **values})
