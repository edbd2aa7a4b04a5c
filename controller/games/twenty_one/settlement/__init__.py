"""The end of a round: what each wager wins or loses, and by which clauses."""
