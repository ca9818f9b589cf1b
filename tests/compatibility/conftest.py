"""Files that earlier versions wrote."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parents[1] / "fixtures" / "0.1.0"
