"""`tablectl`: devices listed, found, watched, recorded and tried."""
