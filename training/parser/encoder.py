"""The encoder and the weights of a published one, as the package's own training has them."""

from coindex.training.encoder import (
    ACTIVATIONS,
    Encoder,
    WordPlaces,
    published_weights,
    rows,
    wheel_file,
)

__all__ = ["ACTIVATIONS", "Encoder", "WordPlaces", "published_weights", "rows", "wheel_file"]
