"""Jobs over object stores: what is written, and what is said and kept when the store refuses."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.core.errors import CoindexError, FormatError
from coindex.experiment.bulk import storage
from coindex.experiment.bulk.remote import Unreachable
from coindex.experiment.bulk.sources import Sources, fixed_name
from tests.experiment.bulk.conftest import GOOD, text
from tests.experiment.bulk.test_job import Stopped, Stopping, content, errors, ids, job, run

registry = pytest.importorskip("fsspec.registry", reason="pip install 'coindex[files]'")
from tests.experiment.bulk.buckets import Buckets  # noqa: E402 - it needs fsspec


class NoCredentialsError(Exception):
    pass


@pytest.fixture(autouse=True)
def _empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry._registry, "s3", Buckets)
    monkeypatch.setattr(Buckets, "store", {})
    monkeypatch.setattr(Buckets, "refusals", {})
    monkeypatch.setattr(Buckets, "pseudo_dirs", [""])
    Buckets.clear_instance_cache()
    yield
    Buckets.clear_instance_cache()


@pytest.fixture
def crawl(folder: Path) -> Path:
    """The folder, also in a bucket; the last of its files is a compressed one."""
    with gzip.open(folder / "zipped.jsonl.gz", "wt") as stream:
        stream.writelines(
            json.dumps({"id": f"z{number}", "text": text(number)}) + "\n" for number in range(6)
        )
    Buckets.uploaded(folder, "s3://crawl/in")
    return folder


def test_the_same_files_as_here_and_no_others(crawl: Path, tmp_path: Path) -> None:
    run(job(crawl, output=tmp_path / "near"))
    assert run(job("s3://crawl/in", output="s3://out/far")).done == GOOD + 6
    assert Buckets.content("s3://out/far") == content(tmp_path / "near")


@pytest.mark.parametrize("after", [0, 5, 26])
def test_stopped_and_gone_on_with(crawl: Path, tmp_path: Path, after: int) -> None:
    run(job(crawl, output=tmp_path / "whole"))
    far = job("s3://crawl/in", output="s3://out/far")
    with pytest.raises(Stopped):
        far.run(Stopping(after))
    run(far, resume=True)
    assert Buckets.content("s3://out/far") == content(tmp_path / "whole")


@pytest.mark.parametrize(
    "refused", ["same0.txt", "zipped.jsonl.gz", "part-000003.jsonl", "000004.json"]
)
@pytest.mark.parametrize(
    "error", [PermissionError("ExpiredToken"), OSError(16, "SlowDown"), NoCredentialsError()]
)
def test_what_a_store_refuses_is_not_set_aside_but_done_later(
    crawl: Path, tmp_path: Path, refused: str, error: Exception
) -> None:
    run(job(crawl, output=tmp_path / "whole"))
    far = job("s3://crawl/in", output="s3://out/far")
    Buckets.refusals[refused] = error
    with pytest.raises(
        Unreachable, match=rf"{refused}: {type(error).__name__}.*resume the job to continue"
    ):
        run(far)
    Buckets.refusals.clear()
    run(far, resume=True)
    assert Buckets.content("s3://out/far") == content(tmp_path / "whole")


def test_a_store_that_fails_within_a_file(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise OSError("connection reset")

    monkeypatch.setattr("fsspec.implementations.memory.MemoryFile.read", broken)
    with pytest.raises(Unreachable, match="connection reset"):
        list(Sources.of(["s3://crawl/in/zipped.jsonl.gz"], "jsonl").items())


def test_an_object_that_is_gone_is_set_aside(crawl: Path, tmp_path: Path) -> None:
    made = job("s3://crawl/in", output=tmp_path / "out")
    Buckets().rm_file("s3://crawl/in/deep/same1.txt")
    assert run(made).done == GOOD + 5
    assert "no such file" in errors(tmp_path / "out")["deep/same1.txt:1"]


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (NoCredentialsError("Unable to locate credentials"), "AWS_ACCESS_KEY_ID"),
        (PermissionError("Access Denied"), "have it allowed"),
        (ConnectionError("no route\nto host"), "endpoint"),
    ],
)
def test_a_line_says_what_to_do(error: Exception, remedy: str, crawl: Path) -> None:
    Buckets.refusals["job.json"] = error
    with pytest.raises(Unreachable, match=remedy) as raised:
        run(job(crawl, output="s3://out/far"))
    assert "\n" not in str(raised.value)
    assert "s3://out/far/job.json" in str(raised.value)


def test_a_bucket_that_is_not_there_is_not_made(crawl: Path) -> None:
    with pytest.raises(
        FormatError, match=r"s3://typo/far: no such bucket \(make it, or check its name\)"
    ):
        run(job(crawl, output="s3://typo/far"))
    for none in ("s3://typo/in", "s3://typo/*.txt", "s3://crawl/typo.txt"):
        with pytest.raises(FormatError, match="no such file"):
            Sources.of([none])


def test_names_that_look_like_something_else() -> None:
    names = [
        "a b.txt",
        "caf\u00e9 #1.txt",
        "per%20cent.txt",
        "q?.txt",
        "two::colons.txt",
        "x[1].txt",
        "year=1/a.txt",
    ]
    for name in [*names, "year=1/.hidden.txt", ".git/a.txt"]:
        Buckets().pipe_file(f"s3://crawl/odd/{name}", text(1).encode())
    items = list(Sources.of(["s3://crawl/odd"]).items())
    assert [item.source for item in items] == sorted(names)
    assert [file.name for file in Sources.of(["s3://crawl/odd/x[1].txt"]).files] == ["x[1].txt"]


def test_reasons_name_the_source_wherever_it_lies(tmp_path: Path) -> None:
    near = tmp_path / "in"
    near.mkdir()
    word = "1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t_\n\n"
    (near / "twice.conllu").write_text(
        "".join(f"# newdoc id = same\n# text = Ann\n{word}" for _ in range(2))
    )
    Buckets.uploaded(near, "s3://crawl/in")
    run(job(near, output=tmp_path / "near"))
    run(job("s3://crawl/in", output=tmp_path / "far"))
    assert errors(tmp_path / "near")
    assert content(tmp_path / "near") == content(tmp_path / "far")


def test_within_an_archive(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "texts.zip", "w") as archive:
        for path in folder.rglob("*.txt"):
            archive.write(path, path.relative_to(folder))
    run(job(f"zip://**/*.txt::file://{tmp_path}/texts.zip", output=tmp_path / "out"))
    assert sorted(ids(tmp_path / "out")) == ["deep/same0", "deep/same1", "same0", "same1"]


def test_signed_web_addresses_are_called_after_their_files() -> None:
    signed = "https://crawl.example/in/a.jsonl.gz?X-Credential=key/2026/s3&X-Signature=4*"
    assert not storage.has_magic(signed)
    assert storage.without_query(signed).endswith("/a.jsonl.gz")
    assert storage.fixed_part(signed) == "https://crawl.example/in"
    assert fixed_name(signed) == "a.jsonl"


def test_drivers_that_are_not_there() -> None:
    with pytest.raises(CoindexError, match=r"zz://crawl/a\.txt: Protocol not known"):
        Sources.of(["zz://crawl/a.txt"])
