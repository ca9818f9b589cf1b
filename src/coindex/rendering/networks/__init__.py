"""Networks of entities, and the files that other programs read them from."""
