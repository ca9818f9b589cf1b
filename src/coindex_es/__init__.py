"""Spanish for Coindex: word lists, conjugation, rules for words, corpora, models, and the interface
in Spanish.
"""
