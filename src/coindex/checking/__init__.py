"""Checks of an annotation: what is broken in it, and what is probably wrong."""
