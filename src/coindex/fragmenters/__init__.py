"""Fragmenters: from a parse to its reliable parts."""
