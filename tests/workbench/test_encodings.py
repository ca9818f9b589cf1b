"""Uploads in other encodings than UTF-8."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tests.workbench.material import new_project, new_text

TEXT = "La señora perdió su llave."
LATIN = ("files", ("carta.txt", TEXT.encode("latin-1")))


def test_a_latin_1_file_is_uploaded(browser: TestClient) -> None:
    place = new_project(browser)
    refused = browser.post(f"{place}/documents/upload", files=[LATIN])
    assert refused.status_code == 422
    said = refused.json()["detail"]
    assert "carta.txt:1:6: not UTF-8: byte 0xf1 at offset 5" in said
    assert "choose its encoding in the form" in said
    wrong = browser.post(f"{place}/documents/upload", files=[LATIN], data={"encoding": "utf-16"})
    assert wrong.status_code == 422
    assert "carta.txt:1:1: not in the encoding named for it" in wrong.json()["detail"]
    data = {"encoding": "latin-1"}
    answer = browser.post(f"{place}/documents/upload", files=[LATIN], data=data)
    assert answer.status_code == 201, answer.text
    document = answer.json()["documents"][0]["id"]
    assert browser.get(f"{place}/documents/{document}/text").text == TEXT


def test_utf_8_that_is_uploaded_as_another_encoding_is_noted(browser: TestClient) -> None:
    place = new_project(browser)
    file = ("files", ("carta.txt", TEXT.encode()))
    data = {"encoding": "windows-1252"}
    answer = browser.post(f"{place}/documents/upload", files=[file], data=data)
    assert answer.status_code == 201, answer.text
    [note] = answer.json()["notes"]
    assert note.startswith("carta.txt: this is UTF-8, but was read as cp1252")


def test_what_is_wrong_with_an_upload_is_said_in_spanish(browser: TestClient) -> None:
    place = new_project(browser)
    answer = browser.post(
        f"{place}/documents/upload", files=[LATIN], headers={"accept-language": "es"}
    )
    assert "carta.txt:1:6: no es UTF-8: byte 0xf1 en la posición 5" in answer.json()["detail"]


def test_a_latin_1_file_is_resolved(browser: TestClient) -> None:
    data = {"encoding": "latin-1", "resolvers": "recent", "language": "es"}
    answer = browser.post("/api/v1/resolve/files", files=[LATIN], data=data)
    assert answer.status_code == 200, answer.text
    assert "señora" in answer.text


def test_annotations_in_another_encoding_are_imported(browser: TestClient) -> None:
    place = new_project(browser)
    new_text(browser, place, "La señora salió.")
    stored = browser.get(f"{place}/documents").json()[0]["name"]
    file = f"# id: {stored}\n\n{{1 La +señora+}} salió.\n".encode("windows-1252")
    data = {"encoding": "windows-1252", "source": "given", "format": "inline"}
    answer = browser.post(f"{place}/import", files=[("files", ("a.inline", file))], data=data)
    assert answer.status_code == 200, answer.text
    assert answer.json()["revisions"], answer.text


def test_wrong_names_of_encodings_are_refused(browser: TestClient) -> None:
    place = new_project(browser)
    for name in ("klingon", "rot13", "../x", "a" * 99):
        data = {"encoding": name}
        answer = browser.post(f"{place}/documents/upload", files=[LATIN], data=data)
        assert answer.status_code == 422, name
