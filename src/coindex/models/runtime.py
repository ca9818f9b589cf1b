"""Runs ONNX models on the processor, without log messages and without telemetry."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def session(path: Path, threads: int) -> Any:
    """A model that is ready to run.

    By default, the runtime would store an id of the machine in the home directory and report its
    use to its vendor.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # read when the library is loaded
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
