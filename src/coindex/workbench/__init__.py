"""The workbench: its store, its API and pages, the HTTP service, and tools for language models."""
