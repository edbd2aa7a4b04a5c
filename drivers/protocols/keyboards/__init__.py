"""Devices with keys: one of them is the jackpot button, or all of them are the dealer's keypad."""
