"""Authentication, permissions, and protection against harmful requests."""
