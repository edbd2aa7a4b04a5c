"""Jackpot buttons, and the latch that decides what a press is. A key as the button: `keyboards`; `framed` too."""
