"""Pictures of every page, wide and narrow: python -m tests.browser.screenshots docs/images"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from coindex_en.corpora import Embedded
from tests.browser.browsing import launched
from tests.browser.conftest import Serving
from tests.browser.pages import Project, Tagger

WIDE, NARROW = (1400, 900), (400, 800)
PATIENCE_FOR_RUNS = 300_000
TEXTS = Path(__file__).parents[2] / "examples"
PASSWORD = "correct horse battery"


class Camera:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self._folder = page, folder

    def take(self, name: str, *, whole: bool = False) -> None:
        """Few colours are enough, and make small files; of a telephone, what is seen at once."""
        from PIL import Image  # tests that share the pages do without it

        size = self.page.viewport_size
        wide = size is not None and size["width"] > NARROW[0]
        taken = Image.open(io.BytesIO(self.page.screenshot(full_page=whole and wide))).convert(
            "RGB"
        )
        suffix = "" if wide else "-phone"
        file = self._folder / f"web-{name}{suffix}.png"
        taken.quantize(160, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            file, optimize=True
        )
        sys.stdout.write(f"{file} {file.stat().st_size // 1000} kB\n")


def rewrite(camera: Camera) -> None:
    """A text with its changes."""
    page = camera.page
    page.goto("/rewrite")
    page.get_by_label("Text", exact=True).fill(
        (TEXTS / "lighthouse.txt").read_text(encoding="utf-8")
    )
    page.get_by_role("button", name="Rewrite", exact=True).click()
    page.locator("#changes ins").first.wait_for(timeout=PATIENCE_FOR_RUNS)
    camera.take("rewrite")


def filled(server: str) -> tuple[Project, list[int]]:
    """A project with two annotations of each text, and one that is begun."""
    project = Project(server)
    project.call(
        "PUT", project.path, {"name": "Harbour stories", "note": "Short texts, annotated twice."}
    )
    root, documents = Embedded.folder, []
    for name in ("bellfounder", "courier", "drover"):
        found = project.upload(root / "a" / "plot" / f"{name}.inline", "Ada")
        project.upload(root / "b" / "plot" / f"{name}.inline", "Bert", how="import")
        documents.append(found["documents"][0]["id"])
    text = (TEXTS / "lighthouse.txt").read_text(encoding="utf-8")
    documents.append(project.add(text, name="lighthouse", language="en", parser="bundled"))
    path = f"{project.path}/documents/{documents[-1]}"
    made = project.call("POST", f"{path}/resolve", {"resolver": "sieve"})["annotation"]
    made.pop("links", None)
    project.save(documents[-1], made)
    project.call(
        "POST",
        f"{project.path}/documents/{documents[0]}/resolve",
        {"resolver": "rosana", "mentions": "Ada"},
    )
    return project, documents


def pages(camera: Camera, project: Project, documents: list[int]) -> None:
    page, here = camera.page, f"/projects/{project.id}"
    for name, path in (
        ("home", "/"),
        ("api", "/api"),
        ("project", here),
        ("exchange", f"{here}/exchange"),
        ("settings", f"{here}/settings"),
    ):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        camera.take(name, whole=name == "project")
    page.goto(f"{here}/agreement?a=Ada&b=Bert")
    page.locator("#measures table").wait_for()
    page.wait_for_load_state("networkidle")
    camera.take("agreement")
    page.goto(f"{here}/documents/{documents[0]}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    for key in "abba":
        page.keyboard.press(key)
    page.locator("#differences", has_text="4 of").wait_for()
    page.wait_for_load_state("networkidle")
    camera.take("adjudication")


def resolving(camera: Camera) -> None:
    page = camera.page
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill(
        (TEXTS / "lighthouse.txt").read_text(encoding="utf-8")
    )
    page.get_by_text("More resolvers …").click()
    boxes = page.locator("[name=resolvers]:checked")
    while boxes.count():
        boxes.first.uncheck()
    for name in ("rosana", "sieve"):
        page.locator(f"[name=resolvers][value={name}]").check()
    camera.take("resolve")
    page.get_by_role("button", name="Resolve").click()
    page.locator("html[data-ready]").wait_for()


def reading(camera: Camera, project: Project, document: int, name: str) -> None:
    page = camera.page
    page.goto(
        f"/projects/{project.id}/documents/{document}/read?left=rosana given Ada&right=Ada&key=Ada"
    )
    page.locator("html[data-ready]").wait_for()
    page.locator("#arrows").select_option("chain")
    page.locator("#text-left .m.anaphor.is-wrong").first.click()
    page.locator("#why .listed").first.wait_for()
    camera.take(name)


def comparing(camera: Camera, project: Project) -> None:
    page, here = camera.page, f"/projects/{project.id}"
    chosen = {
        "corpora": [],
        "sources": ["Ada"],
        "resolvers": ["hobbs", "mitkov", "recent", "rosana", "sieve", "supar"],
    }
    first = project.call("POST", f"{project.path}/runs", {**chosen, "title": "Six resolvers"})["id"]
    page.goto(f"{here}/runs/{first}")
    page.locator("#lines", has_text="rosana").wait_for(timeout=PATIENCE_FOR_RUNS)
    camera.take("progress")
    page.locator(".ranking").first.wait_for(timeout=PATIENCE_FOR_RUNS)
    page.get_by_label("Name of the system").fill("Bert")
    exported = project.exported("Bert")
    page.get_by_label("File or archive").set_input_files(
        {"name": "bert.jsonl", "mimeType": "", "buffer": exported}
    )
    page.get_by_role("button", name="Score system").click()
    page.locator(".ranking .response").first.wait_for(timeout=PATIENCE_FOR_RUNS)
    camera.take("run")
    page.get_by_role("link", name="View report").click()
    page.frame_locator("iframe.report").get_by_role("link", name="Finding", exact=True).click()
    page.frame_locator("iframe.report").locator("svg").first.wait_for()
    camera.take("run-report")
    page.goto(f"{here}/runs")
    page.locator(".signature summary").first.click()
    camera.take("runs")
    page.goto(f"{here}/corpus?run={first}")
    page.locator(".kwic").wait_for()
    page.locator("#statistics:not([aria-busy])").wait_for()
    camera.take("corpus")


def at_pronoun(camera: Camera, project: Project, document: int) -> Tagger:
    tagger = Tagger(camera.page, project, document)
    tagger.press("n")
    while tagger.active.inner_text() != "her":
        tagger.press("n")
    camera.page.locator("#mention .listed.current").wait_for()
    return tagger


def tagging(camera: Camera, project: Project, document: int) -> None:
    tagger = at_pronoun(camera, project, document)
    camera.take("tagging")
    tagger.press("?")
    camera.take("keys")
    tagger.press("Escape", "l")
    camera.take("antecedent")
    tagger.press("Escape")
    camera.page.get_by_role("tab", name="Chains").click()
    camera.page.locator("#chains li").first.wait_for()
    camera.take("chains")


def conflict(camera: Camera, project: Project, document: int) -> None:
    other = Tagger(camera.page.context.new_page(), project, document)
    tagger = Tagger(camera.page, project, document)
    other.press("n", "x", "n", "Delete")
    other.saved()
    other.page.close()
    tagger.press("n", "o")
    camera.page.get_by_role("dialog", name="saved elsewhere").wait_for()
    camera.take("conflict")
    camera.page.get_by_role("button", name="Take theirs").click()


def accounts(camera: Camera) -> None:
    page = camera.page
    page.goto("/login")
    camera.take("login")
    page.get_by_label("Name").fill("Ines")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()
    page.goto("/members")
    camera.take("members")


def session(
    browser: Browser, server: str, size: tuple[int, int], folder: Path, *, dark: bool = False
) -> Camera:
    context = browser.new_context(
        base_url=server,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale="en-GB",
    )
    return Camera(context.new_page(), folder)


def main(folder: Path) -> None:
    from coindex.workbench.security.passwords import hashed

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = launched(playwright)
        for size in (WIDE, NARROW):
            with Serving(Path(place) / f"{size[0]}.db") as serving:
                project, documents = filled(serving.address)
                camera = session(browser, serving.address, size, folder)
                tagging(camera, project, documents[-1])
                pages(camera, project, documents)
                resolving(camera)
                rewrite(camera)
                reading(camera, project, documents[0], "read")
                comparing(camera, project)
                conflict(camera, project, documents[-1])
                if size == WIDE:
                    dark = session(browser, serving.address, size, folder, dark=True)
                    at_pronoun(dark, project, documents[-1])
                    dark.take("tagging-dark")
                    reading(dark, project, documents[0], "read-dark")
            with Serving(Path(place) / f"team-{size[0]}.db", team=True) as serving:
                store = serving.config.app.state.services.store  # type: ignore[union-attr]
                for name, role in (
                    ("Ines", "admin"),
                    ("Ada", "adjudicator"),
                    ("Bert", "annotator"),
                ):
                    store.members.add(name, hashed(PASSWORD), role)
                accounts(session(browser, serving.address, size, folder))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
