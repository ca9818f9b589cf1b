"""Trains the learned resolver: documents with keys in, a model for `neural(model=PATH)` out."""
