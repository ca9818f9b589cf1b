"""The API, under /api/v1: one module for each thing it is about."""
