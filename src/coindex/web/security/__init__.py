"""Who may do what, and what no request may do."""
