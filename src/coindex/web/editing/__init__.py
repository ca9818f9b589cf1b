"""Between what the browser edits and the types of Coindex."""
