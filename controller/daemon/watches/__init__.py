"""What watches over the table itself while it runs: broker, disk, journal, refusals without end."""
