"""Coindex resolves anaphora and coreference, explains each decision, and compares resolvers fairly."""

__version__ = "0.1.0"
