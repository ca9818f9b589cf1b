"""Where a sign-in leads to: never to another site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coindex.workbench.security.redirects import local_path
from tests.workbench.material import Team, client

ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\x00/evil.example",
    "/\x0b/evil.example",
    "/\x7f/evil.example",
    "/\x85/evil.example",
    "/\xa0/evil.example",
    "/\\\t/evil.example",
    "/.\t./\\evil.example",
    "https://evil.example",
    "https:evil.example",
    "http:/evil.example",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    "",
    "/" + "a" * 600,
]
HERE = [
    "/",
    "/resolve",
    "/projects/1?a=b#c",
    "/%09/evil.example",
    "/%2F/evil.example",
    "/a//b",
    "/@evil.example",
    "/é",
]


@pytest.mark.parametrize("path", ELSEWHERE)
def test_other_sites_are_not_followed(path: str) -> None:
    assert local_path(path) == "/"


@pytest.mark.parametrize("path", HERE)
def test_pages_of_this_server_are(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "query",
    [
        "/%09/evil.example",
        "/%0a/evil.example",
        "/%5cevil.example",
        "//evil.example",
        "/%2fevil.example",
        "%09//evil",
    ],
)
def test_the_sign_in_page_leads_back_here(tmp_path: Path, query: str) -> None:
    team = Team(tmp_path, pages=True)
    with client(team.app) as browser:
        page = browser.get(f"/login?next={query}").text
    assert re.findall(r'data-then="([^"]*)"', page) == ["/"]
