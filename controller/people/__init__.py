"""Who works at the tables: badges, PINs, ranks, enrolled consoles, sessions, approvals. Knows no page and no table."""
