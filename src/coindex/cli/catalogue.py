"""The library's own commands, as `coindex --help` lists them; other rooms declare theirs."""

from __future__ import annotations

from coindex.core.commands import Command

_RESOLVE, _COMPARE, _ANNOTATE = "Resolve", "Compare and score", "Annotate"
_TRAIN, _LOOK_UP = "Train", "Look up"

resolve = Command(
    "Resolve anaphors: chains, reasons, or the text with its pronouns replaced.",
    _RESOLVE,
    "coindex.cli.resolve_command:run",
    rank=0,
)
parse = Command(
    "Parse text into tokens, sentences and dependencies (CoNLL-U).",
    _RESOLVE,
    "coindex.cli.parse_command:run",
)
mentions = Command(
    "Find the referring expressions of a text.", _RESOLVE, "coindex.cli.mentions_command:run"
)
compare = Command(
    "Compare resolvers, and the output of other systems, on a corpus.",
    _COMPARE,
    "coindex.cli.compare_command:run",
    rank=0,
)
score = Command(
    "Score responses against a key, with intervals, slices and tests.",
    _COMPARE,
    "coindex.cli.score_command:run",
    rank=0,
)
errors = Command(
    "Classify the errors of a response by shape and cause, and show them in context.",
    _COMPARE,
    "coindex.cli.errors_command:run",
)
disclose = Command(
    "Print the standard disclosure: which pronouns an evaluation excludes, and why.",
    _COMPARE,
    "coindex.cli.disclose_command:run",
)
solutions = Command(
    "Print the output of SUPAR's evaluation module: solved anaphors and their candidates.",
    _COMPARE,
    "coindex.cli.solutions_command:run",
)
stats = Command(
    "Describe an annotated corpus and how difficult it is.",
    _COMPARE,
    "coindex.cli.stats_command:run",
)
run = Command("Run an experiment from a plan file.", _COMPARE, "coindex.cli.run_command:run")
report = Command(
    "Write an earlier comparison as a page, or as tables in any style.",
    _COMPARE,
    "coindex.cli.report_command:run",
)
plot = Command(
    "Draw the figures of a comparison as SVG.",
    _COMPARE,
    "coindex.cli.plot_command:run",
    plugins=False,
)
agree = Command(
    "Measure the agreement between two or more annotators.",
    _ANNOTATE,
    "coindex.cli.agree_command:run",
)
check = Command(
    "Check an annotation for errors, and for what is probably wrong.",
    _ANNOTATE,
    "coindex.cli.check_command:run",
)
convert = Command(
    "Convert annotated documents from one format to another.",
    _ANNOTATE,
    "coindex.cli.convert_command:run",
)
replay = Command(
    "Count the actions that a resolver's proposals save, by making an annotation again.",
    _ANNOTATE,
    "coindex.cli.replay_command:run",
)
tune = Command(
    "Fit the weights of a resolver to annotated text.", _TRAIN, "coindex.cli.tune_command:run"
)
train = Command(
    "Train your own model for the learned resolver on annotated text.",
    _TRAIN,
    "coindex.cli.train_command:run",
)
list = Command(
    "List components by family, without importing them.", _LOOK_UP, "coindex.cli.list_command:run"
)
show = Command(
    "Describe a component: what it does, its parameters, its citation.",
    _LOOK_UP,
    "coindex.cli.show_command:run",
)
corpora = Command(
    "List the known corpora, and download public ones.",
    _LOOK_UP,
    "coindex.cli.corpora_command:run",
    plugins=False,
)
