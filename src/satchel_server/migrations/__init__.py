"""Schema steps of the server's database by Alembic, one code for both databases. Loaded only by `schema`."""
