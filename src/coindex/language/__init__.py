"""Analyses of parsed text, in rooms by what they analyse, and what a language is.

Some of them decide: whether *it* refers, who speaks, whether a verb lacks its subject.
"""
