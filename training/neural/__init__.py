"""Training of the learned resolver: `python -m training.neural prepare|train|evaluate|export`."""
