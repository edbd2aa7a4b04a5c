"""What an auditor asks: exact odds, simulation, verification and replay of journals."""
