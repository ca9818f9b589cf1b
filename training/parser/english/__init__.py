"""The bundled English model: its corpora and commands."""
