"""The two commands: `tabled`, the daemon, and `tablectl`, the technician's hand."""
