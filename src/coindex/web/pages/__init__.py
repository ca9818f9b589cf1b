"""The pages of the workbench and the tagging tool."""

from __future__ import annotations

from fastapi import APIRouter

from coindex.web import palette
from coindex.web.pages import (
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
from coindex.web.pages.shell import Page

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
