"""A text that stands on its own: pronouns, descriptions and zeros give way to names where that
is safe, and everything else stays, with the reason.
"""
