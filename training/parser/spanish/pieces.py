"""Spanish word pieces, and vectors for them made of those of an English encoder's pieces."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from coindex.training.antecedents.fitting import vocabulary_of
from training.parser.pieces import SPECIAL, tokenizer

Table = NDArray[np.float32]


def spanish_tokenizer(forms: Counter[str], *, size: int) -> Tokenizer:
    """WordPiece learnt from these forms; lower case, with accents."""
    built = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    built.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    built.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, min_frequency=3, special_tokens=list(SPECIAL), show_progress=False
    )
    built.train_from_iterator(_repeated(forms), trainer)
    return built


def english_tokenizer(vocabulary: list[str], forms: Iterable[str]) -> Tokenizer:
    """The English pieces that occur in these forms, and all single characters."""
    full = tokenizer(vocabulary)
    seen = {piece for form in forms for piece in full.encode(form, add_special_tokens=False).tokens}
    kept = [piece for piece in vocabulary if piece in seen or len(piece.removeprefix("##")) == 1]
    return tokenizer([*SPECIAL, *(piece for piece in kept if piece not in SPECIAL)])


def vectors(built: Tokenizer, english: list[str], table: Table) -> Table:
    """A row for each piece: the mean of the English pieces it consists of."""
    ids = {piece: row for row, piece in enumerate(english)}
    rows = [list(_parts(piece, ids)) for piece in vocabulary_of(built.to_str())]
    return np.stack([table[parts or [ids["[UNK]"]]].mean(0) for parts in rows])


def _repeated(forms: Counter[str]) -> Iterator[str]:
    for form in sorted(forms):
        yield from [form] * forms[form]


def _parts(piece: str, ids: dict[str, int]) -> Iterator[int]:
    """Longest English pieces from left to right; characters unknown to English are skipped."""
    if piece in ids:
        yield ids[piece]
        return
    inside = "##" if piece.startswith("##") else ""
    rest = _plain(piece.removeprefix("##"))
    while rest:
        length = next((size for size in range(len(rest), 0, -1) if inside + rest[:size] in ids), 0)
        if length:
            yield ids[inside + rest[:length]]
        rest, inside = rest[max(length, 1) :], "##"


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
