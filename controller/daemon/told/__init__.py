"""What a running daemon is told by a technician, and shows him: levels of the log, a reload, how it is."""
