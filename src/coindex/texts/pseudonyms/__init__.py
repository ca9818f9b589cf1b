"""Pseudonyms: one for each name over a whole collection, and the way back to the originals."""

from coindex.core.commands import Command

pseudonymise_command = Command(
    "Replace names with pseudonyms, and restore them.",
    "Texts",
    "coindex.texts.pseudonyms.command:run",
    example=(
        "coindex pseudonymise letters/ --key key.json -o hidden/\n"
        "coindex pseudonymise hidden/ --restore --key key.json -o restored/"
    ),
)
