"""Leases: which window may write to a session. The truth is in the database; here is who is alive."""
