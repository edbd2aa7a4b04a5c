"""What each route answers, by subject."""
