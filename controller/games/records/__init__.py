"""The records that the state of a game is made of: how they are copied and changed, written and read."""
