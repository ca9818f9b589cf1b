"""Returns memory to the system after long work."""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import cache
from typing import Any

from coindex.core.identity import forget


def give_back() -> None:
    """Forget what was computed for the last documents, collect it, and trim the
    heap: glibc keeps freed memory.
    """
    forget()
    gc.collect()
    library = _library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _library() -> Any:
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL("libc.so.6")
        return library if hasattr(library, "malloc_trim") else None
    except OSError:
        return None
