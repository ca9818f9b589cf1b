"""Requests to an OpenAI-compatible endpoint; answers are cached in memory and on disk. The key is
read from the environment when a request is sent and is stored nowhere.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.errors import CoindexError, MissingExtra
from coindex.io import places
from coindex.io.output import replacing
from coindex.resolvers.llm.prompts import Message

SCHEMA = "coindex-answer/1"
NO_KEY = "none"
"""The key for an endpoint that needs none: the client requires one."""
_SECRET = re.compile(r"\b(?:sk|key|pk)-[\w*.\-]{4,}")


class Endpoint(NamedTuple):
    """Address and name of a model, and how it is asked; `key` is the name of the environment
    variable that holds the key.
    """

    model: str
    base_url: str
    key: str
    seed: int
    retries: int
    patience: float
    cache: bool


class ModelAnswer(NamedTuple):
    """The text that a model wrote; `cut` if it reached the maximum length, `retries` how often the
    request was repeated.
    """

    text: str
    tokens_in: int
    tokens_out: int
    cut: bool
    retries: int


@lru_cache(maxsize=4096)
def ask(endpoint: Endpoint, messages: tuple[Message, ...], longest: int) -> ModelAnswer:
    """The model's answer to these messages, from the cache if it has been asked before."""
    path = _place(endpoint, messages, longest)
    if endpoint.cache and (stored := _stored(path)) is not None:
        return stored
    answer = _requested(endpoint, messages, longest)
    if endpoint.cache:
        with replacing(path, private=True) as stream:
            json.dump({"schema": SCHEMA, "model": endpoint.model, **answer._asdict()}, stream)
    return answer


def _place(endpoint: Endpoint, messages: tuple[Message, ...], longest: int) -> Path:
    """The file of an answer, determined by the model, its address, and the question."""
    asked = [endpoint.model, endpoint.base_url, endpoint.seed, longest, messages]
    name = blake2b(json.dumps(asked).encode(), digest_size=16).hexdigest()
    return places.cache() / "answers" / name[:2] / f"{name}.json"


def _stored(path: Path) -> ModelAnswer | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        return (
            ModelAnswer(*(value[name] for name in ModelAnswer._fields)) if _sound(value) else None
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _sound(value: Any) -> bool:
    return isinstance(value, dict) and value.get("schema") == SCHEMA


def _requested(endpoint: Endpoint, messages: tuple[Message, ...], longest: int) -> ModelAnswer:
    """Send a request; the client repeats it, after increasing pauses, if the endpoint is busy,
    fails or cannot be reached.
    """
    try:
        openai: Any = import_module("openai")
    except ModuleNotFoundError as error:
        raise MissingExtra("openai") from error
    key = os.environ.get(endpoint.key, "") if endpoint.key else ""
    try:
        client = openai.OpenAI(
            api_key=key or NO_KEY,
            base_url=endpoint.base_url or None,
            max_retries=endpoint.retries,
            timeout=endpoint.patience,
        )
        with client:
            raw = client.chat.completions.with_raw_response.create(
                model=endpoint.model,
                messages=[{"role": who, "content": words} for who, words in messages],
                temperature=0,
                seed=endpoint.seed,
                max_tokens=longest,
            )
            return _answer(json.loads(raw.http_response.content), raw.retries_taken)
    except (openai.OpenAIError, ValueError) as error:
        reason = _reason(endpoint, error, key)
    raise CoindexError(
        reason
    )  # raised outside, so that it does not refer to the client's error, which contains the key


def _answer(body: Any, retries: int) -> ModelAnswer:
    """The answer in a response body; an endpoint may leave almost everything out."""
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise ValueError("the answer has no choices")
    message, usage = choices[0].get("message") or {}, body.get("usage") or {}
    content = message.get("content") if isinstance(message, dict) else None
    return ModelAnswer(
        content if isinstance(content, str) else "",
        int(usage.get("prompt_tokens") or 0),
        int(usage.get("completion_tokens") or 0),
        choices[0].get("finish_reason") == "length",
        retries,
    )


def _reason(endpoint: Endpoint, error: Exception, key: str) -> str:
    """What went wrong, without the key, which some endpoints repeat."""
    text = " ".join(str(error).split())[:300]
    text = _SECRET.sub("[key]", text.replace(key, "[key]") if key else text)
    where = endpoint.base_url or "the default endpoint"
    hint = ""
    if type(error).__name__ == "AuthenticationError":
        hint = f"; put a key into the variable {endpoint.key or 'OPENAI_API_KEY'}"
    return f"model {endpoint.model} at {where}: {text}{hint}"
