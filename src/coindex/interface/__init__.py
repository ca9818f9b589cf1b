"""Messages of the program and their translations."""
