"""The encoder and the weights of a published one, as the package's own training has them."""

from coindex.training.encoder import Encoder, published_weights, wheel_file

__all__ = ["Encoder", "published_weights", "wheel_file"]
