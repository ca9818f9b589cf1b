"""Scoring a response against a key, in every way the field does: counts that
add up over documents, then ratios.
"""
