"""The dealer's keypad. The drivers of consoles are `framed`, and for the keys of a device those of `keyboards`."""
