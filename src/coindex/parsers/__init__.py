"""From text to tokens, sentences and dependencies."""
