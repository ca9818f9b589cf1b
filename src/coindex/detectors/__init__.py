"""Detectors: from a parsed document to its mentions, with nothing said about what they refer to."""
