"""Reading CoNLL-U and CorefUD: tokens per CPU second against udapi and conllu, and memory on a tenfold corpus."""

from __future__ import annotations

import argparse
import gc
import gzip
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from coindex import formats
from coindex.core import document
from coindex.core.document import dependencies, features
from coindex.core.files import opened

ROUNDS = 9
DOCUMENTS = 24


def ours(path: Path) -> None:
    """Coindex keeps the notation of FEATS, DEPS and MISC, so each is decoded here."""
    for text, annotation in formats.read(path, "conllu"):
        for sentence in text.sentences:
            _ = sentence.id, sentence.comments, sentence.multiwords
        for token in text.tokens:
            _ = token.form, token.lemma, token.upos, token.xpos, token.head, token.deprel
            _ = features(token.feats), dependencies(token.deps), features(token.misc)
        for entity in annotation.entities:
            for mention in entity.mentions:
                _ = entity.id, entity.type, mention.head, mention.tokens, mention.attributes


def theirs_conllu(path: Path) -> None:
    """conllu decodes while it reads; it knows no entities, so that their cells are read as any other."""
    import conllu

    with path.open(encoding="utf-8") as stream:
        for sentence in conllu.parse_incr(stream):
            _ = sentence.metadata
            for token in sentence:
                _ = token["form"], token["lemma"], token["upos"], token["xpos"], token["head"], token["deprel"]
                _ = token["feats"], token["deps"], token["misc"]


def theirs_udapi(path: Path) -> None:
    """udapi decodes what is asked for; it is the only peer that reads entities, too."""
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


READERS: dict[str, Callable[[Path], None]] = {"coindex": ours, "conllu": theirs_conllu, "udapi": theirs_udapi}


def speed(path: Path) -> dict[str, float]:
    """Words per CPU second: the best of several rounds in which the readers take turns, for noise only slows them."""
    words = sum(len(item.document.tokens) for item in formats.read(path, "conllu"))
    found: dict[str, list[float]] = {name: [] for name in READERS}
    for _ in range(ROUNDS):
        for name, reader in READERS.items():
            gc.collect()  # what the reader before left behind is not this one's to clear up
            for decoded in (document._FEATURES, document._DEPENDENCIES):
                decoded.clear()  # nor does anybody begin with what was decoded in the round before
            start = time.process_time()
            reader(path)
            found[name].append(words / (time.process_time() - start))
    return {name: max(values) for name, values in found.items()}


def peak(path: Path) -> int:
    """Peak memory, in bytes, of a process that streams a file."""
    code = f"from benchmarks.formats import streamed; streamed({str(path)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) * 1024


def streamed(path: str) -> None:
    for item in formats.read(path, "conllu"):
        assert item.document.id == item.annotation.document
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def treebank(folder: Path, place: Path) -> Path:
    """EWT's dev part: no entities, so that all three read the same things."""
    plain = place / "plain.conllu"
    plain.write_bytes(gzip.decompress((folder / "ud_en_ewt" / "en_ewt-ud-dev.conllu.gz").read_bytes()))
    return plain


def corpus(folder: Path, place: Path) -> tuple[Path, Path]:
    """Some documents of GUM in one file, and ten times as many under other names in another."""
    with opened(folder / "en_gum" / "dep_conllu_dev.tar.gz") as files:
        texts = [file.path.read_text(encoding="utf-8") for file in list(files)[:DOCUMENTS]]
    once, tenfold = place / "once.conllu", place / "tenfold.conllu"
    once.write_text("".join(texts), encoding="utf-8")
    with tenfold.open("w", encoding="utf-8") as stream:
        for copy in range(10):
            stream.writelines(text.replace("# newdoc id = ", f"# newdoc id = copy{copy}-", 1) for text in texts)
    return once, tenfold


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    folder = arguments.parse_args().corpora
    with tempfile.TemporaryDirectory() as place:
        once, tenfold = corpus(folder, Path(place))
        files = {"CoNLL-U (EWT)": treebank(folder, Path(place)), "CorefUD (GUM)": once}
        print(f"{'':<16}{'reader':<10}{'tokens per CPU second':>24}{'ratio':>8}")
        for kind, path in files.items():
            measured = speed(path)
            for name, rate in measured.items():
                print(f"{kind:<16}{name:<10}{rate:>24,.0f}{measured['coindex'] / rate:>8.2f}")
        small, large = peak(once), peak(tenfold)
        print(f"peak memory {small / 1e6:.0f} MB, on ten times the corpus {large / 1e6:.0f} MB: {large / small:.2f}")


if __name__ == "__main__":
    main()
