"""The frozen values everything else is made of, and the language in which components are named."""
