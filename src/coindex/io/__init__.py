"""Files: reading them safely, archives and their limits, and output that is complete or absent."""
