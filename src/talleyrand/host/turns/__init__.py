"""The ledger of a game: phases, order sets, events."""
