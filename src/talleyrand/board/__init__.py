"""The board: provinces, units, adjacency, calendar and positions."""
