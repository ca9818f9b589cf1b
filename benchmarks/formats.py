"""Reading CoNLL-U and CorefUD: tokens per CPU second against udapi and conllu,
and memory on a tenfold corpus.

Every field and entity is touched, in the cheapest way that each library offers.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from benchmarks.results import record
from coindex import formats
from coindex.core.document import features
from coindex.io.files import opened
from coindex.report.table import Cell, Table

TURNS, ROUNDS = 9, 3
DOCUMENTS = 24


@lru_cache(65_536)
def dependencies(notation: str) -> tuple[tuple[str, str], ...]:
    """`4:nsubj|8.1:conj:and` as heads, by their ids in the sentence, and labels."""
    items = (item.partition(":") for item in notation.split("|")) if notation else ()
    return tuple((head, label) for head, _, label in items)


def ours(path: Path) -> None:
    """Tokens and mentions are tuples. Coindex keeps the notation of FEATS, DEPS and
    MISC, so each is decoded here.
    """
    for text, annotation in formats.read(path, "conllu"):
        for sentence in text.sentences:
            _ = sentence.id, sentence.comments, sentence.multiwords
        for (
            _start,
            _end,
            _form,
            _lemma,
            _upos,
            _xpos,
            feats,
            _head,
            _deprel,
            deps,
            misc,
            _empty,
        ) in text.tokens:
            _ = features(feats), dependencies(deps), features(misc)
        for _id, mentions, _type, _attributes in annotation.entities:
            for parts, _head, _kind, _minimum, _id, _reference, _subtype, _attributes in mentions:
                for _start, _end in parts:
                    pass


def theirs_conllu(path: Path) -> None:
    """Tokens are dicts. conllu decodes while it reads; it knows no entities:
    their cells are read as any other.
    """
    import conllu

    with path.open(encoding="utf-8") as stream:
        for sentence in conllu.parse_incr(stream):
            _ = sentence.metadata
            for token in sentence:
                _id, _form, _lemma, _upos, _xpos, _feats, _head, _deprel, _deps, _misc = (
                    token.values()
                )


def theirs_udapi(path: Path) -> None:
    """Nodes are objects. udapi decodes what is asked for; it is the only
    peer that reads entities, too.
    """
    from udapi.core.document import Document

    whole = Document()
    whole.load_conllu(str(path))
    for tree in whole.trees:
        _ = tree.sent_id, tree.comment, tree.multiword_tokens
    for node in whole.nodes_and_empty:
        _ = node.form, node.lemma, node.upos, node.xpos, node.parent, node.deprel
        _ = node.feats["Number"], node.deps, node.misc["SpaceAfter"]
    for entity in whole.coref_entities:
        for mention in entity.mentions:
            _ = entity.eid, entity.etype, mention.head, mention.words, mention.other


READERS: dict[str, Callable[[Path], None]] = {
    "coindex": ours,
    "conllu": theirs_conllu,
    "udapi": theirs_udapi,
}


def speed(path: Path) -> dict[str, float]:
    """Words per CPU second. Readers take turns, each in a process of its own; the
    best counts, for noise only slows.
    """
    words = sum(len(item.document.tokens) for item in formats.read(path, "conllu"))
    found: dict[str, list[float]] = {name: [] for name in READERS}
    for _ in range(TURNS):
        for name in READERS:
            found[name].append(words / float(_apart(f"timed({name!r}, {str(path)!r})")))
    return {name: max(values) for name, values in found.items()}


def timed(name: str, path: str) -> None:
    seconds = []
    for _ in range(ROUNDS):
        gc.collect()  # what the round before left behind
        for decoded in (features, dependencies):
            decoded.cache_clear()  # each round decodes everything again
        start = time.process_time()
        READERS[name](Path(path))
        seconds.append(time.process_time() - start)
    print(min(seconds))


def _apart(call: str) -> str:
    """What a function of this file prints in a process of its own."""
    code = f"import benchmarks.formats as here; here.{call}"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout


def peak(path: Path) -> int:
    """Peak memory, in bytes, of a process that streams a file."""
    return int(_apart(f"streamed({str(path)!r})")) * 1024


def streamed(path: str) -> None:
    for item in formats.read(path, "conllu"):
        assert item.document.id == item.annotation.document
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def treebank(folder: Path, place: Path) -> Path:
    """EWT's dev part: no entities, so that all three read the same things."""
    plain = place / "plain.conllu"
    plain.write_bytes(
        gzip.decompress((folder / "ud_en_ewt" / "en_ewt-ud-dev.conllu.gz").read_bytes())
    )
    return plain


def corpus(folder: Path, place: Path) -> tuple[Path, Path]:
    """Some documents of GUM in one file, and ten times as many under other names in another."""
    with opened(folder / "en_gum" / "dep_conllu_dev.tar.gz") as files:
        texts = [file.path.read_text(encoding="utf-8") for file in list(files)[:DOCUMENTS]]
    once, tenfold = place / "once.conllu", place / "tenfold.conllu"
    once.write_text("".join(texts), encoding="utf-8")
    with tenfold.open("w", encoding="utf-8") as stream:
        for copy in range(10):
            stream.writelines(
                text.replace("# newdoc id = ", f"# newdoc id = copy{copy}-", 1) for text in texts
            )
    return once, tenfold


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    folder = arguments.parse_args().corpora
    with tempfile.TemporaryDirectory() as place:
        once, tenfold = corpus(folder, Path(place))
        files = {"CoNLL-U (EWT)": treebank(folder, Path(place)), "CorefUD (GUM)": once}
        rows: list[list[Cell]] = []
        for kind, path in files.items():
            measured = speed(path)
            for name, rate in measured.items():
                rows.append([kind, name, f"{rate:,.0f}", f"{measured['coindex'] / rate:.2f}"])
        small, large = peak(once), peak(tenfold)
        note = (
            f"Peak memory {small / 1e6:.0f} MB, on ten times the corpus {large / 1e6:.0f} MB: "
            f"{large / small:.2f}."
        )
        columns = ("", "reader", "tokens per CPU second", "ratio")
        record(
            "formats-speed",
            [Table(columns, rows, notes=[note])],
            command="python -m benchmarks.formats --corpora FOLDER",
        )


if __name__ == "__main__":
    main()
