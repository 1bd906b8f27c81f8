"""Values and rules. Pure: no Qt, no SQL, no HTTP, no files, no clock."""
