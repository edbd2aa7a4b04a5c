"""Twins of every role over `framed`."""
