"""People with accounts: their browsers, and what they do through the API."""

from __future__ import annotations

from typing import Any

import httpx2 as httpx
from playwright.sync_api import Browser, BrowserContext, Page

from coindex.workbench.security.passwords import hashed
from coindex.workbench.store.store import Store
from tests.browser.conftest import Serving
from tests.browser.pages import PATIENCE
from tests.workbench.material import PASSWORD, quick_passwords

ROLES = {"Ines": "admin", "Ada": "adjudicator", "Tove": "annotator", "Olaf": "annotator"}
TEXT = "Ann lost her key . She looked for it ."
KEY: dict[str, Any] = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name"},
        {"parts": [[2, 3]], "kind": "possessive"},
        {"parts": [[2, 4]], "kind": "nominal"},
        {"parts": [[5, 6]], "kind": "personal"},
        {"parts": [[8, 9]], "kind": "personal"},
    ],
    "entities": [{"id": "1", "mentions": [0, 1, 3]}, {"id": "2", "mentions": [2, 4]}],
}


class Office:
    """A project of four people on a server with accounts."""

    def __init__(self, chromium: Browser, serving: Serving) -> None:
        quick_passwords()
        self._chromium, self._address = chromium, serving.address
        self.store: Store = serving.config.app.state.services.store  # type: ignore[union-attr]
        for name, role in ROLES.items():
            self.store.members.add(name, hashed(PASSWORD), role)
        self._contexts: list[BrowserContext] = []
        self._clients: dict[str, httpx.Client] = {}
        project = self.call("Ines", "POST", "/projects", {"name": "Novels", "assigned_only": False})
        self.id = int(project["id"])
        self.call("Ines", "POST", f"/projects/{self.id}/members", {"members": list(ROLES)[1:]})

    @property
    def path(self) -> str:
        return f"/projects/{self.id}"

    def call(self, name: str, method: str, path: str, body: Any = None) -> Any:
        """What the API answers to a person."""
        if name not in self._clients:
            client = httpx.Client(base_url=self._address, timeout=60)
            answer = client.post("/login", json={"name": name, "password": PASSWORD})
            answer.raise_for_status()
            client.headers["X-CSRF-Token"] = answer.json()["csrf"]
            self._clients[name] = client
        answer = self._clients[name].request(method, f"/api/v1{path}", json=body)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def add(self, name: str, text: str = TEXT) -> int:
        body = {"name": name, "text": text, "language": "en", "parser": "none"}
        return int(self.call("Ines", "POST", f"{self.path}/documents", body)["id"])

    def save(self, person: str, document: int, state: Any, source: str = "", **rest: Any) -> int:
        path = f"{self.path}/documents/{document}/annotations/{source or person}"
        body = {"annotation": state, **rest}
        return int(self.call(person, "PUT", path, body)["revision"]["id"])

    def browser(self, name: str) -> Page:
        """A page of a person who has signed in."""
        context = self._chromium.new_context(
            base_url=self._address, viewport={"width": 1400, "height": 900}, locale="en-GB"
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.goto("/login")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign out").wait_for()
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        for client in self._clients.values():
            client.close()
