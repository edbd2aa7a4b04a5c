"""The only code that opens ports: links to serial lines, and the `Device` that joins a link to a protocol."""
