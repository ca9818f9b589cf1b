"""A job against a server that speaks S3, its driver killed on the way:
`pip install 'moto[server]' s3fs`.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.experiment.bulk.conftest import text
from tests.waiting import until

pytest.importorskip("s3fs", reason="s3fs is not installed")
boto3 = pytest.importorskip("boto3", reason="moto[server] is not installed")
server = pytest.importorskip("moto.server", reason="moto[server] is not installed")
pytestmark = pytest.mark.filterwarnings("default")

JOB = "-m", "coindex", "resolve", "s3://crawl/in/*.jsonl.gz", "--part", "4"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    yield "http://{}:{}".format(*running.get_host_and_port())
    running.stop()


@pytest.fixture
def store(address: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of a server with two buckets, both empty."""
    urlopen(f"{address}/moto-api/reset", data=b"").close()
    settings = {"ENDPOINT_URL": address, "DEFAULT_REGION": "us-east-1"}
    for name, value in {**settings, "ACCESS_KEY_ID": "key", "SECRET_ACCESS_KEY": "secret"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    client = boto3.client("s3")
    for bucket in ("crawl", "out"):
        client.create_bucket(Bucket=bucket)
    return client


@pytest.fixture
def crawl(store: Any, tmp_path: Path) -> Path:
    """120 documents in three compressed files, here and there, with a
    folder's own empty object beside them.
    """
    for file in range(3):
        path = tmp_path / f"rows{file}.jsonl.gz"
        rows = (json.dumps({"id": f"r{file}-{row}", "text": text(row)}) + "\n" for row in range(40))
        path.write_bytes(gzip.compress("".join(rows).encode(), mtime=0))
        store.upload_file(str(path), "crawl", f"in/{path.name}")
    store.put_object(Bucket="crawl", Key="in/", Body=b"")
    return tmp_path


def keys(store: Any, below: str) -> list[str]:
    return [
        found["Key"]
        for found in store.list_objects_v2(Bucket="out", Prefix=f"{below}/").get("Contents", [])
    ]


def content(store: Any, below: str) -> dict[str, bytes]:
    objects = {
        key.removeprefix(f"{below}/"): store.get_object(Bucket="out", Key=key)
        for key in keys(store, below)
    }
    return {name: found["Body"].read() for name, found in objects.items()}


@pytest.mark.parametrize("engine", ["serial", "processes(2)"])
def test_killed_and_gone_on_with(crawl: Path, store: Any, engine: str) -> None:
    near = [sys.executable, "-m", "coindex", "resolve", str(crawl / "*.jsonl.gz"), "--part", "4"]
    subprocess.run([*near, "-o", str(crawl / "near")], check=True)
    far = [sys.executable, *JOB, "--engine", engine, "-o", "s3://out/far", "--resume"]
    with subprocess.Popen(far) as driver:
        until(
            lambda: driver.poll() is not None or len(keys(store, "far/journal")) >= 3,
            "no three parts are done",
        )
        driver.send_signal(signal.SIGKILL)
    assert 3 <= len(keys(store, "far/journal")) < 30
    subprocess.run(far, check=True)
    files = (path for path in (crawl / "near").rglob("*") if path.is_file())
    assert content(store, "far") == {
        path.relative_to(crawl / "near").as_posix(): path.read_bytes() for path in files
    }


@pytest.mark.parametrize(
    ("output", "unset", "said"),
    [
        ("s3://typo/far", (), "no such bucket (make it, or check its name)"),
        ("s3://out/far", ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"), "AWS_PROFILE"),
    ],
)
def test_one_line_and_what_to_do(
    crawl: Path, store: Any, output: str, unset: tuple[str, ...], said: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": "none",
        "AWS_SHARED_CREDENTIALS_FILE": "none",
    }
    command = [sys.executable, *JOB, "-o", output]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert said in ended.stderr
    assert [bucket["Name"] for bucket in store.list_buckets()["Buckets"]] == ["crawl", "out"]
