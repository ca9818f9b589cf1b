"""Where the families meet: texts are parsed, mentions found,
anaphors resolved, responses scored.
"""
