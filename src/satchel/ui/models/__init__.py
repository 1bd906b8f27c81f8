"""Qt models: rows and roles, nothing else."""
