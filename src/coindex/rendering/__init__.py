"""Presents a resolved document to readers: brackets, coloured text, a page, pronouns replaced,
decisions explained.
"""
