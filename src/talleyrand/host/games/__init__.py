"""Games, who plays in them, and what they may do."""
