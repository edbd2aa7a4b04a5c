"""`tablectl`: the journal read, verified, played again, exported and copied."""
