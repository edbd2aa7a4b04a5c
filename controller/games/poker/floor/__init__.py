"""What the floor sees of a poker table: seats, board and pots, whose turn it is and why, the order of the showdown."""
