"""Fragmenters: from a parse to those of its parts that are reliable."""
