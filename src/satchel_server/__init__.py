"""The runtime server: a school's sessions behind the runtime API, on PostgreSQL or SQLite."""
