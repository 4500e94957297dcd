"""Who is away, who comes instead, and what becomes of a power that sends nothing."""
