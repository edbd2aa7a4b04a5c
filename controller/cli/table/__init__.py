"""`tablectl`: how the table is, what is wrong with it, and clearing an alert."""
