"""The example notebooks run from top to end: here in a plain namespace, and in Jupyter where it is
installed (`make notebooks`).
"""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from coindex.integrations import chain_editor

FOLDER = Path(__file__).parents[2] / "examples/notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def test_there_are_notebooks_without_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["compare-systems", "first-steps", "novel"]
    code = [cell for path in NOTEBOOKS for cell in cells(path) if cell["cell_type"] == "code"]
    assert len(code) > 15
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)


def displayed(code: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last line, if that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_run(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chain_editor, "_widget_class", lambda: SimpleNamespace)
    names: dict[str, Any] = {"__name__": "__main__"}
    values = [
        displayed("".join(cell["source"]), names)
        for cell in cells(path)
        if cell["cell_type"] == "code"
    ]
    shown = [value._repr_html_() for value in values if hasattr(value, "_repr_html_")]
    assert shown and all('class="m"' in html for html in shown)
    printed = capsys.readouterr().out
    expected = {"compare-systems": "hybrid", "first-steps": "[Mara]1", "novel": "Jonas"}
    assert expected[path.stem] in printed


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_jupyter_runs_them(path: Path, tmp_path: Path) -> None:
    client = pytest.importorskip("nbclient")
    notebooks = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("anywidget")
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    notebook = notebooks.read(path, as_version=4)
    client.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output["output_type"] == "error"]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert "text/html" in kinds
    if path.stem == "first-steps":
        assert "application/vnd.jupyter.widget-view+json" in kinds
