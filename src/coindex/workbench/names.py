"""Types of values in requests: names and numbers within bounds."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import Field, StringConstraints

LARGEST_ID = 2**31 - 1
NAME = r"^[^\x00-\x1f\x7f-\x9f/\\\u2028\u2029]+$"
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
PROSE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"

PLAIN = {
    NAME: "must not contain slashes, backslashes, line breaks or control characters",
    LINE: "must not contain line breaks or control characters",
    PROSE: "must not contain control characters",
}
"""What each pattern asks for, in words."""

Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=NAME, strip_whitespace=True)
]
Title = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=LINE, strip_whitespace=True)
]
"""The name of something that is neither a file nor a part of an address."""
EncodingName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[\w.-]*$")]
Line = Annotated[str, StringConstraints(max_length=1_000, pattern=LINE)]
Prose = Annotated[str, StringConstraints(max_length=20_000, pattern=PROSE)]
OptionalComponent = Annotated[str, StringConstraints(max_length=500, pattern=LINE)]
"""A component string; empty for the default component."""
Component = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=LINE)]

TICKET = r"^[0-9A-Za-z-]{8,64}$"
Ticket = Annotated[
    str,
    Path(
        pattern=TICKET, description="Name that the page has given the request: letters and digits."
    ),
]
ProjectId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="Number of the project.")]
DocumentId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="Number of the document.")]
RevisionId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="Number of the revision.")]
RunId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="Number of the run.")]
SourceName = Annotated[
    str, Path(min_length=1, max_length=500, pattern=NAME, description="Name of the source.")
]
