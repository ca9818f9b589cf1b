"""The HTTP service: documents in, chains and decisions out, from a pool of worker processes."""
