"""Readers for the output of other systems."""
