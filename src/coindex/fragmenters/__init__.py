"""What turns a parse into the fragments one is ready to believe in."""
