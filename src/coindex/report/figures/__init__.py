"""Figures as SVG: pure functions from data to text, with colours that colour-blind readers can
distinguish.
"""
