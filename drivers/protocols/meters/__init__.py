"""Displays and signs that show the multiplier, and the texts that they share. `framed` has a meter, too."""
