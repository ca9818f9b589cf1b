"""MuDoCo's task dialogues (Martin, Poddar & Upasani 2020), in their JSON Lines edition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.problems import Problems
from coindex.formats.clusters import Clusters
from coindex.formats.records import looks_like_json, records
from coindex.formats.standoff import own
from coindex.io.files import File, Files
from coindex.language.languages import DEFAULT

_NAME = re.compile(r"mudoco_(\w+)\.json(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class MuDoCo:
    """Turns are sentences, said by `user` or `system`; domain and
    split come from the file's name.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".jsonlines",)

    def recognise(self, file: File) -> float:
        named = _NAME.search(file.name) is not None
        sample = file.sample() if named else ""
        return 0.95 if looks_like_json(sample) and '"doc_key"' in sample else 0.2 if named else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        clusters = Clusters(unit="words", ends="inclusive", language=DEFAULT)
        for file in own(files, (file for file in files if self.recognise(file))):
            named = _NAME.search(file.name)
            about = zip(("domain", "split"), named.groups() if named else (), strict=False)
            meta = {key: value for key, value in about if value}
            for number, record in enumerate(records(file, problems), 1):
                record.only(("doc_key", "sentences", "speakers", "clusters"))
                item = clusters.annotated(record, record.string("doc_key", f"{file.id}-{number}"))
                yield item._replace(document=replace(item.document, meta=meta))
