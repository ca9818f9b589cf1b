"""`coindex corpora`, against a server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex import corpora
from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.corpora import catalogue
from coindex.corpora.catalogue import CorpusFile, Public

CONTENT = {"data/one.txt": b"one " * 50_000, "data/two words.txt": b"two\n"}


class _Server:
    """Serves CONTENT; `broken_after` cuts the next answer short, `asked` lists ranges asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.broken_after = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.lstrip("/").replace("%20", " ")
                begin = self.headers.get("Range", "")
                server.asked.append((path, begin))
                content = CONTENT.get(path)
                if content is None:
                    self.send_error(404)
                    return
                start = int(begin.removeprefix("bytes=").rstrip("-")) if begin else 0
                self.send_response(206 if begin else 200)
                self.send_header("Content-Length", str(len(content) - start))
                self.end_headers()
                end = server.broken_after or len(content)
                server.broken_after = 0
                self.wfile.write(content[start:end])

            def log_message(self, format: str, *args: object) -> None: ...

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


@pytest.fixture
def server() -> Iterator[_Server]:
    made = _Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Public:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    items = tuple(
        CorpusFile(part, path, len(CONTENT[path]), sha256(CONTENT[path]).hexdigest())
        for part, path in zip(("train", "dev"), CONTENT, strict=True)
    )
    made = Public(
        "tiny", "A tiny corpus", "en", "text", "CC0", "nobody/tiny", "0123456789abcdef", items
    )
    for module in (catalogue, corpora):
        monkeypatch.setattr(module, "public", lambda: {"tiny": made})
    monkeypatch.setattr("coindex.cli.corpora_command.public", lambda: {"tiny": made})
    return made


def called(*arguments: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(app, ["corpora", *arguments])
    if isinstance(outcome.exception, CoindexError):
        return 2, str(outcome.exception)
    return outcome.exit_code, outcome.output


def test_a_corpus_is_fetched_checked_and_found(server: _Server, tiny: Public) -> None:
    with pytest.raises(CoindexError, match="coindex corpora get tiny"):
        corpora.find("tiny")
    code, output = called("get", "tiny", "--mirror", server.address)
    assert code == 0
    assert "licence: CC0" in output
    assert "2 files, all checksums right" in output
    found = corpora.find("tiny/dev")
    assert (found.name, found.licence, found.version) == ("tiny/dev", "CC0", "0123456789ab")
    assert (found.path / "data/two words.txt").read_bytes() == b"two\n"
    assert called("list")[1].count(" here ") == 1


def test_nothing_is_fetched_twice(server: _Server, tiny: Public) -> None:
    called("get", "tiny", "--mirror", server.address)
    called("get", "tiny", "--mirror", server.address)
    assert len(server.asked) == 2


def test_an_interrupted_file_goes_on_where_it_was(server: _Server, tiny: Public) -> None:
    server.broken_after = 70_000
    code, output = called("get", "tiny", "--mirror", server.address)
    assert code == 2
    assert "try again" in output
    assert called("get", "tiny", "--mirror", server.address)[0] == 0
    assert ("data/one.txt", "bytes=70000-") in server.asked
    assert tiny.stored(tiny.items[0]).read_bytes() == CONTENT["data/one.txt"]


def test_another_file_is_refused_and_nothing_kept(
    server: _Server, tiny: Public, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONTENT, "data/one.txt", b"no! " * 50_000)
    code, output = called("get", "tiny", "--mirror", server.address)
    assert code == 2
    assert "not the file it should be" in output
    assert not list(tiny.folder().rglob("one.txt*"))


def test_a_longer_file_is_not_read_to_its_end(
    server: _Server, tiny: Public, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONTENT, "data/one.txt", b"one " * 5_000_000)
    assert called("get", "tiny", "--mirror", server.address)[0] == 2


def test_missing_pages_and_odd_addresses(server: _Server, tiny: Public) -> None:
    assert "Not Found" in called("get", "tiny", "--mirror", f"{server.address}/elsewhere")[1]
    assert "is not an address" in called("get", "tiny", "--mirror", "file:///etc")[1]
    assert "did you mean 'tiny'" in called("get", "tiyn")[1]


def test_a_local_copy(tiny: Public, tmp_path: Path) -> None:
    source = tmp_path / "copy/any/where"
    source.mkdir(parents=True)
    for path, content in CONTENT.items():
        (source / Path(path).name).write_bytes(content)
    assert called("get", "tiny", "--from", str(tmp_path / "copy"))[0] == 0
    assert not tiny.missing()


def test_an_incomplete_local_copy(tiny: Public, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    code, output = called("get", "tiny", "--from", str(tmp_path / "copy"))
    assert code == 2
    assert "2 of 2 files are missing" in output


def test_the_catalogue_is_sound() -> None:
    for corpus in catalogue.public().values():
        assert corpus.items, corpus.name
        assert len({item.path for item in corpus.items}) == len(corpus.items)
        assert all(len(item.sha256) == 64 and item.size for item in corpus.items)
        assert not any(
            item.path.startswith(("/", ".")) or ".." in item.path for item in corpus.items
        )
        assert corpus.licence
