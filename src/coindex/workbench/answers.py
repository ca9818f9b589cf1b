"""Answers with what the database has compressed already."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from coindex.workbench.store.payloads import gzipped, unpacked_text


def stored_answer(request: Request, packed: bytes, media_type: str) -> Response:
    """The text of a payload, still compressed where the client takes that."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(unpacked_text(packed), headers=headers, media_type=media_type)
    return Response(
        gzipped(packed), headers=headers | {"Content-Encoding": "gzip"}, media_type=media_type
    )
