"""Bets as they are placed: the wagers and who may place them, their limits, who comes first."""
