"""Training of the learned resolver: documents with keys in, a model that
`neural(model=PATH)` takes out.
"""
