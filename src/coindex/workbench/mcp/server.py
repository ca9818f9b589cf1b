"""The server: tools, resources, and the two ways to reach it, standard input and HTTP."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from inspect import getdoc
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import CallToolResult, InputRequiredResult, Resource, TextContent
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from coindex import __version__
from coindex.core.errors import CoindexError, suggestion
from coindex.workbench.mcp.answers import Tooling
from coindex.workbench.mcp.documents import ANNOTATION, JSON, TEXT, Documents
from coindex.workbench.mcp.tools import NAMES, Tools
from coindex.workbench.problems import answer
from coindex.workbench.security.guard import Guard
from coindex.workbench.service.desk import Desk
from coindex.workbench.service.settings import ServiceSettings
from coindex.workbench.store.store import Store

PATH = "/mcp"
INSTRUCTIONS = (
    "Coindex resolves anaphora and coreference: resolve finds which expressions refer to the same "
    "thing, why explains a decision, rewrite and chunks make texts explicit, graph, book and "
    "pseudonymise work on resolved texts; score, compare, agree, convert and check take annotated "
    "documents in any format of the field."
)


class Server(MCPServer[Any]):
    """Tools at a desk of worker processes; with a store, its documents as resources."""

    def __init__(self, settings: ServiceSettings, store: Store | None = None) -> None:
        super().__init__(
            "coindex", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        self.desk = Desk(settings, Tooling)
        self._documents = None if store is None else Documents(store)
        tools = Tools(self.desk)
        for name in NAMES:
            tool = getattr(tools, name)
            self.add_tool(tool, name, description=getdoc(tool))
        if self._documents is not None:
            self._add_templates(self._documents)

    async def call_tool(
        self,
        name: str,
        arguments: dict[str, Any],
        context: Context[Any, Any] | None = None,
    ) -> CallToolResult | InputRequiredResult:
        """The answer on one line; a wrong argument is an error of one line, too, and an unknown one
        is refused instead of ignored.
        """
        known = {
            tool.name: tool.parameters["properties"] for tool in self._tool_manager.list_tools()
        }
        for argument in sorted(set(arguments) - set(known.get(name, arguments))):
            meant = suggestion(argument, known[name])
            raise ToolError(f"{name} has no argument {argument!r}; {meant}")
        try:
            result = await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(wrong := error.__cause__, ValidationError):
                raise ToolError("; ".join(map(_in_words, wrong.errors()))) from None
            raise
        if isinstance(result, CallToolResult) and result.structured_content is not None:
            line = json.dumps(result.structured_content, ensure_ascii=False)
            result.content = [TextContent(type="text", text=line)]
        return result

    def _add_templates(self, documents: Documents) -> None:
        @self.resource(TEXT, name="text", description="The text of a document.")
        def text(project: int, document: int) -> str:
            try:
                return documents.text(project, document)
            except CoindexError as error:
                raise ResourceNotFoundError(str(error)) from None

        @self.resource(
            ANNOTATION,
            name="annotation",
            description="The newest annotation of a source, as coindex-doc/1.",
            mime_type=JSON,
        )
        def annotation(project: int, document: int, source: str) -> str:
            try:
                return documents.annotation(project, document, source)
            except CoindexError as error:
                raise ResourceNotFoundError(str(error)) from None

    async def list_resources(self) -> list[Resource]:
        """The documents as they are now: a project changes while the server runs."""
        if self._documents is None:
            return []
        listed = await anyio.to_thread.run_sync(self._documents.listed)
        return [
            Resource(
                uri=one.uri, name=one.name, description=one.description, mime_type="text/plain"
            )
            for one in listed
        ]

    def serve_standard_input(self) -> None:
        """Answer on standard output until standard input ends."""
        try:
            anyio.run(self.run_stdio_async)
        finally:
            self.desk.close()

    def application(self, host: str) -> ASGIApp:
        """The server over streamable HTTP, behind the checks of the HTTP service."""
        settings = self.desk.settings
        app = self.streamable_http_app(
            streamable_http_path=PATH,
            host=host,
            stateless_http=True,
            max_request_body_size=settings.upload,
        )
        return Guard(Authorising(app, settings.token), settings)


def _in_words(wrong: Mapping[str, Any]) -> str:
    """Which argument is wrong, and why."""
    return f"{'.'.join(map(str, wrong['loc']))}: {wrong['msg']}"


class Authorising:
    """Lets requests pass that carry the token, if there is one."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._token and not self._allowed(scope):
            refusal = answer(401, "send the server's token: Authorization: Bearer ...")
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allowed(self, scope: Scope) -> bool:
        sent = dict(scope["headers"]).get(b"authorization", b"")
        return hmac.compare_digest(sent.removeprefix(b"Bearer "), self._token.encode())
