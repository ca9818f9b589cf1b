"""The manifests of the documentation: they can be read, and ask for what is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from coindex.cli import commands

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def manifests() -> dict[str, Any]:
    pages = "".join(
        (DOCS / name).read_text(encoding="utf-8") for name in ("scale.md", "service.md")
    )
    read = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", pages, re.DOTALL))
    return {manifest["kind"]: manifest["spec"] for manifest in read}


def test_probes_ask_for_routes_of_the_service(manifests: dict[str, Any]) -> None:
    pytest.importorskip("fastapi", reason="pip install 'coindex[web]'")
    from coindex.workbench.service.app import Counting

    (container,) = manifests["Deployment"]["template"]["spec"]["containers"]
    probed = {container[probe]["httpGet"]["path"] for probe in ("livenessProbe", "readinessProbe")}
    assert probed <= set(Counting.ROUTES)
    assert [port["containerPort"] for port in container["ports"]] == [8000]


def test_the_job_is_a_command(manifests: dict[str, Any]) -> None:
    command = shlex.split(manifests["RayJob"]["entrypoint"])
    assert command[0] == "coindex"
    assert command[1] in commands()
    assert "ray(address='auto')" in command
