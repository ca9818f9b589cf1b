"""The encoder's word pieces, pruned to those that matter for one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from coindex.models.word_features import PIECES, clipped

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PAD, UNKNOWN, CLS, SEP, MASK = range(5)


def tokenizer(vocabulary: Iterable[str]) -> Tokenizer:
    """Uncased WordPiece over a vocabulary, ids in its order."""
    ids = {piece: index for index, piece in enumerate(vocabulary)}
    built = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
    built.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    built.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return built


def piece_ids(form: str, built: Tokenizer) -> list[int]:
    """Pieces of one word, never none and at most PIECES."""
    return list(clipped(built.encode(form, add_special_tokens=False).ids, PIECES)) or [UNKNOWN]


def pruned(vocabulary: list[str], forms: Counter[str], *, size: int) -> list[str]:
    """Special pieces, single characters, pieces seen twice, then the most frequent (lowest) ids."""
    full = tokenizer(vocabulary)
    seen: Counter[str] = Counter()
    for form, count in forms.items():
        for piece in full.encode(form, add_special_tokens=False).tokens:
            seen[piece] += count
    ranked = [
        *SPECIAL,
        *(piece for piece in vocabulary if _is_kept_character(piece)),
        *(piece for piece, count in seen.most_common() if count > 1),
        *(piece for piece in vocabulary if not piece.startswith("[unused")),
    ]
    return list(dict.fromkeys(ranked))[:size]


def _is_kept_character(piece: str) -> bool:
    """Single characters of European scripts, punctuation and symbols."""
    character = piece.removeprefix("##")
    return len(character) == 1 and (ord(character) < 0x530 or 0x2000 <= ord(character) < 0x2C00)
