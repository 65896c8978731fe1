"""Settings of sessions and of tables."""
