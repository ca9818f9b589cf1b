"""The library's own commands, as `coindex --help` lists them; other rooms declare theirs."""

from __future__ import annotations

from coindex.core.commands import Command

_RESOLVE, _COMPARE, _ANNOTATE = "Resolve", "Compare and score", "Annotate"
_TRAIN, _LOOK_UP = "Train", "Look up"

resolve = Command(
    "Find who or what each expression refers to, and say why.",
    _RESOLVE,
    "coindex.cli.resolve_command:run",
    rank=0,
    example=(
        'coindex resolve "Ann lost her key. She found it in the garden." --why\n'
        "coindex resolve report.docx --as html -o report.html"
    ),
)
parse = Command(
    "Parse text into tokens, sentences and dependencies (CoNLL-U).",
    _RESOLVE,
    "coindex.cli.parse_command:run",
    example='coindex parse "Ann did not see Bob."',
)
mentions = Command(
    "Find the referring expressions of a text.",
    _RESOLVE,
    "coindex.cli.mentions_command:run",
    example='coindex mentions "Ann gave the owner of the house a key."',
)
compare = Command(
    "Compare resolvers, and the output of other systems, on a corpus.",
    _COMPARE,
    "coindex.cli.compare_command:run",
    rank=0,
    example="coindex compare embedded/press --resolvers rosana,mitkov,recent -o report/",
)
score = Command(
    "Score responses against a key, with intervals, slices and tests.",
    _COMPARE,
    "coindex.cli.score_command:run",
    rank=0,
    example="coindex score key.conllu response.conllu CoNLL LEA",
)
errors = Command(
    "Classify the errors of a response, and show them in context.",
    _COMPARE,
    "coindex.cli.errors_command:run",
    example="coindex errors key.conllu response.conllu --examples 3",
)
disclose = Command(
    "Print which pronouns an evaluation counts: standard disclosure.",
    _COMPARE,
    "coindex.cli.disclose_command:run",
    example="coindex disclose key.conllu response.conllu",
)
solutions = Command(
    "Print solved anaphors and candidates, as SUPAR's module does.",
    _COMPARE,
    "coindex.cli.solutions_command:run",
    example="coindex solutions embedded",
)
stats = Command(
    "Describe an annotated corpus and how difficult it is.",
    _COMPARE,
    "coindex.cli.stats_command:run",
    example="coindex stats embedded --by genre",
)
run = Command(
    "Run an experiment from a plan file.",
    _COMPARE,
    "coindex.cli.run_command:run",
    example=("coindex run --list\ncoindex run rosana-table3 --show table3"),
)
report = Command(
    "Write an earlier comparison as a page, or as tables in any style.",
    _COMPARE,
    "coindex.cli.report_command:run",
    example="coindex report results overview --as markdown",
)
plot = Command(
    "Draw the figures of a comparison as SVG.",
    _COMPARE,
    "coindex.cli.plot_command:run",
    plugins=False,
    example="coindex plot results -o figures/",
)
agree = Command(
    "Measure the agreement between two or more annotators.",
    _ANNOTATE,
    "coindex.cli.agree_command:run",
    example="coindex agree one.conllu other.conllu --list",
)
check = Command(
    "Check an annotation for errors, and for what is probably wrong.",
    _ANNOTATE,
    "coindex.cli.check_command:run",
    example=("coindex check key.conllu\ncoindex check key.conllu --fix -o better.conllu"),
)
convert = Command(
    "Convert annotated documents from one format to another.",
    _ANNOTATE,
    "coindex.cli.convert_command:run",
    example="coindex convert story.conllu story.jsonl",
)
replay = Command(
    "Count the actions that a resolver's proposals save, by making an annotation again.",
    _ANNOTATE,
    "coindex.cli.replay_command:run",
    listed=False,
    example="coindex replay embedded/plot --resolver sieve --resolver rosana",
)
tune = Command(
    "Fit the weights of a resolver to annotated text.",
    _TRAIN,
    "coindex.cli.tune_command:run",
    example="coindex tune rosana corpus.conllu -o mine.toml",
)
train = Command(
    "Train your own model for the learned resolver on annotated text.",
    _TRAIN,
    "coindex.cli.train_command:run",
    example="coindex train neural corpus/ -o my-model/",
)
list = Command(
    "List components by family, without importing them.",
    _LOOK_UP,
    "coindex.cli.list_command:run",
    example="coindex list resolvers",
)
show = Command(
    "Describe a component: what it does, its parameters, its citation.",
    _LOOK_UP,
    "coindex.cli.show_command:run",
    example="coindex show rosana",
)
corpora = Command(
    "List the known corpora, and download public ones.",
    _LOOK_UP,
    "coindex.cli.corpora_command:run",
    plugins=False,
    example="coindex corpora get gum",
)
