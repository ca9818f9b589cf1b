"""Detectors: from a parsed document to its mentions, without any statement about reference."""
