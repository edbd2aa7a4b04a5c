"""The wagers beside the main one: side wagers and the jackpot press."""
