"""The tools as clients see them: names, parameters, and what each is for."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from coindex.core.errors import CoindexError, suggestion
from coindex.texts.rewriting.choices import SURE
from coindex.texts.rewriting.passages import WORDS
from coindex.workbench.problems import Refused
from coindex.workbench.service.desk import Desk
from coindex.workbench.service.processing import Asked, Wanted

Text = Annotated[str, Field(description="The text of one document.")]
Language = Annotated[
    str, Field(description="Code of its language, such as en or es; recognised if empty.")
]
Offered = Annotated[str, Field(description="One of the server's resolvers; its default if empty.")]
Format = Annotated[str, Field(description="Name of the format; recognised if empty.")]
Key = Annotated[str, Field(description="Content of an annotated file: what is right.")]
Sure = Annotated[
    float, Field(ge=0, le=1, description="Mentions that are less certain are left as they are.")
]


class Tools:
    """Each method is a tool; the work is done in the worker processes of the desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def resolve(
        self,
        text: Text,
        language: Language = "",
        resolver: Offered = "",
        decisions: Annotated[
            bool, Field(description="Also the decisions, with candidates and reasons.")
        ] = False,
    ) -> dict[str, Any]:
        """Find which expressions of a text refer to the same person or thing: entities with
        character offsets, and the text with numbered brackets.
        """
        return await self._called(
            "resolve", resolver, text=text, language=language, decisions=decisions
        )

    async def why(
        self,
        text: Text,
        words: Annotated[
            str, Field(description="The anaphor to explain, such as she; all if empty.")
        ] = "",
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """Explain in sentences why an expression was resolved as it was, or left open."""
        return await self._called("why", resolver, text=text, language=language, words=words)

    async def rewrite(
        self,
        text: Text,
        kinds: Annotated[
            list[Literal["pronouns", "nominals", "zeros"]],
            Field(description="What to make explicit."),
        ] = ["pronouns", "zeros"],  # noqa: B006 - the default is part of the schema
        min_confidence: Sure = SURE,
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """Rewrite a text so that it stands on its own: names instead of pronouns where that is
        safe, each change and each mention that was left with its reason and offsets.
        """
        return await self._called(
            "rewrite",
            resolver,
            text=text,
            language=language,
            kinds=kinds,
            min_confidence=min_confidence,
        )

    async def chunks(
        self,
        text: Text,
        words: Annotated[
            int, Field(ge=1, description="Maximum number of words in a passage.")
        ] = WORDS,
        overlap: Annotated[
            int,
            Field(
                ge=0,
                description="Number of sentences that a passage repeats from the previous one.",
            ),
        ] = 0,
        min_confidence: Sure = SURE,
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """Cut a text into passages for retrieval that stand on their own: the first mention of
        each entity in a passage is explicit where that is safe.
        """
        return await self._called(
            "chunks",
            resolver,
            text=text,
            language=language,
            words=words,
            overlap=overlap,
            min_confidence=min_confidence,
        )

    async def graph(
        self,
        text: Text,
        types: Annotated[
            list[str], Field(description="Only entities of these types: person, place ...")
        ] = [],  # noqa: B006 - the default is part of the schema
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """Say who does what to whom in a text: entities, and what clauses say about two of them."""
        return await self._called("graph", resolver, text=text, language=language, types=types)

    async def book(
        self,
        text: Text,
        quotations: Annotated[
            bool, Field(description="Also every quotation with its speaker.")
        ] = False,
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """List the characters of a novel or play, what they do, and who meets whom."""
        return await self._called(
            "book", resolver, text=text, language=language, quotations=quotations
        )

    async def pseudonymise(
        self,
        text: Text,
        types: Annotated[
            list[Literal["person", "place", "organization"]],
            Field(description="Whose names to replace."),
        ] = ["person", "place", "organization"],  # noqa: B006 - the default is part of the schema
        language: Language = "",
        resolver: Offered = "",
    ) -> dict[str, Any]:
        """Replace names in a text with pseudonyms, and list what may still identify somebody. The
        originals are not kept: the command line writes a key file.
        """
        return await self._called(
            "pseudonymise", resolver, text=text, language=language, types=types
        )

    async def check(
        self,
        content: Annotated[str, Field(description="Content of an annotated file.")],
        format: Format = "",
    ) -> dict[str, Any]:
        """Find what is broken in an annotation, and what is probably wrong."""
        return await self._called("check", "", content=content, format=format)

    async def score(
        self,
        key: Key,
        response: Annotated[str, Field(description="Content of the file to score.")],
        measures: Annotated[
            list[str], Field(description="Such as CoNLL, LEA@head; the usual ones if empty.")
        ] = [],  # noqa: B006 - the default is part of the schema
        format: Format = "",
    ) -> dict[str, Any]:
        """Score an annotation of documents against a key, measure by measure."""
        return await self._called(
            "score", "", key=key, response=response, measures=measures, format=format
        )

    async def compare(
        self,
        key: Key,
        resolvers: Annotated[
            list[str], Field(min_length=1, description="Such as sieve, rosana, mitkov(window=3).")
        ],
        mentions: Annotated[
            Literal["gold", "detected"], Field(description="Mentions of the key, or detected.")
        ] = "gold",
        format: Format = "",
    ) -> dict[str, Any]:
        """Run resolvers on annotated documents and compare them, with intervals and tests."""
        return await self._called(
            "compare", "", key=key, resolvers=resolvers, mentions=mentions, format=format
        )

    async def agree(
        self,
        first: Annotated[str, Field(description="Content of a file of one annotator.")],
        second: Annotated[str, Field(description="The same documents by another annotator.")],
        format: Format = "",
    ) -> dict[str, Any]:
        """Measure how far two annotators agree on mentions and entities."""
        return await self._called("agree", "", first=first, second=second, format=format)

    async def convert(
        self,
        content: Annotated[str, Field(description="Content of an annotated file, or a text.")],
        to: Annotated[str, Field(description="Format to write, such as conllu, jsonl, crac.")],
        format: Format = "",
    ) -> dict[str, Any]:
        """Convert annotated documents to another format; what it cannot carry is counted."""
        return await self._called("convert", "", content=content, to=to, format=format)

    async def _called(self, tool: str, resolver: str, **values: Any) -> dict[str, Any]:
        """The answer of a worker; whatever goes wrong is an error of the tool."""
        settings = self._desk.settings
        if resolver and resolver not in settings.resolvers:
            meant = suggestion(resolver, settings.resolvers)
            raise ToolError(f"resolver: {resolver!r} is not offered here; {meant}")
        line = json.dumps({"tool": tool, "values": values})
        if len(line) > settings.upload:
            raise ToolError(f"a call may have at most {settings.upload:,} bytes")
        wanted = Wanted(settings.pipeline(resolver or settings.resolvers[0]))
        try:
            with self._desk.accepted(len(line)):
                answer = await self._desk.answer(Asked(line, wanted))
        except Refused as refusal:
            raise ToolError(refusal.detail) from None
        except CoindexError as error:
            raise ToolError(str(error)) from None
        if answer.reason:
            raise ToolError(answer.reason)
        value: dict[str, Any] = json.loads(answer.line)
        return value


NAMES = (
    "resolve",
    "why",
    "rewrite",
    "chunks",
    "graph",
    "book",
    "pseudonymise",
    "score",
    "compare",
    "agree",
    "convert",
    "check",
)
"""The tools, in the order in which clients see them."""
