"""Where components are fitted to annotated text."""
