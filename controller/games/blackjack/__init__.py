"""Blackjack (RWS), version 5."""
