"""What the terminal shows of the table: the live picture, its parts, and the same as an SVG file."""
