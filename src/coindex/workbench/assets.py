"""Style sheets and scripts, under an address that changes when they do,
so that browsers may cache them.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from coindex.report.scripts import READER

FOLDERS = {"/reader": READER, "": Path(__file__).parent / "static"}
"""By their place under the address: what reports share with the workbench,
and what only the workbench has.
"""


@cache
def address() -> str:
    digest = sha256()
    for place, path in _files():
        digest.update(place.encode() + path.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


def mount(app: FastAPI) -> None:
    """Serve all folders; the one that holds the others comes last,
    because the first that fits answers.
    """
    for place, folder in FOLDERS.items():
        app.mount(f"{address()}{place}", StaticFiles(directory=folder), name=f"static{place}")


def _files() -> list[tuple[str, Path]]:
    return sorted(
        (f"{place}/{path.relative_to(folder).as_posix()}", path)
        for place, folder in FOLDERS.items()
        for path in folder.rglob("*")
        if path.is_file()
    )


def scripts(*folders: str) -> list[str]:
    """Addresses of the scripts that a page needs, so that the browser
    fetches them together, not in turn.
    """
    places = [place for place, path in _files() if path.suffix == ".js" and path.name != "theme.js"]
    return [f"{address()}{place}" for place in places if place.split("/")[1] in folders]
