"""Schemes: what can be annotated in a project, their files, and what follows them."""
