"""How far it goes: several cores, the HTTP service, start-up, and what a million words cost."""
