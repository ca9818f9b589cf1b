"""Figures as SVG: small pure functions from data to text, with colours that
colour-blind readers can distinguish.
"""
