"""Scores a response against a key with the measures of the field: counts that add up over
documents, then ratios.
"""
