"""The database: one code over SQLModel tables. Everything above it sees values of `domain`."""
