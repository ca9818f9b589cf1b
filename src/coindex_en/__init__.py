"""English for Coindex: word lists, rules for words, corpora and models."""
