"""Record what commands and calls of Coindex print, to compare two states byte for byte.

    python release/transcript.py FOLDER          # once with each state's Python
    diff -r FOLDER OTHER

Versions are blanked. What a restructuring changes shows up as a difference; it should be none.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
ENGLISH = "Ann lost her key. She found it in the garden."
SPANISH = "Ana perdió la llave. La encontró en el jardín y se la dio a su hermano."
CONTRACT = (
    "The Seller shall deliver the Goods to the Buyer. In that case it shall notify the Seller."
)

COMMANDS = f"""
--version
--help
--interface es --help
resolve --help
rewrite --help
chunks --help
graph --help
book --help
pseudonymise --help
parse --help
mentions --help
convert --help
score --help
errors --help
disclose --help
solutions --help
stats --help
cohere --help
agree --help
replay --help
check --help
compare --help
run --help
report --help
plot --help
corpora --help
tune --help
train --help
serve --help
backup --help
restore --help
list --help
show --help
list
list languages
list resolvers
show rosana
show hybrid
show BLANC
show conllu
show es
--interface es show mitkov
--interface es list
resolve "{ENGLISH}"
resolve --why "{ENGLISH}"
resolve --resolver mitkov --why "{ENGLISH}"
resolve --resolver sieve --as json "{ENGLISH}"
resolve --resolver rosana --as conllu lighthouse.txt
resolve --resolver cogniac --why "{CONTRACT}"
resolve --resolver kennedy_boguraev lighthouse.txt
resolve --resolver hobbs --as jsonl lighthouse.txt
resolve --resolver neural --as json lighthouse.txt
resolve "{SPANISH}"
resolve --why "{SPANISH}"
resolve --resolver supar --why "{SPANISH}"
--interface es resolve --why "{SPANISH}"
--interface es resolve nowhere.txt
resolve --resolver nonsense "{ENGLISH}"
resolve --resolver "mitkov(window=x)" "{ENGLISH}"
resolve --as supar -o supar.out "{SPANISH}"
parse "{ENGLISH}"
parse "{SPANISH}"
mentions "{ENGLISH}"
mentions --as json "{SPANISH}"
rewrite lighthouse.txt
rewrite --as json lighthouse.txt
chunks --words 60 lighthouse.txt
graph lighthouse.txt
graph --as graphml genres/news.txt
book genres/story.txt -o book.out
cohere lighthouse.txt
stats embedded/press
stats embedded-es --as json
convert embedded/press news.jsonl
convert embedded-es es.conllu
convert embedded/plot plot.conll
score embedded/press key.jsonl
score key.jsonl response.jsonl
score --as json key.jsonl response.jsonl CoNLL@head LEA BLANC Success
score --as latex key.jsonl response.jsonl
--interface es score key.jsonl response.jsonl
errors key.jsonl response.jsonl
disclose key.jsonl response.jsonl
disclose embedded/press --resolver mitkov
solutions embedded-es --resolver supar
agree key.jsonl response.jsonl
check key.jsonl
check --as sarif key.jsonl
replay embedded/manual --resolver recent
compare embedded/manual --resolvers recent,mitkov,auto
report compared --as markdown
plot compared -o figures
tune rap embedded/manual -o rap.toml
corpora list
convert lighthouse.txt x.nonsense --to nonsense
score nowhere.jsonl response.jsonl
resolve --language de "Der Mann sah den Hund."
""".strip().splitlines()
"""Command lines, run in a folder with the examples, after the files of `PREPARATION` were made."""
PREPARATION = """
convert embedded/press key.jsonl
resolve embedded/press --resolver sieve -o response.jsonl --as jsonl
compare embedded/manual --resolvers recent,mitkov -o compared
""".strip().splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        shutil.copytree(PROJECT / "examples", work, dirs_exist_ok=True)
        for line in PREPARATION:
            _command(line, work)
        with ThreadPoolExecutor(chosen.jobs) as pool:
            texts = pool.map(lambda line: _command(line, work), COMMANDS)
            for number, (line, text) in enumerate(zip(COMMANDS, texts, strict=True), 1):
                slug = re.sub(r"\W+", "-", line)[:60].strip("-")
                (chosen.folder / f"{number:02}-{slug}.txt").write_text(text, encoding="utf-8")
        for path in sorted(work.rglob("*")):
            if path.is_file() and path.suffix in {".jsonl", ".conllu", ".conll", ".svg", ".csv"}:
                target = chosen.folder / "written" / path.relative_to(work)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_blanked(path.read_text(encoding="utf-8"), work))
        os.chdir(work)
        (chosen.folder / "calls.txt").write_text(_blanked(_calls(), work), encoding="utf-8")


def _command(line: str, folder: Path) -> str:
    # The environment's own script, so that the program has its usual name in help and errors.
    program = Path(sys.executable).with_name("coindex")
    environment = os.environ | {"COLUMNS": "100", "HOME": str(folder), "PYTHONHASHSEED": "0"}
    ended = subprocess.run(
        [program, *shlex.split(line)], cwd=folder, capture_output=True, env=environment, check=False
    )
    out, err = ended.stdout.decode(), ended.stderr.decode()
    return _blanked(f"$ coindex {line}\n{out}--- {ended.returncode}\n{err}", folder)


def _blanked(text: str, folder: Path) -> str:
    """The text without versions, folders and times of day."""
    text = text.replace(str(folder), "FOLDER")
    text = re.sub(r"0\.[23]\.0(?:\.dev0)?", "VERSION", text)
    return re.sub(
        r"\d+\.\d+ s\b|[\d,]+ tokens/CPU s|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*", "TIME", text
    )


def _calls() -> str:
    """What calls of the public interface return."""
    import coindex

    english = coindex.resolve(ENGLISH)
    spanish = coindex.resolve(SPANISH)
    key = list(coindex.read("key.jsonl"))
    response = list(coindex.read("response.jsonl"))
    story = Path("genres/story.txt").read_text(encoding="utf-8")
    calls: list[Callable[[], object]] = [
        lambda: english,
        lambda: english.entities,
        lambda: english.decisions,
        english.to_json,
        lambda: english.document,
        lambda: english.annotation,
        lambda: spanish.entities,
        lambda: spanish.decisions,
        spanish.to_json,
        lambda: coindex.resolve(ENGLISH, resolver="mitkov").decisions,
        lambda: coindex.resolve(ENGLISH, resolver="rosana").decisions,
        lambda: coindex.resolve(SPANISH, resolver="supar").decisions,
        lambda: coindex.parse(ENGLISH),
        lambda: coindex.parse(SPANISH),
        lambda: coindex.rewrite(story),
        lambda: coindex.chunks(story, size=60),
        lambda: coindex.rewrite(story).text,
        lambda: coindex.book(story).characters,
        lambda: coindex.cohere(story),
        lambda: coindex.score(key, response),
        lambda: coindex.agree(key, response),
        lambda: coindex.check(key[0]),
        lambda: coindex.build("resolvers", "mitkov(window=3)"),
        lambda: coindex.build("measures", "LEA(singletons=False)@exact"),
        lambda: coindex.build("resolvers", "mitkov(windw=3)"),
        lambda: coindex.resolve(""),
        lambda: coindex.get_language("es").name,
        lambda: sorted(coindex.__all__),
    ]
    parts = []
    for number, call in enumerate(calls, 1):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                value = repr(call())
            except Exception as error:  # errors are part of what is compared
                value = f"{type(error).__name__}: {error}"
        parts.append(f"{number}. {printed.getvalue()}{value}")
    return re.sub(r" at 0x[0-9a-f]+", "", "\n".join(parts))


if __name__ == "__main__":
    main()
