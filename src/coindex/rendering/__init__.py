"""A resolved document as people read it: brackets, coloured text, a page, pronouns
replaced, decisions explained.
"""
