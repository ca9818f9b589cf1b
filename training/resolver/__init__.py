"""Training of the learned resolver: `python -m training.resolver prepare|train|evaluate|export`."""
