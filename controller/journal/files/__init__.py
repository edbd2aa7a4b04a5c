"""The files of a journal on the disk: whole or absent, locked, its keys and head file, and the room left for it."""
