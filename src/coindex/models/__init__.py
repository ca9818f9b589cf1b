"""Bundled weights and the sessions that run them."""
