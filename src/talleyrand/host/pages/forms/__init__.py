"""What forms ask for."""
