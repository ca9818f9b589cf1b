"""An object store in memory that goes by the name of S3, and refuses what it is told to."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

pytest.importorskip("fsspec", reason="pip install 'coindex[files]'")
from fsspec.implementations.memory import MemoryFileSystem


class Buckets(MemoryFileSystem):  # type: ignore[misc]
    """`refusals` are exceptions by the end of the path that they answer; there are
    two buckets, `crawl` and `out`.
    """

    protocol = "s3"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    refusals: ClassVar[dict[str, Exception]] = {}

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        inside = path.removeprefix("s3://").strip("/")
        return f"/{inside}" if inside else ""

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Any:
        self._ask(path)
        return super()._open(path, mode, **options)

    def cat_file(
        self, path: str, start: int | None = None, end: int | None = None, **options: Any
    ) -> bytes:
        self._ask(path)
        return bytes(super().cat_file(path, start, end, **options))

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **options: Any) -> None:
        self._ask(path)
        if self._strip_protocol(path).split("/")[1] not in ("crawl", "out"):
            raise FileNotFoundError("The specified bucket does not exist")
        super().pipe_file(path, value, mode, **options)

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        raise AssertionError("makes a bucket, if need be")

    def mv(self, path1: str, path2: str, **options: Any) -> None:
        raise AssertionError("copies, and needs leave to delete")

    def _ask(self, path: str) -> None:
        for end, error in self.refusals.items():
            if path.endswith(end):
                raise error

    @classmethod
    def uploaded(cls, folder: Path, to: str) -> None:
        for path in folder.rglob("*"):
            if path.is_file():
                cls().pipe_file(f"{to}/{path.relative_to(folder).as_posix()}", path.read_bytes())

    @classmethod
    def content(cls, below: str) -> dict[str, bytes]:
        root = cls._strip_protocol(below)
        inside = {
            path.removeprefix(f"{root}/"): path for path in cls.store if path.startswith(f"{root}/")
        }
        return {name: cls.store[path].getvalue() for name, path in inside.items()}
