"""`tablectl`: scripts played and explained, clauses, simulation, hand histories."""
