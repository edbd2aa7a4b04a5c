"""What a technician does at a port by hand: find out what is there, watch it, record it, play it back, try it.

Nothing here belongs to a table that runs: a tool opens a port that nobody else has. What a device sends is not taken
from it unless the tool says so: it stays unacknowledged, and the table gets it when it runs again.
"""
