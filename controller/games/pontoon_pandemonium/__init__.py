"""Pontoon Pandemonium (MBS), version 5: Pontoon with one wager more."""
