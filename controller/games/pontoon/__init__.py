"""Pontoon (MBS), version 6."""
