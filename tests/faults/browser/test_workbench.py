"""Resolving and reading, comparisons from start to end, another
system's response, words in context.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from coindex_en.corpora import Embedded
from tests.browser.pages import PATIENCE, Project, actions_on

TEXT = "Marian lost her key. Hugo found it in the garden. She thanked him."
INLINE = (
    "{ann +Ann+} met {bob +Bob+}. {ann She} greeted {bob him}.\n---\nann: person\nbob: person\n"
)
TIME_TO_COMPARE = 300_000
SUPAR = "SUPAR, Palomar et al. 2001"


def mention(page: Page, words: str, side: str = "left") -> Locator:
    return page.locator(f"#text-{side} .m", has_text=re.compile(f"^{words}$")).first


def choose(page: Page, *resolvers: str) -> None:
    """These and no others."""
    page.get_by_text("More resolvers …").click()
    for box in page.locator("[name=resolvers]:checked").all():
        box.uncheck()
    for name in resolvers:
        page.locator(f"[name=resolvers][value={name}]").check()


def only(page: Page, *resolvers: str) -> None:
    """These resolvers and no others, in the form for a comparison."""
    page.get_by_text("Choose resolvers one by one …").click()
    page.get_by_role("group", name="Resolvers").get_by_role("button", name="none").click()
    for name in resolvers:
        page.locator(f"[name=resolvers][value={name}]").check()
    expect(page.locator("#preset")).to_have_value("")


def opened(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("html[data-ready]").wait_for()


def test_a_pasted_text_is_resolved_and_inspected(page: Page) -> None:
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill(TEXT)
    choose(page, "rosana", "sieve")
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#left")).to_have_value("sieve")
    expect(page.locator("#right")).to_have_value("rosana")
    page.locator("#right").select_option("sieve")
    page.locator("#left").select_option("rosana")

    mention(page, "She").hover()
    expect(page.locator("#text-left .m.pointed")).to_have_text(["Marian", "her", "She"])
    page.locator("#arrows").select_option("chain")
    mention(page, "She").click()
    expect(page.locator("#pane-left .arrow")).to_have_count(2)
    expect(mention(page, "She", "right")).to_have_class(re.compile(r"\bactive\b"))
    why = page.locator("#why")
    expect(why.locator(".decision").first).to_contain_text("refers to “")
    expect(why.locator(".listed", has_text="chosen")).to_be_visible()
    expect(why.locator(".factors i").first).to_be_visible()
    expect(why.locator(".listed.out .fate").first).to_contain_text("discarded: ")
    expect(why.locator(".factors span[title='salience factor: subject']").first).to_have_text("SUP")
    expect(why).to_contain_text(re.compile(r"Chain \d+.*: 3 mentions"))

    page.keyboard.press("ArrowRight")
    expect(page.locator("#text-left .m.active")).to_have_text("him")
    why.get_by_role("button", name="Hugo").first.click()
    expect(page.locator("#text-left .m.active")).to_have_text("Hugo")
    page.get_by_role("tab", name="Chains").click()
    page.locator("#chains summary", has_text="Marian").click()
    page.locator("#chains").get_by_role("button", name="her").click()
    expect(page.locator("#text-left .m.active")).to_have_text("her")


def test_an_annotated_file_is_resolved_beside_what_it_says(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "greeting.inline"
    file.write_text(INLINE)
    page.goto("/resolve")
    page.get_by_label("or files").set_input_files(file)
    choose(page, "sieve")
    page.get_by_text("Language, files, mentions, parser …").click()
    page.locator("[name=given]").select_option("true")
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#right")).to_have_value("given")
    expect(page.locator("#key")).to_have_value("given")
    mention(page, "him").click()
    expect(page.locator("#why .judged")).to_have_text("right")


def test_what_cannot_be_read_is_said(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "broken.conllu"
    file.write_text("1\tAnn\n")
    page.goto("/resolve")
    page.get_by_label("or files").set_input_files(file)
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#resolve .problem")).to_contain_text("broken.conllu")


def test_a_document_without_annotations_is_resolved(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob. She left.", language="en", parser="bundled")
    opened(page, f"/projects/{project.id}/documents/{document}/read")
    expect(page.get_by_text("There is no annotation of this document yet")).to_be_visible()
    expect(page.locator("#text-left")).to_have_text("Ann met Bob. She left.")
    page.get_by_text("Resolve …").click()
    page.locator("#resolve").get_by_role("button", name="Resolve").click()
    expect(mention(page, "She")).to_be_visible()
    expect(page.get_by_text("There is no annotation of this document yet")).to_have_count(0)


def test_versions_of_a_document_side_by_side(page: Page, project: Project) -> None:
    root = Embedded.folder
    document = project.upload(root / "gold" / "plot" / "drover.inline", "gold")["documents"][0][
        "id"
    ]
    project.upload(root / "a" / "plot" / "drover.inline", "Ada", how="import")
    opened(page, f"/projects/{project.id}/documents/{document}/read")
    expect(page.locator("#key")).to_have_value("gold")
    page.get_by_text("Resolve …").click()
    choose(page, "sieve")
    page.locator("[name=mentions]").select_option("gold")
    page.locator("#resolve").get_by_role("button", name="Resolve").click()
    expect(page.locator("#left")).to_have_value("sieve given gold")
    page.locator("#right").select_option("gold")
    expect(page.locator("#pane-right")).to_be_visible()
    page.locator("#text-left .m.is-wrong").first.click()
    expect(page.locator("#why .judged.wrong")).to_contain_text("gold: ")
    expect(page.locator("#text-right .m.active")).to_be_visible()
    address = page.url
    assert "right=gold" in address
    opened(page, address)
    expect(page.locator("#left")).to_have_value("sieve given gold")
    expect(page.locator("#right")).to_have_value("gold")


SILENT = """window.EventSource = class extends EventTarget {
  constructor() { super(); window.events = this; }
  close() {}
};"""
ENDING = (
    "addEventListener('beforeunload', () => setTimeout(() => events.dispatchEvent(new "
    "Event('end'))))"
)


def test_a_link_is_followed_even_if_the_comparison_ends_just_then(
    page: Page, project: Project
) -> None:
    """The page is reloaded when its comparison ends: not while another page is on its way."""
    asked = {
        "corpora": ["embedded"],
        "sources": [],
        "resolvers": ["recent"],
        "measures": ["MUC"],
        "parser": "bundled",
    }
    run = f"{project.path}/runs/{project.call('POST', f'{project.path}/runs', asked)['id']}"
    page.add_init_script(SILENT)
    page.goto(run)
    page.wait_for_function("window.events")
    project.call("DELETE", run)
    page.evaluate(ENDING)
    page.get_by_role("link", name="Comparisons").click()
    expect(page.get_by_role("heading", name="New comparison")).to_be_visible()


def test_a_comparison_runs_to_its_end_and_takes_in_another_system(
    page: Page, project: Project, tmp_path: Path
) -> None:
    file = Embedded.folder / "gold" / "plot" / "drover.inline"
    project.upload(file, "gold")
    page.goto(f"/projects/{project.id}/runs")
    only(page, "recent", "sieve")
    page.get_by_label("embedded", exact=True).uncheck()
    page.get_by_role("group", name="Texts").get_by_label("gold").check()
    page.get_by_text("Title, mentions, parser …").click()
    page.locator("[name=mentions]").select_option("gold")
    page.get_by_label("Bootstrap draws").fill("50")
    page.get_by_role("button", name="Start comparison").click()
    expect(page.get_by_role("progressbar")).to_be_visible()

    page.get_by_role("link", name="Comparisons").click()
    page.get_by_role("link", name="2 resolvers on gold").click()
    table = page.locator(".ranking")
    expect(table).to_be_visible(timeout=TIME_TO_COMPARE)
    expect(table.locator("tbody th")).to_have_text(["Multi-pass sieve", "Nearest"])
    table.get_by_role("button", name="CoNLL").click(click_count=2, delay=50)
    expect(table.locator("tbody th").first).to_have_text("Nearest")
    page.get_by_text("Download …").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").first.click()
    saved = tmp_path / "summary.csv"
    download.value.save_as(saved)
    assert "sieve" in saved.read_text()
    page.get_by_role("link", name="View report").click()
    report = page.frame_locator("iframe.report")
    expect(report.get_by_role("heading", level=1)).to_be_visible()
    expect(report.locator("svg").first).to_be_visible()
    with page.context.expect_page() as alone:
        page.get_by_role("link", name="Open in a new tab").click()
    expect(alone.value.get_by_role("heading", level=1)).to_be_visible()
    alone.value.close()

    page.get_by_text("Signatures of all").click()
    expect(page.locator(".signatures code").first).to_contain_text("resolver:sieve")
    page.get_by_label("Name of the system").fill("perfect")
    page.get_by_label("File or archive").set_input_files(file)
    page.get_by_role("button", name="Score system").click()
    first = page.locator(".ranking tbody tr").first
    expect(first.locator("th")).to_contain_text("perfect", timeout=TIME_TO_COMPARE)
    expect(first.locator("td").first).to_contain_text("100.0")
    page.goto(f"/projects/{project.id}/runs")
    expect(page.locator(".signature", has_text="perfect")).to_contain_text("perfect 100.0")

    page.goto(
        f"/projects/{project.id}/corpus?run={project.call('GET', f'{project.path}/runs')[-1]['id']}"
    )
    page.locator("[name=outcome]").select_option("right")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".kwic .outcome").first).to_have_text("right", timeout=PATIENCE)


def test_both_modes_and_the_output_of_supars_evaluation_module(
    page: Page, project: Project
) -> None:
    project.upload(Embedded.folder / "gold" / "plot" / "drover.inline", "gold")
    page.goto(f"/projects/{project.id}/runs")
    only(page, "supar")
    while (box := page.locator("[name=measures]:checked")).count():
        box.first.uncheck()
    page.get_by_text("More measures …").click()
    page.locator("[name=measures][data-component=Supar]").check()
    page.get_by_label("embedded", exact=True).uncheck()
    page.get_by_role("group", name="Texts").get_by_label("gold").check()
    page.get_by_text("Title, mentions, parser …").click()
    page.locator("[name=mentions]").select_option("gold")
    page.get_by_label("Each resolver also with its errors corrected while it runs").check()
    page.get_by_role("button", name="Start comparison").click()
    printed = page.get_by_role("region", name="SUPAR's evaluation")
    expect(printed).to_contain_text("% supar corrected on ", timeout=TIME_TO_COMPARE)
    expect(printed).to_contain_text("persNoRefl<exit ")
    expect(printed).to_contain_text("NumberSentences: ")
    expect(page.locator(".ranking tbody th")).to_have_text([SUPAR, f"{SUPAR} corrected"])


def test_a_comparison_is_cancelled(page: Page, project: Project) -> None:
    run = project.call(
        "POST", f"{project.path}/runs", {"resolvers": ["recent", "sieve", "rosana"]}
    )["id"]
    page.goto(f"/projects/{project.id}/runs/{run}")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled")).to_be_visible()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()


def test_words_in_context_lead_to_the_text(page: Page, project: Project) -> None:
    page.goto(f"/projects/{project.id}")
    page.locator("#from-corpus select").select_option("embedded/manual")
    page.get_by_role("button", name="Add texts").click()
    page.get_by_role("row", name="telescope").wait_for()
    page.get_by_role("link", name="Corpus").click()
    expect(page.locator("#statistics tbody tr").first).to_contain_text("documents")
    page.get_by_label("Words", exact=True).fill("it")
    page.get_by_label("Annotated by").select_option("gold")
    page.locator("[name=type]").select_option("PER3")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".kwic .words").first).to_have_text(re.compile("^it$", re.IGNORECASE))
    page.locator(".kwic a").first.click()
    page.locator("html[data-ready]").wait_for()
    expect(page.locator("#text-left .m.active")).to_have_text(re.compile("^it$", re.IGNORECASE))


def test_a_resolved_text_is_kept_in_a_project(page: Page, project: Project) -> None:
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill(TEXT)
    choose(page, "recent")
    page.get_by_role("button", name="Resolve").click()
    page.get_by_text("Add to a project …").click()
    page.locator("#keep [name=project]").select_option(str(project.id))
    page.get_by_label("Name of the document").fill("key")
    page.get_by_role("button", name="Add document", exact=True).click()
    expect(page.get_by_role("row", name="key")).to_be_visible()
    (kept,) = project.call("GET", f"{project.path}/documents")
    assert (kept["name"], kept["language"]) == ("key", "en")


def test_a_resolved_file_is_kept_with_what_it_says(
    page: Page, project: Project, tmp_path: Path
) -> None:
    file = tmp_path / "greeting.inline"
    file.write_text(INLINE)
    page.goto("/resolve")
    page.get_by_label("or files").set_input_files(file)
    choose(page, "recent")
    page.get_by_role("button", name="Resolve").click()
    page.get_by_text("Add to a project …").click()
    expect(page.get_by_label("Name of the document")).to_be_hidden()
    page.locator("#keep [name=project]").select_option(str(project.id))
    page.get_by_role("button", name="Add document", exact=True).click()
    annotation = actions_on(page, "greeting").get_by_role("link", name="Annotation of gold")
    expect(annotation).to_be_visible()


def test_what_is_missing_is_said_in_words(page: Page, project: Project) -> None:
    page.goto("/resolve")
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#resolve .problem")).to_have_text("Paste a text, or choose files.")
    project.save(
        project.add("Ann left. She was late."), {"mentions": [{"parts": [[0, 1]], "kind": "name"}]}
    )
    page.goto(f"/projects/{project.id}/corpus")
    search, hits = page.get_by_role("button", name="Search"), page.locator("#hits")
    search.click()
    expect(hits).to_contain_text("Type a word")
    page.locator("#search [name=type]").select_option("NAME")
    search.click()
    expect(hits).to_contain_text("choose an annotation")
    page.locator("#search [name=resolver]").select_option("annotator")
    search.click()
    expect(hits.locator(".kwic td.words")).to_have_text(["Ann"])


def test_a_concordance_grows_on_demand(page: Page, project: Project) -> None:
    project.add(" ".join(["Ann left."] * 250), name="long")
    page.goto(f"/projects/{project.id}/corpus")
    page.locator("#search [name=form]").fill("ann")
    page.get_by_role("button", name="Search").click()
    more = page.get_by_role("button", name="Show 200 more")
    expect(page.locator("#hits")).to_contain_text("The first 200 places; there are more.")
    expect(page.locator(".kwic tbody tr")).to_have_count(200)
    more.click()
    expect(page.locator(".kwic tbody tr")).to_have_count(250)
    expect(page.locator("#hits")).to_contain_text("250 places.")
    expect(more).to_be_hidden()


def test_options_of_a_resolver_and_the_stages_before_it(page: Page) -> None:
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill(TEXT)
    choose(page, "rosana")
    page.get_by_role("button", name="Options of rosana").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "How many sentences back a personal or possessive pronoun looks."
    )
    dialog.get_by_label("window").fill("1")
    dialog.get_by_label("gender").select_option(label="require")
    dialog.get_by_label("pro_control").uncheck()
    dialog.get_by_role("button", name="Apply").click()
    chosen = "rosana(window=1, gender='require', pro_control=False)"
    expect(page.get_by_role("checkbox", name=chosen)).to_be_checked()
    page.get_by_text("Language, files, mentions, parser …").click()
    page.get_by_text("Parser, fragmenter, detector").click()
    page.locator("[name=detector]").select_option("pronouns")
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#left")).to_have_value(chosen)
    expect(mention(page, "She")).to_be_visible()
    expect(mention(page, "Marian")).to_have_count(0)


def test_the_fragments_of_a_deficient_parse_are_shown_with_the_reasons(page: Page) -> None:
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill("Peter observed the man with his telescope.")
    choose(page, "rosana")
    page.get_by_role("button", name="Resolve").click()
    why = page.locator("#why")
    mention(page, "his").click()
    expect(why.locator(".decision").first).to_contain_text("refers to “")
    expect(why).not_to_contain_text("fragments of the parse")

    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill("Peter observed the man with his telescope.")
    choose(page, "rosana")
    page.get_by_text("Language, files, mentions, parser …").click()
    page.get_by_text("Parser, fragmenter, detector").click()
    page.locator("[name=fragmenter]").select_option("ambiguity")
    page.get_by_role("button", name="Resolve").click()
    mention(page, "his").click()
    parse = why.locator("details", has_text="2 fragments of the parse")
    fragments = parse.locator("li")
    expect(parse).to_be_visible()
    expect(fragments.last).to_be_hidden()
    parse.locator("summary").click()
    expect(fragments).to_have_text(
        ["1: Peter observed the man ... .", "2: with his telescope (in 1; at observed or man)"]
    )
    expect(fragments.last).to_be_visible()


def test_a_study_is_chosen_among_the_options_of_its_measure(page: Page, project: Project) -> None:
    """What the standard disclosure covers and excludes; a
    default's own options are those it has.
    """
    page.goto(f"/projects/{project.id}/runs")
    page.get_by_text("More measures …").click()
    page.locator("[name=measures][data-component=Resolution]").check()
    page.get_by_role("button", name="Options of Resolution").click()
    dialog = page.get_by_role("dialog", name="Options of Resolution")
    expect(dialog).to_contain_text(
        "Categories that it covers though they are usually excluded: plural, demonstrative"
    )
    dialog.get_by_label("include").fill("plural, cataphora")
    dialog.get_by_label("exclude").fill("reported speech")
    dialog.get_by_label("merge").fill("he+she")
    dialog.get_by_label("longest").fill("1")
    dialog.get_by_role("button", name="Apply").click()
    chosen = (
        'Resolution(include="plural, cataphora", exclude="reported speech", merge="he+she", '
        'longest=1, view="head")'
    )
    expect(page.get_by_role("checkbox", name=chosen)).to_be_checked()
    page.get_by_role("button", name="Options of Success", exact=True).click()
    expect(page.get_by_role("dialog").get_by_label("of", exact=True)).to_have_value("third")


def test_options_in_start_from_and_in_a_comparison(page: Page, project: Project) -> None:
    document = project.add(TEXT, language="en", parser="bundled")
    opened(page, f"/projects/{project.id}/documents/{document}")
    page.get_by_role("button", name="Start from").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Annotation of").select_option("resolver recent")
    dialog.get_by_role("button", name="Options").first.click()
    options = page.get_by_role("dialog", name="Options of recent")
    options.get_by_label("window").fill("2")
    options.get_by_role("button", name="Apply").click()
    expect(dialog.get_by_label("Annotation of")).to_contain_text("Nearest (window=2)")
    dialog.get_by_text("Parser, fragmenter, detector").click()
    dialog.locator("[name=detector]").select_option("pronouns")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(dialog).to_have_count(0)
    names = [
        one["name"]
        for one in project.call("GET", f"{project.path}/documents/{document}/annotations")
    ]
    assert "recent(window=2) with pronouns" in names
    page.goto(f"/projects/{project.id}/runs")
    page.get_by_text("Title, mentions, parser …").click()
    page.get_by_text("Parser, fragmenter, detector").click()
    expect(page.locator("[name=parser]")).to_have_value("bundled")
    expect(page.locator("[name=fragmenter]")).to_have_value("none")
    expect(page.locator("[name=detector]")).to_have_value("auto")
