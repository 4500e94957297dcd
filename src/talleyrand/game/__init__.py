"""A game as a frozen state machine, its report and its record."""
