"""`python -m coindex`."""

from coindex.cli import main

main()
