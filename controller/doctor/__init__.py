"""What `tablectl doctor` looks at: the journal's place, its records, the ports, the broker, the machine. Read only."""
