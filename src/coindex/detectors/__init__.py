"""Detectors: from a parsed document to its mentions, without entities and links."""
