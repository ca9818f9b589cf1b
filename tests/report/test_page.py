"""The page: complete, self-contained, the same every time, safe, and every
count leads to what it counts.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from lxml import html

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.core.glossary import names_in
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from coindex.interface.catalogues import speaking
from coindex.measures.pair import Pair
from coindex.report.cells import labels
from coindex.report.findings import Findings
from coindex.report.html import written
from coindex.report.html.page import page
from coindex.report.published import BYRON
from coindex.report.titles import name_cell, name_of
from tests.experiment import material
from tests.report.conftest import NASTY, RESPONSE

THIN = "\N{NARROW NO-BREAK SPACE}"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)


@pytest.fixture(scope="module")
def source(results: Results) -> str:
    return page(results)


@pytest.fixture(scope="module")
def root(source: str) -> Any:
    return html.document_fromstring(source)


@pytest.fixture(scope="module")
def index(root: Any) -> Any:
    return json.loads(root.get_element_by_id("index").text)


@pytest.fixture(scope="module")
def documents(root: Any) -> list[Any]:
    found = root.xpath("//script[starts-with(@id, 'document-')]")
    return [json.loads(element.text) for element in found]


def test_same_results_same_bytes(results: Results, source: str, cache: Path) -> None:
    assert page(results) == source
    again = Results.from_json(results.to_json(), cache=cache / "experiments")
    assert page(again) == source


def test_it_is_written_whole(results: Results, source: str, tmp_path: Path) -> None:
    written(results, tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == source


def test_nothing_is_fetched(root: Any, source: str) -> None:
    assert not root.xpath("//link | //img | //iframe | //@src")
    assert all(link.startswith("#") for link in root.xpath("//@href"))
    assert set(re.findall(r"https?://[^\"' ]+", source)) == {"http://www.w3.org/2000/svg"}


def test_only_our_script_runs(root: Any, results: Results) -> None:
    scripts = root.xpath("//script")
    assert [s.get("type") for s in scripts].count("application/json") == len(scripts) - 1
    assert len(scripts) == 2 + results.corpora[0].documents
    (ours,) = (script.text for script in scripts if script.get("type") == "module")
    (policy,) = root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert base64.b64encode(sha256(ours.encode()).digest()).decode() in policy
    assert "innerHTML" not in ours
    assert not re.search(r"^(import|export) ", ours, re.MULTILINE)


def test_markup_in_texts_and_names_stays_text(root: Any, source: str, documents: list[Any]) -> None:
    assert NASTY not in source
    assert any(NASTY in document["text"] for document in documents)
    assert "<i>wall</i>" in [document["id"] for document in documents]
    assert RESPONSE not in source
    assert RESPONSE in root.xpath("//details[@class='profile']/summary/span[@class='name']/text()")
    assert not root.xpath("//b | //tbody//i[not(parent::td)]")


def cells(table: Any) -> Iterator[tuple[str, dict[str, str]]]:
    heads = [head.text_content() for head in table.xpath("./thead/tr/th")]
    for row in table.xpath("./tbody/tr"):
        found = [cell.text_content() for cell in row.xpath("./th | ./td")]
        yield found[0], dict(zip(heads, found, strict=True))


def told(value: float | None, interval: tuple[float, float] | None = None) -> str:
    """With three significant digits."""
    shown = "n/a" if value is None else f"{100 * value:.1f}"
    return (
        shown
        if interval is None
        else f"{shown} {interval[0]:.1%}–{interval[1]:.1%}".replace("%", "")
    )


def test_it_has_every_number_of_the_rows(root: Any, results: Results) -> None:
    findings = Findings(results)
    for run, number in findings.numbers.items():
        tables = {
            table.xpath("string(./caption)"): dict(cells(table))
            for table in root.get_element_by_id(f"run-{number}").xpath(".//table")
        }
        for row in (row for row in results.rows if row.condition == run):
            table = tables[f"By {row.by}" if row.by else "All measures"]
            line = table[row.slice if row.by else row.measure]
            for name, value in row.values.items():
                shown = line[f"{findings.labels[row.measure]} {name}" if row.by else name]
                assert shown == told(value, row.interval if name == row.headline else None)
            assert line["documents"] == str(row.documents) or row.by


def test_signatures(root: Any) -> None:
    titles = set(root.xpath("//td/@title | //tr/@title"))
    assert all("corpus:made-up#" in title for title in titles)
    for table in root.xpath(
        "//section[@id='overview' or @id='workbench']//table[@class='numbers']"
    ):
        if table.xpath("string(.//th)") == "resolver":
            assert all(signature_of(cell) for cell in table.xpath("./tbody/tr/td[position() = 1]"))


def signature_of(cell: Any) -> str:
    """What a reader sees who asks for it: a cell's own, or that of its row."""
    return str(cell.get("title") or cell.getparent().get("title") or "")


def test_every_number_of_a_run_has_its_own_signature(root: Any, results: Results) -> None:
    findings = Findings(results)
    checked = 0
    for condition, number in findings.numbers.items():
        tables = {
            t.xpath("string(./caption)"): t
            for t in root.get_element_by_id(f"run-{number}").xpath(".//table")
        }
        for row in (row for row in results.rows if row.condition == condition):
            table = tables[f"By {row.by}" if row.by else "All measures"]
            heads = [head.text_content() for head in table.xpath("./thead/tr/th")]
            (line,) = (
                line
                for line in table.xpath("./tbody/tr")
                if line.xpath("string(./th)") == (row.slice if row.by else row.measure)
            )
            for name in row.values:
                place = heads.index(f"{findings.labels[row.measure]} {name}" if row.by else name)
                assert signature_of(line[place]) == f"{row.measure} {row.signature}"
                checked += 1
    assert checked == sum(len(row.values) for row in results.rows)


def test_every_difference_has_its_signature(root: Any, results: Results) -> None:
    shown = set(root.xpath("//section[@id='differences']//tr/@title"))
    made = {
        f"{measure} {results.signature(group, measure, one)}"
        for group in results.groups
        for measure in results.plan.measures
        for one in results.comparisons(group, measure)
    }
    assert shown == made


def spans_of(document: Any, run: Any, index: Any, wanted: dict[str, str]) -> list[int]:
    """What `list.js` lists, said once more."""
    basis = document["bases"][run["basis"]]
    words = index["words"]
    for discipline in ("antecedent", "anchor"):
        if discipline in wanted:
            types = [
                type
                for part in wanted["type"].split("+")
                for type in index["groups"].get(part, [part])
            ]
            return [
                span
                for place, span in enumerate(basis["spans"][: basis["own"]])
                if index["cells"][int(run[f"{discipline}s"][place])] == wanted[discipline]
                and index["types"][int(basis["types"][place], 36)] in types
            ]
    for name, place in (("shape", 0), ("cause", 1)):
        if name in wanted:
            flat = run["errors"]
            found = zip(flat[::2], flat[1::2], strict=True)
            return [
                span
                for fault, span in found
                if words[index["faults"][fault][place]] == wanted[name]
            ]
    by, slice = wanted.get("by", ""), wanted.get("slice", "")
    if by == "genre" and document["genre"] != slice:
        return []
    slices = basis["by"].get(by)
    return [
        basis["spans"][place]
        for n, place in enumerate(basis["judged"])
        if run["outcomes"][n] in wanted["outcome"] and (slices is None or words[slices[n]] == slice)
    ]


def test_every_count_leads_to_as_many(root: Any, index: Any, documents: list[Any]) -> None:
    followed = 0
    for link in root.xpath("//td/a[starts-with(@href, '#list?')]"):
        wanted = {
            name: values[0] for name, values in parse_qs(link.get("href").partition("?")[2]).items()
        }
        if wanted.keys() & {"pronoun", "reason", "disclosed"}:
            continue
        chosen = [documents[int(wanted["document"])]] if "document" in wanted else documents
        found = [
            span for d in chosen for span in spans_of(d, d["runs"][wanted["run"]], index, wanted)
        ]
        assert len(found) == int(link.text_content()), link.get("href")
        followed += 1
    assert followed > 200


def test_disclosed_pronouns_lead_to_as_many(root: Any, index: Any, documents: list[Any]) -> None:
    words, followed = index["words"], 0
    for link in root.xpath("//td/a[contains(@href, 'disclosed=') or contains(@href, 'reason=')]"):
        query = parse_qs(link.get("href").partition("?")[2], keep_blank_values=True)
        wanted = {name: values[0] for name, values in query.items()}
        found = [
            (pronoun, said)
            for d in documents
            for pronoun, said in zip(
                d["pronouns"], d["runs"][wanted["run"]]["pronouns"], strict=True
            )
            if words[pronoun[1]] == wanted.get("pronoun", words[pronoun[1]])
            and words[pronoun[2]] == wanted.get("reason", words[pronoun[2]])
            and words[pronoun[5]] == wanted.get("category", words[pronoun[5]])
            and said == wanted.get("said", said)
            and in_row(wanted.get("disclosed", "A"), bool(pronoun[3]), words[pronoun[2]])
        ]
        assert len(found) == int(link.text_content()), link.get("href")
        followed += 1
    assert followed > 50


def in_row(name: str, referential: bool, reason: str) -> bool:
    """Whether a pronoun belongs to one of the rows A to E, said once more."""
    return {
        "A": True,
        "B": not referential,
        "C": referential,
        "D": referential and bool(reason),
        "E": not reason,
    }[name]


def test_decisions_are_those_of_the_runs(
    results: Results, index: Any, documents: list[Any]
) -> None:
    words, fates = index["words"], index["fates"]
    for number, run in enumerate(results.runs):
        for document, pair in zip(documents, run.pairs(), strict=True):
            packed = document["runs"][str(number)]
            if not pair.decisions:
                continue
            for row, decision in zip(packed["decisions"], pair.decisions, strict=True):
                assert document["spans"][row[0]] == place(pair, decision.anaphor)
                assert words[row[2]] == decision.rule
                assert (row[1] < 0) == (decision.antecedent is None)
                flat = row[6] if len(row) > 6 else []
                candidates = [
                    (document["spans"][s], fates[f])
                    for s, f in zip(flat[::2], flat[1::2], strict=True)
                ]
                assert [span for span, _ in candidates] == [
                    place(pair, c.mention) for c in decision.candidates
                ]
                assert [words[fate[0]] for _, fate in candidates] == [
                    c.rejected for c in decision.candidates
                ]
                factors = [
                    dict(zip(map(words.__getitem__, fate[3::2]), fate[4::2], strict=True))
                    for _, fate in candidates
                ]
                assert factors == [
                    pytest.approx({name: value for name, value in c.factors if value}, rel=1e-3)
                    for c in decision.candidates
                ]
    assert sum(len(d["runs"]["2"]["decisions"]) for d in documents)


def test_names_are_explained_as_each_resolver_means_them(results: Results, index: Any) -> None:
    for run in results.runs:
        glossary = index["glossaries"][run.condition.resolver]
        for pair in run.pairs():
            assert {
                name for decision in pair.decisions for name in names_in(decision) if name
            } <= set(glossary)
    assert index["glossaries"][RESPONSE] == {
        "linked": "as the response has it; how it came about is not known"
    }


def place(pair: Pair, mention: Mention) -> list[int]:
    tokens = pair.document.tokens
    return [
        edge
        for part in mention.parts
        for edge in (tokens[part.start].start, tokens[part.end - 1].end)
    ]


def test_too_large_a_page_says_what_it_leaves_out(results: Results) -> None:
    left: Any = html.document_fromstring(page(results, largest=0))
    assert not left.xpath("//script[starts-with(@id, 'document-')]")
    assert "6 documents are left out" in left.get_element_by_id("text").text_content()


def test_tables_and_figures_are_named(root: Any) -> None:
    for table in root.xpath("//table"):
        assert table.xpath("string(./caption)")
    for region in root.xpath("//*[@role='region']"):
        assert region.get("aria-label")
        assert region.get("tabindex") == "0"
    for figure in root.xpath("//svg"):
        assert figure.get("role") == "img"
        assert figure.xpath("string(./title)")
    for control in root.xpath("//select | //input"):
        assert control.xpath("ancestor::label")
    targets = {link[1:] for link in root.xpath("//@href") if "?" not in link}
    assert targets <= set(root.xpath("//@id"))


def opened(source: str, folder: Path, address: str) -> Any:
    """The page as a browser shows it."""
    path = folder / "report.html"
    path.write_text(source, encoding="utf-8")
    switches = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder}/profile",
        "--dump-dom",
    )
    command = [str(CHROMIUM), *switches, f"file://{path}#{address}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return html.document_fromstring(done.stdout)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_scripts_run(source: str, tmp_path: Path) -> None:
    """Opened at a decision, the page shows the text, the decision,
    and a filled list of documents.
    """
    shown = opened(source, tmp_path, "text?document=0&run=2&at=0")
    (text,) = shown.xpath("//article[@aria-label='Left']//div[@class='text']")
    assert text.xpath(".//span[contains(@class, 'm ')]")
    assert text.xpath(".//span[@data-m='0' and contains(@class, 'active')]")
    assert "sentence 1" in shown.get_element_by_id("why").text_content()
    assert len(shown.xpath("//form[@id='shown']//select[@name='document']/option")) == 6
    assert shown.xpath("//figure//th/button")


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_list_is_filled_before_a_filter_is_changed(source: str, tmp_path: Path) -> None:
    shown = opened(source, tmp_path, "list")
    assert shown.xpath("//table[@id='anaphors']/tbody/tr")
    assert " of " in shown.get_element_by_id("found").text_content()


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_figures_and_tables_can_be_downloaded(source: str, root: Any, tmp_path: Path) -> None:
    shown = opened(source, tmp_path, "overview")
    for kind, label in (("plot", "Download as SVG"), ("table", "Download as CSV")):
        figures = shown.xpath(f"//figure[contains(@class, '{kind}')]")
        assert figures
        assert all(one.xpath(f".//button[.='{label}']") for one in figures)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_antecedents_are_named_after_their_chains(source: str, index: Any, tmp_path: Path) -> None:
    letters = "".join(index["letters"].values())
    shown = opened(source, tmp_path, f"list?run=2&outcome={letters}")
    told = [
        cell.text_content()
        for cell in shown.xpath("//table[@id='anaphors']//td[@data-head='gold']")
    ]
    assert any(re.fullmatch(r"\w+ \(.+\)", one) for one in told), told


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_mentions_are_marked_where_they_are(
    source: str, documents: list[Any], tmp_path: Path
) -> None:
    """Python counts characters, JavaScript does not: the text has a character
    that takes two places in a string.
    """
    shown = opened(source, tmp_path, "text?document=5&run=gold&beside=")
    (text,) = shown.xpath("//article[@aria-label='Left']//div[@class='text']")
    marked = {
        int(node.get("data-m")): node.text_content() for node in text.xpath(".//span[@data-m]")
    }
    spans, words = documents[5]["spans"], documents[5]["text"]
    assert marked == {
        span: words[slice(*spans[span])] for chain in documents[5]["gold"] for span in chain
    }
    assert max(spans[span][0] for span in marked) > words.index(NASTY)


def test_the_page_in_another_language_has_the_same_numbers(results: Results, root: Any) -> None:
    with speaking("es"):
        spanish: Any = html.document_fromstring(page(results))
    assert spanish.get("lang") == "es"
    assert spanish.get_element_by_id("wording") is not None
    assert "Qué diferencias son reales" in spanish.text_content()
    numbers = "//td[not(contains(@class, 't'))]"
    assert [cell.text_content() for cell in spanish.xpath(numbers)] == [
        _in_spanish(cell.text_content()) for cell in root.xpath(numbers)
    ]
    assert spanish.xpath("//td/@title") == root.xpath("//td/@title")


def _in_spanish(number: str) -> str:
    grouped = number.replace(",", THIN).replace(".", ",")
    return grouped.replace("n/a", "n. d.").replace(" to ", " a ")


def test_people_read_names_of_papers_and_programs_those_of_components(
    results: Results, root: Any
) -> None:
    shown = {cell.text_content() for cell in root.xpath("//tbody/tr/th[@scope='row']")}
    assert "ROSANA, Stuckardt 2001" in shown
    assert "rosana" not in shown
    titles = " ".join(root.xpath("//@title"))
    assert "resolver:rosana" in titles
    assert name_cell(results.runs[0].condition) == results.runs[0].condition.resolver


def test_tables_and_figures_of_the_page_are_in_its_language(results: Results, root: Any) -> None:
    with speaking("es"):
        spanish: Any = html.document_fromstring(page(results))
    same = {
        text
        for path in ("//th", "//caption", "//figcaption", "//svg//text", "//dt", "//summary")
        for text in _texts(spanish, path) & _texts(root, path)
        if re.search("[a-z]{3}", text)
    }
    resolvers = {name_of(run.condition) for run in results.runs}
    documents = {"<i>wall</i>", "made-up", "press", "plot", *BYRON}
    measures = set(labels(results.plan.measures).values()) | set(results.plan.measures)
    cognates = {"Detector", "detector", "corpus", "error", "personal", "total"}
    shared = resolvers | documents | measures | cognates | {"p (Holm)", "p (McNemar)"}
    assert not [text for text in same - shared if not text.startswith(("<b>", *resolvers))]
    assert {"precisión", "cobertura", "Errores por causa", "A recuento bruto"} <= _texts(
        spanish, "//th"
    ) | _texts(spanish, "//caption")


def _texts(root: Any, path: str) -> set[str]:
    return {" ".join(node.text_content().split()) for node in root.xpath(path)}


def test_a_large_comparison_is_not_read_again_for_reasons(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    corpus = tmp_path / "one.jsonl"
    formats.write([material.document(0)], corpus, "jsonl")
    plan = Plan(
        (str(corpus),), ("given",), resolvers=("neural",), measures=material.MEASURES, draws=100
    )
    results = Experiment(
        plan.checked(), registry.build("engines", "serial"), DiskCache(tmp_path / "cache")
    ).run()
    assert "for it: " in page(results)
    monkeypatch.setattr("coindex.report.html.page.MOST_REASONED", 0)
    assert "for it: " not in page(results)
