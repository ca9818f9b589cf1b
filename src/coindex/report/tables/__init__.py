"""The tables of reports and commands: one kind of table per module."""
