"""Twins of displays and signs."""
