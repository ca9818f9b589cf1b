"""How fast resolvers are: on GUM, in texts that grow, and beside parsing and scoring."""
