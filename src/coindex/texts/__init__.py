"""Applications on a resolved text, one folder each, with its library code, report and command."""
