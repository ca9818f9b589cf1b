"""A scripted OpenAI-compatible endpoint: a local HTTP server that answers as a test says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """What the endpoint answers: `content` in the usual form, or a whole body."""

    content: str | None = ""
    finish: str = "stop"
    status: int = 200
    body: str | None = None
    close: bool = False


Script = Callable[[str], Reply]
"""From the last message of a request to its reply."""


class Scripted:
    """An endpoint that follows a script and remembers what it was asked."""

    def __init__(self) -> None:
        self.script: Script = Reply
        self.first: list[Reply] = []
        """Replies to the first requests, before the script."""
        self.requests: list[dict[str, Any]] = []
        self.authorised: list[str] = []
        self.url = ""

    def reply(self, request: dict[str, Any], authorisation: str) -> Reply:
        self.requests.append(request)
        self.authorised.append(authorisation)
        if self.first:
            return self.first.pop(0)
        return self.script(request["messages"][-1]["content"])


@contextmanager
def scripted() -> Iterator[Scripted]:
    endpoint = Scripted()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = endpoint.reply(request, self.headers.get("Authorization", ""))
            if reply.close:
                self.close_connection = True
                return
            body = (reply.body if reply.body is not None else _body(reply)).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _body(reply: Reply) -> str:
    message = {"role": "assistant", "content": reply.content}
    choice = {"index": 0, "finish_reason": reply.finish, "message": message}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return json.dumps({"id": "1", "object": "chat.completion", "choices": [choice], "usage": usage})
