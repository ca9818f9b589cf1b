"""The sample input of every format, taken from the formats' own tests."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path


def samples() -> dict[str, dict[str, str]]:
    """Format name to file name to content; a test module `test_NAME.py` declares them as SAMPLES."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        spec = spec_from_file_location(f"samples_of_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        declared = getattr(module, "SAMPLES", None)
        if declared:
            found[path.stem.removeprefix("test_")] = declared
    return found
