"""Conversion between the browser's data and the types of Coindex."""
