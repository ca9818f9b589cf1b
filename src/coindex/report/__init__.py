"""What people read: tables, explanations, error analyses."""
