"""Pure words that all rooms share: cards, money, events, effects, outcomes, tables. Nothing here waits or opens."""
