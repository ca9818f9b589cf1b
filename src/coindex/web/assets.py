"""Style sheets and scripts, under an address that changes when they do, so that browsers may keep them."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "static"


@cache
def address() -> str:
    digest = sha256()
    for path in _files():
        digest.update(path.as_posix().encode() + path.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


def _files() -> list[Path]:
    return sorted(path for path in FOLDER.rglob("*") if path.is_file())


def scripts(*folders: str) -> list[str]:
    """Addresses of scripts a page needs, so that the browser fetches them at once and not one after the other."""
    found = [path.relative_to(FOLDER) for path in _files() if path.suffix == ".js" and path.name != "theme.js"]
    return [f"{address()}/{path.as_posix()}" for path in found if path.parts[0] in folders]
