"""A novel or play as its readers see it: characters, what they say and do, and whom they meet."""
