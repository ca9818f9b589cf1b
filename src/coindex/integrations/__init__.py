"""Coindex inside other libraries."""
