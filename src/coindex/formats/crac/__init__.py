"""The exchange formats of the CRAC shared tasks' LLM track (Novák et al. 2025)."""
