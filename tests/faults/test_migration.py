"""Databases of earlier versions when something goes wrong while they
are migrated; and on PostgreSQL.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

from coindex.core.errors import CoindexError
from coindex.workbench.store import migration
from coindex.workbench.store.backup import restore
from coindex.workbench.store.database import address
from coindex.workbench.store.store import Store
from tests.compatibility.conftest import FILES
from tests.faults.conftest import Tell
from tests.faults.serving import postgresql

KILLED = """
import os, signal, sys
from coindex.workbench.store import migration
from coindex.workbench.store.store import Store

whole = migration.STEPS[1]

def killed(connection):
    whole(connection)
    os.kill(os.getpid(), signal.SIGKILL)

migration.STEPS[1] = killed
Store(sys.argv[1])
"""


def contents(store: Store) -> dict[str, Any]:
    expected = json.loads((FILES / "revisions.json").read_text())
    return {id: store.revisions.value(int(id)) for id in expected}


EXPECTED = {
    id: one["annotation"] for id, one in json.loads((FILES / "revisions.json").read_text()).items()
}


def test_killed_while_it_is_migrated(tmp_path: Path, tell: Tell) -> None:
    """The tables are those of before; the next start makes another copy and migrates them."""
    path = Path(shutil.copy(FILES / "workbench.db", tmp_path / "workbench.db"))
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=120)
    assert ended.returncode == -signal.SIGKILL
    store = Store(path)
    assert contents(store) == EXPECTED
    store.close()
    copies = sorted(file.name for file in tmp_path.glob("*.schema-1*"))
    assert copies == ["workbench.db.schema-1", "workbench.db.schema-1.2"]
    tell("killed in the middle of a migration: everything is there")


LATER = (
    ("revisions", "depth"),
    ("sessions", "scope"),
    ("projects", "assigned_only"),
    ("memberships", "role"),
)
"""Columns that 0.1.0 did not have."""


def as_of_0_1_0(url: str) -> None:
    """What 0.1.0 would have left in PostgreSQL: its backup in tables of that time."""
    store = Store(url)
    restore(FILES / "backup.jsonl.gz", store.database)
    with store.database.writing() as connection:
        for table, column in LATER:
            connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.exec_driver_sql("DELETE FROM about WHERE name = 'id'")
        connection.exec_driver_sql(
            "UPDATE about SET value = 'coindex-store/1' WHERE name = 'schema'"
        )
    store.close()


def columns(url: str) -> set[str]:
    engine = create_engine(address(url))
    with engine.connect() as connection:
        found = {column["name"] for column in inspect(connection).get_columns("revisions")}
    engine.dispose()
    return found


def test_postgresql_is_migrated_in_one_transaction(
    monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    whole = migration.STEPS[1]

    def failing(connection: Any) -> None:
        whole(connection)
        raise CoindexError("in the middle of it")

    with postgresql() as cluster:
        as_of_0_1_0(cluster.url)
        monkeypatch.setitem(migration.STEPS, 1, failing)
        with pytest.raises(CoindexError, match="in the middle"):
            Store(cluster.url)
        assert "depth" not in columns(cluster.url)
        monkeypatch.setitem(migration.STEPS, 1, whole)
        store = Store(cluster.url)
        assert "depth" in columns(cluster.url)
        assert contents(store) == EXPECTED
        assert len(store.database.id) == 32
        store.close()
    tell("PostgreSQL: a migration that failed changed nothing, the next one everything")
