"""The bundled parsers: their model, its training and export; a folder for each language."""
