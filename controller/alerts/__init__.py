"""Alerts: what each code means, what to do about it, who may clear it and what clears it by itself."""
