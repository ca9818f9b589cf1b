"""Fits components to annotated text."""
