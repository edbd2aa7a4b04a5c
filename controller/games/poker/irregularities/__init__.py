"""Section 5: each kind of irregularity with its clause and what it does."""
