"""Shoes, and the watch over a shoe of any protocol. `framed` is a shoe too, and `line` any that sends ASCII lines."""
