"""Errors planted into a key, to see whether `coindex check` finds them."""
