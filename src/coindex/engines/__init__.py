"""Engines: work in this process or in several; results are the same and come in the same order."""
