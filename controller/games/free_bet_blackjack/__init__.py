"""Free Bet Blackjack (MBS), version 3."""
