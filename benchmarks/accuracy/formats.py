"""Every annotated public file: read, counted, written, read again, compared."""

from __future__ import annotations

import io
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.problems import Problems
from coindex.io.files import File, Files, opened


class Input(NamedTuple):
    """`published` are counts the corpus's own documentation gives, where it does."""

    corpus: str
    path: str
    format: str
    published: Mapping[str, int] = MappingProxyType({})
    exact: bool = False


INPUTS = (
    Input(
        "GUM train",
        "en_gum/dep_conllu_train.tar.gz",
        "conllu",
        {"documents": 177, "words": 177_410, "mentions": 49_649, "entities": 25_758},
        True,
    ),
    Input(
        "GUM dev",
        "en_gum/dep_conllu_dev.tar.gz",
        "conllu",
        {"documents": 30, "words": 28_119, "mentions": 7_897, "entities": 3_940},
        True,
    ),
    Input("GUM train, WebAnno", "en_gum/gum_coref_tsv_train.tar.gz", "webanno", {"documents": 177}),
    Input("GUM dev, WebAnno", "en_gum/gum_coref_tsv_dev.tar.gz", "webanno", {"documents": 30}),
    Input(
        "OntoGUM train",
        "en_gum/ontogum_conll_train.tar.gz",
        "conll",
        {"documents": 177, "mentions": 23_320, "entities": 5_311},
    ),
    Input(
        "OntoGUM dev",
        "en_gum/ontogum_conll_dev.tar.gz",
        "conll",
        {"documents": 30, "mentions": 3_818, "entities": 857},
    ),
    Input(
        "LitBank train, CoNLL",
        "en_litbank/litbank_coref_train.tar.gz",
        "conll",
        {"documents": 80, "words": 169_456, "mentions": 23_218, "entities": 6_344},
    ),
    Input(
        "LitBank dev, CoNLL",
        "en_litbank/litbank_coref_dev.tar.gz",
        "conll",
        {"documents": 10, "words": 20_438, "mentions": 3_053, "entities": 776},
    ),
    Input("LitBank train, brat and TSV", "en_litbank/litbank_coref_train.tar.gz", "litbank"),
    Input("LitBank dev, brat and TSV", "en_litbank/litbank_coref_dev.tar.gz", "litbank"),
    Input(
        "CRAFT train", "en_craft/craft_train.tar.xz", "craft", {"documents": 60, "entities": 14_164}
    ),
    Input("CRAFT dev", "en_craft/craft_dev.tar.xz", "craft", {"documents": 7, "entities": 2_139}),
    Input(
        "CRAFT train, syntax",
        "en_craft/craft_train.tar.xz",
        "conllu",
        {"documents": 60, "words": 493_380},
        True,
    ),
    Input(
        "CRAFT dev, syntax",
        "en_craft/craft_dev.tar.xz",
        "conllu",
        {"documents": 7, "words": 67_652},
        True,
    ),
    Input(
        "corefpro",
        "en_corefpro/corefpro_en_mmax.tar.gz",
        "mmax",
        {"documents": 14, "words": 11_908, "links": 1_134},
    ),
    Input("GAP development", "en_gap/gap-development.tsv.gz", "gap", {"documents": 2_000}),
    Input("GAP validation", "en_gap/gap-validation.tsv.gz", "gap", {"documents": 454}),
    Input("WinoBias dev", "en_winobias", "winobias", {"documents": 1_584}),
    Input("Winograd", "en_winograd/xwinograd_en.tsv.gz", "winograd", {"documents": 2_325}),
    Input("MuDoCo", "en_mudoco/mudoco_train_eval.tar.gz", "mudoco"),
    Input(
        "EWT train",
        "ud_en_ewt/en_ewt-ud-train.conllu.gz",
        "conllu",
        {"documents": 540, "words": 204_577},
        True,
    ),
    Input("EWT dev", "ud_en_ewt/en_ewt-ud-dev.conllu.gz", "conllu", {"words": 25_147}, True),
    Input(
        "UD English Pronouns",
        "ud_en_pronouns/en_pronouns-ud-test.conllu.gz",
        "conllu",
        {"words": 1_705},
        True,
    ),
    Input(
        "UD English CTeTex",
        "ud_en_ctetex/en_ctetex-ud-test.conllu.gz",
        "conllu",
        {"words": 9_273},
        True,
    ),
    Input(
        "AnCora dev",
        "ud_es_ancora/es_ancora-ud-dev.conllu.gz",
        "conllu",
        {"documents": 155, "words": 53_439},
        True,
    ),
    Input("GSD dev", "ud_es_gsd/es_gsd-ud-dev.conllu.gz", "conllu", {"words": 37_154}, True),
    Input("COSER", "ud_es_coser/es_coser-ud-test.conllu.gz", "conllu", {"words": 8_073}, True),
    Input(
        "AnCora samples",
        "es_ancora_corefud_samples/es_ancora_corefud_samples.conllu",
        "conllu",
        {"words": 1_231, "mentions": 269},
    ),
    Input("null subjects train", "es_nullsubj/train.txt.gz", "nullsubj", {"words": 414_333}),
    Input("null subjects dev", "es_nullsubj/dev.txt.gz", "nullsubj"),
)
COLUMNS = ("files", "documents", "sentences", "words", "empty", "mentions", "entities", "links")


def run(corpora: Path) -> bool:
    """Prints a table; true if nothing changed on the way and every published count is met."""
    table = Table(
        "corpus", "format", *COLUMNS, "written and read", "bytes", title="Formats on public corpora"
    )
    sound = True
    for entry in INPUTS:
        counts, equal, exact = examined(corpora / entry.path, entry)
        wrong = {what: n for what, n in entry.published.items() if counts[what] != n}
        sound &= equal and exact is not False and not wrong
        cells = [
            f"{counts[what]:,}" + (f" (published: {wrong[what]:,})" if what in wrong else "")
            for what in COLUMNS
        ]
        verdict = {True: "the same", False: "CHANGED", None: ""}
        table.add_row(entry.corpus, entry.format, *cells, verdict[equal], verdict[exact])
    Console(width=200).print(table)
    return sound


def examined(path: Path, entry: Input) -> tuple[Counter[str], bool, bool | None]:
    """Counts, whether writing and reading changes nothing, and whether the bytes
    are the same where they must be.
    """
    counts: Counter[str] = Counter()
    writable = entry.format in formats.writers()
    equal, exact = True, True if entry.exact else None
    with opened(path) as files, tempfile.TemporaryDirectory() as place:
        for group in _groups(files, entry):
            items = []
            for item in formats.reader_of(entry.format).read(group, Problems()):
                _count(item, counts)
                items.append(item)
            if not items:
                continue
            counts["files"] += len(group)
            equal &= _again(
                items, entry.format if writable else "jsonl", Path(place), group[0].stem
            )
            if entry.exact:
                stream = io.StringIO()
                formats.write_stream(items, stream, entry.format)
                exact = bool(exact) and stream.getvalue().encode() == b"".join(group[0].pieces())
    return counts, equal, exact


def _groups(files: Files, entry: Input) -> Iterator[Files]:
    """File by file where a file is a whole, so that little is held at a
    time; else everything at once.
    """
    if entry.format in ("conllu", "conll", "webanno"):
        wanted = (
            files
            if len(files) == 1
            else files.with_suffix(*formats.writers()[entry.format].suffixes)
        )
        for file in wanted:
            yield Files([file], files.label)
    else:
        yield files


def _again(items: list[Annotated], format: str, place: Path, stem: str) -> bool:
    writer = formats.writers()[format]
    target = place / f"{stem}{writer.suffixes[0]}"
    formats.write(items, target, format)
    with opened(target) as files:
        renamed = Files([File(file.path, file.name, file.label) for file in files], files.label)
        again = list(formats.reader_of(format).read(renamed, Problems()))
    return again == items


def _count(item: Annotated, counts: Counter[str]) -> None:
    counts["documents"] += 1
    counts["sentences"] += len(item.document.sentences)
    empty = sum(token.empty for token in item.document.tokens)
    counts["words"] += len(item.document.tokens) - empty
    counts["empty"] += empty
    counts["mentions"] += len(item.annotation.mentions)
    counts["entities"] += len(item.annotation.entities)
    counts["links"] += len(item.annotation.links)
