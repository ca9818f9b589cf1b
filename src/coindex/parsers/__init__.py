"""Parsers: from text to tokens, sentences and dependencies."""
