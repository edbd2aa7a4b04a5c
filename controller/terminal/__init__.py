"""What every command prints through: the border between the program and a person's terminal."""
