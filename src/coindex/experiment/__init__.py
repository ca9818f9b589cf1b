"""Combines the families: texts are parsed, mentions detected, anaphors resolved,
responses scored.
"""
