"""The containers of `compose.yaml`, as far as they can be tried without Docker."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.serving import serving

COMPOSE = Path(__file__).parents[2] / "compose.yaml"
HOST = "annotate.example.org"


@pytest.fixture
def services() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    return found


def test_containers_have_no_more_rights_than_they_need(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["mem_limit"] and service["pids_limit"] and service["healthcheck"], name
    assert "cap_add" not in services["workbench"]
    for value in services["workbench"]["environment"].values():
        assert "://" not in value or "PASSWORD" not in value, "a password may have any characters"
    # Docker does not start a container that may use more cores than there are.
    assert services["workbench"]["cpus"] == "${COINDEX_CPUS:-2}"
    assert all("cpus" not in one for name, one in services.items() if name != "workbench")


def test_the_health_of_a_server_with_these_options_is_checked(
    services: dict[str, Any], tmp_path: Path
) -> None:
    workbench = services["workbench"]
    options = [re.sub(r"\$\{COINDEX_HOST.*\}", HOST, one) for one in workbench["command"]]
    assert options.pop(0) == "serve"
    with serving(str(tmp_path / "team.db"), *options) as server:
        port = server.address.rpartition(":")[2]
        kind, _, *arguments = workbench["healthcheck"]["test"]
        assert kind == "CMD"
        command = [sys.executable, *(one.replace(":8000", f":{port}") for one in arguments)]
        for host, healthy in ((HOST, True), ("elsewhere.example.org", False)):
            environment = {**os.environ, "COINDEX_HOST": host}
            checked = subprocess.run(command, env=environment, capture_output=True, check=False)
            assert (checked.returncode == 0) is healthy, checked.stderr.decode()
