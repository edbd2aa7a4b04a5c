"""Rounds and events in plain words, for people."""
