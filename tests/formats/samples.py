"""The sample input of every format, taken from the formats' own tests."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path


def samples() -> dict[str, dict[str, bytes]]:
    """Format name to file name to content; a test module `test_NAME.py` declares
    them as SAMPLES or SAMPLES_BYTES, and one for several formats as SAMPLES_OF.
    """
    found: dict[str, dict[str, bytes]] = {}
    own = sorted(Path(__file__).parent.glob("test_*.py"))
    for path in (*own, Path(__file__).parents[1] / "systems/test_documented.py"):
        spec = spec_from_file_location(f"samples_of_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        texts: dict[str, str] = getattr(module, "SAMPLES", {})
        declared: dict[str, bytes] = getattr(module, "SAMPLES_BYTES", {})
        if texts or declared:
            encoded = {name: content.encode() for name, content in texts.items()}
            found[path.stem.removeprefix("test_")] = encoded | declared
        several: dict[str, dict[str, str]] = getattr(module, "SAMPLES_OF", {})
        for format, files in several.items():
            found[format] = {name: content.encode() for name, content in files.items()}
    return found
