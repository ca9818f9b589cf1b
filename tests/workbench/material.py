"""A server in memory, documents for it, and people who use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import BaseRoute, Mount, Route

from coindex.workbench.app import create_app
from coindex.workbench.security import passwords
from coindex.workbench.settings import Settings

API = "/api/v1"
ADDRESS = "http://127.0.0.1:8000"
PASSWORD = "correct horse battery"
TEXT = "Ann lost her key. She looked for it. Bob found it."

PARSED = """# newdoc id = parsed
# sent_id = 1
# text = Ann lost her key.
1	Ann	Ann	PROPN	NNP	Number=Sing	2	nsubj	_	_
2	lost	lose	VERB	VBD	Mood=Ind|Tense=Past|VerbForm=Fin	0	root	_	_
3	her	her	PRON	PRP$	Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs	4	nmod:poss	_	_
4	key	key	NOUN	NN	Number=Sing	2	obj	_	SpaceAfter=No
5	.	.	PUNCT	.	_	2	punct	_	_

# sent_id = 2
# text = She looked for it.
1	She	she	PRON	PRP	Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs	2	nsubj	_	_
2	looked	look	VERB	VBD	Mood=Ind|Tense=Past|VerbForm=Fin	0	root	_	_
3	for	for	ADP	IN	_	4	case	_	_
4	it	it	PRON	PRP	Case=Acc|Gender=Neut|Number=Sing|Person=3|PronType=Prs	2	obl	_	SpaceAfter=No
5	.	.	PUNCT	.	_	2	punct	_	_

"""
"""Needs no model to be resolved."""

STATE: dict[str, Any] = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name"},
        {"parts": [[2, 3]], "kind": "possessive"},
        {"parts": [[2, 4]], "kind": "nominal"},
        {"parts": [[5, 6]], "kind": "personal"},
        {"parts": [[8, 9]], "kind": "personal"},
    ],
    "entities": [{"id": "1", "mentions": [0, 1, 3]}, {"id": "2", "mentions": [2, 4]}],
}


def quick_passwords() -> None:
    """Hashes that take no time: nobody attacks a test."""
    passwords.COST = passwords.Cost(2, 1, 1)
    passwords.hashed.__defaults__ = (passwords.COST,)


def application(folder: Path, **settings: Any) -> FastAPI:
    return create_app(Settings(folder / "store.db", **{"pages": False, **settings}))


_routes: dict[int, list[BaseRoute]] = {}


def share_routes(app: FastAPI) -> None:
    """FastAPI analyses all routes again for each application; 40 ms
    for each router that a test asks.
    """
    own = app.router.routes
    known = _routes.setdefault(len(own), list(own))
    own[:] = [
        mine if isinstance(mine, Route | Mount) else shared
        for mine, shared in zip(own, known, strict=True)
    ]


def client(app: FastAPI, **options: Any) -> TestClient:
    share_routes(app)
    return TestClient(app, base_url=ADDRESS, raise_server_exceptions=False, **options)


def new_project(browser: TestClient, name: str = "Novels") -> str:
    """Its path. Annotators see all of its documents."""
    answer = browser.post(f"{API}/projects", json={"name": name, "assigned_only": False})
    assert answer.status_code == 201, answer.text
    return f"{API}/projects/{answer.json()['id']}"


def new_text(browser: TestClient, project: str, text: str = TEXT, name: str = "note") -> str:
    answer = browser.post(
        f"{project}/documents", json={"name": name, "text": text, "parser": "none"}
    )
    assert answer.status_code == 201, answer.text
    return f"{project}/documents/{answer.json()['id']}"


def new_parsed(browser: TestClient, project: str) -> str:
    answer = browser.post(
        f"{project}/documents/upload", files={"files": ("parsed.conllu", PARSED.encode())}
    )
    assert answer.status_code == 201, answer.text
    return f"{project}/documents/{answer.json()['documents'][0]['id']}"


def saved(
    browser: TestClient, document: str, source: str, state: dict[str, Any], base: int | None = None
) -> int:
    """The revision's number."""
    answer = browser.put(
        f"{document}/annotations/{source}", json={"base": base, "annotation": state}
    )
    assert answer.status_code == 200, answer.text
    id: int = answer.json()["revision"]["id"]
    return id


class Team:
    """A server with accounts; each person has a browser of their own."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        quick_passwords()
        self.app = application(folder, team=True, **settings)
        store = self.app.state.services.store
        for role in ("annotator", "adjudicator", "admin"):
            store.members.add(role.capitalize(), passwords.hashed(PASSWORD), role)
        store.members.add("Other", passwords.hashed(PASSWORD), "admin")
        store.members.add("Second", passwords.hashed(PASSWORD), "annotator")

    def signed_in(self, name: str) -> TestClient:
        browser = client(self.app)
        answer = browser.post("/login", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        browser.headers["X-CSRF-Token"] = answer.json()["csrf"]
        return browser

    def project(
        self,
        name: str = "Novels",
        *,
        members: tuple[str, ...] = ("Annotator", "Adjudicator", "Second"),
    ) -> str:
        browser = self.signed_in("Admin")
        path = new_project(browser, name)
        assert browser.post(f"{path}/members", json={"members": members}).status_code == 200
        return path
