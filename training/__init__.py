"""Training of the bundled models; not part of the installed package."""
