"""Nominal expressions: their extent, names, pronouns, number, gender and animacy."""
