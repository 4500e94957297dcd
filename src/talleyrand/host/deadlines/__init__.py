"""When phases end."""
