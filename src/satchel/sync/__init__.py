"""What this profile holds and what a server holds for its keys become equal; local work never waits for it."""
