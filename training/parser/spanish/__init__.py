"""The bundled Spanish model: its corpora and commands."""
