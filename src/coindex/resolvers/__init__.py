"""Resolvers: from a document and its mentions to decisions, one per anaphor."""
