"""Figures as SVG: small pure functions from data to text, with colours for everybody."""
