"""The text as a whole: its expressions, centers, headings, layout, and clauses as referents."""
