"""The virtual dealers and their players, and the stacked shoe they play from."""
