"""The ways in for consoles: the socket on the table PC, and the answers to serial consoles. All go over the desk."""
