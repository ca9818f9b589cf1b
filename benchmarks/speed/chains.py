"""Times one resolver from raw text to chains, in a process of its own; prints one line of JSON.

    PYTHON benchmarks/speed/chains.py RESOLVER FILE

FILE has documents as JSON Lines. Needs nothing but an installed Coindex, of any release.
Loading and the first document are left out.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path

from coindex.core.document import Document

try:
    home = import_module("coindex.pipeline.pipeline")
except ModuleNotFoundError:  # 0.1.0
    home = import_module("coindex.experiment.pipeline")


def main() -> None:
    resolver, file = sys.argv[1:]
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    documents = [Document(one["id"], one["text"], "en") for one in map(json.loads, lines)]
    pipeline = home.Pipeline(resolver=resolver)
    words, seconds = 0, 0.0
    for number, document in enumerate(documents):
        started = time.process_time()
        parsed = next(iter(pipeline.parsed([document])))
        pipeline.resolved(parsed)
        if number:
            words, seconds = words + len(parsed.tokens), seconds + time.process_time() - started
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    print(json.dumps({"words": words, "rate": words / seconds, "megabytes": peak}))


if __name__ == "__main__":
    main()
