"""What all protocols share. It imports none of the rooms beside it."""
