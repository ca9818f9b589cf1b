"""Pseudonyms: one for each name over a whole collection, and the way back to the originals."""
