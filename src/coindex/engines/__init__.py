"""Where work runs: here, or in several processes; results are the same and come in the same order."""
