"""`coindex serve`: tokens, first accounts, and what the server says."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from tests.faults.serving import PATIENCE, serving


def test_a_new_file_gets_a_project_and_the_server_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address has a token in it, which is the same at each start,
    and which nobody else can read.
    """
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    with serving(str(tmp_path / "novels.db"), token=True) as server:
        assert server.address.startswith("http://127.0.0.1:")
        projects = f"{server.address}/api/v1/projects"
        assert httpx2.get(projects, timeout=PATIENCE).status_code == 401
        found = httpx2.get(
            projects, timeout=PATIENCE, headers={"authorization": f"Bearer {server.token}"}
        ).json()
        assert [one["name"] for one in found] == ["My project"]
        first = server.token
    kept = tmp_path / "share" / "coindex" / "token"
    assert kept.read_text().strip() == first and kept.stat().st_mode & 0o777 == 0o600
    with serving(str(tmp_path / "novels.db"), token=True) as server:
        assert server.token == first
    kept.chmod(0o644)
    with serving(str(tmp_path / "novels.db"), token=True) as server:
        assert server.token != first, "one that others could read is not used"


def test_a_team_gets_a_first_account_whose_password_is_not_in_the_log(tmp_path: Path) -> None:
    kept = tmp_path / "first-password.txt"
    with serving(str(tmp_path / "novels.db"), "--team") as server:
        said = "".join(server.said)
        assert httpx2.get(f"{server.address}/api/v1/projects", timeout=PATIENCE).status_code == 401
        password = kept.read_text().strip()
        assert str(kept) in said and password not in said
        assert kept.stat().st_mode & 0o777 == 0o600
        answer = httpx2.post(
            f"{server.address}/login",
            timeout=PATIENCE,
            json={"name": "admin", "password": password},
        )
        assert (answer.json()["role"], answer.json()["initial"]) == ("admin", True)
    with serving(str(tmp_path / "novels.db"), "--team") as server:
        assert "first account" not in "".join(server.said)
