"""Runs ONNX models on the processor, without log messages and without telemetry."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def tokenizer(path: Path) -> Any:
    """A tokeniser of word pieces. The bundled parser and resolver of a language have the same one,
    which is loaded once: the first answer of `neural` comes 1 % sooner.
    """
    return _tokenizer(path.read_bytes())


@lru_cache(maxsize=4)
def _tokenizer(contents: bytes) -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_buffer(contents)


def session(path: Path, threads: int, shared: Mapping[str, NDArray[np.int8]] | None = None) -> Any:
    """A model that is ready to run; `shared` are matrices by name that its file leaves out, because
    another model's file has them.

    By default, the runtime would store an id of the machine in the home directory and report its
    use to its vendor.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # read when the library is loaded
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if shared:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in shared.values()]
        options.add_external_initializers(list(shared), values)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
