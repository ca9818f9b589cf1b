"""Resolvers of other libraries, for those who have them: their clusters, said of the mentions given here."""
