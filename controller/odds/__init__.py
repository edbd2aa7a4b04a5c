"""Odds: weights and draw of the multiplier, the exact edge, whole shoes by random legal moves."""
