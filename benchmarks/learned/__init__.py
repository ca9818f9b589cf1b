"""What the learned resolvers get right and wrong, and how much their probabilities are worth."""
