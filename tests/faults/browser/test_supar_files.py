"""SUPAR's files in the tagging tool, with their candidate lists; and a
text in a script without spaces.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from coindex import formats
from tests.browser.pages import Project, Tagger, words

FILES = {
    "demo/text.pl": "o(1,'',[w('Ann','ann','NNP','ann'),w('met','meet','VBD','meet'),w('Bob','bob','NNP','bob'),"
    "w('and','and','CC','and'),w('Eve','eve','NNP','eve')]).\n"
    "o(2,'',[w('She','she','PRP','she'),w('left','leave','VBD','leave')]).\n",
    "demo/anaphors.txt": "2 0 1 persNoRefl <\n",
    "demo/a_2_0_1.www": (
        "ANTECEDENTS\n1 4 5\n1 2 3\n1 0 1\nCONSTRAINTS\n1 4 5\n1 0 1\nSOLUTION\n1 0 1\n"
    ),
}


def uploaded(project: Project, folder: Path) -> int:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    (folder / "demo.zip").write_bytes(packed.getvalue())
    return int(project.upload(folder / "demo.zip", "annotator")["documents"][0]["id"])


def test_candidate_lists_of_uploaded_files_are_shown(
    page: Page, project: Project, tmp_path: Path
) -> None:
    tagger = Tagger(page, project, uploaded(project, tmp_path))
    tagger.go(5)
    tagger.press("g")
    expect(tagger.active).to_have_text("She")
    expect(page.get_by_label("Proposing resolver")).to_have_value("file")
    listed = page.locator("#mention .listed:not(.out)")
    expect(listed).to_have_count(2)
    expect(listed.nth(0)).to_contain_text("Eve")
    expect(listed.nth(1)).to_contain_text("Ann")
    expect(listed.nth(1).locator(".tag")).to_have_text(["proposed", "solution"])
    expect(page.locator("#text .m.discarded")).to_have_text("Bob")
    page.get_by_text("1 discarded").click()
    expect(page.locator("#mention .listed.out .fate")).to_contain_text(
        "not among those that satisfy the constraints"
    )
    page.locator("#text").focus()
    tagger.press("1")
    assert ["[[4, 5]]", "[[5, 6]]"] in words(tagger.state())


def test_a_pronoun_inside_a_chinese_clause_is_marked_and_resolved(
    page: Page, project: Project, tmp_path: Path
) -> None:
    tagger = Tagger(
        page, project, project.add("小明看见了小红。然后她笑了。", language="zh", parser="")
    )
    tagger.mark(5, 7)
    tagger.press("f")
    tagger.mark(10, 11)
    expect(tagger.active).to_have_text("她")
    tagger.press("a", "l", "1")
    assert words(tagger.state()) == [["[[10, 11]]", "[[5, 7]]"]]
    (tmp_path / "story.jsonl").write_bytes(project.exported("annotator"))
    document, annotation = next(formats.read(tmp_path / "story.jsonl"))
    (chain,) = (entity for entity in annotation.entities if not entity.singleton)
    assert [mention.text(document) for mention in chain.mentions] == ["小红", "她"]
