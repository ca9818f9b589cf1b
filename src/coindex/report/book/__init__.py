"""A book as files: a page to read, tables that other programs know, and its network."""
