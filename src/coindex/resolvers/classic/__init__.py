"""Classic resolvers, a file for each paper, and what several of them share."""
