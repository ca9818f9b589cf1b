"""Omitted subjects and clitics: where a verb lacks its subject, and what a clitic stands for."""
