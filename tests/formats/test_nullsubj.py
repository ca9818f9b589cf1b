"""Null-subject lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.nullsubj import NullSubjects
from coindex.io.files import opened
from coindex.testing import check_format

SAMPLES = {"dev.txt": "ana|n llega|v tarde|r .|f\ncena|w sola|a y|c llueve|y .|f\na||z |n\n"}


def test_subjects_are_in_misc() -> None:
    document, annotation = check_format(NullSubjects(), SAMPLES)[0]
    assert (document.id, document.language, len(document.sentences)) == ("dev", "es", 3)
    said = {token.form: token.misc for token in document.tokens if token.misc}
    assert said == {
        "llega": "Subject=explicit",
        "cena": "Subject=null",
        "llueve": "Subject=impersonal",
    }
    assert [token.form for token in document.tokens[9:]] == ["a|", "_"]
    assert not annotation.mentions


def test_language_is_an_option() -> None:
    assert check_format(NullSubjects(language="pt"), SAMPLES)[0].document.language == "pt"


def test_bad_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("ana|n llega\n")
    with pytest.raises(FormatError) as raised:
        list(formats.read(path, "nullsubj"))
    assert (raised.value.message, raised.value.line, raised.value.column) == (
        "not of the form token|tag: 'llega'",
        1,
        7,
    )
    problems = Problems(lenient=True)
    document = next(formats.read(path, "nullsubj", problems)).document
    assert [token.form for token in document.tokens] == ["ana", "llega"]
    assert problems.counts == {"not of the form token|tag": 1}
    path.write_text("\n")
    with pytest.raises(FormatError, match="contains no sentence"):
        list(formats.read(path, "nullsubj"))


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(SAMPLES["dev.txt"])
    with opened(tmp_path / "x.txt") as files:
        assert formats.recognised(files[0]) == "nullsubj"
