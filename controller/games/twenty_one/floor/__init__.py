"""What the floor sees of a twenty-one table: the areas, the Dealer, whose turn it is and why, and what is owed."""
