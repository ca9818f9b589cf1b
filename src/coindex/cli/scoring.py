"""From the paths and measures of a command line to tallies and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from coindex import __version__, corpora
from coindex.cli.inputs import exists, like_a_path
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.errors import AlignmentError, CoindexError, FormatError
from coindex.core.problems import Problems
from coindex.core.spec import Spec, parameters
from coindex.experiment.scored import MEASURES
from coindex.formats import spans
from coindex.measures.comparison import Comparison, Contender, adjusted, compared
from coindex.measures.coreference import B3, BLANC, LEA, MUC, CEAFe, CEAFm, CoNLL, Mentions
from coindex.measures.overlap import Overlap
from coindex.measures.pair import Pair
from coindex.measures.pairing import NOTHING
from coindex.measures.tally import Setting, Tally

DEFAULT = tuple(registry.build("measures", name) for name in MEASURES)


class Inputs(NamedTuple):
    """The key, and how files are read."""

    key: Path
    format: str = ""
    missing: str = "error"
    zeros: str = "dependent"
    lenient: bool = False
    decisions: Path | None = None
    name: str = ""

    def checked(self) -> Inputs:
        """The same, if what was said about them can be understood; a key that is no path may be a corpus's name."""
        for name, known in (("missing", ("error", "empty")), ("zeros", ("dependent", "linear"))):
            if getattr(self, name) not in known:
                raise CoindexError(f"--{name} is {' or '.join(known)}, not {getattr(self, name)!r}")
        if self.key.exists():
            return self._replace(name=self.key.stem)
        corpus = corpora.find(str(self.key))
        return self._replace(key=corpus.path, name=corpus.name)

    def signature(self, setting: Setting | None = None) -> str:
        """What else a number depends on; the sum after # tells one state of the key from another."""
        parts = [f"corpus:{self.name}#{_checksum(self.key):08x}"]
        parts += [f"missing:{self.missing}"] if self.missing != "error" else []
        parts += [f"zeros:{self.zeros}"] if self.zeros != "dependent" else []
        parts += [f"bs:{setting.draws}", f"seed:{setting.seed}"] if setting else []
        return "|".join([*parts, f"v:{__version__}"])


def _checksum(path: Path) -> int:
    value = 0
    for file in sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                value = crc32(block, value)
    return value


def split_arguments(arguments: Sequence[str]) -> tuple[list[Path], Sequence[Any]]:
    """Paths and measures: a word that exists as a path is one, everything else must be a measure."""
    paths = [Path(argument) for argument in arguments if exists(argument)]
    named = [argument for argument in arguments if not exists(argument)]
    if not paths:
        raise CoindexError(f"no response: {arguments[0]!r} is no file or folder")
    return paths, [_measure(text) for text in named] or DEFAULT


def _measure(text: str) -> Any:
    from coindex.core.errors import UnknownComponent
    from coindex.measures.alignment import check_view

    if like_a_path(text):
        raise FormatError("no such file or folder", path=text, remedy="check the path")
    try:
        measure = registry.build("measures", text)
    except UnknownComponent as error:
        raise CoindexError(f"{text!r} is neither a file or folder nor a measure: {error}") from error
    check_view(measure.view)
    return measure


def spelled(measure: Any) -> str:
    """The shortest string that builds a measure."""
    named = parameters(measure)
    view = next((str(value) for name, value in named if name == "view"), "")
    options = tuple(pair for pair in named if pair[0] != "view")
    return str(Spec(type(measure).__name__, named=options, view=view))


class _Spans:
    """A key and a response of which only spans are known."""

    def __init__(self, key: spans.Spans, response: spans.Spans) -> None:
        self._key, self._response = key.entities, response.entities
        self._overlaps: dict[bool, Overlap] = {}

    def overlap(self, view: str, *, singletons: bool = True) -> Overlap:
        if singletons not in self._overlaps:
            self._overlaps[singletons] = Overlap.of(self._key, self._response, singletons=singletons)
        return self._overlaps[singletons]


def tallied(inputs: Inputs, response: Path, measures: Sequence[Any], setting: Setting, found: Counter[str]) -> Tally:
    """The counts of a response; `found` collects what is odd about it."""
    if _only_spans(inputs, response, measures, setting):
        try:
            return _from_spans(inputs.key, response, measures, setting, found)
        except spans.Unusual:
            pass
    return _from_documents(inputs, response, measures, setting, found)


def _only_spans(inputs: Inputs, response: Path, measures: Sequence[Any], setting: Setting) -> bool:
    enough = all(isinstance(m, MUC | B3 | CEAFm | CEAFe | LEA | BLANC | CoNLL | Mentions) for m in measures)
    plain = not (setting.by or inputs.format or inputs.decisions)
    plain = plain and all(measure.view == "exact" for measure in measures)
    return enough and plain and spans.looks_plain(inputs.key) and spans.looks_plain(response)


def _from_spans(key: Path, response: Path, measures: Sequence[Any], setting: Setting, found: Counter[str]) -> Tally:
    """Only for files with the same documents in the same order."""
    tally = Tally(measures, setting)
    odd: Counter[str] = Counter()
    responses = spans.spans(response)
    seen: set[str] = set()
    for ours in spans.spans(key):
        theirs = next(responses, None)
        if theirs is None or ours.id != theirs.id or ours.words != theirs.words or ours.id in seen:
            raise spans.Unusual
        seen.add(ours.id)
        tally.add(_Spans(ours, theirs), ours.id)
        odd["crossing mentions in the key"] += ours.crossing
        odd["crossing mentions in the response"] += theirs.crossing
        odd[NOTHING] += not ours.entities and not theirs.entities
    if next(responses, None) is not None:
        raise spans.Unusual
    found.update(+odd)
    return tally


def _from_documents(
    inputs: Inputs, response: Path, measures: Sequence[Any], setting: Setting, found: Counter[str]
) -> Tally:
    from coindex.measures.slices import check_slice

    if setting.by:
        check_slice(setting.by)
    problems = Problems(lenient=inputs.lenient)
    tally = Tally(measures, setting)
    prepare = sentenced if setting.by == "distance" else None
    for pair in laid_over(inputs, response, problems, found, prepare=prepare):
        tally.add(pair, pair.document.id)
    found.update({f"problem: {message}": count for message, count in problems.counts.items()})
    for measure in measures:
        if getattr(measure, "needs_decisions", False) and inputs.decisions is None:
            found[f"documents without decisions, which {type(measure).__name__} needs: --decisions"] += tally.documents
    return tally


def sentenced(item: Annotated) -> Annotated:
    """A document with sentences: where every paragraph is one, nobody has told them apart yet, and the parser does."""
    from coindex.experiment.pipeline import parsed

    sentences = item.document.sentences
    told_apart = len({sentence.paragraph for sentence in sentences}) < len(sentences)
    return item if told_apart else parsed(item)


def laid_over(
    inputs: Inputs,
    response: Path,
    problems: Problems,
    found: Counter[str],
    *,
    prepare: Callable[[Annotated], Annotated] | None = None,
) -> Iterator[Pair]:
    """Every document of the key with its response; `prepare` gives a key what it lacks."""
    from coindex import formats
    from coindex.measures.pairing import paired

    keys, responses = (formats.read(path, inputs.format, problems) for path in (inputs.key, response))
    keys = map(prepare, keys) if prepare else keys
    pairs = paired(keys, responses, missing=inputs.missing, zeros=inputs.zeros, found=found)
    if inputs.decisions is not None:
        pairs = iter(_with_decisions(list(pairs), inputs.decisions, problems))
    first = next(pairs, None)
    if first is None:
        raise AlignmentError(f"neither {inputs.key} nor {response} holds a document: there is nothing to compare")
    yield first
    yield from pairs


def _with_decisions(pairs: list[Pair], path: Path, problems: Problems) -> list[Pair]:
    """Decisions name mentions of the response, so all responses must be at hand."""
    from coindex.core.files import File
    from coindex.formats import decisions

    mentions = {pair.document.id: pair.response.mentions for pair in pairs}
    taken: dict[str, list[Decision]] = {}
    for record in decisions.read(File(path, path.name, str(path)), lambda name: mentions.get(name, ()), problems):
        taken.setdefault(record.document, []).append(record.decision)
    for pair in pairs:
        pair.decisions = taken.get(pair.document.id, ())
    return pairs


def compare(names: Sequence[str], tallies: Sequence[Tally]) -> list[Comparison]:
    """Every two responses by every measure."""
    first = tallies[0]
    for name, tally in zip(names, tallies, strict=True):
        if set(tally.ids) != set(first.ids):
            raise AlignmentError(f"{names[0]} and {name} hold different documents and cannot be compared")
    draws, seed = first.setting.draws, first.setting.seed
    made = [
        compared(measure, [_contender(*one, place, first.ids) for one in zip(names, tallies, strict=True)],
                 draws=draws, seed=seed)
        for place, measure in enumerate(first.measures)
    ]  # fmt: skip
    return adjusted([comparison for pair in zip(*made, strict=True) for comparison in pair])


def _contender(name: str, tally: Tally, place: int, ids: Sequence[str]) -> Contender:
    order = {id: number for number, id in enumerate(tally.ids)}
    return Contender(name, [tally.rows[place][order[id]] for id in ids], tally.outcomes[place])
