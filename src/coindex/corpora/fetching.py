"""Downloads a public corpus from its home or a mirror, or copies it; each file is checked before it
is put in place.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.corpora.catalogue import CorpusFile, Public
from coindex.io.archives import is_archive
from coindex.io.files import File, opened, uncompressed

BLOCK = 1 << 16
"""Bytes between two steps of the progress bar."""
PATIENCE = 30
"""Seconds without data after which a server is given up; what has arrived is kept for the next
attempt.
"""

Progress = Callable[[int], None]


def download(corpus: Public, *, mirror: str = "", progress: Progress = lambda done: None) -> Path:
    """Download what is missing; an interrupted download is resumed."""
    home = mirror.rstrip("/") or corpus.home
    if not home.startswith(("https://", "http://")):
        raise CoindexError(
            Message("{home!r} is not an address: it must begin with https:// or http://", home=home)
        )
    for item in corpus.missing():
        target = corpus.stored(item)
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.part")
        address = f"{home}/{quote(item.path)}"
        _transfer(address, partial, item, progress)
        _settle(partial, target, item, address)
    return corpus.folder()


def _transfer(address: str, partial: Path, item: CorpusFile, progress: Progress) -> None:
    have = partial.stat().st_size if partial.exists() else 0
    progress(have)
    if have >= item.size:
        return
    resumed = {"Range": f"bytes={have}-"} if have else {}
    request = Request(address, headers=resumed)  # noqa: S310 - `download` lets only http and https through
    try:
        with (
            urlopen(request, timeout=PATIENCE) as answer,  # noqa: S310
            partial.open("ab" if answer.status == 206 else "wb") as out,
        ):
            if answer.status != 206 and have:
                progress(-have)
                have = 0
            while block := answer.read(min(BLOCK, item.size + 1 - have)):
                out.write(block)
                have += len(block)
                progress(len(block))
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(error, HTTPError):
            error.close()
        remedy = doing(Action.COPY_CORPUS, "try again")
        raise CoindexError(
            Message(
                "{address}: {reason}; what has arrived is kept",
                address=address,
                reason=Message(str(reason)),
            ),
            remedy=remedy,
        ) from error
    if have < item.size:
        raise CoindexError(
            Message(
                "{address}: the connection ended after {have:,} of {size:,} bytes; try again",
                address=address,
                have=have,
                size=item.size,
            )
        )


def copy(corpus: Public, source: Path, *, progress: Progress = lambda done: None) -> Path:
    """Copy what is missing from a file, folder or archive, or a folder of archives, whatever the
    names of its folders.
    """
    with ExitStack() as open_:
        by_name: dict[str, list[File]] = {}
        for file in _files(source, open_):
            by_name.setdefault(PurePosixPath(uncompressed(file.name)).name, []).append(file)
        missing = corpus.missing()
        lacking = [item for item in missing if PurePosixPath(item.path).name not in by_name]
        if lacking:
            first = lacking[0].path
            raise CoindexError(
                Message(
                    "{source}: {count} of {count_2} files are missing: {first} ...",
                    source=source,
                    count=len(lacking),
                    count_2=len(corpus.items),
                    first=first,
                )
            )
        for item in missing:
            candidates = by_name[PurePosixPath(item.path).name]
            file = next(
                (f for f in candidates if _checksum(f.open()) == item.sha256), candidates[0]
            )
            target = corpus.stored(item)
            target.parent.mkdir(parents=True, exist_ok=True)
            partial = target.with_name(f"{target.name}.part")
            with file.open() as content, partial.open("wb") as out:
                shutil.copyfileobj(content, out)
            _settle(partial, target, item, file.label)
            progress(item.size)
    return corpus.folder()


def _files(source: Path, open_: ExitStack) -> list[File]:
    files = []
    for file in open_.enter_context(opened(source)):
        files += list(open_.enter_context(opened(file.path))) if is_archive(file.path) else [file]
    return files


def _checksum(content: IO[bytes]) -> str:
    hashed = sha256()
    with content:
        while block := content.read(1 << 20):
            hashed.update(block)
    return hashed.hexdigest()


def _settle(partial: Path, target: Path, item: CorpusFile, origin: str) -> None:
    checksum = _checksum(partial.open("rb"))
    if checksum != item.sha256:
        partial.unlink()
        raise CoindexError(
            Message(
                "{origin}: not the file it should be (SHA-256 {checksum}…, expected "
                "{sha256}…); its site may have changed it: download it yourself, and name its "
                "path instead of the corpus",
                origin=origin,
                checksum=checksum[:16],
                sha256=item.sha256[:16],
            )
        )
    partial.replace(target)
