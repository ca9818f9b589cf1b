"""Addresses inside the page: of a run, of a list of anaphors, of a document."""

from __future__ import annotations

from urllib.parse import quote, urlencode


def of_run(number: int) -> str:
    return f"#run-{number}"


def of_list(number: int, **wanted: str) -> str:
    """The address of a list of selected anaphors of a run; `list.js` knows the words."""
    return f"#list?{urlencode({'run': number, **wanted}, quote_via=quote)}"


def of_document(place: int, number: int) -> str:
    return f"#text?document={place}&run={number}"
