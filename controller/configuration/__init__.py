"""The configuration of a table: one TOML file, checked whole, every error with file, line and key."""
