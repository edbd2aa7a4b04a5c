"""The Pandemonium wager and its meter (Pontoon Pandemonium 3.15.2, 4.2)."""

from typing import Final

MULTIPLIERS: Final = (2, 3, 5, 10, 20, 25, 50, 100)
"""What the meter can show, to 1 (4.2)."""
