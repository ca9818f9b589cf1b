"""Jobs over many documents: read anywhere, resolved by any engine, written once, and gone on with when stopped."""

A_PART = 1_000
"""Documents in a part of the output."""
