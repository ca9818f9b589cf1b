"""How texts hold together: centers and their transitions, the entity grid, chains."""

from coindex.core.commands import Command

cohere_command = Command(
    "Measure how texts hold together: centers, entity grid, chains.",
    "Texts",
    "coindex.texts.coherence.command:run",
    listed=False,
    example="coindex cohere embedded/plot",
)
