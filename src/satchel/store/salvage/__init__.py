"""What can be saved from a damaged database: its file and log read page by page, without SQLite, into a new one."""
