"""Layered XML that corpus tools exchange: NAF, TCF and FoLiA."""
