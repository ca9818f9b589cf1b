"""The pages of the workbench and the tagging tool."""

from __future__ import annotations

from fastapi import APIRouter

from coindex.workbench import palette
from coindex.workbench.pages import (
    accounts,
    beside,
    corpus,
    interface,
    issues,
    projects,
    reading,
    runs,
    tagging,
)
from coindex.workbench.pages.shell import Page

router = APIRouter(route_class=Page)
for part in (
    palette,
    accounts,
    interface,
    projects,
    reading,
    runs,
    corpus,
    issues,
    beside,
    tagging,
):
    router.include_router(part.router)
