"""Jobs over many documents: read from anywhere, resolved by any engine, written once,
and resumed.
"""

A_PART = 1_000
"""How many documents a part of the output has."""
