"""The document a path is about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from coindex.annotation.documents import Stored
from coindex.web.names import DocumentId
from coindex.web.security.visitor import In
from coindex.web.services import Here


def document(project: In, document: DocumentId, here: Here) -> Stored:
    """One of another project is not there."""
    return here.store.documents.find(project.id, document)


Of = Annotated[Stored, Depends(document)]
