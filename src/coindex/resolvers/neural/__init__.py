"""The learned resolver: features of mentions, and a small model that scores antecedents."""
