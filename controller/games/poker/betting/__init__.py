"""The Betting Rounds: blinds, actions in turn and out of turn, whose turn is next (3.4, 3.5, 3.8, 3.12, 5.12)."""
