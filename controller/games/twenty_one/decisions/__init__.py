"""What a player decides about his hand and his wagers: the play of the hand, and the offers before it."""
