"""The running daemon: `app` alone puts it together; devices, consoles, systemd, logs."""
