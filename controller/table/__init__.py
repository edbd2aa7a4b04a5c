"""The one writer of a table: decide, commit, act; and how a restart finds its way back."""
